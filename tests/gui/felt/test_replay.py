"""Games of the arena on the felt: stepped, by the slider, by themselves, and live."""

from itertools import pairwise, product

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.arena import GameStep, LiveSteps, dealt_table, plan_match
from assistant.arena.events import play_steps
from gui.felt.course import PACES
from gui.felt.replay import ReplayView
from gui.jobs import JobRunner

RING = QColor("#ffe08a")
LEFT = Qt.MouseButton.LeftButton
AIS = ("heuristic", "greedy", "greedy", "random")


def opened(qtbot: QtBot) -> ReplayView:
    view = ReplayView(JobRunner())
    qtbot.addWidget(view)
    view.resize(800, 560)
    view.show()
    view.pace.setCurrentIndex(len(PACES) - 1)
    return view


def game() -> list[GameStep]:
    return list(play_steps(plan_match(AIS, 1, 5, "slave"), 0))


def test_a_game_is_walked_forwards_and_backwards(qtbot: QtBot) -> None:
    view, steps = opened(qtbot), game()
    view.show_steps(steps)
    assert view.felt.view == steps[0].after
    QTest.mouseClick(view.forth, LEFT)
    assert view.felt.view == steps[1].after
    assert view.title.text().startswith("1. ")
    view.slider.setValue(len(steps) - 1)
    assert view.felt.view == steps[-1].after
    assert not view.forth.isEnabled()
    QTest.mouseClick(view.back, LEFT)
    assert view.felt.view == steps[-2].after


def test_a_game_plays_by_itself_and_pauses(qtbot: QtBot) -> None:
    view, steps = opened(qtbot), game()
    seen: list[GameStep] = []
    view.felt.shown.connect(seen.append)
    view.show_steps(steps)
    QTest.mouseClick(view.auto, LEFT)
    qtbot.waitUntil(lambda: view.position > 3, timeout=60_000)
    QTest.mouseClick(view.auto, LEFT)
    stood = view.position
    qtbot.wait(60)
    assert view.position == stood
    QTest.mouseClick(view.auto, LEFT)
    qtbot.waitUntil(lambda: view.position == len(steps) - 1, timeout=60_000)
    assert seen == steps[1:]


def test_a_live_game_is_shown_move_by_move(qtbot: QtBot) -> None:
    view, steps = opened(qtbot), game()
    seen: list[GameStep] = []
    view.felt.shown.connect(seen.append)
    view.follow(LiveSteps(plan_match(AIS, 1, 5, "slave"), 0))
    qtbot.waitUntil(
        lambda: len(view.steps) == len(steps) and view.auto.text() == "Play", timeout=60_000
    )
    assert seen == steps[1:]
    assert view.steps == steps


def test_a_race_has_all_seats_along_the_top(qtbot: QtBot) -> None:
    view = opened(qtbot)
    steps = list(play_steps(plan_match(("random", "random"), 1, 5, "pokle"), 0))
    view.show_steps(steps)
    view.slider.setValue(len(steps) - 1)
    assert view.felt.bottom is None
    shown = {card.place for card in view.felt._layout.cards}
    assert {"board", "hand 1", "guess 0.0", "guess 1.0"} <= shown


def test_the_ring_of_a_covered_card_lies_under_the_card_above_it(qtbot: QtBot) -> None:
    view = opened(qtbot)
    view.show_steps(game())
    felt = view.felt
    for place in range(1, len(view.steps)):
        view.slider.setValue(place)
        new = felt._new_cards()
        for below, above in pairwise(felt._layout.cards):
            if {id(below), id(above)} <= new and below.rect.intersects(above.rect):
                seen = felt.grab(above.rect.adjusted(5, 5, -5, -5).toRect()).toImage()
                spots = product(range(seen.width()), range(seen.height()))
                assert not any(seen.pixelColor(x, y) == RING for x, y in spots)
                return
    raise AssertionError("no play of two cards")


def konkan_replay(qtbot: QtBot) -> ReplayView:
    view, plan = opened(qtbot), plan_match(("greedy",) * 3, 1, 11, "konkan")
    view.show_steps(tuple(play_steps(plan, 0)), dealt_table(plan, 0))
    return view


def test_every_step_has_the_chances_of_all_seats(qtbot: QtBot) -> None:
    view = konkan_replay(qtbot)
    n_steps = len(view.steps)
    qtbot.waitUntil(lambda: len(view.watch.chances) == n_steps, timeout=60_000)
    for place in (n_steps - 1, 3, 0):
        view.slider.setValue(place)
        assert view.felt.chances == view.watch.chances[place]
    winner = view.steps[-1].outcome.places.index(1)
    assert view.watch.chances[-1] == tuple(float(seat == winner) for seat in range(3))


def test_the_position_of_any_step_can_be_asked_about(qtbot: QtBot) -> None:
    view = konkan_replay(qtbot)
    for place in (5, 2):
        view.slider.setValue(place)
        table = view.position_table
        assert table.view == view.steps[place].after
        assert view.steps[place + 1].seat == table.seat
        assert view.steps[place + 1].move in table.state.legal()
        assert view.analyse.isEnabled()
    view.slider.setValue(len(view.steps) - 1)
    assert view.position_table is None
    assert not view.analyse.isEnabled()

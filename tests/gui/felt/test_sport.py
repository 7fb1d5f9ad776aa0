"""Watching as sport: chances under every seat, their chart, going back, analysing any move."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable, find_game, run
from assistant.play.chances import ChanceTrack, seat_chances
from engine.control import Control
from engine.slave.compile import prepare
from tests.gui.felt.conftest import SitDown, person_or_end

LEFT = Qt.MouseButton.LeftButton
NAMES = ("Ann", "Bo", "Cleo")


@pytest.mark.parametrize(("kind", "n_seats"), [("konkan", 3), ("slave", 4)])
def test_chances_add_up_and_end_with_the_winner(kind: str, n_seats: int) -> None:
    if kind == "slave":
        prepare()  # without compiled kernels there are no chances
    table = GameTable(find_game(kind), ("greedy",) * n_seats, 1, 5)
    events = list(run(table, Control()))
    track = ChanceTrack(table.game, 5, n_seats, 1, table.rules, table.dealer)
    first = track.follow([e.move for e in events[:3]], Control())
    values = track.follow([e.move for e in events], Control())
    assert values[:4] == first, "what was computed is kept"
    assert len(values) == len(events) + 1
    known = [chances for chances in values if chances is not None]
    assert all(sum(chances) == pytest.approx(1) for chances in known)
    assert 0 < max(known[0]) < 1
    winner = table.state.outcome().places.index(1)
    assert known[-1] == tuple(float(seat == winner) for seat in range(n_seats))


def test_a_hand_that_goes_out_next_is_the_favourite() -> None:
    table = GameTable(find_game("konkan"), ("greedy",) * 3, 1, 5)
    *_, before_last, _ = [table.at(n).state for n in range(len(list(run(table, Control()))) + 1)]
    chances = seat_chances(before_last)
    assert chances is not None
    assert chances[before_last.seat or 0] == 1.0


def test_somebody_who_watches_sees_chances_and_can_go_back(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("greedy",) * 3, pace=2)
    qtbot.waitUntil(lambda: len(page.table.events) > 4, timeout=60_000)
    assert page.watch.isVisible()
    QTest.mouseClick(page.pause, LEFT)
    n_events = len(page.table.events)
    qtbot.waitUntil(lambda: len(page.watch.chances) > n_events, timeout=60_000)
    assert page.felt.chances == page.watch.chances[page.watch.place]
    assert [line.name for line in page.side.plot.lines] == list(NAMES)
    page.watch.slider.setValue(2)
    assert page.felt.view == page.table.events[1].after
    assert page.felt.chances == page.watch.chances[2]
    assert page.course.is_paused
    QTest.mouseClick(page.analyse, LEFT)
    advice = page.side.advice
    qtbot.waitUntil(lambda: bool(advice.hints), timeout=60_000)
    asked = page.table.at(2)
    assert advice.title.text() == f"Move 3: {asked.names[asked.seat]}'s best moves"
    assert {hint.choice.moves[0] for hint in advice.hints} <= set(asked.state.legal())
    with qtbot.waitSignal(page.analysed) as caught:
        advice.full.click()
    assert caught.args == [asked.question()]
    QTest.mouseClick(page.pause, LEFT)
    assert page.watch.place == page.watch.slider.maximum()
    qtbot.waitUntil(lambda: len(page.table.events) > n_events, timeout=60_000)


def test_candidates_of_the_one_who_thinks_are_shown(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("greedy", "greedy"), pace=0)
    page.show_side.click()
    page.side.setCurrentWidget(page.side.advice)
    qtbot.waitUntil(lambda: bool(page.side.advice.hints), timeout=60_000)
    assert page.side.advice.title.text().endswith("'s best moves")
    page.stop()


def test_a_player_sees_no_chances(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    assert not page.watch.isVisible()
    assert page.felt.chances == ()


@pytest.mark.parametrize(("kind", "n_seats"), [("konkan", 2), ("slave", 4)])
def test_a_round_ends_with_places_and_points(
    sit_down: SitDown, qtbot: QtBot, kind: str, n_seats: int
) -> None:
    page = sit_down(kind, (HUMAN, *("greedy",) * (n_seats - 1)), rounds=2, seed=4)
    table = page.table
    while person_or_end(page, qtbot):
        assert not page.result.isVisible()
        page.course.play(*table.choices()[-1].moves)
    qtbot.waitUntil(page.result.isVisible, timeout=60_000)
    words = [child.text() for child in page.result.findChildren(type(page.result.title))]
    rows = table.state.standings()
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert all(any(table.names[row.seat] in text for text in words) for row in rows)
    assert all(row.points in words for row in rows)
    assert page.next.isVisible()
    assert not page.review.isVisible()
    QTest.mouseClick(page.result.look, LEFT)
    assert not page.result.title.isVisible(), "the table can be seen"
    QTest.mouseClick(page.next, LEFT)
    assert table.round_number == 2
    qtbot.waitUntil(lambda: not page.result.isVisible(), timeout=60_000)
    page.stop()

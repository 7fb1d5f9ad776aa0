"""Nothing that can be clicked moves because of an error, a new row or another tab."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable, find_game, run
from engine.control import Control
from gui.felt.felt import Felt
from gui.panels.arena import ArenaPanel
from gui.panels.base import Panel
from gui.widgets.card_field import CardField
from gui.widgets.controls import show_value
from gui.widgets.picker import CardPicker, FaceButton
from tests.gui.conftest import MakeWindow, find, panel_of, settle

CLICKABLE = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar, QTableView)


def places(panel: Panel, root: QWidget) -> dict[str, QRect]:
    """Where everything clickable with a name stands now."""
    found: dict[str, QRect] = {}
    for kind in CLICKABLE:
        for widget in root.findChildren(kind):
            if widget.isVisible() and widget.accessibleName() and not widget.property("plain"):
                found[f"{kind.__name__} {widget.accessibleName()}"] = place_of(widget, panel)
    for field in root.findChildren(CardField):  # its line stands behind the cards of its box
        if field.box.isVisible():
            found[f"cards {field.name}"] = place_of(field.box, panel)
    return found


def place_of(widget: QWidget, panel: Panel) -> QRect:
    """Where a widget stands in the panel."""
    return QRect(widget.mapTo(panel, widget.rect().topLeft()), widget.size())


def moved(before: dict[str, QRect], after: dict[str, QRect]) -> list[str]:
    """What stands elsewhere than before."""
    return [name for name in before.keys() & after.keys() if before[name] != after[name]]


@pytest.mark.parametrize(
    ("game", "field", "wrong"),
    [
        ("pokle", "hands", "JS JS"),
        ("holdem", "hero", "AH AH"),
        ("kings-lows", "dead", "KS KS"),
        ("konkan", "hand", "7S 7S 7S"),
        ("konkan", "melds", "7S 8S 10S"),
        ("slave", "hand", "4C 4C"),
    ],
)
def test_an_error_moves_nothing(
    make_window: MakeWindow, qtbot: QtBot, game: str, field: str, wrong: str
) -> None:
    window = make_window(game)
    window.resize(1280, 800)
    panel = panel_of(window)
    panel.show_example()
    settle(panel, qtbot)
    before = places(panel, panel)
    found = getattr(panel, field)
    (found[0] if isinstance(found, list) else found).edit.setText(wrong)
    settle(panel, qtbot)
    QTest.qWait(20)
    assert panel.verdict.problem.text()
    assert moved(before, places(panel, panel)) == []


def test_a_typed_guess_does_not_move_the_card_pad(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("pokle")
    window.resize(1280, 800)
    panel = panel_of(window)
    panel.show_example()
    settle(panel, qtbot)
    before = places(panel, panel)
    panel.guesses[1].setValue(("10D 10H QH 6D 6C", "eeeee"))
    settle(panel, qtbot)
    QTest.qWait(20)
    assert not moved(before, places(panel, panel))


def test_an_answer_moves_nothing(make_window: MakeWindow, qtbot: QtBot) -> None:
    """What stands on an empty panel stands there, too, once the answer has come."""
    for game in ("pokle", "holdem", "kings-lows"):
        window = make_window(game)
        window.resize(1280, 800)
        panel = panel_of(window)
        panel.clear()
        settle(panel, qtbot)
        QTest.qWait(20)
        before = places(panel, panel.head) | places(panel, panel.tabs.tabBar())
        before |= places(panel, panel.picker)
        panel.show_example()
        settle(panel, qtbot)
        QTest.qWait(20)
        assert moved(before, places(panel, panel)) == [], game


SIZES = ((1024, 700), (1280, 800), (1920, 1080))
ADVISORS = ("pokle", "holdem", "kings-lows")  # all of their tabs stand beside the entry


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
@pytest.mark.parametrize("game", ADVISORS)
def test_another_tab_moves_nothing(
    make_window: MakeWindow, qtbot: QtBot, game: str, size: tuple[int, int]
) -> None:
    window = make_window(game, example=True)
    window.resize(*size)
    panel = panel_of(window)
    settle(panel, qtbot)
    wait_for_layout(panel, qtbot)
    before, tabs = still_places(panel), tab_places(panel)
    assert before
    for place in range(panel.tabs.count()):
        panel.tabs.setCurrentIndex(place)
        QTest.qWait(30)
        assert moved(before, still_places(panel)) == [], panel.tabs.tabText(place)
        assert tab_places(panel) == tabs


def wait_for_layout(panel: Panel, qtbot: QtBot) -> None:
    """Wait until a window that was resized has its places: some follow from others, later."""
    seen = [{}, still_places(panel)]

    def is_done() -> bool:
        QTest.qWait(50)
        seen[:] = [seen[1], still_places(panel)]
        return seen[0] == seen[1]

    qtbot.waitUntil(is_done)


def still_places(panel: Panel) -> dict[str, QRect]:
    """Where everything clickable stands that is not on the page of a tab."""
    QApplication.processEvents()
    return places(panel, panel.head) | places(panel, panel.sides.entry) | places_of_picker(panel)


def places_of_picker(panel: Panel) -> dict[str, QRect]:
    """Where the cards of the pad stand."""
    buttons = panel.picker.findChildren(FaceButton)
    return {button.accessibleName(): place_of(button, panel) for button in buttons}


def tab_places(panel: Panel) -> list[QRect]:
    """Where the tabs stand in the panel."""
    bar = panel.tabs.tabBar()
    corner = bar.mapTo(panel, bar.rect().topLeft())
    return [bar.tabRect(place).translated(corner) for place in range(bar.count())]


@pytest.mark.parametrize("game", [*ADVISORS, "konkan", "slave"])
def test_a_window_that_was_large_for_a_while_looks_as_before(
    make_window: MakeWindow, qtbot: QtBot, game: str
) -> None:
    window = make_window(game, example=True)
    window.resize(1024, 700)
    panel = panel_of(window)
    settle(panel, qtbot)
    QTest.qWait(50)
    before = still_places(panel)
    for place in range(panel.tabs.count()):
        panel.tabs.setCurrentIndex(place)
        QTest.qWait(20)
        for size in ((1920, 1080), (1024, 700)):
            window.resize(*size)
            QTest.qWait(100)
    panel.tabs.setCurrentIndex(0)
    QTest.qWait(100)
    assert not panel.sides.is_stacked
    assert moved(before, still_places(panel)) == []


@pytest.mark.parametrize("game", [*ADVISORS, "konkan", "slave"])
def test_the_pad_is_whole_after_the_window_has_grown(
    make_window: MakeWindow, qtbot: QtBot, game: str
) -> None:
    window = make_window(game)
    panel = panel_of(window)
    for size in ((1024, 700), (1280, 800), (1280, 1000), (1280, 640), (1280, 800)):
        window.resize(*size)
        QTest.qWait(20)
        qtbot.waitUntil(lambda: is_whole(panel.picker))
        assert place_of(panel.picker, panel).bottom() < panel.height()


def is_whole(picker: CardPicker) -> bool:
    """True if no card of the pad is cut."""
    buttons = picker.findChildren(FaceButton)
    return all(picker.rect().contains(button.geometry()) for button in buttons)


def test_another_player_moves_no_figure(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("kings-lows", example=True)
    panel = panel_of(window)
    settle(panel, qtbot)
    panel.tabs.setCurrentIndex(1)
    whose = find(panel, "Whose wild cards", QComboBox)
    QTest.qWait(200)
    before = places(panel, panel.tabs)
    for place in range(4):
        whose.setCurrentIndex(place)
        QApplication.processEvents()
        assert moved(before, places(panel, panel.tabs)) == []


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        ("slave", "You, title", "King"),
        ("slave", "Exchange", True),
        ("konkan", "Players", 2),
        ("kings-lows", "Number of players", 5),
        ("holdem", "Number of opponents", 5),
    ],
)
def test_what_is_entered_moves_no_other_entry(
    make_window: MakeWindow, qtbot: QtBot, game: str, name: str, value: object
) -> None:
    """Fields that come or go, as the entry asks for them, leave the others where they are."""
    window = make_window(game)
    window.resize(1280, 800)
    panel = panel_of(window)
    qtbot.waitUntil(lambda: not panel.sides.is_stacked)
    QTest.qWait(50)
    before = still_places(panel)
    show_value(find(panel, name), value)
    QTest.qWait(20)
    after = still_places(panel)  # a scroll bar may make wide fields narrower
    both = before.keys() & after.keys()
    assert [each for each in both if before[each].topLeft() != after[each].topLeft()] == []


@pytest.mark.parametrize("game", [*ADVISORS, "konkan", "slave"])
def test_the_verdict_is_the_largest_text(make_window: MakeWindow, qtbot: QtBot, game: str) -> None:
    panel = panel_of(make_window(game, example=True))
    settle(panel, qtbot)
    largest = find(panel, "Figure", QLabel).font().pointSize()
    shown = [each for each in panel.findChildren(QLabel) if each.isVisible() and each.text()]
    others = [each for each in shown if each.property("role") != "verdict"]
    assert len(others) > 5
    assert [each.text() for each in others if each.font().pointSize() >= largest] == []


def felt_places(felt: Felt) -> dict[str, QRect]:
    """Where the near hand begins, how far its cards are apart, and where piles and plates stand."""
    layout = felt._layout
    found = {f"plate {plate.seat}": plate.rect.toRect() for plate in layout.plates}
    found |= {a.place: a.rect.toRect() for a in layout.areas if a.place in ("deck", "trash")}
    if len(felt.hand) > 1:
        first, second = felt.hand[0].rect, felt.hand[1].rect
        found["hand"] = first.united(second).toRect()
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
@pytest.mark.parametrize(("game", "n_seats"), [("konkan", 2), ("konkan", 3), ("slave", 4)])
def test_what_others_play_moves_nothing_at_the_table(
    make_window: MakeWindow, qtbot: QtBot, game: str, n_seats: int, size: tuple[int, int]
) -> None:
    """Opponents come down with many melds; hand, piles, plates and buttons stay."""
    window = make_window(game)
    window.resize(*size)
    panel = panel_of(window)
    page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    table = GameTable(find_game(game), (HUMAN, *("greedy",) * (n_seats - 1)), 1, 45)
    page.sit_down(table)
    page.course.pause(True)
    QTest.qWait(100)
    before, buttons = felt_places(page.felt), places(panel, page)
    assert {"hand", "plate 0"} <= before.keys()
    others = GameTable(find_game(game), ("greedy",) * n_seats, 1, 45)
    for event in run(others, Control()):
        page.felt.show_view(event.after)
        assert not moved(before, felt_places(page.felt)), event.text
    assert game != "konkan" or len(event.after.groups) > 2 + n_seats, "with melds on the table"
    QApplication.processEvents()
    assert moved(buttons, places(panel, page)) == []
    page.course.halt()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_a_button_with_other_words_moves_nothing_at_the_table(
    make_window: MakeWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    """Pause becomes Resume, and a chosen card changes what buttons say and may do."""
    window = make_window("slave")
    window.resize(*size)
    panel = panel_of(window)
    page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    for agents in ((HUMAN, "greedy", "greedy", "greedy"), ("greedy",) * 4):
        page.sit_down(GameTable(find_game("slave"), agents, 2, 3))
        page.course.pause(True)
        QTest.qWait(100)
        before = places(panel, page)
        for paused in (False, True):
            page.course.pause(paused)
            page._show_state()
            QTest.qWait(30)
            assert moved(before, places(panel, page)) == [], agents
        page.felt.choose_card(0)
        QTest.qWait(30)
        assert moved(before, places(panel, page)) == [], agents
    page.course.halt()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_a_stored_session_moves_nothing(
    make_window: MakeWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = make_window("arena")
    window.resize(*size)
    panel = panel_of(window)
    assert isinstance(panel, ArenaPanel)
    QTest.qWait(50)
    before = places(panel, panel.head) | places(panel, panel.sides.entry) | still_tabs(panel)
    agents = "slave:policy, slave:heuristic, slave:greedy, slave:random"
    panel.stored.show_rows([["1: Slave, finished", "2026-11-19 21:36", agents]])
    QTest.qWait(50)
    after = places(panel, panel.head) | places(panel, panel.sides.entry) | still_tabs(panel)
    assert moved(before, after) == []


def still_tabs(panel: Panel) -> dict[str, QRect]:
    """Where the tabs stand, by their place."""
    return {f"tab {place}": rect for place, rect in enumerate(tab_places(panel))}

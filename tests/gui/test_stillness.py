"""Nothing that can be clicked moves because of an error, a new row or another tab."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QTabBar,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui.panels.base import Panel
from gui.widgets.card_field import CardField
from tests.gui.conftest import MakeWindow, panel_of, settle

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


def test_tabs_keep_their_places_when_another_is_chosen(make_window: MakeWindow) -> None:
    window = make_window("holdem")
    window.resize(1280, 800)
    panel = panel_of(window)
    bar = panel.tabs.tabBar()
    before = [bar.tabRect(place) for place in range(bar.count())]
    for place in range(bar.count()):
        panel.tabs.setCurrentIndex(place)
        QTest.qWait(5)
        assert [bar.tabRect(each) for each in range(bar.count())] == before

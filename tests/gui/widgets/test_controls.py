"""The value of any control, read and shown in one way."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.actions import PANELS
from gui.theme import theme
from gui.widgets.boxes import column, group
from gui.widgets.controls import (
    Amount,
    OneOf,
    Slider,
    button,
    check,
    choice,
    number,
    on_change,
    show_value,
    value_of,
)
from tests.gui.conftest import MakeWindow, panel_of


@pytest.mark.parametrize("game", [game for game, _ in PANELS])
def test_what_is_entered_in_a_panel_comes_back(make_window: MakeWindow, game: str) -> None:
    panel = panel_of(make_window(game))
    panel.show_example()
    entries = panel.entries
    panel.clear()
    panel.replace_entries(entries)
    assert panel.entries == entries
    panel.undo.undo()
    assert (panel.entries == entries) == (game == "arena"), "its example is what it begins with"


def test_controls_of_every_kind(qtbot: QtBot) -> None:
    controls = [check("on"), number("n", 0, 9, 1), [choice("one", [("a", "A"), ("b", "B")])]]
    edits: list[int] = []
    on_change(controls, lambda: edits.append(1))
    for value in ((True, 4, ("b",)), (False, 0, ("a",))):
        show_value(controls, value)
        assert value_of(controls) == value
    assert len(edits) == 6


def test_one_box_at_most_is_checked(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    one = OneOf(root, [check(name) for name in "abc"])
    clicks: list[int] = []
    one.changed.connect(lambda: clicks.append(one.value()))
    for box in (one.boxes[0], one.boxes[2], one.boxes[2]):
        box.click()
    assert clicks == [1, 3, 0]
    one.setValue(2)
    assert [box.isChecked() for box in one.boxes] == [False, True, False]
    assert len(clicks) == 3, "only a person's click is told"


def turn_wheel(widget: QWidget) -> bool:
    """Turn the wheel one notch over a widget; True if it takes the turn, else the page has it."""
    spot = QPointF(widget.rect().center())
    where = QPointF(widget.mapToGlobal(spot.toPoint()))
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    turn = QWheelEvent(spot, where, QPoint(), QPoint(0, -120), no_button, no_key, phase, False)
    QApplication.sendEvent(widget, turn)
    return turn.isAccepted()


def test_the_wheel_is_the_pages_unless_a_control_has_the_focus(qtbot: QtBot) -> None:
    made = [
        choice("one", [("a", "A"), ("b", "B")]),
        number("n", 0, 9, 5),
        Amount("pot"),
        Slider("top", 1, 100),
    ]
    show_value(made[2:], (5.0, 50))
    page, before = group(column(*made)), value_of(made)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
    page.setFocus()
    for control in made:
        assert not turn_wheel(control)
        assert not control.hasFocus()
    assert value_of(made) == before
    for control in made:
        control.setFocus()
        assert turn_wheel(control)
    assert all(now != was for now, was in zip(value_of(made), before, strict=True))


@pytest.mark.parametrize("is_primary", [False, True])
def test_a_button_shows_its_focus_and_is_pressed_by_enter(qtbot: QtBot, is_primary: bool) -> None:
    pressed: list[int] = []
    other = button("Other", lambda: None)
    made = button("Play", lambda: pressed.append(1), primary=is_primary)
    both = group(column(other, made))
    theme.style(both)
    qtbot.addWidget(both)
    with qtbot.waitActive(both):
        both.show()
        both.activateWindow()
    other.setFocus()
    without = made.grab().toImage()
    made.setFocus()
    assert made.grab().toImage() != without
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(made, key)
    assert len(pressed) == 2

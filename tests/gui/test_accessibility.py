import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui import announce
from gui.actions import PANELS
from gui.widgets.picker import FaceButton
from tests.gui.conftest import MakeWindow, panel_of

TOUCHED = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QTableWidget, QListWidget)
GAMES = [game for game, _ in PANELS]


def touched(root: QWidget) -> list[QWidget]:
    """What a user can touch, without the parts that Qt itself puts into its widgets."""
    found = [widget for kind in TOUCHED for widget in root.findChildren(kind)]
    return [
        widget
        for widget in found
        if not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QAbstractSpinBox | QComboBox | QTableWidget)
        and type(widget).__name__ not in ("QTableCornerButton", "ScrollLeftButton")
        and widget.objectName() not in ("ScrollLeftButton", "ScrollRightButton")
    ]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_touched_has_a_name_and_is_reached_by_the_keyboard(
    make_window: MakeWindow, game: str
) -> None:
    found = touched(panel_of(make_window(game)))
    assert len(found) >= 10
    assert [type(widget).__name__ for widget in found if not widget.accessibleName()] == []
    tabbed = [widget for widget in found if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
    others = [widget for widget in found if widget not in tabbed]
    assert all(isinstance(widget, FaceButton) for widget in others)  # arrows walk over the picker


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_at_the_usual_size(make_window: MakeWindow, game: str) -> None:
    window = make_window(game)
    window.resize(1280, 800)
    QApplication.processEvents()
    panel = panel_of(window)
    for area in panel.findChildren(QScrollArea):
        assert not area.horizontalScrollBar().isVisible(), area.accessibleName()
    for button in panel.findChildren(QPushButton):
        if button.isVisible():
            assert button.width() >= button.sizeHint().width(), button.text()


def test_answers_errors_and_messages_are_announced(
    make_window: MakeWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, bool]] = []

    def hear(event: QAccessibleAnnouncementEvent) -> None:
        urgent = event.politeness() == QAccessible.AnnouncementPoliteness.Assertive
        said.append((event.message(), urgent))

    monkeypatch.setattr(announce, "QAccessible", HeardBy(hear))
    window = make_window("holdem")
    panel = panel_of(window)
    panel.show_example()
    qtbot.waitUntil(lambda: bool(said) and not panel.is_busy, timeout=60_000)
    assert said[-1][0].startswith("Call. You need 25.0% equity")
    assert "equity" in said[-1][0]
    assert not said[-1][1]
    panel.board.set_text("AH")
    qtbot.waitUntil(lambda: said[-1] == ("Board: You already hold A♥.", True))
    window.copy_answer()
    assert said[-1] == ("There is no answer to copy yet.", False)


class HeardBy:
    """Stands in for Qt's accessibility, and gives each event to a listener."""

    AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

    def __init__(self, updateAccessibility: Callable[..., None]) -> None:  # noqa: N803
        self.updateAccessibility = updateAccessibility


@pytest.mark.parametrize("game", [game for game in GAMES if game != "arena"])
def test_a_copied_answer_names_the_cards_and_no_field(
    make_window: MakeWindow, qtbot: QtBot, game: str
) -> None:
    panel = panel_of(make_window(game))
    panel.show_example()
    qtbot.waitUntil(lambda: panel.advice is not None, timeout=120_000)
    text = panel.share_text()
    assert panel.desk.fields[0].text() in text
    assert not re.search(r"[a-z]_[a-z]", text), "no names of fields"
    panel.jobs.drop()

"""At 1280 by 800 every word has the room it needs, with small letters and with large ones."""

from contextlib import suppress

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QTabBar,
    QTableWidget,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from gui.actions import PANELS
from gui.panels.arena import ArenaPanel
from gui.panels.base import Panel
from gui.screenshots import SIZE
from gui.theme import theme
from gui.widgets.bars import Bars
from gui.widgets.labels import ElidedLabel
from tests.gui.conftest import MakeWindow, settle

SLACK = 1  # pixels that rounding may take
FONTS_PT = (9, 14)


def is_clipped(widget: QWidget) -> bool:
    """True if a widget is too small for its words."""
    if isinstance(widget, ElidedLabel):
        return widget.fontMetrics().horizontalAdvance(widget.text()) > widget.width() + SLACK
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.heightForWidth(widget.width()) > widget.height() + SLACK
    if isinstance(widget, QTableWidget):
        return any(is_column_clipped(widget, column) for column in range(widget.columnCount()))
    if isinstance(widget, QComboBox):
        words = widget.fontMetrics().horizontalAdvance(widget.currentText())
        return words + 20 > widget.width() + SLACK
    if isinstance(widget, QLineEdit):  # a long text may be scrolled, a few cards may not
        words = (widget.text() or widget.placeholderText())[:14]
        return widget.fontMetrics().horizontalAdvance(words) + 12 > widget.width()
    if isinstance(widget, Bars):
        return widget.is_elided
    need = widget.minimumSizeHint() if isinstance(widget, QSpinBox) else widget.sizeHint()
    return need.width() > widget.width() + SLACK or need.height() > widget.height() + SLACK


def is_column_clipped(table: QTableWidget, column: int) -> bool:
    header = table.horizontalHeader()
    room = header.sectionSize(column) + SLACK
    if header.isVisible() and header.sectionSizeFromContents(column).width() > room:
        return True
    if column == table.columnCount() - 1 and table.wordWrap():
        rows = range(table.rowCount())
        return any(table.sizeHintForRow(row) > table.rowHeight(row) + SLACK for row in rows)
    return table.sizeHintForColumn(column) > room


def clipped_words(panel: Panel) -> list[str]:
    """Whatever can be seen and has too little room, in words."""
    kinds = (QLabel, QAbstractButton, QTabBar, QTableWidget, QComboBox, QSpinBox, QLineEdit, Bars)
    seen = [w for kind in kinds for w in panel.findChildren(kind) if w.isVisible()]
    inner = (QSpinBox, QComboBox, QTabBar, QTableWidget)  # what Qt puts into its own widgets
    own = [w for w in seen if not isinstance(w.parentWidget(), inner) and w.width() > 0]
    return [_words_of(w) for w in own if is_clipped(w)]


def _words_of(widget: QWidget) -> str:
    words = widget.text() if hasattr(widget, "text") else ""
    return f"{type(widget).__name__} {widget.accessibleName()} {words!r} {widget.size().toTuple()}"


def sideways(panel: Panel) -> list[str]:
    """The scroll areas of the panel that would have to be scrolled sideways."""
    areas = [a for a in panel.findChildren(QAbstractScrollArea) if a.isVisible()]
    return [
        f"{type(a).__name__} {a.accessibleName()}"
        for a in areas
        if a.horizontalScrollBar().maximum() > 0 and not _wraps(a)
    ]


def _wraps(area: QAbstractScrollArea) -> bool:
    """True for a list or a text that breaks its lines."""
    never = area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return never and not isinstance(area, QScrollArea)


def lasting_faults(panel: Panel, qtbot: QtBot) -> list[str]:
    """What is wrong once all layouts have followed, in later turns of the event loop."""
    with suppress(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: not (clipped_words(panel) or sideways(panel)), timeout=10_000)
    return [*clipped_words(panel), *sideways(panel)]


@pytest.mark.parametrize("game", [game for game, _ in PANELS])
def test_every_word_has_room(make_window: MakeWindow, qtbot: QtBot, game: str) -> None:
    theme.apply(Settings(theme="light", precision="quick"))
    window = make_window(game)
    window.resize(*SIZE)
    panel = window.panel
    assert panel is not None
    if isinstance(panel, ArenaPanel):
        panel.rounds.setValue(10)
        panel.start.click()
    else:
        panel.show_example()
    settle(panel, qtbot)
    faults = []
    for font_pt in FONTS_PT:
        theme.apply(Settings(theme="light", precision="quick", font_pt=font_pt))
        tabs = panel.findChild(QTabWidget)
        for place in reversed(range(tabs.count())):
            tabs.setCurrentIndex(place)
            settle(panel, qtbot)
            found = lasting_faults(panel, qtbot)
            faults += [f"{font_pt} pt, {tabs.tabText(place)}: {fault}" for fault in found]
    assert "\n".join(faults) == ""

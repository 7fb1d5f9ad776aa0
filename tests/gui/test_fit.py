"""Whatever the size of the window and of the letters: nothing is clipped, nothing overlaps."""

from itertools import combinations, product
from operator import ge

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QTabBar,
    QTableWidget,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from gui.actions import PANELS
from gui.home import TILES
from gui.main_window import FRAME, MIN_SIZE, SIZE
from gui.panels.arena import ArenaPanel
from gui.panels.arena_views import RankingTable
from gui.panels.base import Panel
from gui.panels.holdem import HoldemPanel
from gui.panels.pokle_boards import BoardTable
from gui.plain_text import plain
from gui.theme import theme
from gui.widgets.bars import Bars
from gui.widgets.boxes import widgets_of
from gui.widgets.card_field import CardEdit
from gui.widgets.card_row import CardRow
from gui.widgets.labels import ElidedLabel
from gui.widgets.sidebar import Sidebar
from gui.widgets.table import MOST_LETTERS, FittedTable
from gui.widgets.verdict import N_LINES, ClampedLabel, clamp_lines
from tests.gui.conftest import MakeWindow, find, panel_of, settle

PADDING = 18  # of a button of the sidebar, above and below
SLACK = 1  # pixels that rounding may take
FONTS_PT = (9, 12, 15)
SIZES = (MIN_SIZE, (1024, 700), (1280, 800), (1920, 1080))
MAX_TURNS = 12
LEAST_LETTER_PX = 6


def is_clipped(widget: QWidget) -> bool:
    """True if a widget is too small for its words."""
    if isinstance(widget, ElidedLabel | ClampedLabel):  # its whole text is in the tool tip
        return widget.toolTip() != plain(widget.text())
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.heightForWidth(widget.width()) > widget.height() + SLACK
    if isinstance(widget, QTableWidget):
        return any(is_column_clipped(widget, column) for column in range(widget.columnCount()))
    if isinstance(widget, QComboBox):
        words = widget.fontMetrics().horizontalAdvance(widget.currentText())
        return words + 20 > widget.width() + SLACK
    if isinstance(widget, QLineEdit):  # a long text may be scrolled, a few cards may not
        text = widget.text() or widget.placeholderText()
        words = (
            (widget.tail or "") if isinstance(widget, CardEdit) and widget.tail != text else text
        )
        words = words[:14]
        return widget.fontMetrics().horizontalAdvance(words) + 12 > widget.width()
    if isinstance(widget, Bars):
        return widget.is_clipped
    need = widget.minimumSizeHint() if isinstance(widget, QSpinBox) else widget.sizeHint()
    return need.width() > widget.width() + SLACK or need.height() > widget.height() + SLACK


def is_column_clipped(table: QTableWidget, column: int) -> bool:
    header = table.horizontalHeader()
    if table.isColumnHidden(column):
        return False
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
    """Whatever would have to be scrolled sideways to be seen."""
    areas = [a for a in panel.findChildren(QAbstractScrollArea) if a.isVisible()]
    return [
        f"{type(a).__name__} {a.accessibleName()} is wider than its room"
        for a in areas
        if (isinstance(a, QScrollArea) and a.widget().width() > a.viewport().width() + SLACK)
        or (a.horizontalScrollBar().maximum() > 0 and not _wraps(a) and not _is_large(a))
    ]


def _wraps(area: QAbstractScrollArea) -> bool:
    """True for a list or a text that breaks its lines."""
    never = area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return never and not isinstance(area, QScrollArea)


def _is_large(area: QAbstractScrollArea) -> bool:
    """True for a table with more columns than a small window has room for: it scrolls."""
    return (
        isinstance(area, FittedTable | BoardTable) and area.width() > MOST_LETTERS * LEAST_LETTER_PX
    )


def overlaps(panel: Panel) -> list[str]:
    """Widgets of one layout that lie on each other, or stick out of what they stand in."""
    found = []
    for parent in (panel, *panel.findChildren(QWidget)):
        if parent.layout() is None or not parent.isVisible():
            continue
        shown = [widget for widget in widgets_of(parent.layout()) if widget.isVisible()]
        inside = parent.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK)
        found += [f"{_words_of(w)} sticks out" for w in shown if not inside.contains(w.geometry())]
        for one, other in combinations(shown, 2):
            both = one.geometry().intersected(other.geometry())
            if both.width() > SLACK and both.height() > SLACK:
                found.append(f"{_words_of(one)} lies on {_words_of(other)}")
    return found


def faults(panel: Panel) -> list[str]:
    """What is wrong once all layouts have followed, in a few turns of the event loop."""
    found: list[str] = []
    for _ in range(MAX_TURNS):
        QTest.qWait(1)
        found = [*clipped_words(panel), *sideways(panel), *overlaps(panel)]
        if not found:
            break
    return found


@pytest.mark.parametrize("game", [game for game, _ in PANELS])
def test_everything_fits(make_window: MakeWindow, qtbot: QtBot, game: str) -> None:
    """Every tab, at four sizes of the window, with three sizes of letters."""
    theme.apply(Settings(theme="light", precision="precise"))
    window = make_window(game)
    panel = panel_of(window)
    fill(panel, qtbot)
    found = []
    for font_pt, size in product(FONTS_PT, SIZES):
        theme.apply(Settings(theme="light", precision="precise", font_pt=font_pt))
        window.resize(*size)
        for place in range(panel.tabs.count()):
            panel.tabs.setCurrentIndex(place)
            where = f"{size}, {font_pt} pt, {panel.tabs.tabText(place)}"
            found += [f"{where}: {fault}" for fault in faults(panel)]
    assert "\n".join(found) == ""


def fill(panel: Panel, qtbot: QtBot) -> None:
    """Show an example, answered; the figures do not matter."""
    if isinstance(panel, ArenaPanel):
        panel.rounds.setValue(2)
        panel.start.click()
    else:
        panel.show_example()
    qtbot.waitUntil(lambda: panel.advice is not None, timeout=120_000)
    panel.jobs.stop()
    settle(panel, qtbot)


def test_the_first_window_is_no_larger_than_the_screen(make_window: MakeWindow) -> None:
    window = make_window("pokle")
    room = window.screen().availableGeometry()
    assert window.width() <= room.width()
    assert window.height() <= room.height()


def test_a_change_of_letters_leaves_the_splitter_where_it_was(make_window: MakeWindow) -> None:
    window = make_window("holdem")
    window.resize(1500, 800)
    QApplication.processEvents()
    before = panel_of(window).sides.entry.width()
    for font_pt in (15, 10):
        theme.apply(Settings(theme="light", font_pt=font_pt))
        QApplication.processEvents()
    assert panel_of(window).sides.entry.width() == before


def test_the_least_window_fits_a_small_screen_with_its_frame() -> None:
    assert MIN_SIZE[0] + FRAME[0] <= 800
    assert MIN_SIZE[1] + FRAME[1] <= 600


@pytest.mark.parametrize("game", [game for game, _ in PANELS if game != "arena"])
def test_an_empty_panel_says_what_to_do_at_once(make_window: MakeWindow, game: str) -> None:
    window = make_window(game)
    panel = panel_of(window)
    for size in (MIN_SIZE, SIZE, MIN_SIZE):
        window.resize(*size)
        QTest.qWait(20)
        hint = panel.verdict.hint
        end = hint.mapTo(panel, hint.rect().bottomLeft())
        assert hint.text()
        assert 0 < end.y() < panel.height()


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("pokle", ("Player 1", "Player 3")),
        ("holdem", ("You", "Board")),
        ("kings-lows", ("Player 1 hole", "Player 1 open")),
    ],
)
def test_entered_cards_grow_in_a_large_window(
    make_window: MakeWindow, qtbot: QtBot, game: str, names: tuple[str, ...]
) -> None:
    window = make_window(game, example=True)
    rows = [find(window, f"{name}, drawn", CardRow) for name in names]
    window.resize(1280, 800)
    settle(panel_of(window), qtbot)
    usual = [row.height() for row in rows]
    window.resize(1920, 1080)
    large = [1.3 * height for height in usual]
    qtbot.waitUntil(lambda: all(map(ge, [row.height() for row in rows], large)))
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: [row.height() for row in rows] == usual)


def test_names_below_the_icons_are_whole_or_not_there(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window("home")
    for size, has_names in (((1024, 700), True), ((800, 600), False)):
        window.resize(*size)
        qtbot.wait(20)
        buttons = window.findChildren(Sidebar)[0].findChildren(QToolButton)
        styles = {button.toolButtonStyle() for button in buttons}
        kinds = Qt.ToolButtonStyle
        assert styles == {kinds.ToolButtonTextUnderIcon if has_names else kinds.ToolButtonIconOnly}
        for button in buttons if has_names else ():
            needed = button.iconSize().height() + button.fontMetrics().height() + PADDING
            assert button.height() >= needed


def test_large_letters_are_whole_on_the_first_page(make_window: MakeWindow, qtbot: QtBot) -> None:
    """The names in the sidebar, and the words of every tile above its buttons."""
    window = make_window("home")
    for font_pt, size in product((14, 10), ((1280, 800), (1024, 700))):
        theme.apply(Settings(theme="light", font_pt=font_pt))
        window.resize(*size)
        qtbot.wait(50)
        for button in window.findChildren(Sidebar)[0].findChildren(QToolButton):
            if button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon:
                assert button.fontMetrics().horizontalAdvance(button.text()) < button.width()
        tiles = [find(window, f"{tile.title} tile") for tile in TILES]
        assert len({tile.y() for tile in tiles}) == 1
        for tile in tiles:
            assert tile.height() >= tile.heightForWidth(tile.width())
            assert not [word.text() for word in tile.findChildren(QLabel) if is_clipped(word)]


def test_figures_that_matter_are_whole_in_a_small_window(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    """Pokle's reason and skill report, and the ratings of four agents, without scrolling."""
    window = make_window("pokle", example=True)
    window.resize(1024, 700)
    panel = panel_of(window)
    settle(panel, qtbot)
    skill = panel.tabs.open(panel.skill_tab)
    qtbot.waitUntil(lambda: skill.table.rowCount() == 1)
    QTest.qWait(50)
    assert skill.table.horizontalScrollBar().maximum() == 0
    why = panel.verdict.why
    lines = clamp_lines(why.text(), QFontMetrics(why.font()), why.width(), N_LINES)
    assert not lines[-1].endswith("…")
    ranking = RankingTable()
    qtbot.addWidget(ranking)
    ranking.setRowCount(4)
    room = ranking.minimumSizeHint().height() - ranking.horizontalHeader().sizeHint().height()
    assert room >= 4 * ranking.rowHeight(0)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("pokle", (1024, 700)),
        ("holdem", (1024, 700)),
        ("kings-lows", (1024, 700)),
        ("konkan", (1920, 1080)),
        ("slave", (1920, 1080)),
        ("arena", (1920, 1080)),
    ],
)
def test_the_whole_example_is_seen_at_once(
    make_window: MakeWindow, qtbot: QtBot, game: str, size: tuple[int, int]
) -> None:
    """Of Hold'em's three opponents one and a half were seen, of Konkan's house rules all but one.

    Konkan, Slave and the arena have more fields than a small window holds: there they scroll.
    """
    window = make_window(game, example=True)
    window.resize(*size)
    panel = panel_of(window)
    settle(panel, qtbot)
    qtbot.waitUntil(lambda: entry_overflow(panel) == 0, timeout=2_000)


def entry_overflow(panel: Panel) -> int:
    """Return how many pixels of what is entered are out of view."""
    return panel.sides._areas[0].verticalScrollBar().maximum()


def test_the_whole_range_is_seen_in_a_small_window(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("holdem", example=True)
    window.resize(1024, 700)
    panel = panel_of(window)
    assert isinstance(panel, HoldemPanel)
    settle(panel, qtbot)
    panel.tabs.open(panel.range_tab)
    qtbot.waitUntil(lambda: panel.sides._areas[1].verticalScrollBar().maximum() == 0)


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)])
def test_a_session_is_started_without_scrolling(
    make_window: MakeWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    """Start stood below the lower edge."""
    window = make_window("arena")
    window.resize(*size)
    qtbot.wait(30)
    panel = panel_of(window)
    assert isinstance(panel, ArenaPanel)
    for made in (panel.start, panel.pause, panel.fresh):
        assert not made.visibleRegion().isEmpty()
        assert made.visibleRegion().boundingRect() == made.rect()


@pytest.mark.parametrize("game", [game for game, _ in PANELS if game != "arena"])
def test_the_reason_does_not_repeat_the_figure_beside_it(
    make_window: MakeWindow, qtbot: QtBot, game: str
) -> None:
    """2.23 stood twice in one bar, and so did 52.7%, 84% and 79%."""
    window = make_window(game, example=True)
    panel = panel_of(window)
    settle(panel, qtbot)
    figure, why = panel.verdict.figure.text(), panel.verdict.why.text()
    assert figure
    if game == "holdem":  # wins without ties may be the same figure
        why = why.split(" Win ")[0]
    assert figure not in why
    assert f"{round(float(figure.rstrip('%')))}%" not in why

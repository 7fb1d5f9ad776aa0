"""The felt in a window of 1024 by 700 pixels, with small and with large letters."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPixmap
from pytestqt.qtbot import QtBot

from assistant.play import HIDDEN
from assistant.settings import Settings
from gui.felt.page import TablePage
from gui.felt.painting import in_one_line, letter_font
from gui.panels.konkan import KonkanPanel
from gui.panels.table_panel import TablePanel
from gui.theme import theme
from tests.gui.conftest import MakeWindow
from tests.gui.felt.test_layout import MIN_FACE, bounds
from tests.gui.table_screenshots import crowded_table

SIZE = (1024, 700)


@pytest.fixture
def page(make_window: MakeWindow, qtbot: QtBot) -> TablePage:
    """A person's turn with many melds on the table; nothing else takes room."""
    window = make_window("konkan")
    window.resize(*SIZE)
    panel = window.panel
    assert isinstance(panel, KonkanPanel)
    page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    page.sit_down(crowded_table())
    return page


@pytest.mark.parametrize("font_pt", [9, 12, 15])
def test_cards_and_words_have_room(page: TablePage, qtbot: QtBot, font_pt: int) -> None:
    theme.apply(Settings(theme="light", font_pt=font_pt))
    qtbot.wait(50)
    felt = page.felt
    faces = [card for card in felt._layout.cards if card.shown != HIDDEN]
    assert min(card.rect.width() for card in faces) >= MIN_FACE
    assert all(QRectF(felt.rect()).contains(card.rect) for card in felt._layout.cards)
    near = next(plate for plate in felt._layout.plates if plate.seat == 0)
    melds = bounds([card for card in faces if card.place.startswith("meld")])
    assert not near.rect.intersects(melds)
    assert melds.bottom() < felt.hand[0].rect.y()
    font = QFont(felt.font())
    font.setPixelSize(round(12 * font_pt / 10))
    for plate in felt._layout.plates:
        assert QFontMetricsF(font).ascent() < plate.rect.height() - 4


@pytest.mark.parametrize("game", ["konkan", "slave"])
@pytest.mark.parametrize(("size", "share"), [((1024, 700), 0.55), ((1280, 800), 0.6)])
def test_the_felt_has_most_of_the_window(
    make_window: MakeWindow, qtbot: QtBot, game: str, size: tuple[int, int], share: float
) -> None:
    """Of the window as a person has it, with its menus, once cards are dealt."""
    window = make_window(game)
    window.resize(*size)
    panel = window.panel
    assert isinstance(panel, TablePanel)
    page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    page.deal()
    qtbot.waitUntil(lambda: page.table is not None)
    qtbot.wait(50)
    felt, whole = page.felt, window.width() * window.height()
    assert window.size().toTuple() == size
    assert felt.width() * felt.height() / whole >= share


def test_a_table_has_the_whole_panel(page: TablePage) -> None:
    panel = page.window().panel
    assert not panel.verdict.isVisible()
    assert not panel.sides.entry.isVisible()
    panel.tabs.setCurrentIndex(0)
    assert panel.verdict.isVisible()
    assert panel.sides.entry.isVisible()


def test_a_plate_of_one_line_cuts_the_name_and_not_the_state(qtbot: QtBot) -> None:
    canvas = QPixmap(10, 10)
    painter = QPainter(canvas)
    words, name = "14 cards · not down", "Search, 256 tries (1)"
    font = letter_font(painter, 12, bold=True)
    for width in (200, 300, 600):
        line = in_one_line(painter, name, words, width)
        assert line.endswith(f" · {words}")
        assert QFontMetricsF(font).horizontalAdvance(line) <= width
    assert line.startswith(name)
    narrow = in_one_line(painter, "Dao", words, 120)
    assert narrow.startswith("Dao · 14 cards"), "one still sees whose plate it is"
    assert QFontMetricsF(font).horizontalAdvance(narrow) <= 120
    painter.end()

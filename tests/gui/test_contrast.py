"""What is drawn can be distinguished from its background: measured on pixels, in both themes.

Text is held to a contrast of 4.5, borders and drawings to 3 (WCAG 2).
"""

from collections import Counter

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.settings import Settings, Theme
from engine.cards import parse_card
from gui.theme import SERIES, contrast, ink_on, theme
from gui.widgets.bars import Bar, Bars
from gui.widgets.card_field import CardField
from gui.widgets.card_row import CardRow
from gui.widgets.faces import Face, Mark
from gui.widgets.heat_map import heat_colour
from gui.widgets.labels import wrapped
from gui.widgets.picker import FaceButton
from gui.widgets.range_grid import RangeGrid
from tests.gui.conftest import MakeWindow, panel_of, settle

TEXT, DRAWING = 4.5, 3.0
MARKED = 0.004  # the share of pixels that a colour has to have to be seen


@pytest.fixture(params=["light", "dark"])
def kind(request: pytest.FixtureRequest) -> Theme:
    theme.apply(Settings(theme=request.param))
    return request.param


def colours(picture: QImage) -> Counter[str]:
    """How many pixels have which colour."""
    wide, high = range(picture.width()), range(picture.height())
    return Counter(picture.pixelColor(x, y).name() for x in wide for y in high)


def best_contrast(picture: QImage) -> float:
    """The contrast between the ground and the strongest ink upon it."""
    found = colours(picture)
    total = picture.width() * picture.height()
    ground = found.most_common(1)[0][0]
    inks = [colour for colour, n in found.items() if n >= MARKED * total / 4]
    return max(contrast(ground, ink) for ink in inks)


@pytest.mark.parametrize("card", ["9H", "9S"])
def test_a_taken_card_can_still_be_read(qtbot: QtBot, kind: Theme, card: str) -> None:
    row = CardRow("Cards", 1, 40)
    qtbot.addWidget(row)
    row.show_faces([Face(parse_card(card), dim=True)])
    inner = row.place_rect(0).adjusted(4, 4, -4, -4)
    assert best_contrast(row.grab(inner).toImage()) >= DRAWING


def test_the_words_of_a_panel_can_be_read(
    make_window: MakeWindow, qtbot: QtBot, kind: Theme
) -> None:
    window = make_window("holdem", example=True)
    window.resize(1280, 800)
    settle(panel_of(window), qtbot)
    words = [w for w in panel_of(window).findChildren(QLabel) if w.isVisible() and w.text()]
    assert len(words) > 8
    for label in words:
        assert best_contrast(drawn(window, label)) >= TEXT * 0.9, label.text()  # smoothed edges


def drawn(window: QWidget, widget: QWidget) -> QImage:
    """The pixels of a widget as they are on the window, its ground included."""
    corner = widget.mapTo(window, widget.rect().topLeft())
    return window.grab(widget.rect().translated(corner)).toImage()


def test_fields_and_buttons_have_borders_that_are_seen(
    make_window: MakeWindow, kind: Theme
) -> None:
    window = make_window("holdem")
    window.resize(1280, 800)
    panel = panel_of(window)
    boxes = [field.box for field in panel.findChildren(CardField) if field.box.isVisible()]
    lines = [w for w in panel.findChildren(QLineEdit) if w.isVisible() and not w.property("plain")]
    buttons = [w for w in panel.findChildren(QPushButton) if w.isVisible() and w.isEnabled()]
    for widget in (*boxes, *lines[:1], *buttons):
        if isinstance(widget.parent(), QWidget) and "Spin" in type(widget.parent()).__name__:
            continue  # the border is that of the box around it
        corner = widget.mapTo(window, widget.rect().topLeft())
        strip = widget.rect().translated(corner).adjusted(-4, -4, 4, 4)
        picture = window.grab(strip).toImage()
        column = [picture.pixelColor(x, picture.height() // 2).name() for x in range(8)]
        assert max(contrast(column[0], colour) for colour in column) >= DRAWING


def test_the_titles_of_slave_are_told_apart_by_letters(qtbot: QtBot, kind: Theme) -> None:
    tokens = theme.tokens
    medals = (tokens.gold, tokens.silver, tokens.bronze, tokens.bar_back)
    bars = Bars("Moves", widest="88.8%")
    qtbot.addWidget(bars)
    bars.resize(500, 30)
    bars.show_bars([Bar("6♦", (0.4, 0.3, 0.2, 0.1), "40.0%", None, medals, "", tuple("KQCS"))])
    picture = bars.grab().toImage()
    middle = picture.height() // 2
    for medal in medals[:3]:
        inside = [
            picture.pixelColor(x, y).name()
            for x in range(picture.width())
            for y in range(middle - 5, middle + 5)
        ]
        assert medal in inside
        assert max(contrast(medal, ink) for ink in set(inside)) >= TEXT


def test_the_letters_of_the_range_grid_can_be_read(qtbot: QtBot, kind: Theme) -> None:
    grid = RangeGrid()
    qtbot.addWidget(grid)
    grid.resize(420, 420)
    grid.show_weights({"AA": 1.0})
    for place in ((0, 0), (0, 1), (12, 0)):
        cell = grid.cell_rect(*place).toRect().adjusted(3, 3, -3, -3)
        assert best_contrast(grid.grab(cell).toImage()) >= TEXT * 0.9


def test_a_better_card_is_stronger_on_the_map_of_next_cards(kind: Theme) -> None:
    """One ramp from the ground to the full colour: no worse card shouts."""
    ground = theme.tokens.surface
    steps = [contrast(ground, heat_colour(share / 10)) for share in range(11)]
    assert steps == sorted(set(steps))
    assert steps[-1] >= DRAWING
    for share in range(11):
        assert contrast(heat_colour(share / 10), ink_on(heat_colour(share / 10))) >= TEXT


def test_the_lines_of_a_chart_are_seen(kind: Theme) -> None:
    assert min(contrast(theme.tokens.surface, colour) for colour in SERIES) >= DRAWING


@pytest.mark.parametrize("mark", ["green", "yellow", "grey"])
def test_the_card_of_a_pokle_tile_can_be_read(qtbot: QtBot, kind: Theme, mark: Mark) -> None:
    row = CardRow("Tiles", 1, 44)
    qtbot.addWidget(row)
    row.show_faces([Face(parse_card("10H"), mark=mark)])
    assert (
        best_contrast(row.grab(row.place_rect(0).adjusted(4, 4, -4, -12)).toImage()) >= TEXT * 0.9
    )


def test_the_focus_is_seen_on_a_card(qtbot: QtBot, kind: Theme) -> None:
    button = FaceButton(Face(parse_card("9S")))
    qtbot.addWidget(button)
    button.resize(34, 48)
    button.show()
    before = button.grab(QRect(2, 20, 6, 6)).toImage()
    button.hasFocus = lambda: True
    ring = button.grab(QRect(2, 20, 6, 6)).toImage()
    paper = colours(before).most_common(1)[0][0]
    assert max(contrast(paper, colour) for colour in colours(ring)) >= DRAWING


def test_words_on_a_strip_are_seen_and_no_strip_without_words(qtbot: QtBot, kind: Theme) -> None:
    page = QWidget()
    theme.style(page)
    qtbot.addWidget(page)
    strip = wrapped("", "why")
    strip.setParent(page)
    strip.resize(200, 40)
    page.show()
    assert len(colours(drawn(page, strip))) == 1
    strip.setText("Throw 9♠.")
    assert len(colours(drawn(page, strip))) > 2
    strip.setText("")
    assert len(colours(drawn(page, strip))) == 1

import re

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.settings import Settings, Theme
from engine.cards import Suit, full_deck, parse_card
from gui import theme as module
from gui.felt.painting import GLOW
from gui.theme import DARK, LIGHT, ON_SIDEBAR, SERIES, TEXT_PAIRS, blend, contrast, ink_on, theme
from gui.widgets.faces import BACK, SLOT, Face, paint_face


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_is_readable(tokens: module.Tokens, ink: str, ground: str) -> None:
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_sidebar_is_readable(tokens: module.Tokens) -> None:
    assert contrast(ON_SIDEBAR, tokens.sidebar) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["on_cloth", "pale_on_cloth", "mover"])
@pytest.mark.parametrize("veil", ["", "plate", "caption"])
def test_words_on_the_felt_are_readable(tokens: module.Tokens, ink: str, veil: str) -> None:
    """On the cloth where it is lightest, and on what lies over it."""
    ground = QColor(tokens.cloth).lighter(GLOW).name()
    if veil:
        ground = laid_over(getattr(tokens, veil), ground)
    assert contrast(laid_over(getattr(tokens, ink), ground), ground) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ring", ["gold", "on_cloth", "last_ring", "free_ring"])
def test_rings_on_the_cloth_can_be_seen(tokens: module.Tokens, ring: str) -> None:
    """3:1 is what WCAG 2 asks of signs that are no text."""
    ground = QColor(tokens.cloth).lighter(GLOW).name()
    assert contrast(getattr(tokens, ring), ground) >= 3


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_the_green_of_a_guess_can_be_seen_on_its_card(tokens: module.Tokens) -> None:
    assert contrast(tokens.tile_green, tokens.face) >= 3


def laid_over(colour: str, ground: str) -> str:
    """A colour that may be translucent, as it is seen on a ground."""
    return blend(ground, colour, QColor(colour).alphaF())


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colour", ["#000000", "#777777", "#e3b341", "#37a67a", "#ffffff"])
def test_ink_on_any_colour_is_readable(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.5


@pytest.mark.parametrize(("kind", "tokens"), [("light", LIGHT), ("dark", DARK)])
def test_theme_changes_palette_and_style(qapp: object, kind: str, tokens: module.Tokens) -> None:
    theme.apply(Settings(theme=kind))
    assert QApplication.palette().window().color().name() == tokens.window
    sheet = module.make_stylesheet(10, theme.is_dark)
    assert "$" not in sheet
    assert not re.search("#[0-9a-f]{6}", sheet.replace(ON_SIDEBAR, "").replace(LIGHT.gold, ""))


def test_four_colour_deck_has_four_inks(qapp: object) -> None:
    theme.apply(Settings(four_colour=True))
    assert len({theme.suit_color(suit).name() for suit in Suit}) == 4
    theme.apply(Settings())
    assert len({theme.suit_color(suit).name() for suit in Suit}) == 2


def drawn(face: Face, width: int = 40) -> QImage:
    image = QImage(width, width * 2, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    paint_face(painter, QRect(0, 0, width, round(width * 1.4)), face)
    painter.end()
    return image


@pytest.mark.parametrize("width", [20, 36, 80])
def test_every_face_looks_different(qtbot: QtBot, width: int) -> None:
    faces = [*(Face(card) for card in full_deck()), BACK, SLOT, Face(kind="joker")]
    pictures = {bytes(drawn(face, width).constBits()) for face in faces}
    assert len(pictures) == 55


def test_colour_blind_tiles_carry_a_sign(qtbot: QtBot) -> None:
    tile = Face(parse_card("AS"), mark="green")
    theme.apply(Settings(colour_blind=False))
    plain = drawn(tile)
    theme.apply(Settings(colour_blind=True))
    assert drawn(tile) != plain


@pytest.mark.parametrize("kind", ["light", "dark"])
@pytest.mark.parametrize("card", ["7H", "10D", "KS", "AC"])
def test_a_taken_card_can_still_be_read(kind: Theme, card: str, qtbot: QtBot) -> None:
    theme.apply(Settings(theme=kind))
    image = QImage(34, 48, QImage.Format.Format_ARGB32)
    image.fill(theme.color("surface"))
    painter = QPainter(image)
    paint_face(painter, image.rect(), Face(parse_card(card), dim=True))
    painter.end()
    inner = [image.pixelColor(x, y).name() for x in range(4, 30) for y in range(4, 44)]
    paper = max(set(inner), key=inner.count)
    assert max(contrast(colour, paper) for colour in inner) >= 3


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_not_text_has_a_contrast_of_three(tokens: module.Tokens) -> None:
    for ground in (tokens.surface, tokens.window):
        assert contrast(tokens.field_border, ground) >= 3
        assert min(contrast(colour, ground) for colour in SERIES) >= 3


@pytest.mark.parametrize("width", [24, 36])
@pytest.mark.parametrize("card", ["10H", "QH"])
def test_a_wild_card_keeps_its_whole_rank(qtbot: QtBot, width: int, card: str) -> None:
    """A star covered half of it; the gold frame says the same."""
    theme.apply(Settings(theme="light"))
    plain, wild = (drawn(Face(parse_card(card), mark=mark), width) for mark in ("", "wild"))
    spots = [(x, y) for x in range(4, width - 4) for y in range(4, width)]
    ink = [spot for spot in spots if plain.pixelColor(*spot) == theme.color("red_suit")]
    assert ink
    assert all(wild.pixelColor(*spot) == plain.pixelColor(*spot) for spot in ink)

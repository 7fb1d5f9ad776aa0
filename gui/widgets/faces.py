"""Cards as they are drawn: sharp at any size, small ones as rank and suit, large ones in full.

`paint_face` draws one `Face` into a rectangle. Drawings are kept by size and theme, so painting a
table of cards costs one blit a card; they are put together from the paper, which is the same for
many cards, and from rank and suit, which are the same in every theme. A face may carry a mark:
wild, or the colour of a Pokle tile.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.cards import Card, Suit, parse_card
from gui.theme import blend, theme
from resources import resource_path

Mark = Literal["", "wild", "green", "yellow", "grey"]
RATIO = 1.4  # height of a card by its width
STAR_PX = 40  # from this width on a wild card has a star beside its rank; its frame is gold
FULL_ART_PX = 60  # from this width on pips and court figures are drawn
SUIT_FILES = {Suit.C: "clubs", Suit.D: "diamonds", Suit.H: "hearts", Suit.S: "spades"}
COURT_FILES = {11: "jack", 12: "queen", 13: "king"}
RANK_WORDS = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
TILES = {"green": "tile_green", "yellow": "tile_yellow", "grey": "tile_grey"}
SIGNS = {"green": 0.8, "yellow": 0.36}  # the length of the bar at the foot of a tile, by its width
MAX_KEPT = 512  # drawings of each kind: more than are ever on a screen
# Room below the picture for a note or a sign, as shares of the height.
NOTE_FOOT, SIGN_FOOT = 0.2, 0.13
DIM_BACK = 0.28
DIM_PAPER = {False: 0.6, True: 0.16}  # how strong the paper of a taken card is, by dark theme
DIM_INK = {False: 0.3, True: 0.6}  # how far its ink goes to white
SMOOTH = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
_COLUMN = {"l": 0.28, "c": 0.5, "r": 0.72}
_PIPS = {
    2: "c0 c6", 3: "c0 c3 c6", 4: "l0 r0 l6 r6", 5: "l0 r0 c3 l6 r6", 6: "l0 r0 l3 r3 l6 r6",
    7: "l0 r0 c1.5 l3 r3 l6 r6", 8: "l0 r0 c1.5 l3 r3 c4.5 l6 r6",
    9: "l0 r0 l2 r2 c3 l4 r4 l6 r6", 10: "l0 r0 c1 l2 r2 l4 r4 c5 l6 r6",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Face:
    """A drawing to make: a card, a joker, a back or an empty slot, with a mark and a note."""

    card: Card | None = None
    kind: Literal["card", "joker", "back", "slot"] = "card"
    mark: Mark = ""
    note: str = ""  # a few letters at the foot, such as what a wild card stands for
    dim: bool = False
    picked: bool = False
    covered: bool = False  # by the next card, which would cut the index at the right edge

    @property
    def spoken(self) -> str:
        """The face in words, for screen readers and tests: "ace of spades, wild"."""
        name = (
            spoken_card(self.card)
            if self.card
            else {"slot": "empty slot"}.get(self.kind, self.kind)
        )
        return ", ".join(part for part in (name, self.mark, self.note) if part)


SLOT = Face(kind="slot")
BACK = Face(kind="back")


def read_face(text: str) -> Face:
    """Return a card or joker in text, with its mark if it has one: "9♦", "JK", "K♥:wild"."""
    name, _, mark = text.partition(":")
    marks: dict[str, Mark] = {each: each for each in get_args(Mark)}
    return Face(kind="joker") if name == "JK" else Face(parse_card(name), mark=marks[mark])


def spoken_card(card: Card) -> str:
    """Return a card in words: "ace of spades", "10 of hearts"."""
    return f"{RANK_WORDS.get(card.rank, card.rank_name)} of {SUIT_FILES[card.suit]}"


def card_size(width: int) -> QSize:
    """Return the size of a card of this width."""
    return QSize(width, round(width * RATIO))


def paint_face(painter: QPainter, rect: QRect, face: Face) -> None:
    """Draw a face into the rectangle."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(rect.topLeft(), drawing_of(face, rect.size(), ratio))


def drawing_of(face: Face, size: QSize, ratio: float) -> QPixmap:
    """Return the drawing of a face in the theme in force, which is kept for the times it is
    painted.
    """
    return _drawing(face, size.width(), size.height(), ratio, deck_look())


def deck_look() -> tuple[bool, ...]:
    """Return what the drawings of cards depend on, beside what they show."""
    return theme.is_dark, theme.settings.four_colour, theme.settings.colour_blind


@lru_cache(maxsize=MAX_KEPT)
def _drawing(face: Face, width: int, height: int, ratio: float, _deck: tuple[bool, ...]) -> QPixmap:
    pixmap, painter = begin_drawing(width, height, ratio)
    _draw(painter, QRectF(0.5, 0.5, width - 1, height - 1), face)
    painter.end()
    return pixmap


def begin_drawing(width: int, height: int, ratio: float) -> tuple[QPixmap, QPainter]:
    """Return an empty drawing of a card, and the painter that is on it."""
    pixmap = QPixmap(QSize(max(round(width * ratio), 1), max(round(height * ratio), 1)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(SMOOTH)
    return pixmap, painter


def _draw(painter: QPainter, rect: QRectF, face: Face) -> None:
    if face.dim and face.kind == "back":
        painter.setOpacity(DIM_BACK)
    if face.kind == "slot":
        _draw_slot(painter, rect, face)
        return
    if face.kind == "back":
        path = QPainterPath()
        path.addRoundedRect(rect, _radius(rect), _radius(rect))
        painter.setClipPath(path)
        svg("cards/back", "#000000").render(painter, rect)
        return
    width, height = round(rect.width()) + 1, round(rect.height()) + 1
    size = (width, height, painter.device().devicePixelRatioF())
    ink = _ink(face).name()
    if face.dim:  # a pale card whose rank and suit can still be read
        painter.setOpacity(DIM_PAPER[theme.is_dark])
        ink = blend(ink, "#ffffff", DIM_INK[theme.is_dark])
    painter.drawPixmap(0, 0, _paper(face.mark, face.picked, *size, theme.is_dark))
    painter.setOpacity(1)
    foot = NOTE_FOOT if face.note else SIGN_FOOT if _has_sign(face) else 0.0
    painter.drawPixmap(0, 0, _print(face.card, bool(face.mark), face.covered, foot, *size, ink))
    _draw_marks(painter, rect, face)


@lru_cache(maxsize=MAX_KEPT)
def _print(
    card: Card | None,
    marked: bool,
    covered: bool,
    foot: float,
    width: int,
    height: int,
    ratio: float,
    ink: str,
) -> QPixmap:
    """Return what is printed on the paper of a card, None being a joker; `foot` stays free
    below.
    """
    pixmap, painter = begin_drawing(width, height, ratio)
    rect, colour = QRectF(0.5, 0.5, width - 1, height - 1), QColor(ink)
    if card is None:
        _draw_joker(painter, rect, colour)
    elif rect.width() >= FULL_ART_PX and not marked:
        _draw_full(painter, rect, card, colour, covered)
    else:
        _draw_index(painter, rect.adjusted(0, 0, 0, -foot * rect.height()), card, colour)
    painter.end()
    return pixmap


def _radius(rect: QRectF) -> float:
    return max(rect.width() * 0.11, 3.0)


def _draw_slot(painter: QPainter, rect: QRectF, face: Face) -> None:
    edge = theme.color("accent" if face.picked else "border")
    painter.setPen(QPen(edge, 1.6 if face.picked else 1.2, Qt.PenStyle.DashLine))
    painter.setBrush(theme.color("slot"))
    painter.drawRoundedRect(rect, _radius(rect), _radius(rect))


@lru_cache(maxsize=MAX_KEPT)
def _paper(
    mark: Mark, picked: bool, width: int, height: int, ratio: float, _is_dark: bool
) -> QPixmap:
    """Return the empty card, with its edge."""
    pixmap, painter = begin_drawing(width, height, ratio)
    rect = QRectF(0.5, 0.5, width - 1, height - 1)
    edge, wide = theme.color("face_edge"), 1.0
    if picked:
        edge, wide = theme.color("accent"), 2.4
    elif mark == "wild":
        edge, wide = theme.color("gold"), 2.4
    painter.setPen(QPen(edge, wide))
    painter.setBrush(theme.color(TILES.get(mark, "face")))
    inset = (wide - 1) / 2
    painter.drawRoundedRect(
        rect.adjusted(inset, inset, -inset, -inset), _radius(rect), _radius(rect)
    )
    painter.end()
    return pixmap


def _ink(face: Face) -> QColor:
    if face.mark in ("green", "grey"):
        return theme.color("on_tile")
    if face.mark == "yellow":
        return theme.color("on_tile_yellow")
    return theme.suit_color(face.card.suit) if face.card else theme.color("red_suit")


def _draw_index(painter: QPainter, rect: QRectF, card: Card, ink: QColor) -> None:
    top = QRectF(rect.x(), rect.y() + rect.height() * 0.03, rect.width(), rect.height() * 0.52)
    _draw_text(painter, top, card.rank_name, ink, rect.height() * 0.44)
    side = min(rect.width() * 0.52, rect.height() * 0.36)
    centre = QPointF(rect.center().x(), rect.y() + rect.height() * 0.74)
    _draw_suit(painter, centre, side, card.suit, ink)


def _draw_text(painter: QPainter, box: QRectF, text: str, ink: QColor, pixels: float) -> None:
    font = QFont(painter.font())
    font.setPixelSize(max(round(pixels), 6))
    font.setBold(True)
    room = box.width() * 0.84
    wide = QFontMetricsF(font).horizontalAdvance(text)
    if wide > room:
        font.setPixelSize(max(round(pixels * room / wide), 6))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _draw_suit(painter: QPainter, centre: QPointF, side: float, suit: Suit, ink: QColor) -> None:
    box = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
    svg(f"cards/{SUIT_FILES[suit]}", ink.name()).render(painter, box)


def _draw_full(
    painter: QPainter, rect: QRectF, card: Card, ink: QColor, covered: bool = False
) -> None:
    for turned in (False, True):
        painter.save()
        if turned:
            painter.translate(rect.center())
            painter.rotate(180)
            painter.translate(-rect.center())
        if not (turned and covered):
            _draw_corner(painter, rect, card, ink)
        if card.rank in COURT_FILES:
            _draw_court(painter, rect, card, ink)
        painter.restore()
    if card.rank == 14:
        _draw_suit(painter, rect.center(), rect.width() * 0.5, card.suit, ink)
    elif card.rank <= 10:
        _draw_pips(painter, rect, card, ink)


def _draw_corner(painter: QPainter, rect: QRectF, card: Card, ink: QColor) -> None:
    width = rect.width() * 0.24
    box = QRectF(
        rect.x() + rect.width() * 0.015, rect.y() + rect.height() * 0.02, width, width * 0.9
    )
    _draw_text(painter, box, card.rank_name, ink, width * 0.84)
    centre = QPointF(box.center().x(), box.bottom() + width * 0.34)
    _draw_suit(painter, centre, width * 0.62, card.suit, ink)


def _draw_court(painter: QPainter, rect: QRectF, card: Card, ink: QColor) -> None:
    width = rect.width() * 0.66
    box = QRectF(rect.center().x() - width / 2, rect.center().y() - width * 0.7, width, width * 0.7)
    svg(f"cards/{COURT_FILES[card.rank]}", ink.name()).render(painter, box)


def _draw_pips(painter: QPainter, rect: QRectF, card: Card, ink: QColor) -> None:
    top, span = rect.y() + rect.height() * 0.17, rect.height() * 0.66
    for place in _PIPS[card.rank].split():
        row = float(place[1:])
        inner = rect.adjusted(rect.width() * 0.12, 0, -rect.width() * 0.12, 0)
        centre = QPointF(inner.x() + inner.width() * _COLUMN[place[0]], top + span * row / 6)
        painter.save()
        painter.translate(centre)
        painter.rotate(180 if row > 3 else 0)
        _draw_suit(painter, QPointF(0, 0), rect.width() * 0.19, card.suit, ink)
        painter.restore()


def _draw_joker(painter: QPainter, rect: QRectF, ink: QColor) -> None:
    side = rect.width() * 0.82
    box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    svg("cards/joker", ink.name()).render(painter, box)


def _draw_marks(painter: QPainter, rect: QRectF, face: Face) -> None:
    if face.mark == "wild" and rect.width() >= STAR_PX:
        _draw_star(painter, rect)
    elif _has_sign(face):
        wide, high = rect.width() * SIGNS[face.mark], max(rect.height() * 0.08, 3.0)
        left, top = rect.center().x() - wide / 2, rect.bottom() - high * 1.5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_ink(face))
        painter.drawRoundedRect(QRectF(left, top, wide, high), high / 2, high / 2)
    if face.note:
        _draw_note(painter, rect, face.note)


def _has_sign(face: Face) -> bool:
    """Return True for tiles with a bar at the foot: long for green, short for yellow, none for
    grey.
    """
    return face.mark in SIGNS and theme.settings.colour_blind


def _draw_star(painter: QPainter, rect: QRectF) -> None:
    side = max(rect.width() * 0.3, 9.0)
    box = QRectF(rect.right() - side, rect.y(), side, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("gold"))
    painter.drawEllipse(box)
    _draw_text(painter, box, "★", theme.color("on_medal"), side * 0.8)


def _draw_note(painter: QPainter, rect: QRectF, note: str) -> None:
    box = QRectF(rect.x(), rect.bottom() - rect.height() * 0.23, rect.width(), rect.height() * 0.23)
    path = QPainterPath()
    path.addRoundedRect(box, _radius(rect), _radius(rect))
    painter.fillPath(path, theme.color("gold"))
    _draw_text(painter, box, note, theme.color("on_medal"), box.height() * 0.8)


@lru_cache(maxsize=128)
def svg(name: str, colour: str) -> QSvgRenderer:
    """Return one of the program's drawings with `currentColor` replaced."""
    text = resource_path(f"{name}.svg").read_text("utf-8").replace("currentColor", colour)
    return QSvgRenderer(QByteArray(text.encode()))

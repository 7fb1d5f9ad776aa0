"""Cards as the felt draws them: rank and suit large in the corner, so that a fan can be read.

From a card's text ("10♠", "JK=9♥", "?" face down) and its size; drawings are kept.
"""

from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap

from assistant.play import HIDDEN
from engine.cards import Card, parse_card
from gui.theme import theme
from gui.widgets import faces
from gui.widgets.faces import BACK, SUIT_FILES, Face, svg

CORNER = 0.42  # share of a card's width that must be seen in a fan
FULL_PX = faces.FULL_ART_PX + 30  # from this width on the whole picture is drawn


def face_of(text: str) -> Face:
    """Return the face of a card in text; "JK=7♠" is a joker that stands for a card."""
    if text == HIDDEN:
        return BACK
    if text.startswith("JK"):
        return Face(kind="joker", note=text.partition("=")[2])
    return Face(parse_card(text))


def spoken(text: str) -> str:
    """Return a card in words, for screen readers: "ace of spades", "joker for 7♠"."""
    face = face_of(text)
    if face.card is not None:
        return faces.spoken_card(face.card)
    return f"joker for {face.note}" if face.note else "face down" if face is BACK else "joker"


def card_pixmap(text: str, size: QSize, ratio: float, is_covered: bool = False) -> QPixmap:
    """Return the drawing of a card in the theme in force; a covered one shows its corner alone.

    A joker says in its corner what it stands for, where a fan leaves it in view.
    """
    if text == HIDDEN or (size.width() >= FULL_PX and "=" not in text):
        face = face_of(text)
        covered = is_covered and face.card is not None
        return faces.drawing_of(replace(face, covered=covered), size, ratio)
    look = faces.deck_look()
    return _corner_card(text, size.width(), size.height(), ratio, is_covered, look)


@lru_cache(maxsize=faces.MAX_KEPT)
def _corner_card(
    text: str, width: int, height: int, ratio: float, is_covered: bool, _look: tuple[bool, ...]
) -> QPixmap:
    pixmap, painter = faces.begin_drawing(width, height, ratio)
    _draw(painter, QRectF(0.5, 0.5, width - 1, height - 1), text, is_covered)
    painter.end()
    return pixmap


def _draw(painter: QPainter, rect: QRectF, text: str, is_covered: bool) -> None:
    painter.setPen(QPen(theme.color("face_edge"), 1))
    painter.setBrush(theme.color("face"))
    radius = max(rect.width() * 0.1, 3.0)
    painter.drawRoundedRect(rect, radius, radius)
    face = face_of(text)
    card = face.card
    if card is None:
        _draw_joker(painter, rect, face.note)
        return
    ink = theme.suit_color(card.suit)
    _draw_index(painter, rect, card, ink)
    if is_covered:
        return  # a slice of the large suit would be all that is seen of it
    side = rect.width() * 0.52
    box = QRectF(rect.right() - side * 1.08, rect.bottom() - side * 1.12, side, side)
    svg(f"cards/{SUIT_FILES[card.suit]}", ink.name()).render(painter, box)


def _draw_index(painter: QPainter, rect: QRectF, card: Card, ink: QColor) -> None:
    """Draw rank and suit, one below the other, at the left edge."""
    wide = rect.width() * CORNER
    box = QRectF(rect.x() + 1, rect.y() + 1, wide, rect.height() * 0.32)
    _draw_text(painter, box, card.rank_name, ink, rect.width() * 0.42)
    side = wide * 0.66
    spot = QRectF(box.center().x() - side / 2, box.bottom() + 1, side, side)
    svg(f"cards/{SUIT_FILES[card.suit]}", ink.name()).render(painter, spot)


def _draw_text(painter: QPainter, box: QRectF, text: str, ink: QColor, pixels: float) -> None:
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(round(pixels), 7))
    if len(text) > 1:
        font.setStretch(74)
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _draw_joker(painter: QPainter, rect: QRectF, note: str) -> None:
    ink = theme.color("red_suit")
    side = rect.width() * (0.5 if note else 0.78)
    box = QRectF(rect.right() - side * 1.06, rect.bottom() - side * 1.1, side, side)
    svg("cards/joker", ink.name()).render(painter, box)
    if not note:
        _draw_text(
            painter,
            QRectF(rect.x() + 1, rect.y() + 1, rect.width() * CORNER, rect.height() * 0.3),
            "★",
            ink,
            rect.width() * 0.4,
        )
        return
    path = QPainterPath()
    band = QRectF(rect.x(), rect.y(), rect.width(), rect.height() * 0.34)
    path.addRoundedRect(band, 4, 4)
    painter.fillPath(path, theme.color("gold"))
    _draw_text(
        painter,
        QRectF(rect.x() + 1, rect.y(), rect.width() * CORNER, band.height()),
        note,
        theme.color("on_medal"),
        rect.width() * 0.28,
    )

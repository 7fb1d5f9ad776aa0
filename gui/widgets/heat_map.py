"""A map of the 52 cards, each cell in the colour of its figure: what the next card would do."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.cards import Card, full_deck
from gui.plain_text import show_tip
from gui.theme import blend, ink_on, theme
from gui.widgets.bars import percent
from gui.widgets.faces import spoken_card
from gui.widgets.picker import SUIT_ROWS

LEAST_CELL = 27  # pixels
FAINT = 0.1  # share of the colour: even the worst card differs from one that cannot come
CAPTION_PX = 28
CHIP_PX = 3  # around the card in its cell
LETTERS, MOST_PX = 0.36, 20  # height of the letters: share of a cell's width, and at most
HIGHEST = 2.2  # highest cell, as a multiple of its width


def heat_colour(place: float) -> str:
    """Return the colour of a place between worst (0) and best (1): stronger where better."""
    tokens = theme.tokens
    return blend(tokens.surface, tokens.bar, FAINT + (1 - FAINT) * min(max(place, 0.0), 1.0))


class HeatMap(QWidget):
    """Thirteen columns of ranks, four rows of suits; cards without a figure stay empty."""

    def __init__(self, name: str, caption: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._caption = caption  # stands below the cells
        self.setMinimumSize(QSize(13 * LEAST_CELL, 4 * 40 + CAPTION_PX))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._shares: dict[Card, float] = {}
        self._words = ""

    def show_shares(self, shares: Mapping[Card, float], words: str = "") -> None:
        """Show a share for each card; `words` stand there while there are none."""
        self._shares, self._words = dict(shares), words
        best = max(shares, key=lambda card: shares[card], default=None)
        self.setAccessibleDescription(f"best {spoken_card(best)}" if best else words)
        self.update()

    def cell_rect(self, card: Card) -> QRectF:
        """Return where a card's cell is drawn."""
        width = self.width() / 13
        height = min((self.height() - CAPTION_PX) / 4, width * HIGHEST)
        return QRectF(
            (14 - card.rank) * width, SUIT_ROWS.index(card.suit) * height, width - 3, height - 3
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells from worst to best."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low, high = min(self._shares.values(), default=0), max(self._shares.values(), default=1)
        usual, font = painter.font(), painter.font()
        cell = self.cell_rect(full_deck()[0])
        font.setPixelSize(max(round(min(cell.width() * LETTERS, MOST_PX)), 1))
        painter.setFont(font)
        for card in full_deck():
            self._draw_cell(painter, card, low, max(high - low, 1e-9))
        painter.setFont(usual)
        if not self._shares and self._words:
            painter.setPen(theme.color("text"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._words)
        elif self._caption:
            bottom = max(self.cell_rect(card).bottom() for card in full_deck())
            below = QRectF(0, bottom, self.width(), CAPTION_PX)
            painter.setPen(theme.color("muted"))
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(below, left, self._caption)
        painter.end()

    def _draw_cell(self, painter: QPainter, card: Card, low: float, span: float) -> None:
        rect, share = self.cell_rect(card), self._shares.get(card)
        colour = theme.tokens.bar_back if share is None else heat_colour((share - low) / span)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(rect, 4, 4)
        if not self._shares:
            return
        top = rect.adjusted(CHIP_PX, CHIP_PX, -CHIP_PX, -rect.height() * 0.5)
        if share is None:
            painter.setPen(theme.color("muted"))
            painter.drawText(top, Qt.AlignmentFlag.AlignCenter, card.symbol)
            return
        painter.setBrush(theme.color("face"))
        painter.drawRoundedRect(top, 3, 3)
        painter.setPen(theme.suit_color(card.suit))
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, card.symbol)
        painter.setPen(QColor(ink_on(colour)))
        bottom = rect.adjusted(0, rect.height() * 0.5, 0, 0)
        painter.drawText(bottom, Qt.AlignmentFlag.AlignCenter, f"{share * 100:.0f}")

    def event(self, event: QEvent) -> bool:
        """Show the exact figure of the card under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            point = event.pos()
            for card, share in self._shares.items():
                if self.cell_rect(card).contains(point):
                    show_tip(event.globalPos(), f"{spoken_card(card)}: {percent(share)}")
                    return True
        return super().event(event)

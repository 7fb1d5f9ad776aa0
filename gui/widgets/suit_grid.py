"""Which suits to paint a range with: a grid of four by four, the higher card's suit by the lower's.

Nothing chosen stands for all suits. A click chooses a pair of suits or deselects it; the arrow keys
move, Space chooses.
"""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.cards import Suit
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.controls import ARROWS

ORDER = (Suit.S, Suit.H, Suit.D, Suit.C)
CELL = (23, 19)  # pixels
LETTER_PX = 11
TIP = "Paint only hands of the chosen suits: the higher card's, then the lower one's."


class SuitGrid(QWidget):
    """See the module's first lines; `changed` after a click or a key."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.pairs: set[tuple[Suit, Suit]] = set()
        self._cursor = (0, 0)
        self.setAccessibleName("Suits to paint with")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_tip(self, TIP)
        self._describe()

    def sizeHint(self) -> QSize:
        """Four cells by four."""
        return QSize(4 * CELL[0], 4 * CELL[1])

    def _describe(self) -> None:
        chosen = ", ".join(high.symbol + low.symbol for high, low in sorted(self.pairs))
        self.setAccessibleDescription(chosen or "all suits")

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a pair of suits is drawn."""
        return QRectF(column * CELL[0], row * CELL[1], CELL[0] - 2, CELL[1] - 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sixteen pairs of suits, those chosen on the accent colour."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(LETTER_PX)
        painter.setFont(font)
        for row, high in enumerate(ORDER):
            for column, low in enumerate(ORDER):
                self._draw(painter, self.cell_rect(row, column), high, low)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("gold"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.cell_rect(*self._cursor).adjusted(1, 1, -1, -1), 3, 3)
        painter.end()

    def _draw(self, painter: QPainter, rect: QRectF, high: Suit, low: Suit) -> None:
        is_chosen = (high, low) in self.pairs
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("accent" if is_chosen else "face"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        middle = rect.width() / 2
        halves = ((high, 0, -middle), (low, middle, 0))
        for suit, left, right in halves:
            painter.setPen(theme.color("on_accent") if is_chosen else theme.suit_color(suit))
            half = rect.adjusted(left, 0, right, 0)
            painter.drawText(half, Qt.AlignmentFlag.AlignCenter, suit.symbol)

    def _toggle(self, row: int, column: int) -> None:
        self._cursor = (row, column)
        self.pairs ^= {(ORDER[row], ORDER[column])}
        self._describe()
        self.update()
        self.changed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the pair of suits under the pointer, or let it go."""
        place = self._place_at(event.position().toPoint())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self._toggle(*place)

    def _place_at(self, point: QPoint) -> tuple[int, int] | None:
        row, column = point.y() // CELL[1], point.x() // CELL[0]
        return (row, column) if 0 <= row < 4 and 0 <= column < 4 else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk, Space chooses or lets go."""
        step = ARROWS.get(Qt.Key(event.key()))
        if step is not None:
            row, column = self._cursor[0] + step[0], self._cursor[1] + step[1]
            self._cursor = (min(max(row, 0), 3), min(max(column, 0), 3))
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._toggle(*self._cursor)
        else:
            super().keyPressEvent(event)

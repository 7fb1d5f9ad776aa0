"""The 169 starting hands as a grid of 13 by 13, painted by dragging.

Pairs lie on the diagonal, suited hands above it, offsuit below. The first cell of a drag decides
whether it paints or erases. The arrow keys walk, Space paints.
"""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import blend, theme

RANKS = "AKQJT98765432"
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


def hand_name(row: int, column: int) -> str:
    """The hand of a cell: "AKs" above the diagonal, "AKo" below it, "AA" on it."""
    high, low = sorted((row, column))
    kind = "" if row == column else "s" if row < column else "o"
    return RANKS[high] + RANKS[low] + kind


HANDS = tuple(hand_name(row, column) for row in range(13) for column in range(13))


class RangeGrid(QWidget):
    """Shows and edits the weight of each starting hand; `changed` after a user's edit."""

    changed = Signal()

    def __init__(self, name: str = "Range grid") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(286, 286))
        self._weights = dict.fromkeys(HANDS, 0.0)
        self._cursor = (0, 0)
        self._paints: float | None = None  # the weight that the drag under way gives

    def sizeHint(self) -> QSize:
        """Cells that hold three letters."""
        return QSize(300, 300)

    def weights(self) -> dict[str, float]:
        """The weight of every hand that is in the range."""
        return {hand: weight for hand, weight in self._weights.items() if weight > 0}

    def show_weights(self, weights: Mapping[str, float]) -> None:
        """Show a range; hands that are not named are out of it."""
        self._weights = {hand: float(weights.get(hand, 0.0)) for hand in HANDS}
        self._describe(weights)
        self.update()

    def _describe(self, hands: Iterable[str]) -> None:
        self.setAccessibleDescription(", ".join(hands) or "empty range")

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Where a cell is drawn."""
        side = min(self.width(), self.height()) / 13
        return QRectF(self._left + column * side, row * side, side - 1.5, side - 1.5)

    @property
    def _left(self) -> float:
        """The grid stands in the middle."""
        return max(self.width() - self.height(), 0) / 2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the 169 cells."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(max(int(self.cell_rect(0, 0).width() * 0.36), 7))
        painter.setFont(font)
        for row in range(13):
            for column in range(13):
                self._draw_cell(painter, row, column)
        painter.end()

    def _draw_cell(self, painter: QPainter, row: int, column: int) -> None:
        rect, name = self.cell_rect(row, column), hand_name(row, column)
        weight = self._weights[name]
        tokens = theme.tokens
        empty = blend(tokens.bar_back, tokens.accent, 0.12 if row == column else 0.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(empty))
        painter.drawRoundedRect(rect, 3, 3)
        if weight > 0:
            painter.setBrush(QColor(tokens.accent))
            height = rect.height() * min(weight, 1.0)
            painter.drawRoundedRect(rect.adjusted(0, rect.height() - height, 0, 0), 3, 3)
        painter.setPen(QColor(tokens.on_accent if weight > 0.5 else tokens.text))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, name)
        if self.hasFocus() and (row, column) == self._cursor:
            painter.setPen(QPen(QColor(tokens.gold), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect, 3, 3)

    def _cell_at(self, point: QPoint) -> tuple[int, int] | None:
        side = min(self.width(), self.height()) / 13
        row, column = int(point.y() // side), int((point.x() - self._left) // side)
        return (row, column) if 0 <= row < 13 and 0 <= column < 13 else None

    def _paint_cell(self, cell: tuple[int, int]) -> None:
        name = hand_name(*cell)
        self._cursor = cell
        if self._paints is not None and self._weights[name] != self._paints:
            self._weights[name] = self._paints
            self._describe(self.weights())
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to paint, or to erase if the first hand is in the range."""
        cell = self._cell_at(event.position().toPoint())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._paints = 0.0 if self._weights[hand_name(*cell)] > 0 else 1.0
            self._paint_cell(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on painting."""
        cell = self._cell_at(event.position().toPoint())
        if cell is not None and self._paints is not None:
            self._paint_cell(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The stroke is one edit."""
        if self._paints is not None:
            self._paints = None
            self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk, Space paints or erases."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            row, column = self._cursor[0] + step[0], self._cursor[1] + step[1]
            self._cursor = (min(max(row, 0), 12), min(max(column, 0), 12))
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._paints = 0.0 if self._weights[hand_name(*self._cursor)] > 0 else 1.0
            self._paint_cell(self._cursor)
            self._paints = None
            self.changed.emit()
        else:
            super().keyPressEvent(event)

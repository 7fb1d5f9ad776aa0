"""A range of starting hands, painted by dragging over the grid.

The first cell of a drag decides whether it paints or erases. The arrow keys walk, Space paints.
"""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen

from gui.theme import blend, theme
from gui.widgets.controls import ARROWS
from gui.widgets.hand_grid import HANDS, Cell, HandGrid, hand_name


class RangeGrid(HandGrid):
    """Shows and edits the weight of each starting hand; `changed` after a user's edit."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__("Range grid")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._weights = dict.fromkeys(HANDS, 0.0)
        self._cursor = (0, 0)
        self._paints: float | None = None  # the weight that the drag under way gives
        self._brush = 1.0  # the weight to paint with

    def sizeHint(self) -> QSize:
        """Return room for cells of three letters."""
        return QSize(300, 300)

    def paint_with(self, weight: float) -> None:
        """Give hands this weight when they are painted."""
        self._brush = weight

    def _next_weight(self, cell: Cell) -> float:
        """Return what a stroke that begins here gives: a hand of that weight already is erased."""
        return 0.0 if self._weights[hand_name(*cell)] == self._brush else self._brush

    def weights(self) -> dict[str, float]:
        """Return the weight of every hand that is in the range."""
        return {hand: weight for hand, weight in self._weights.items() if weight > 0}

    def show_weights(self, weights: Mapping[str, float]) -> None:
        """Show a range; hands that are not named are out of it."""
        self._weights = {hand: float(weights.get(hand, 0.0)) for hand in HANDS}
        self._describe(weights)
        self.update()

    def _describe(self, hands: Iterable[str]) -> None:
        self.setAccessibleDescription(", ".join(hands) or "empty range")

    def draw_cell(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Draw the name of the hand, on a ground as high as its weight."""
        name = hand_name(*cell)
        weight = self._weights[name]
        tokens = theme.tokens
        empty = blend(tokens.bar_back, tokens.accent, 0.12 if cell[0] == cell[1] else 0.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(empty))
        painter.drawRoundedRect(rect, 3, 3)
        if weight > 0:
            painter.setBrush(QColor(tokens.accent))
            height = rect.height() * min(weight, 1.0)
            painter.drawRoundedRect(rect.adjusted(0, rect.height() - height, 0, 0), 3, 3)
        painter.setPen(QColor(tokens.on_accent if weight > 0.5 else tokens.text))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, name)
        if self.hasFocus() and cell == self._cursor:
            painter.setPen(QPen(QColor(tokens.gold), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect, 3, 3)

    def _paint_cell(self, cell: Cell) -> None:
        name = hand_name(*cell)
        self._cursor = cell
        if self._paints is not None and self._weights[name] != self._paints:
            self._weights[name] = self._paints
            self._describe(self.weights())
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to paint, or to erase if the first hand has that weight already."""
        cell = self.cell_at(event.position().toPoint())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._paints = self._next_weight(cell)
            self._paint_cell(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on painting."""
        cell = self.cell_at(event.position().toPoint())
        if cell is not None and self._paints is not None:
            self._paint_cell(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the stroke, which is one edit."""
        if self._paints is not None:
            self._paints = None
            self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows; Space paints or erases."""
        step = ARROWS.get(Qt.Key(event.key()))
        if step is not None:
            row, column = self._cursor[0] + step[0], self._cursor[1] + step[1]
            self._cursor = (min(max(row, 0), 12), min(max(column, 0), 12))
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._paints = self._next_weight(self._cursor)
            self._paint_cell(self._cursor)
            self._paints = None
            self.changed.emit()
        else:
            super().keyPressEvent(event)

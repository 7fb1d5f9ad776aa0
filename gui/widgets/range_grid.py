"""A range of starting hands, painted by dragging over the grid, with a weight and with suits.

The first cell of a drag decides whether it paints or erases. The arrow keys walk, Space paints.
"""

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen

from engine.cards import Suit
from engine.holdem.ranges import combos_of_suits, range_of_grid
from engine.holdem.tables import CLASS_OF_COMBO, CLASS_SIZES, N_CLASSES, N_COMBOS
from gui.theme import blend, theme
from gui.widgets.controls import ARROWS
from gui.widgets.hand_grid import HANDS, Cell, HandGrid, hand_name


class RangeGrid(HandGrid):
    """Shows and edits the weight of every combination; `changed` after a user's edit."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__("Range grid")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.combos = np.zeros(N_COMBOS)
        self._means = np.zeros(N_CLASSES)
        self._cursor = (0, 0)
        self._paints: float | None = None  # the weight that the drag under way gives
        self._brush = 1.0  # the weight to paint with
        self._suits = combos_of_suits(())  # the combinations that are painted

    def sizeHint(self) -> QSize:
        """Return room for cells of three letters."""
        return QSize(300, 300)

    def paint_with(self, weight: float) -> None:
        """Give hands this weight when they are painted."""
        self._brush = weight

    def paint_suits(self, pairs: Collection[tuple[Suit, Suit]]) -> None:
        """Paint only hands of these suits, the higher card's first; all if none are given."""
        self._suits = combos_of_suits(pairs)

    def _painted_of(self, cell: Cell) -> NDArray[np.bool_]:
        """Return which combinations a stroke over a cell changes."""
        return self._suits & np.equal(CLASS_OF_COMBO, cell[0] * 13 + cell[1])

    def _next_weight(self, cell: Cell) -> float:
        """Return what a stroke that begins here gives: a hand of that weight already is erased."""
        return 0.0 if (self.combos[self._painted_of(cell)] == self._brush).all() else self._brush

    def weights(self) -> dict[str, float]:
        """Return the mean weight of every hand that is in the range."""
        hands = zip(HANDS, self._means.tolist(), strict=True)
        return {hand: weight for hand, weight in hands if weight > 0}

    def show_weights(self, weights: Mapping[str, float]) -> None:
        """Show a range by its hands; those that are not named are out of it."""
        grid = np.array([weights.get(hand, 0.0) for hand in HANDS])
        self.show_combos(range_of_grid(grid).weights)

    def show_combos(self, combos: NDArray[np.float64]) -> None:
        """Show the weight of each of the 1,326 combinations."""
        self.combos = combos.copy()
        self._means = np.bincount(CLASS_OF_COMBO, combos, minlength=N_CLASSES) / CLASS_SIZES
        self.setAccessibleDescription(", ".join(self.weights()) or "empty range")
        self.update()

    def draw_cell(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Draw the name of the hand, on a background as high as its weight."""
        name = hand_name(*cell)
        weight = float(self._means[cell[0] * 13 + cell[1]])
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
        self._cursor = cell
        if self._paints is not None:
            combos = np.where(self._painted_of(cell), self._paints, self.combos)
            self.show_combos(combos)

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

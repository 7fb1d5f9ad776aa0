"""The 169 starting hands as a grid of 13 by 13, at the left of its room.

Pairs lie on the diagonal, suited hands above it, offsuit below.
"""

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

RANKS = "AKQJT98765432"
Cell = tuple[int, int]  # row and column


def hand_name(row: int, column: int) -> str:
    """Return the hand of a cell: "AKs" above the diagonal, "AKo" below it, "AA" on it."""
    high, low = sorted((row, column))
    kind = "" if row == column else "s" if row < column else "o"
    return RANKS[high] + RANKS[low] + kind


CELLS = [(row, column) for row in range(13) for column in range(13)]
HANDS = tuple(hand_name(*cell) for cell in CELLS)


class HandGrid(QWidget):
    """Draws the 169 cells; subclasses draw their contents in `draw_cell`."""

    letters = 0.36  # height of the letters, of a cell

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(286, 286))

    def draw_cell(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Draw the hand of a cell."""
        raise NotImplementedError

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a cell is drawn."""
        side = self._side
        return QRectF(column * side, row * side, side - 1.5, side - 1.5)

    def cell_at(self, point: QPoint) -> Cell | None:
        """Return the cell under a point."""
        row, column = int(point.y() // self._side), int(point.x() // self._side)
        return (row, column) if 0 <= row < 13 and 0 <= column < 13 else None

    @property
    def _side(self) -> float:
        return min(self.width(), self.height()) / 13

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the 169 cells."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(max(int(self.cell_rect(0, 0).width() * self.letters), 7))
        painter.setFont(font)
        for cell in CELLS:
            self.draw_cell(painter, self.cell_rect(*cell), cell)
        painter.end()

"""How a guess splits what is left: one segment a group, as wide as the group is large."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.words import counted
from gui.plain_text import set_tip
from gui.theme import blend, ink_on, theme

HEIGHT = 26
PALEST = 0.55  # how far the smallest group fades into the background: smaller ones are paler


class SplitBar(QWidget):
    """Segments from the largest group to the smallest; wide ones show their size."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._sizes: tuple[int, ...] = ()

    def sizeHint(self) -> QSize:
        """Return one line."""
        return QSize(300, HEIGHT)

    def show_sizes(self, sizes: Sequence[int]) -> None:
        """Show groups of these sizes, the largest first."""
        self._sizes = tuple(sizes)
        words = "No groups"
        if sizes:
            words = f"{counted(len(sizes), 'group')}, the largest {sizes[0]:,}"
        self.setAccessibleDescription(words)
        set_tip(self, words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the segments."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("bar_back"))
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        total, left = sum(self._sizes), 0.0
        for size in self._sizes:
            width = self.width() * size / total
            self._draw(painter, QRectF(left, 0, width, self.height()), size)
            left += width
        painter.end()

    def _draw(self, painter: QPainter, box: QRectF, size: int) -> None:
        colour = blend(theme.tokens.bar, theme.tokens.surface, PALEST * (1 - size / self._sizes[0]))
        gap = 1.5 if box.width() > 4 else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(box.adjusted(0, 0, -gap, 0), 2, 2)
        if box.width() > painter.fontMetrics().horizontalAdvance(str(size)) + 6:
            painter.setPen(QColor(ink_on(colour)))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(size))

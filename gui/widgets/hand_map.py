"""The 169 starting hands as a map: each cell in the colour of its equity, as in the range grid."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.theme import ink_on, theme
from gui.widgets.heat_map import heat_colour
from gui.widgets.range_grid import hand_name


class HandMap(QWidget):
    """Shows a share for some of the hands; the others stay empty. A tip tells the words given."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setMinimumSize(QSize(286, 286))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.shares: dict[str, float] = {}
        self._tips: dict[str, str] = {}

    def show_shares(self, shares: Mapping[str, float], tips: Mapping[str, str]) -> None:
        """Show a share for each hand, and what is told under the mouse."""
        self.shares, self._tips = dict(shares), dict(tips)
        self.setAccessibleDescription("; ".join(tips.values()))
        self.update()

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Where a cell is drawn; the map stands in the middle."""
        side = min(self.width(), self.height()) / 13
        left = max(self.width() - self.height(), 0) / 2
        return QRectF(left + column * side, row * side, side - 1.5, side - 1.5)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the 169 cells."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(max(int(self.cell_rect(0, 0).width() * 0.34), 7))
        painter.setFont(font)
        for row in range(13):
            for column in range(13):
                self._draw_cell(painter, self.cell_rect(row, column), hand_name(row, column))
        painter.end()

    def _draw_cell(self, painter: QPainter, rect: QRectF, name: str) -> None:
        share = self.shares.get(name)
        colour = theme.tokens.bar_back if share is None else heat_colour(share)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(rect, 3, 3)
        painter.setPen(theme.color("muted") if share is None else QColor(ink_on(colour)))
        words = name if share is None else f"{name}\n{share * 100:.0f}"
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)

    def event(self, event: QEvent) -> bool:
        """Tell about the hand under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for row in range(13):
                for column in range(13):
                    tip = self._tips.get(hand_name(row, column))
                    if tip and self.cell_rect(row, column).contains(event.pos()):
                        QToolTip.showText(event.globalPos(), tip)
                        return True
        return super().event(event)

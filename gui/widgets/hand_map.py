"""The 169 starting hands as a map: each cell in the colour of its equity, as in the range grid."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter

from gui.plain_text import show_tip
from gui.theme import ink_on, theme
from gui.widgets.hand_grid import Cell, HandGrid, hand_name
from gui.widgets.heat_map import heat_colour


class HandMap(HandGrid):
    """Shows a share for some of the hands; the others stay empty. Tips show the given words."""

    letters = 0.34

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.shares: dict[str, float] = {}
        self._tips: dict[str, str] = {}

    def show_shares(self, shares: Mapping[str, float], tips: Mapping[str, str]) -> None:
        """Show a share for each hand, and its tip under the mouse."""
        self.shares, self._tips = dict(shares), dict(tips)
        self.setAccessibleDescription("; ".join(tips.values()))
        self.update()

    def draw_cell(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """Draw the name of the hand and its share, on the colour of the share."""
        name = hand_name(*cell)
        share = self.shares.get(name)
        colour = theme.tokens.bar_back if share is None else heat_colour(share)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(rect, 3, 3)
        painter.setPen(theme.color("muted") if share is None else QColor(ink_on(colour)))
        words = name if share is None else f"{name}\n{share * 100:.0f}"
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)

    def event(self, event: QEvent) -> bool:
        """Show the tip of the hand under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(event.pos())
            tip = self._tips.get(hand_name(*cell)) if cell else None
            if tip:
                show_tip(event.globalPos(), tip)
                return True
        return super().event(event)

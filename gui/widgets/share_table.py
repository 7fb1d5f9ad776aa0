"""A table of shares: a row for each kind, a column for each player, darker where more likely."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import blend, ink_on, theme
from gui.widgets.bars import percent

ROW_PX = 22  # at least, for letters of ten points
MAX_ROW = 2.4  # tallest row where there is room, as a multiple of ROW_PX
LARGE_ROW, MOST_LETTERS = 1.6, 1.25  # letters grow in rows taller than this, and at most so much
GAP_PX = 3
FULL = 0.5  # the share that has the whole colour


class ShareTable(QWidget):
    """Shows one share for each kind and player; a share of zero is a dash."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._kinds: tuple[str, ...] = ()
        self._columns: dict[str, dict[str, float]] = {}

    def show_shares(
        self, kinds: Sequence[str], columns: Sequence[tuple[str, Mapping[str, float]]]
    ) -> None:
        """Show the shares of each player by kind, the kinds from top to bottom."""
        self._kinds = tuple(kinds)
        self._columns = {name: dict(shares) for name, shares in columns}
        self.setAccessibleDescription("; ".join(map(self._spoken, self._columns)))
        self.updateGeometry()
        self.update()

    def share(self, player: str, kind: str) -> float:
        """Return the share that is shown for a player and a kind."""
        return self._columns[player].get(kind, 0.0)

    def _spoken(self, player: str) -> str:
        shares = self._columns[player]
        parts = [f"{kind} {percent(shares[kind])}" for kind in self._kinds if shares.get(kind)]
        return f"{player}: {', '.join(parts)}"

    def minimumSizeHint(self) -> QSize:
        """Return room for every row, and for the figures of every column."""
        metrics = QFontMetrics(self.font())
        figure = metrics.horizontalAdvance("0.088%") + 3 * GAP_PX
        width = self._name_width(metrics) + figure * max(len(self._columns), 1)
        return QSize(width, (len(self._kinds) + 1) * self._least_row())

    def _least_row(self) -> int:
        return ROW_PX * theme.settings.font_pt // 10

    def _name_width(self, metrics: QFontMetrics) -> int:
        return max(map(metrics.horizontalAdvance, self._kinds), default=0) + 4 * GAP_PX

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the players above, then a row for each kind."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        n_rows, n_columns = len(self._kinds) + 1, max(len(self._columns), 1)
        height = min(self.height() / n_rows, self._least_row() * MAX_ROW)
        painter.setFont(self._letters(height))
        names = self._name_width(painter.fontMetrics())
        width = (self.width() - names) / n_columns
        for place, (player, shares) in enumerate(self._columns.items()):
            left = names + place * width
            self._draw_head(painter, QRectF(left, 0, width - GAP_PX, height), player)
            for row, kind in enumerate(self._kinds, 1):
                cell = QRectF(left, row * height, width - GAP_PX, height - GAP_PX)
                self._draw_cell(painter, cell, shares.get(kind, 0.0))
        painter.setPen(theme.color("text"))
        for row, kind in enumerate(self._kinds, 1):
            box = QRectF(2, row * height, names, height - GAP_PX)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, kind)
        painter.end()

    def _letters(self, row_height: float) -> QFont:
        """Return the letters for rows of this height, where the figures have the room."""
        font = QFont(self.font())
        scale = min(max(row_height / (LARGE_ROW * self._least_row()), 1.0), MOST_LETTERS)
        if self.width() >= scale * self.minimumSizeHint().width():
            font.setPointSizeF(font.pointSizeF() * scale)
        return font

    def _draw_head(self, painter: QPainter, box: QRectF, player: str) -> None:
        usual = painter.font()
        font = QFont(usual)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme.color("muted"))
        name = QFontMetrics(font).elidedText(player, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
        painter.setFont(usual)

    def _draw_cell(self, painter: QPainter, box: QRectF, share: float) -> None:
        tokens = theme.tokens
        colour = blend(tokens.surface, tokens.bar, min(share / FULL, 1.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(ink_on(colour)) if share else theme.color("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, percent(share) if share else "–")

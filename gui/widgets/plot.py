"""Lines over a number that grows, each with the interval around it, painted in one pass."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.words import figure_text
from gui.theme import SERIES, theme

GAP = 8
DOT = 2.5
INTERVAL_ALPHA = 90  # opacity of 255
TICK_PX = 70  # from one tick to the next, at least about
MARK_PX = 14  # a line's colour before its name
Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its name, its values and how far they may be off, point by point."""

    name: str
    values: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]


class LinePlot(QWidget):
    """Axes, lines with their intervals, and their names above."""

    def __init__(self, name: str, across: str, up: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._across, self._up = across, up
        self.when_empty = ""  # what stands there while there is nothing to draw
        self._xs: tuple[float, ...] = ()
        self._lines: tuple[Line, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines on show."""
        return self._lines

    def show_lines(self, xs: Sequence[float], lines: Sequence[Line]) -> None:
        """Show lines over the same points."""
        self._xs, self._lines = tuple(xs), tuple(lines)
        ends = [f"{line.name} {line.values[-1]:.0f}" for line in lines if line.values]
        self.setAccessibleDescription("; ".join(ends))
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size that is wide rather than high."""
        return QSize(480, 260)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.color("surface"))
        metrics = painter.fontMetrics()
        x_range, y_range = self._ranges()
        y_ticks = ticks(y_range, self.height() / TICK_PX)
        widest = max(metrics.horizontalAdvance(figure_text(tick, "g")) for tick in y_ticks)
        row = metrics.height()
        left = row + widest + 3 * GAP
        n_rows = self._name_rows(metrics, self.width() - left - 2 * GAP)
        top = n_rows * row + 2 * GAP
        area = QRectF(
            left, top, self.width() - left - 2 * GAP, self.height() - top - 2 * row - 2 * GAP
        )
        if area.width() < TICK_PX or area.height() < row:
            painter.end()
            return
        if not any(line.values for line in self._lines):
            painter.setPen(theme.color("muted"))
            centred = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(row, 0, -row, 0), int(centred), self.when_empty)
            painter.end()
            return
        self._draw_axes(painter, area, x_range, y_range, y_ticks)
        for line, colour in zip(self._lines, _colours(len(self._lines)), strict=True):
            self._draw_line(painter, _Scale(area, x_range, y_range), line, colour)
        if n_rows > 1:
            self._draw_name_column(painter, metrics, QRectF(left, GAP, area.width(), row))
        else:
            self._draw_names(painter, metrics, QRectF(left, GAP, area.width(), row))
        painter.end()

    def _ranges(self) -> tuple[Range, Range]:
        """Return room for all values and the last intervals; wider ones, of few games, are not
        drawn.
        """
        spans = [(*line.values, *line.lows[-1:], *line.highs[-1:]) for line in self._lines]
        values = [value for span in spans for value in span]
        low, high = (min(values), max(values)) if values else (0.0, 1.0)
        room = 0.05 * (high - low) or 1.0
        return (0.0, max(self._xs, default=0.0) or 1.0), (low - room, high + room)

    def _draw_axes(
        self,
        painter: QPainter,
        area: QRectF,
        x_range: Range,
        y_range: Range,
        y_ticks: Sequence[float],
    ) -> None:
        scale, row = _Scale(area, x_range, y_range), painter.fontMetrics().height()
        grid, words = QPen(theme.color("border"), 1), QPen(theme.color("muted"), 1)
        below = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        beside = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for tick in y_ticks:
            y = scale.point(0, tick).y()
            painter.setPen(grid)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(words)
            painter.drawText(
                QRectF(0, y - row, area.left() - GAP, 2 * row), beside, figure_text(tick, "g")
            )
        for tick in with_end(ticks(x_range, area.width() / TICK_PX, 1), x_range[1]):
            x = scale.point(tick, 0).x()
            spot = QRectF(x - TICK_PX, area.bottom() + GAP / 2, 2 * TICK_PX, row)
            painter.drawText(spot, below, f"{tick:,g}")
        title = QRectF(area.left(), area.bottom() + GAP / 2 + row, area.width(), row)
        painter.drawText(title, below, self._across)
        painter.save()
        painter.translate(GAP / 2, area.center().y())
        painter.rotate(-90)
        painter.drawText(QRectF(-area.height() / 2, 0, area.height(), row), below, self._up)
        painter.restore()

    def _draw_line(self, painter: QPainter, scale: "_Scale", line: Line, colour: QColor) -> None:
        lows, highs = scale.points(self._xs, line.lows), scale.points(self._xs, line.highs)
        veil = QColor(colour)
        veil.setAlpha(INTERVAL_ALPHA)
        painter.setPen(QPen(veil, 4))
        for low, high in zip(lows, highs, strict=True):
            if high.y() >= scale.area.top() and low.y() <= scale.area.bottom():
                painter.drawLine(low, high)
        points = scale.points(self._xs, line.values)
        painter.setPen(QPen(colour, 2))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for point in points:
            painter.drawEllipse(point, DOT, DOT)

    def _name_rows(self, metrics: QFontMetrics, width: float) -> int:
        """Return how many rows the names take: one, or one each where they do not fit in it."""
        names = [metrics.horizontalAdvance(line.name) for line in self._lines]
        return 1 if sum(name + MARK_PX + 3 * GAP for name in names) <= width else len(names)

    def _draw_names(self, painter: QPainter, metrics: QFontMetrics, row: QRectF) -> None:
        """Draw the names above the plot, each with its line's colour, from right to left."""
        colours = _colours(len(self._lines))
        x = row.right()
        for line, colour in reversed(list(zip(self._lines, colours, strict=True))):
            x -= metrics.horizontalAdvance(line.name)
            self._draw_name(painter, QPointF(x, row.top()), line.name, colour)
            x -= MARK_PX + 3 * GAP

    def _draw_name_column(self, painter: QPainter, metrics: QFontMetrics, row: QRectF) -> None:
        """Draw the names one below the other."""
        room = int(row.width()) - MARK_PX - GAP
        for line, colour in zip(self._lines, _colours(len(self._lines)), strict=True):
            name = metrics.elidedText(line.name, Qt.TextElideMode.ElideRight, room)
            left = row.left() + MARK_PX + GAP
            self._draw_name(painter, QPointF(left, row.top()), name, colour)
            row.translate(0, row.height())

    def _draw_name(self, painter: QPainter, spot: QPointF, name: str, colour: QColor) -> None:
        metrics = painter.fontMetrics()
        painter.setPen(theme.color("text"))
        painter.drawText(spot + QPointF(0, metrics.ascent()), name)
        middle = spot.y() + metrics.height() / 2
        left = spot.x() - MARK_PX - GAP / 2
        painter.fillRect(QRectF(left, middle - 1.5, MARK_PX, 3), colour)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Maps numbers to places in a rectangle."""

    area: QRectF
    x_range: Range
    y_range: Range

    def point(self, x: float, y: float) -> QPointF:
        across = (x - self.x_range[0]) / (self.x_range[1] - self.x_range[0])
        up = (y - self.y_range[0]) / (self.y_range[1] - self.y_range[0])
        return QPointF(
            self.area.left() + across * self.area.width(),
            self.area.bottom() - up * self.area.height(),
        )

    def points(self, xs: Sequence[float], ys: Sequence[float]) -> list[QPointF]:
        return [self.point(x, y) for x, y in zip(xs, ys, strict=True)]


def ticks(span: Range, most: float, least: float = 0.0) -> list[float]:
    """Return round numbers within a range, `least` apart, about as many as `most`, one at
    least.
    """
    low, high = span
    rough = max((high - low) / max(most, 1.0), least)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)] or [low]


def with_end(ticks: Sequence[float], end: float) -> list[float]:
    """Return ticks with the last value in place of a tick that would stand too near to it."""
    step = ticks[1] - ticks[0] if len(ticks) > 1 else end
    return [*(tick for tick in ticks if end - tick >= step / 2), end]


def _colours(count: int) -> list[QColor]:
    return [QColor(SERIES[place % len(SERIES)]) for place in range(count)]

"""The chance over a game: a line through all decisions with their marks; a click goes there.

The dot of a mark that is not certain is a ring.
"""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant.review.decisions import Review
from assistant.review.text import GUESSES, value_text
from gui.coach.marks import SIGNS, mark_color
from gui.theme import theme

GAP = 8
DOT, COSTLY_DOT = 3.5, 6.0
HEIGHT_PX = 96


class ValueChart(QWidget):
    """A chart of the chance over a game; `chosen` names the clicked decision by its place."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Chance over the game")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._review: Review | None = None
        self._current = -1

    def show_review(self, found: Review | None) -> None:
        """Draw a review; None empties the chart."""
        self._review = found
        if found is not None:
            self.setAccessibleDescription(f"{found.unit.capitalize()} after each decision")
        self.update()

    def show_current(self, place: int) -> None:
        """Mark the decision on show."""
        self._current = place
        self.update()

    def sizeHint(self) -> QSize:
        """Return a wide and low size."""
        return QSize(400, HEIGHT_PX)

    @property
    def points(self) -> dict[int, QPointF]:
        """The points of the judged decisions, by their places in the review."""
        found = self._review
        if found is None:
            return {}
        low, high = self._range()
        area = self._area(low, high)
        step = area.width() / max(len(found.decisions) - 1, 1)
        return {
            place: QPointF(
                area.left() + place * step,
                area.bottom() - (each.judgement.value - low) / (high - low) * area.height(),
            )
            for place, each in enumerate(found.decisions)
            if each.judgement is not None
        }

    def _range(self) -> tuple[float, float]:
        """Return the scale: 0 to 1, or for guesses what occurs."""
        assert self._review is not None
        if self._review.unit != GUESSES:
            return 0.0, 1.0
        values = [each.value for each in self._review.judgements] or [0.0]
        return min(values) - 0.5, max(values) + 0.5

    def _area(self, low: float, high: float) -> QRectF:
        assert self._review is not None
        metrics = self.fontMetrics()
        unit = self._review.unit
        wide = max(metrics.horizontalAdvance(value_text(each, unit)) for each in (low, high))
        left = wide + 2 * GAP
        return QRectF(left, 2 * GAP, self.width() - left - 2 * GAP, self.height() - 4 * GAP)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the decision that is nearest from left to right."""
        points = self.points
        if points:
            x = event.position().x()
            self.chosen.emit(min(points, key=lambda place: abs(points[place].x() - x)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the decision before or after with the arrow keys."""
        places = sorted(self.points)
        if event.key() == Qt.Key.Key_Left:
            wanted = [place for place in places if place < self._current][-1:]
        elif event.key() == Qt.Key.Key_Right:
            wanted = [place for place in places if place > self._current][:1]
        else:
            super().keyPressEvent(event)
            return
        for place in wanted:
            self.chosen.emit(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the scale, the line and the marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.color("surface"))
        if self._review is not None:
            self._draw_scale(painter)
            self._draw_line(painter, self._review)
        if self.hasFocus():
            painter.setPen(theme.color("accent"))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _draw_scale(self, painter: QPainter) -> None:
        assert self._review is not None
        low, high = self._range()
        area = self._area(low, high)
        row = painter.fontMetrics().height()
        for value in (low, (low + high) / 2, high):
            y = area.bottom() - (value - low) / (high - low) * area.height()
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.color("muted"))
            box = QRectF(0, y - row / 2, area.left() - GAP, row)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, right, value_text(value, self._review.unit))

    def _draw_line(self, painter: QPainter, found: Review) -> None:
        points = self.points
        if self._current in points:
            x = points[self._current].x()
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawLine(QPointF(x, GAP), QPointF(x, self.height() - GAP))
        painter.setPen(QPen(theme.color("info"), 2))
        painter.drawPolyline(QPolygonF(list(points.values())))
        for place, point in points.items():
            each = found.decisions[place]
            size = COSTLY_DOT if each.is_costly else DOT
            is_open = each.is_costly and not each.is_certain
            painter.setPen(QPen(mark_color(each.mark) if is_open else theme.color("surface"), 2))
            painter.setBrush(theme.color("surface") if is_open else mark_color(each.mark))
            painter.drawEllipse(point, size, size)
            if each.mark in SIGNS:
                painter.setPen(theme.color("text"))
                box = QRectF(point.x() - 9, point.y() - size - 17, 18, 16)
                if box.top() < 0:
                    box.moveTop(point.y() + size + 1)
                if place == self._current:  # the line of the place on show goes through it
                    painter.fillRect(box, theme.color("surface"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, SIGNS[each.mark])

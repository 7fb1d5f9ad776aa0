"""Layouts made from what stands in them: side by side, one below the other, in lines, in a frame.

A part is a widget or a layout, alone or with its share of the room that is left; a number is room
that stays empty.
"""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)

from gui.theme import theme
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import wrapped

Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int]


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Put parts into a layout, one after the other."""
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        inner, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(inner, QLayout):
            box.addLayout(inner, share)
        else:
            box.addWidget(inner, share)


def row(*parts: Part, spacing: int = -1) -> QHBoxLayout:
    """Return parts side by side, without a margin; -1 is the usual space between them."""
    box = QHBoxLayout()
    _lay_out(box, parts, spacing)
    return box


def column(*parts: Part, spacing: int = -1) -> QVBoxLayout:
    """Return parts one below the other, without a margin."""
    box = QVBoxLayout()
    _lay_out(box, parts, spacing)
    return box


BREAK = None


def flow(*widgets: QWidget | None) -> FlowLayout:
    """Widgets in as many lines as they need; `BREAK` is where a line best ends."""
    box = FlowLayout()
    for widget in widgets:
        if widget is None:
            box.add_break()
        else:
            box.addWidget(widget)
    return box


def group(layout: QLayout) -> QWidget:
    """Return a plain widget that holds a layout."""
    made = QWidget()
    made.setLayout(layout)
    return made


def _lay_out(box: QBoxLayout, parts: tuple[Part, ...], spacing: int) -> None:
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(spacing)
    fill(box, *parts)


class Surface(QWidget):
    """A surface with a thin border, painted without the style sheet: it may hold many parts."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the surface and its border."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("border"))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()


def widgets_of(layout: QLayout) -> list[QWidget]:
    """Return the widgets that stand in a layout, without those of layouts inside it.

    Not by `itemAt`: PySide keeps the item that it returns even after Qt has destroyed it, takes
    another object at the same address for it, and may end the process.
    """
    parent = layout.parentWidget()
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    found = parent.findChildren(QWidget, options=direct) if parent else []
    return [widget for widget in found if layout.indexOf(widget) >= 0]


class LeastBox(QVBoxLayout):
    """A column that accepts its least height.

    Where lines of words depend on the width, Qt would give no column less than its comfortable
    height, and what stands below would stick out.
    """

    def heightForWidth(self, width: int) -> int:
        """Return the sum of the least heights of all rows."""
        layouts = [part for part in self.children() if isinstance(part, QLayout)]
        items = (*map(QWidgetItem, widgets_of(self)), *layouts)
        shown = [item for item in items if not item.isEmpty()]
        room = self.contentsMargins()
        inner = width - room.left() - room.right()
        heights = [_least_height(item, inner) for item in shown]
        gaps = self.spacing() * max(len(shown) - 1, 0)
        return sum(heights) + gaps + room.top() + room.bottom()

    def minimumHeightForWidth(self, width: int) -> int:
        """Return the same height."""
        return self.heightForWidth(width)


def _least_height(item: QLayoutItem, width: int) -> int:
    if item.hasHeightForWidth():
        return item.minimumHeightForWidth(width)
    return item.minimumSize().height()


def framed(title: str, *parts: Part, spacing: int = 6) -> Surface:
    """Return a surface with a section title, unless it is "", and parts one below the other."""
    frame = Surface()
    box = LeastBox(frame)
    box.setContentsMargins(10, 8, 10, 10)
    box.setSpacing(spacing)
    if title:
        box.addWidget(wrapped(title.upper(), "section"))
    fill(box, *parts)
    return frame

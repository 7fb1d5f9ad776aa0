"""A row of widgets that goes on in the next line where room is short."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

ACROSS, DOWN = 8, 5  # space between widgets, and between lines


class FlowLayout(QLayout):
    """Widgets at their own size, from left to right, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._breaks: list[QLayoutItem] = []  # a line ends before these unless all fit in one
        self._wants_break = False
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take one more item."""
        self._items.append(item)
        if self._wants_break:
            self._breaks.append(item)
            self._wants_break = False

    def add_break(self) -> None:
        """Let the next item begin a line, unless everything fits in one."""
        self._wants_break = True

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item at a place; None beyond the last one."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item; None beyond the last one. No reference to it may stay."""
        if not 0 <= index < len(self._items):
            return None
        item = self._items.pop(index)
        self._breaks = [one for one in self._breaks if one is not item]
        return item

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction: it takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True: the narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        return self._lay_out(QRect(0, 0, width, 0), moves=False)

    def sizeHint(self) -> QSize:
        """Return room for all widgets in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() + ACROSS for size in sizes) - ACROSS
        return QSize(max(width, 0), max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """Return room for the largest widget alone."""
        smallest = QSize()
        for item in self._shown():
            smallest = smallest.expandedTo(item.minimumSize())
        return smallest

    def setGeometry(self, rect: QRect) -> None:
        """Put the widgets into a rectangle."""
        super().setGeometry(rect)
        self._lay_out(rect, moves=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lay_out(self, rect: QRect, moves: bool) -> int:
        """Go through the lines, moving the widgets or not; return the height of all lines."""
        y = rect.y() - DOWN
        for line in self._lines(rect.width()):
            x, y = rect.x(), y + DOWN
            height = max(item.sizeHint().height() for item in line)
            for item in line:
                size = item.sizeHint()
                if moves:  # in the middle of the line
                    item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + ACROSS
            y += height
        return max(y - rect.y(), 0)

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """Return the items line by line."""
        lines: list[list[QLayoutItem]] = []
        x = 0
        is_short = self.sizeHint().width() > width
        for item in self._shown():
            need = item.sizeHint().width()
            if not lines or x + need > width or (is_short and item in self._breaks):
                lines.append([])
                x = 0
            lines[-1].append(item)
            x += need + ACROSS
        return lines

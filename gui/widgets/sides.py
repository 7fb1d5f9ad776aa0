"""The two sides of a panel, entry and answer: beside each other, or one below the other.

Beside each other each side scrolls by itself, and a splitter stands between them. Where they would
not have the room that they need, the answer goes under the entry, and both scroll as one page.
What stands at the foot of the entry does not scroll with it: it is always there, at one place.
"""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSplitter, QVBoxLayout, QWidget

from gui.theme import theme
from gui.widgets.boxes import column, group

SCROLL_BAR = 14  # pixels
HANDLE = 10
ENTRY_SHARE = 0.36  # share of a wide window for the entry


class Side(QWidget):
    """One side; asks for the least height that it needs, and scrolls below that."""

    needs_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(0, 0, 2, 0)
        self.box.setSpacing(8)

    def event(self, event: QEvent) -> bool:
        """Signal when the contents need another size."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.needs_changed.emit()
        return handled

    def heightForWidth(self, width: int) -> int:
        """Return the least height; Qt's default would be the comfortable one."""
        return max(self.box.totalMinimumHeightForWidth(width), self.minimumSizeHint().height())


class Sides(QScrollArea):
    """Entry and answer of a panel, beside each other or one below the other."""

    stacked = Signal(bool)  # the arrangement has changed

    def __init__(self, entry_width: int, answer_width: int) -> None:
        super().__init__()
        _make_plain(self)
        self._usual, self._usual_answer = entry_width, answer_width
        # Share of the width for the entry, once the user has set it.
        self._share: float | None = None
        self._font_pt, self._answer_need = 0, 0
        self.entry, self.answer = Side(), Side()
        self._splitter = QSplitter()
        self._splitter.setHandleWidth(HANDLE)
        self._splitter.setChildrenCollapsible(False)
        self._areas = [self._area(side) for side in (self.entry, self.answer)]
        self._foot = QVBoxLayout()
        self._foot.setContentsMargins(0, 0, 2, 0)
        self._entry_side = group(column((self._areas[0], 1), self._foot, spacing=8))
        self._splitter.addWidget(self._entry_side)
        self._splitter.addWidget(self._areas[1])
        self._splitter.splitterMoved.connect(self._note_share)
        self.setWidget(self._splitter)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._arrange)

    @property
    def is_stacked(self) -> bool:
        """True while the answer stands under the entry."""
        return self._splitter.orientation() == Qt.Orientation.Vertical

    def state(self) -> str:
        """Return the user's setting of the widths, as text."""
        return "" if self._share is None else f"{self._share:.3f}"

    def restore(self, state: str) -> None:
        """Restore what `state` gave; anything else means the usual widths."""
        try:
            share = float(state)
        except ValueError:
            return
        self._share = share if 0.05 < share < 0.95 else None
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new size."""
        super().resizeEvent(event)
        self._arrange()

    def set_foot(self, foot: QWidget) -> None:
        """Put a widget below the entry, which scrolls above it."""
        self._foot.addWidget(foot)

    def show_entry(self, on: bool) -> None:
        """Show both sides, or leave all room to the answer."""
        self._entry_side.setVisible(on)
        self._arrange()

    def show_answer(self) -> None:
        """Bring the top of an answer that stands under the entry into view."""
        self.verticalScrollBar().setValue(self._areas[1].y())

    def _area(self, side: Side) -> QScrollArea:
        area = QScrollArea()
        _make_plain(area)
        area.setWidget(side)
        side.setAutoFillBackground(False)  # Qt would paint all that stands on it twice
        side.needs_changed.connect(lambda: self._later.start())
        return area

    def _arrange(self) -> None:
        """Choose the arrangement that fits, and share the width."""
        entry, answer = self._entry_need(), self._answer_width()
        room = self.maximumViewportSize().width()  # a scroll bar comes only with the stack
        is_stacked = entry + answer + HANDLE > room and not self._entry_side.isHidden()
        if is_stacked != self.is_stacked:
            kinds = Qt.Orientation
            self._splitter.setOrientation(kinds.Vertical if is_stacked else kinds.Horizontal)
            self.stacked.emit(is_stacked)
        width = self.viewport().width()
        for area, side in zip(self._areas, (self.entry, self.answer), strict=True):
            area.setMinimumHeight(side.heightForWidth(width) if is_stacked else 0)
        self._entry_side.setMinimumWidth(0 if is_stacked else entry)
        if is_stacked:  # at once: in the height of before, the entry would be squeezed meanwhile
            need = self._splitter.minimumSizeHint().height()
            self._splitter.resize(width, max(need, self.viewport().height()))
        else:
            wanted = self._wanted_entry(width)
            first = max(min(wanted, width - answer - HANDLE), entry)
            self._splitter.setSizes([first, width - first - HANDLE])

    def _wanted_entry(self, width: int) -> int:
        if self._share is not None:
            return round(self._share * width)
        usual = self._usual * theme.settings.font_pt // 10
        return max(usual, round(ENTRY_SHARE * width))

    def _entry_need(self) -> int:
        foot = self._foot.totalMinimumSize().width()
        return max(self.entry.minimumSizeHint().width() + SCROLL_BAR, foot)

    def _answer_width(self) -> int:
        """Return the width of the widest answer since the font changed, so that nothing jumps."""
        font_pt = theme.settings.font_pt
        if font_pt != self._font_pt:
            self._font_pt = font_pt
            self._answer_need = self._usual_answer * font_pt // 10
        if not self._entry_side.isHidden():  # a table that has all room asks for more
            need = self.answer.minimumSizeHint().width() + SCROLL_BAR
            self._answer_need = max(self._answer_need, need)
        return self._answer_need

    def _note_share(self) -> None:
        if not self.is_stacked:
            self._share = self._splitter.sizes()[0] / max(self._splitter.width(), 1)


def _make_plain(area: QScrollArea) -> None:
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a click on nothing leaves the keys where they are
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.viewport().setAutoFillBackground(False)

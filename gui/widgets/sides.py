"""The two sides of a panel, entry and answer, with a splitter between them; both scroll."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QScrollArea, QSplitter, QVBoxLayout, QWidget

SCROLL_BAR = 14  # pixels


class Side(QWidget):
    """One side; asks for the least height that it needs, and scrolls below that."""

    needs = Signal(int)  # the least width

    def __init__(self) -> None:
        super().__init__()
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(0, 0, 2, 0)
        self.box.setSpacing(8)

    def event(self, event: QEvent) -> bool:
        """Tell when what stands here wants other room."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.tell_needs()
        return handled

    def tell_needs(self) -> None:
        """Tell the least width."""
        self.needs.emit(self.minimumSizeHint().width())

    def heightForWidth(self, width: int) -> int:
        """The least height: Qt's own answer would be the comfortable one."""
        return self.box.totalMinimumHeightForWidth(width)


class Sides(QSplitter):
    """Entry at the left, as wide as it needs to be; the answer takes the rest."""

    def __init__(self, entry_width: int) -> None:
        super().__init__()
        self.setHandleWidth(10)
        self.setChildrenCollapsible(False)
        self.entry, self.answer = Side(), Side()
        scroll = self._entry_scroll = self._scroll(self.entry)
        self._scroll(self.answer)
        self.setSizes([entry_width, 1100 - entry_width])
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.entry.needs.connect(lambda width: scroll.setMinimumWidth(width + SCROLL_BAR))

    def show_entry(self, on: bool) -> None:
        """Show both sides, or leave all room to the answer."""
        self._entry_scroll.setVisible(on)

    def _scroll(self, side: Side) -> QScrollArea:
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(side)
        for widget in (side, scroll.viewport()):
            widget.setAutoFillBackground(False)  # Qt would paint all that stands on it twice
        self.addWidget(scroll)
        return scroll

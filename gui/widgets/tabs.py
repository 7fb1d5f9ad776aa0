"""Tabs whose pages are made when they are first shown, and painted while they are on show.

They take the height they are given; Qt's own ask for the comfortable height of a page.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from gui.jobs import JobRunner
from gui.theme import theme
from gui.widgets.explained import add_tips

PANE = 4  # pixels of lines around a page
View = TypeVar("View", bound=QWidget)


class Tab(QWidget, Generic[View]):
    """The place of one page: `view` is None until it is first shown."""

    def __init__(self, make: Callable[[], View], paint: Callable[[View, Any], None] | None) -> None:
        super().__init__()
        self._make, self._paint = make, paint
        self.view: View | None = None
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 8, 0, 0)

    def open(self) -> View:
        """Return the page, made now if it is not there yet."""
        if self.view is None:
            self.view = self._make()
            self._box.addWidget(self.view)
            add_tips(self)
        return self.view

    def paint(self, answer: Any) -> None:
        """Show an answer in the page."""
        if self._paint is not None:
            self._paint(self.open(), answer)


class Tabs(QTabWidget):
    """Tabs whose pages are made when first shown, and painted while on show."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self._tabs: list[Tab[Any]] = []
        self._stale: set[Tab[Any]] = set()  # the answer has changed since they were painted
        self._answer: Any = None
        self.currentChanged.connect(self._open_current)

    def add(
        self,
        title: str,
        make: Callable[[], View],
        paint: Callable[[View, Any], None] | None = None,
    ) -> Tab[View]:
        """Add a page; `paint(page, answer)` is called with each answer that is seen, or None."""
        tab = Tab(make, paint)
        self._tabs.append(tab)
        self._stale.add(tab)
        self.addTab(tab, title)
        return tab

    def open(self, tab: Tab[View]) -> View:
        """Show a page."""
        self.setCurrentWidget(tab)
        return tab.open()

    def paint(self, answer: Any) -> None:
        """Show an answer, None for no answer: in the page on show now, in the others when seen."""
        self._answer = answer
        self._stale = set(self._tabs)
        self._open_current()

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """Everything that may be running for the pages made so far; a page with jobs lists its
        runners.
        """
        return tuple(jobs for tab in self._tabs for jobs in getattr(tab.view, "runners", ()))

    def _open_current(self) -> None:
        tab = self.currentWidget()
        if isinstance(tab, Tab):
            tab.open()
            if tab in self._stale:
                self._stale.discard(tab)
                tab.paint(self._answer)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line below the tabs."""
        painter = QPainter(self)
        painter.setPen(theme.color("border"))
        bottom = self.tabBar().geometry().bottom()
        painter.drawLine(0, bottom, self.width(), bottom)
        painter.end()

    def hasHeightForWidth(self) -> bool:
        """Return False: pages scroll or elide instead."""
        return False

    def heightForWidth(self, width: int) -> int:
        """Return -1: the height does not follow from the width."""
        return -1

    def minimumSizeHint(self) -> QSize:
        """Return what the page on show needs at this width; Qt would count hidden pages, too."""
        bar, page = self.tabBar().minimumSizeHint(), self.currentWidget()
        layout = page.layout() if page is not None else None
        if layout is None:
            return bar
        least = layout.totalMinimumSize()
        width = max(bar.width(), least.width() + PANE)
        lines = layout.totalMinimumHeightForWidth(max(self.width(), width))
        return QSize(width, max(lines, least.height()) + bar.height() + PANE)

    def event(self, event: QEvent) -> bool:
        """Ask for another size when the page does, which Qt's tabs do not pass on."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return handled

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure again: another width makes other lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

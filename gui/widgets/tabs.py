"""Tabs that take the height they are given; Qt's own ask for the comfortable height of a page."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QTabWidget

from gui.theme import theme

PANE = 4  # pixels of lines around a page


class Tabs(QTabWidget):
    """See the module's first line."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line below the tabs; the style sheet does not reach here, pages are its parts."""
        painter = QPainter(self)
        painter.setPen(theme.color("border"))
        bottom = self.tabBar().geometry().bottom()
        painter.drawLine(0, bottom, self.width(), bottom)
        painter.end()

    def hasHeightForWidth(self) -> bool:
        """The height does not follow from the width: pages scroll or elide instead."""
        return False

    def heightForWidth(self, width: int) -> int:
        """No height of its own."""
        return -1

    def minimumSizeHint(self) -> QSize:
        """No less than the page on show needs at this width: words take lines."""
        hint, page = super().minimumSizeHint(), self.currentWidget()
        if page is not None and page.layout() is not None:
            need = page.layout().totalMinimumHeightForWidth(max(self.width(), hint.width()))
            hint.setHeight(max(hint.height(), need + self.tabBar().height() + PANE))
        return hint

    def event(self, event: QEvent) -> bool:
        """Ask for other room when the page does: Qt's tabs keep it to themselves."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return handled

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width makes other lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

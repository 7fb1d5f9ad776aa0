"""The help as a sheet at the right edge: it stays open while one plays or types."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolButton, QVBoxLayout

from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import row
from gui.widgets.labels import label

WIDTH_PX = 360


class HelpSheet(QFrame):
    """One page of help with a button to close it; `closed` is emitted when a person does."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("help-sheet")
        self.setAccessibleName("Help")
        self.text = QTextBrowser()
        self.text.setAccessibleName("Help, text")
        close = QToolButton()
        close.setText("✕")
        close.setAccessibleName("Close the help")
        set_tip(close, "Close the help (F1)")
        close.clicked.connect(self.close_sheet)
        box = QVBoxLayout(self)
        box.setContentsMargins(10, 8, 10, 10)
        box.addLayout(row((label("Help", "heading"), 1), close))
        box.addWidget(self.text, 1)
        self.setFixedWidth(WIDTH_PX)
        self.hide()
        theme.changed.connect(self.restyle)
        self.restyle()

    def restyle(self) -> None:
        """Take the theme."""
        theme.style(self)

    def show_page(self, html: str) -> None:
        """Show a page."""
        self.text.setHtml(html)

    def close_sheet(self) -> None:
        """Close the sheet."""
        self.hide()
        self.closed.emit()

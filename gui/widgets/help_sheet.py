"""The help as a sheet at the right edge: it stays open while one plays or types."""

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolButton, QVBoxLayout

from gui.guide import PICTURE_PX
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import row
from gui.widgets.faces import card_size, drawing_of, read_face
from gui.widgets.labels import label

WIDTH_PX = 360


class HelpText(QTextBrowser):
    """A page of text with pictures of cards, whose addresses are such as `card:K♥:wild`."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Draw a card in the theme in force."""
        address = QUrl(name)
        if address.scheme() != "card":
            return super().loadResource(kind, name)
        face = read_face(address.path(QUrl.ComponentFormattingOption.FullyDecoded))
        return drawing_of(face, card_size(PICTURE_PX), self.devicePixelRatioF())


class HelpSheet(QFrame):
    """One page of help with a button to close it; `closed` is emitted when a person does."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("help-sheet")
        self.setAccessibleName("Help")
        self.text = HelpText()
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
        self._html = ""
        theme.changed.connect(self.restyle)
        self.restyle()

    def restyle(self) -> None:
        """Take the theme, also for the cards of the page; what is read stays in view."""
        theme.style(self)
        place = self.text.verticalScrollBar().value()
        self.show_page(self._html)
        self.text.verticalScrollBar().setValue(place)

    def show_page(self, html: str) -> None:
        """Show a page."""
        self._html = html
        self.text.setHtml(html)

    def close_sheet(self) -> None:
        """Close the sheet."""
        self.hide()
        self.closed.emit()

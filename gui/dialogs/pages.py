"""The help, made from the table of actions, and the about page with versions."""

import platform
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from assistant.version import VERSION
from gui.actions import PANELS, help_html
from gui.guide import guide_html
from gui.theme import theme

PARTS = ("PySide6-Essentials", "numpy", "numba", "pydantic", "playwright")


class Page(QDialog):
    """A dialog with one page of text."""

    def __init__(self, parent: QWidget, title: str, html: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme.style(self)
        self.resize(460, 360)
        text = QTextBrowser()
        text.setAccessibleName(f"{title}, text")
        text.setHtml(html)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(buttons)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addWidget(text)
        box.addWidget(buttons)


def without_icons(buttons: QDialogButtonBox) -> None:
    """Take the desktop's stock pictures off the buttons of a dialog."""
    for button in buttons.buttons():
        button.setIcon(QIcon())


def help_page(game: str) -> str:
    """Return the help: the game of a panel, how cards are entered, and the shortcuts."""
    guide = guide_html(game, dict(PANELS)[game]) if game in dict(PANELS) else ""
    return guide + help_html()


def about_page(parent: QWidget) -> Page:
    """Return what this is, and the versions of its parts."""
    rows = "".join(f"<tr><td>{part}</td><td>{_version(part)}</td></tr>" for part in PARTS)
    text = (
        f"<h2>Card-table assistant {VERSION}</h2>"
        "<p>The best move in five card games, and why.</p>"
        f"<table cellspacing=6><tr><td>Python</td><td>{platform.python_version()}</td></tr>{rows}"
        "</table><p>MIT licence. The card faces and icons are drawn for this program. The font "
        "is Inter (SIL Open Font License).</p>"
    )
    return Page(parent, "About", text)


def _version(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return "not installed"

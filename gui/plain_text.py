"""Show text literally where Qt would interpret it as HTML.

Tool tips, and labels by default, guess whether a text is HTML. A player's name that is a tag would
then be rendered, and a picture in it read from the disk. All tips of the window are set here; a
test looks for others.
"""

from html import escape

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QStandardItem, Qt
from PySide6.QtWidgets import QListWidgetItem, QTableWidgetItem, QToolTip, QWidget

MAX_TIP = 2_000  # letters
ONE_LINE = 70  # letters of a tip that needs no second line


def plain(text: str) -> str:
    """Return a text for a tool tip, which shows exactly these letters."""
    text = text if len(text) <= MAX_TIP else text[: MAX_TIP - 1] + "…"
    if len(text) <= ONE_LINE and not Qt.mightBeRichText(text):
        return text
    lines = escape(text, quote=False).replace("\n", "<br>")
    return f'<p style="white-space: pre-wrap">{lines}</p>'  # Qt breaks the lines of HTML alone


def set_tip(
    place: QWidget | QAction | QTableWidgetItem | QListWidgetItem | QStandardItem, text: str
) -> None:
    """Give a widget, an action or an item its tool tip."""
    place.setToolTip(plain(text))


def show_tip(where: QPoint, text: str, owner: QWidget | None = None) -> None:
    """Show a tool tip at a place of the screen now."""
    QToolTip.showText(where, plain(text), owner)

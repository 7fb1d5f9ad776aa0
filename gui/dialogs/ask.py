"""A question that is answered with yes or no."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMessageBox, QWidget

from gui.theme import icon, theme

ICON_PX = 32


def ask_yes_no(parent: QWidget, title: str, words: str) -> bool:
    """Ask, and return True for yes; closing the question means no."""
    box = QMessageBox(parent)
    box.setIconPixmap(icon("help", theme.tokens.accent).pixmap(ICON_PX))
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(words)
    box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
    box.setDefaultButton(QMessageBox.StandardButton.No)
    theme.style(box)
    for button in box.buttons():
        button.setIcon(QIcon())  # no stock pictures of the desktop
    return box.exec() == QMessageBox.StandardButton.Yes

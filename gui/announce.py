"""Say something to screen readers without moving the focus."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str) -> None:
    """Let a screen reader speak; nothing happens where none is running."""
    if words:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))

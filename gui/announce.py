"""Announce changes to screen readers: answers, errors and messages."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(place: QWidget, words: str, is_urgent: bool = False) -> None:
    """Announce words that appeared at a place; urgent ones interrupt what is being read."""
    if not words:
        return
    event = QAccessibleAnnouncementEvent(place, words)
    kinds = QAccessible.AnnouncementPoliteness
    event.setPoliteness(kinds.Assertive if is_urgent else kinds.Polite)
    QAccessible.updateAccessibility(event)

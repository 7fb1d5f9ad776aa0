"""The colours of the marks; a word or a sign always accompanies them."""

from PySide6.QtGui import QColor

from assistant.review.judgement import Mark
from gui.theme import blend, theme

SIGNS = {Mark.INACCURACY: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}


def mark_color(mark: Mark) -> QColor:
    """Return the colour of a mark in the theme in force."""
    tokens = theme.tokens
    if mark is Mark.MISTAKE:
        return QColor(blend(tokens.warn, tokens.bad, 0.5))
    names = {
        Mark.FORCED: "muted",
        Mark.BEST: "good",
        Mark.GOOD: "good",
        Mark.INACCURACY: "warn",
        Mark.BLUNDER: "bad",
    }
    return theme.color(names[mark])

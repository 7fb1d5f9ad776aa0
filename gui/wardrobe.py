"""The parts of the window, each dressed in a style sheet of its own.

One style sheet for the whole application would restyle every widget there is in one go, and the
window would be deaf for a second. So a change of theme dresses the parts that are seen, one in
each turn of the event loop, and then those that are hidden.
"""

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget
from shiboken6 import isValid

from gui.theme import Look, theme

PART_SIZE = 40  # widgets that are dressed and painted in one turn
TURN_MS = 8  # so that one turn is painted before the next
Part = TypeVar("Part", bound=QWidget)


class Wardrobe(QObject):
    """Knows every part and what it wears; there is one, `wardrobe`."""

    def __init__(self) -> None:
        super().__init__()
        self._worn: dict[QWidget, Look] = {}
        self._turn = QTimer(self, interval=TURN_MS)
        self._turn.timeout.connect(self._dress_next)
        theme.changed.connect(self._turn.start)

    @property
    def is_done(self) -> bool:
        """True while every part wears the theme in force."""
        return not self._turn.isActive()

    def dress(self, part: Part) -> Part:
        """Dress a part now, best before it has children, and again whenever the theme changes."""
        self._forget_the_gone()
        self._put_on(part)
        return part

    def dress_inside(self, box: QWidget) -> Iterator[None]:
        """Dress what stands in a plain box, in parts that are dressed in a few milliseconds."""
        for child in box.children():
            if not isinstance(child, QWidget):
                continue
            if _is_plain(child) and len(child.findChildren(QWidget)) > PART_SIZE:
                yield from self.dress_inside(child)
            else:
                self.dress(child)
                yield

    def _forget_the_gone(self) -> None:
        self._worn = {part: worn for part, worn in self._worn.items() if isValid(part)}

    def _put_on(self, part: QWidget) -> None:
        if part.styleSheet() == theme.sheet:  # the cards alone look different
            for widget in (part, *part.findChildren(QWidget)):
                widget.update()
        else:
            part.setStyleSheet(theme.sheet)
        self._worn[part] = theme.look

    def _dress_next(self) -> None:
        """Dress some parts that do not wear the theme in force, visible ones first."""
        self._forget_the_gone()
        stale = [part for part, worn in self._worn.items() if worn != theme.look]
        n_widgets = 0
        for part in sorted(stale, key=lambda part: not part.isVisible()):
            self._put_on(part)
            n_widgets += len(part.findChildren(QWidget)) + 5
            if n_widgets > PART_SIZE:
                return
        self._turn.stop()
        if QApplication.palette() != theme.palette:  # what is no part: a file dialog, a message
            QApplication.setPalette(theme.palette)
            QApplication.setFont(theme.font)


def _is_plain(widget: QWidget) -> bool:
    """True for a box that the style sheet does not speak of."""
    return widget.layout() is not None or isinstance(widget, QTabWidget)


wardrobe = Wardrobe()

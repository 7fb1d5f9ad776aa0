"""The parts of the window, each dressed in a style sheet of its own.

One style sheet for the whole application would restyle every widget there is in one go, and the
window would be deaf for a second. So a change of theme dresses the parts that are seen, a few in
each turn of the event loop, and then those that are hidden.
"""

import time
from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget
from shiboken6 import isValid

from gui.theme import Look, theme

PART_SIZE = 15  # widgets: so many are dressed in a few milliseconds
TURN_S = 0.004  # of dressing, before what is dressed is laid out and painted
TURN_SIZE = 40  # widgets: so many are painted in a few milliseconds
REST_MS = 4  # between two turns
Part = TypeVar("Part", bound=QWidget)


class Wardrobe(QObject):
    """Knows every part and what it wears; there is one, `wardrobe`."""

    def __init__(self) -> None:
        super().__init__()
        self._worn: dict[QWidget, Look] = {}
        self._stale: list[QWidget] = []  # those that are seen stand at the end
        self._turn = QTimer(self, singleShot=True, interval=REST_MS)
        self._turn.timeout.connect(self._dress_next)
        theme.changed.connect(self._begin)

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

    def _begin(self) -> None:
        """Look for the parts that do not wear the theme in force."""
        self._forget_the_gone()
        stale = [part for part, worn in self._worn.items() if worn != theme.look]
        stale.reverse()  # the last one is dressed first
        self._stale = sorted(stale, key=lambda part: part.isVisible())
        self._turn.start()

    def _dress_next(self) -> None:
        end_s, n_widgets = time.perf_counter() + TURN_S, 0
        while self._stale:
            part = self._stale.pop()
            if isValid(part):
                self._put_on(part)
                n_widgets += 1 + len(part.findChildren(QWidget))
            if n_widgets > TURN_SIZE or time.perf_counter() > end_s:
                self._turn.start()
                return
        if QApplication.palette() != theme.palette:  # what is no part: a file dialog, a message
            QApplication.setPalette(theme.palette)
            QApplication.setFont(theme.font)


def _is_plain(widget: QWidget) -> bool:
    """True for a box that the style sheet does not speak of."""
    return widget.layout() is not None or isinstance(widget, QTabWidget)


wardrobe = Wardrobe()

"""Makes the panels while the window stays awake.

A panel's advisor is imported in a thread, because it may bring a large library with it; the panel
itself is imported on the main thread, where its widgets are then made in small steps, a few in each
turn of the event loop. What the user asks for comes first; `build_ahead` makes the rest while
nobody waits.
"""

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gui.panels.base import Panel
from gui.panels.registry import load_advisor, load_panel

TURN_S = 0.006  # of making widgets, before the window listens again
REST_MS = 15  # between two turns that nobody waits for
JOIN_S = 2.0


class Builder(QObject):
    """Works off a list of panels to make; `made` tells each one."""

    made = Signal(str, object)  # the game, and its page
    _loaded = Signal(str)

    def __init__(self, make_panel: Callable[[str], QWidget]) -> None:
        super().__init__()
        self._make_panel = make_panel
        self._queue: list[str] = []
        self._wanted = ""
        self._pages: dict[str, QWidget] = {}  # begun, not yet whole
        self._threads: dict[str, threading.Thread] = {}
        self._imported: set[str] = set()
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._step)
        self._loaded.connect(self._note_loaded)

    def want(self, game: str) -> None:
        """Make this panel next: somebody waits for it."""
        self._wanted = game
        self._queue = [game, *(other for other in self._queue if other != game)]
        self._go_on()

    def build_ahead(self, games: list[str]) -> None:
        """Make these panels after all others, while nobody waits."""
        self._queue += [game for game in games if game not in self._queue]
        self._go_on()

    def finish(self, game: str) -> None:
        """Make a panel at once, come what may."""
        page = self._pages.pop(game, None) or self._make_panel(game)
        if isinstance(page, Panel):
            page.finish()
        self._hand_over(game, page)

    def stop(self) -> None:
        """Make nothing more, and wait for the imports."""
        self._turn.stop()
        self._queue.clear()
        for thread in self._threads.values():
            thread.join(JOIN_S)

    def _go_on(self) -> None:
        if self._queue:
            self._turn.start(0 if self._queue[0] == self._wanted else REST_MS)

    def _step(self) -> None:
        if not self._queue:
            return
        game = self._queue[0]
        if game not in self._imported:
            self._import(game)
            return  # `_note_loaded` goes on
        page = self._pages.get(game)
        if page is None:
            self._pages[game] = self._make_panel(game)
        elif not (isinstance(page, Panel) and _build_on(page)):
            self._hand_over(game, self._pages.pop(game))
        self._go_on()

    def _import(self, game: str) -> None:
        if game not in self._threads:
            self._threads[game] = threading.Thread(target=self._load, args=(game,), daemon=True)
            self._threads[game].start()

    def _note_loaded(self, game: str) -> None:
        if game in self._queue:  # else the window is being closed
            load_panel(game)
        self._imported.add(game)
        self._go_on()

    def _load(self, game: str) -> None:
        """In the thread: import the advisor."""
        try:
            load_advisor(game)
        finally:
            self._loaded.emit(game)

    def _hand_over(self, game: str, page: QWidget) -> None:
        self._queue = [other for other in self._queue if other != game]
        self.made.emit(game, page)


def _build_on(panel: Panel) -> bool:
    """Make widgets for a turn; False if the panel is whole."""
    end_s = time.perf_counter() + TURN_S
    while panel.build_on():
        if time.perf_counter() > end_s:
            return True
    return False

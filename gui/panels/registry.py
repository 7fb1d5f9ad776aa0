"""Which panel belongs to which game. A panel is imported when it is first shown: a quick start."""

import importlib
import logging
from contextlib import suppress

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.panels.base import Panel
from gui.widgets.labels import wrapped

PANEL_CLASSES = {
    "pokle": "gui.panels.pokle:PoklePanel",
    "holdem": "gui.panels.holdem:HoldemPanel",
    "kings-lows": "gui.panels.kings_lows:KingsLowsPanel",
    "konkan": "gui.panels.konkan:KonkanPanel",
    "slave": "gui.panels.slave:SlavePanel",
    "arena": "gui.panels.arena:ArenaPanel",
}
SLOW_IMPORTS = ("engine.slave.view", "assistant.arena", "assistant.advisors.holdem_study")
"""Modules of the panels that are slow to import: each is imported in its own idle moment."""

STEPS_AHEAD = (*SLOW_IMPORTS, *PANEL_CLASSES)
_log = logging.getLogger(__name__)


class MissingPanel(QWidget):
    """Stands where a panel cannot be loaded, and says why."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__()
        self.setAccessibleName(f"{game} panel, missing")
        words = wrapped(f"This panel cannot be shown: {reason}", "muted")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self).addWidget(words)


def load_panel(game: str) -> type[Panel] | ImportError:
    """Import the class of a game's panel, or return why that fails; on the main thread alone.

    Shiboken's table of types has no lock before Python 3.12: a class of widgets that comes into
    being in another thread while Qt works ends the program now and then.
    """
    module, _, name = PANEL_CLASSES[game].partition(":")
    try:
        kind: type[Panel] = getattr(importlib.import_module(module), name)
    except ImportError as error:
        _log.exception("the panel %s cannot be loaded", game)
        return error
    return kind


def load_step(step: str) -> None:
    """Import a panel or a slow module ahead; a panel that needs a missing one says so later."""
    if step in PANEL_CLASSES:
        load_panel(step)
        return
    with suppress(ImportError):
        importlib.import_module(step)


def make_panel(game: str) -> QWidget:
    """Return the panel of a game; a `Panel` unless a part of the installation is missing."""
    kind = load_panel(game)
    return MissingPanel(game, str(kind)) if isinstance(kind, ImportError) else kind()

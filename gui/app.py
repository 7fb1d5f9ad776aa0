"""Start the window: application, theme, log, main window, event loop."""

import gc
import logging
import signal
import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from assistant.log import start_log
from assistant.settings import load_settings
from assistant.version import VERSION
from engine.cards import shorten
from engine.errors import InputError
from gui.actions import PANELS
from gui.display import require_display
from gui.garbage import collect_in_main_thread, give_memory_back
from gui.main_window import MainWindow
from gui.state import load_state
from gui.theme import theme

AHEAD_MS = 300  # after the first paint, before the other panels are imported

# A paint calls Python many times, and each call may wait this long for a thread that computes.
SWITCH_S = 0.0001

# A full garbage collection visits every object, which can block for 100 ms: the smaller ones, which
# visit only new objects, find nearly all garbage.
COLLECTIONS = (700, 10, 1_000)  # new objects before a small one, small ones before a larger one


def run(panel: str = "", scenario: str = "") -> int:
    """Open the window and stay until it is closed; return the exit code."""
    if panel and panel not in dict(PANELS):
        known = ", ".join(dict(PANELS))
        raise InputError(f'there is no panel "{shorten(panel)}": expected one of {known}')
    require_display()
    app = make_application()
    sys.excepthook = _log_exception
    window = make_window(panel)
    if scenario:
        window.load_file(Path(scenario))
    # Ctrl-C in the terminal; the timer that collects garbage lets Python see the signal
    signal.signal(signal.SIGINT, lambda *_: window.close())
    window.show()
    QTimer.singleShot(AHEAD_MS, window.load_ahead)
    return app.exec()


def make_application() -> QApplication:
    """Return the one application object, with its names and its log."""
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*COLLECTIONS)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    collect_in_main_thread(app)
    give_memory_back(app)
    app.setApplicationName("card-table-assistant")
    app.setApplicationDisplayName("Card-table assistant")
    app.setApplicationVersion(VERSION)
    QGuiApplication.setDesktopFileName("card-table-assistant")
    start_log()
    return app


def make_window(panel: str = "") -> MainWindow:
    """Return the main window in its last state, with the user's settings in force."""
    settings, settings_note = load_settings()
    state, state_note = load_state()
    theme.apply(settings)
    window = MainWindow(settings, state.model_copy(update={"panel": panel}) if panel else state)
    note = settings_note or state_note
    if note:
        window.show_message(note)
    return window


def _log_exception(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Log a defect in a slot, so that it does not end the program."""
    logging.getLogger("gui").error("unexpected error", exc_info=(kind, error, trace))
    if issubclass(kind, KeyboardInterrupt):
        QApplication.quit()

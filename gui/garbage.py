"""Python's garbage, collected in the main thread alone, and memory given back to the system.

Python collects garbage in whichever thread makes the next object. Widgets among it would be
destroyed in a thread that computes, while Qt uses or destroys them: the process would die.
"""

import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer

COLLECT_MS = 100
GIVE_BACK_MS = 60_000


def collect_in_main_thread(parent: QObject) -> QTimer:
    """Collect garbage by a timer instead of in any thread; it lives as long as its parent."""
    gc.disable()
    timer = QTimer(parent, interval=COLLECT_MS)
    timer.timeout.connect(_collect_if_due)
    timer.start()
    return timer


def _collect_if_due() -> None:
    """Collect the oldest generation that is due, as Python would."""
    pairs = enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
    due = [generation for generation, (count, threshold) in pairs if count > threshold]
    if due:
        gc.collect(due[-1])


def give_memory_back(parent: QObject, every_ms: int = GIVE_BACK_MS) -> QTimer:
    """Give free memory back to the system by a timer, where the C library can.

    Threads that compute take memory in pools of their own; what they free stays there.
    """
    timer = QTimer(parent, interval=every_ms)
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        timer.timeout.connect(lambda: trim(0))
        timer.start()
    return timer

"""Python's garbage, collected in the main thread alone.

Python collects garbage in whichever thread makes the next object. Widgets among it would be
destroyed in a thread that computes, while Qt uses or destroys them: the process would die.
"""

import gc

from PySide6.QtCore import QObject, QTimer

COLLECT_MS = 100


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

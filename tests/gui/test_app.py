"""The start of the window, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

COLLECTING = """
import gc
from assistant.cli.start import NEW_OBJECTS
from gui.app import COLLECTIONS, make_application
gc.set_threshold(NEW_OBJECTS)
make_application()
print(gc.get_threshold() == COLLECTIONS)
"""

# A widget that is garbage (it holds itself), then a thread that makes objects enough for Python to
# collect. Prints whether the widget was destroyed in the main thread.
LEFT_BEHIND = """
import threading
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from gui.app import make_application

class Widget(QWidget):  # Qt's own classes are destroyed in the main thread in any case
    pass

application = make_application()
widget, said, objects = Widget(), [], []
widget.itself = widget
widget.destroyed.connect(
    lambda: said.append(threading.current_thread() is threading.main_thread()),
    Qt.ConnectionType.DirectConnection,
)
del widget
thread = threading.Thread(target=lambda: objects.extend([] for _ in range(100_000)))
thread.start()
thread.join()
while not said:
    application.processEvents()
print(said[0])
"""


def _printed(program: str, home: Path) -> str:
    """What a program prints that opens a window in a process of its own; it must not die."""
    environment = {**os.environ, "CARD_TABLE_HOME": str(home)}
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_window_collects_little_garbage_at_a_time(tmp_path: Path) -> None:
    """A command may let it grow, but a window must not stand still meanwhile."""
    assert _printed(COLLECTING, tmp_path) == "True\n"


def test_widgets_are_destroyed_in_the_main_thread(tmp_path: Path) -> None:
    """Destroyed in another one, they ended the process with a segmentation fault."""
    assert _printed(LEFT_BEHIND, tmp_path) == "True\n"

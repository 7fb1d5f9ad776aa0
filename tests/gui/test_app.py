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


def test_the_window_collects_little_garbage_at_a_time(tmp_path: Path) -> None:
    """A command may let it grow, but a window must not stand still meanwhile."""
    environment = {**os.environ, "CARD_TABLE_HOME": str(tmp_path)}
    output = subprocess.run(
        [sys.executable, "-c", COLLECTING], env=environment, capture_output=True, text=True
    )
    assert output.stdout == "True\n"

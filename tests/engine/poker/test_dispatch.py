"""Code for any processor and code for this one give the same answers."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("game", ["holdem", "kings_lows"])
def test_code_for_any_processor_gives_the_stored_answers(game: str) -> None:
    stored = f"tests/engine/{game}/test_golden.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", stored],
        env=os.environ | {"RUST_MELD_BASELINE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:]

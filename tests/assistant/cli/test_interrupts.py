"""Ctrl-C where an exception would do harm or be lost, each in a process of its own."""

import subprocess
import sys

import pytest

AT_EVERY_CALL_OF_THE_COMPILER = """
from llvmlite.binding.ffi import register_lock_callback
from numba import njit

register_lock_callback(lambda: None, press)

@njit
def add(a, b):
    return a + b

print(add(1, 2))
"""

IN_THE_CALLBACK_OF_A_WEAK_REFERENCE = """
import weakref

something = {1, 2}
reference = weakref.ref(something, lambda _: press())
del something
print(3)
"""

PROGRAM = """
import os, signal, time
from assistant.cli.interrupts import handle_interrupts

def press():
    os.kill(os.getpid(), signal.SIGINT)

handle_interrupts()
try:
{}
    time.sleep(1000)  # the signal wakes it
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on Unix")
@pytest.mark.parametrize(
    "part", [AT_EVERY_CALL_OF_THE_COMPILER, IN_THE_CALLBACK_OF_A_WEAK_REFERENCE]
)
def test_an_interrupt_waits_until_it_can_be_raised(part: str) -> None:
    """It left memory with two owners, or was printed as an ignored exception and forgotten."""
    program = PROGRAM.format(part.replace("\n", "\n    "))
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "3\nstopped\n", "")

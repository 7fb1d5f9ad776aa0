"""Ctrl-C as `KeyboardInterrupt`, but not where it would do harm or be lost.

Raised inside numba's compiler it leaves LLVM's memory with two owners, and the process dies when
both free it: "double free". Raised in `__del__` or in the callback of a weak reference it is
printed and forgotten by Python. Both times the signal is delivered again.
"""

import _thread
import signal
import sys
import time
from types import FrameType
from typing import Any

AGAIN_S = 0.05
COMPILER = ("numba.", "llvmlite.")  # modules that run only while code is compiled or loaded
_main_thread = _thread.get_ident()  # this module is imported by it
_waiting = _thread.allocate_lock()  # held while a signal waits to be delivered again


def handle_interrupts() -> None:
    """Raise `KeyboardInterrupt` on Ctrl-C from now on."""
    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = _raise_again


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`; while code is compiled, come back a little later."""
    if not _is_compiling(frame):
        raise KeyboardInterrupt
    _come_back()


def _is_compiling(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(COMPILER):
            return True
        frame = frame.f_back
    return False


def _raise_again(unraisable: Any) -> None:
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _come_back()
    else:
        sys.__unraisablehook__(unraisable)


def _come_back() -> None:
    if _waiting.acquire(blocking=False):
        _thread.start_new_thread(_interrupt_later, ())  # takes no lock that the frame may hold


def _interrupt_later() -> None:
    time.sleep(AGAIN_S)
    _waiting.release()
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # a true signal, as the main thread may sleep by now
        signal.pthread_kill(_main_thread, signal.SIGINT)

"""Memory that threads have freed goes back to the system."""

import ctypes
import sys
from threading import Thread

import psutil
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.garbage import give_memory_back

N_PIECES, PIECE = 40_000, 1_000  # 40 MB in pieces that the C library keeps in the thread's pool
CAN_GIVE_BACK = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")


@pytest.mark.skipif(not CAN_GIVE_BACK, reason="the C library gives memory back by itself or never")
def test_what_a_thread_has_freed_is_given_back(qapp: QApplication, qtbot: QtBot) -> None:
    held: list[bytes] = []

    def fill() -> None:
        held.extend(bytes(PIECE) for _ in range(N_PIECES))

    thread = Thread(target=fill)
    thread.start()
    thread.join()
    del held[1:-1]  # the two that are left hold on to the pool
    kept = psutil.Process().memory_info().rss
    timer = give_memory_back(qapp, every_ms=10)
    with qtbot.waitSignal(timer.timeout):
        pass
    timer.stop()
    assert kept - psutil.Process().memory_info().rss > N_PIECES * PIECE / 2
    assert len(held) == 2

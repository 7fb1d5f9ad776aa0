import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QLabel, QProgressBar
from pytestqt.qtbot import QtBot

from assistant.warm_up import STAGES, WEIGHTS, share_done
from gui import first_use, jobs, main_window
from gui.main_window import MainWindow
from tests.gui.conftest import MakeWindow, find
from tests.gui.toy import ToyPanel

WAIT_MS = 60_000
COMPILER = "import sys, time\nfor n in range(3): print(n, flush=True)\nsys.stdin.read()"


@pytest.fixture
def window(make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """A window whose compiler works until it is told to end."""
    monkeypatch.setattr(main_window, "make_panel", lambda game: ToyPanel())
    monkeypatch.setattr(first_use, "missing_kernels", lambda: ["engine.poker.kernels"])
    start = QProcess.start
    monkeypatch.setattr(
        QProcess, "start", lambda process, *_: start(process, sys.executable, ["-c", COMPILER])
    )
    yield make_window("pokle")
    jobs.release()


def ask_while_compiling(window: MainWindow) -> ToyPanel:
    """Begin to compile, and enter the example; the panel that waits."""
    window.first_use.begin()
    assert isinstance(window.panel, ToyPanel)
    window.panel.show_example()
    return window.panel


def test_jobs_wait_and_are_answered_without_an_edit(window: MainWindow, qtbot: QtBot) -> None:
    panel = ask_while_compiling(window)
    status = find(window, "Status", QLabel)
    qtbot.waitUntil(lambda: find(window, "Progress", QProgressBar).value() > 0, timeout=WAIT_MS)
    assert status.text().startswith("Preparing the engine for first use, about ")
    assert panel.advice is None
    assert panel.is_busy
    window.first_use._process.closeWriteChannel()
    qtbot.waitUntil(lambda: panel.total.text() == "51", timeout=WAIT_MS)
    assert panel.advice.exact
    qtbot.waitUntil(lambda: status.text() == "Ready", timeout=WAIT_MS)


def test_an_edit_cancels_a_job_that_waits(window: MainWindow, qtbot: QtBot) -> None:
    panel = ask_while_compiling(window)
    qtbot.waitUntil(lambda: panel.jobs.is_running, timeout=WAIT_MS)
    panel.clear()
    window.first_use._process.closeWriteChannel()
    qtbot.waitUntil(lambda: not window.first_use.is_running and not panel.is_busy, timeout=WAIT_MS)
    assert panel.total.text() == ""


def test_a_compiler_that_fails_holds_nobody_up(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "COMPILER", "raise SystemExit(3)")
    window.panel.show_example()
    window.first_use.begin()
    qtbot.waitUntil(lambda: window.panel.total.text() == "51", timeout=WAIT_MS)


def test_closing_ends_the_compiler(window: MainWindow, qtbot: QtBot) -> None:
    ask_while_compiling(window)
    assert window.close()
    assert not window.first_use.is_running


def test_nothing_begins_when_nothing_is_missing(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_use, "missing_kernels", list)
    window.first_use.begin()
    assert not window.first_use.is_running


def test_the_share_of_the_stages() -> None:
    assert share_done(0) == 0
    assert share_done(len(STAGES)) == 1
    assert set(WEIGHTS) <= {name for name, _ in STAGES}

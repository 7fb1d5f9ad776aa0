"""The first use of all: the kernels are compiled once, in a process of their own.

In a thread the compiler would hold the interpreter, and the window would be deaf. Jobs wait until
the kernels are there; then they begin by themselves, with all their time.
"""

import logging
import sys
import time

from PySide6.QtCore import QObject, QProcess, Signal

from assistant.warm_up import WEIGHTS, missing_kernels, share_done
from gui import jobs

_log = logging.getLogger(__name__)


class FirstUse(QObject):
    """Compiles what is missing; `progressed` has the share that is done and words for it."""

    progressed = Signal(float, str)
    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._end)
        self._process.errorOccurred.connect(lambda _: self._end())
        self._started_s = 0.0
        self._share = 0.0

    @property
    def is_running(self) -> bool:
        """True while kernels are being compiled."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def begin(self) -> None:
        """Compile the kernels if some are missing, and let jobs wait for them."""
        if not missing_kernels():
            return
        jobs.hold()
        self._started_s = time.monotonic()
        self._tell()
        self._process.start(sys.executable, ["-m", "assistant.warm_up", "--tell"])

    def stop(self) -> None:
        """The window closes: leave the rest for the next time."""
        self._process.blockSignals(True)
        self._process.kill()
        self._process.waitForFinished(1000)
        jobs.release()

    def _read(self) -> None:
        lines = bytes(self._process.readAllStandardOutput().data()).decode().split()
        self._share = share_done(int(lines[-1])) if lines else self._share
        self._tell()

    def _tell(self) -> None:
        passed_s = time.monotonic() - self._started_s
        usual_s = sum(WEIGHTS.values())  # until the pace of this machine is known
        left_s = usual_s if not self._share else passed_s / self._share - passed_s
        words = f"Preparing the engine for first use, about {max(round(left_s), 1)} s"
        self.progressed.emit(self._share, words)

    def _end(self) -> None:
        """Go on, also if the compiler failed: the jobs will say why."""
        if self._process.exitCode() != 0:
            _log.error("%s", bytes(self._process.readAllStandardError().data()).decode())
        jobs.release()
        self.ended.emit()

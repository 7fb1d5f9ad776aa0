"""Long work off the main thread, the same way for every panel.

A `JobRunner` runs one `function(request, control)` at a time in a thread of its own. A new request
cancels the old one, and answers of an old one are dropped, so a panel paints only what it asked
last. Signals always arrive on the main thread.
"""

import logging
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.control import Budget, Control, Progress
from engine.errors import Cancelled, InputError, UnavailableError

STOP_S = 2.0  # closing the window waits no longer than this
Work = Callable[[Any, Control], Any]
_log = logging.getLogger(__name__)
_runners: "weakref.WeakSet[JobRunner]" = weakref.WeakSet()


class AllRunners(QObject):
    """Signals that some runner began, progressed or ended; for the status bar."""

    changed = Signal()


all_runners = AllRunners()


@dataclass(frozen=True, slots=True)
class Job:
    """A submitted request: its number, the function to call, and its control."""

    number: int
    work: Work
    request: Any
    control: Control


class JobRunner(QObject):
    """A thread that works on the newest request; answers arrive as signals on the main thread."""

    started = Signal()
    progress = Signal(object)  # engine.control.Progress
    partial = Signal(object)  # an early answer
    done = Signal(object)  # the answer
    failed = Signal(str)  # one line for the user
    finished = Signal()  # after done, failed or a stop without an answer
    stopping = Signal()  # a stop was asked for: for work that cannot see its control
    _arrived = Signal(int, str, object)
    _announced = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._number = 0
        self._running = False
        self.newest: Progress | None = None  # the last progress of the running job
        self._waiting: Job | None = None
        self._control: Control | None = None
        self._latest: tuple[int, Progress] | None = None
        self._closing = False
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._announced.connect(self._deliver_progress, Qt.ConnectionType.QueuedConnection)
        _runners.add(self)

    @property
    def is_running(self) -> bool:
        """True from a submit until its answer has been delivered."""
        return self._running

    def submit(self, work: Work, request: Any, budget: Budget | None = None) -> int:
        """Start `work(request, control)`, cancelling what runs; return the job's number."""
        self._number += 1
        number = self._number
        control = Control(budget or Budget(), on_progress=lambda p: self._queue_progress(number, p))
        with self._wake:
            self._cancel_current()
            self._waiting = Job(number, work, request, control)
            self._start_thread()
            self._wake.notify()
        self._running, self.newest = True, None
        self.started.emit()
        all_runners.changed.emit()
        return number

    def stop(self) -> None:
        """Ask the running job for the best answer it has so far."""
        with self._wake:
            if self._waiting is not None:
                self._waiting.control.cancel.set()
            elif self._control is not None:
                self._control.cancel.set()
        if self._running:
            self.stopping.emit()

    def drop(self) -> None:
        """Cancel the running job and forget its answer."""
        with self._wake:
            self._cancel_current()
        self._number += 1
        if self._running:
            self._running = False
            self._emit_finished()

    def _emit_finished(self) -> None:
        self.finished.emit()
        all_runners.changed.emit()

    def close(self) -> None:
        """Cancel everything and let the thread end; `wait` waits for it."""
        with self._wake:
            self._cancel_current()
            self._closing = True
            self._wake.notify()

    def wait(self, seconds: float) -> bool:
        """Wait for the closed thread to end; False if it did not in time."""
        if self._thread is not None:
            self._thread.join(max(seconds, 0.0))
        return self._thread is None or not self._thread.is_alive()

    def _queue_progress(self, number: int, progress: Progress) -> None:
        """Keep only the newest progress for the main thread, however slowly it is painted. Runs in
        the thread.
        """
        with self._wake:
            is_announced, self._latest = self._latest is not None, (number, progress)
        if not is_announced:
            self._announced.emit()

    def _cancel_current(self) -> None:
        self._waiting = None
        if self._control is not None:
            self._control.cancel.set()

    def _start_thread(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="job", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            kind, answer = "failed", "the computation ended without an answer: compute again"
            try:
                kind, answer = _outcome(job)
            finally:  # a thread that dies is replaced at the next request
                with self._wake:
                    self._control = None
                self._arrived.emit(job.number, kind, answer)

    def _next(self) -> Job | None:
        with self._wake:
            self._wake.wait_for(lambda: self._closing or self._waiting is not None)
            if self._closing:
                return None
            job, self._waiting = self._waiting, None
            assert job is not None
            self._control = job.control
            return job

    @Slot(int, str, object)
    def _deliver(self, number: int, kind: str, answer: Any) -> None:
        if number != self._number:
            return  # a stale answer
        self._running = False
        if kind == "done":
            self.done.emit(answer)
        elif kind == "failed":
            self.failed.emit(answer)
        self._emit_finished()

    @Slot()
    def _deliver_progress(self) -> None:
        with self._wake:
            latest, self._latest = self._latest, None
        if latest is None or latest[0] != self._number:
            return
        progress = self.newest = latest[1]
        self.progress.emit(progress)
        all_runners.changed.emit()
        if progress.partial is not None:
            self.partial.emit(progress.partial)


def _outcome(job: Job) -> tuple[str, Any]:
    try:
        return "done", job.work(job.request, job.control)
    except Cancelled:
        if job.control.cancel.is_set():
            return "cancelled", None
        return "failed", "no answer within the time limit: set a higher precision, or compute again"
    except (InputError, UnavailableError) as error:
        return "failed", str(error)
    except BaseException as error:  # a defect must not take the window down, nor this thread
        _log.exception("the job failed")
        return "failed", f"unexpected {type(error).__name__}: {error}"


def stop_all(seconds: float = STOP_S) -> bool:
    """Close every runner and wait for all of them together; False if one is still busy."""
    runners = list(_runners)
    for runner in runners:
        runner.close()
    deadline_s = time.monotonic() + seconds
    waits = [runner.wait(deadline_s - time.monotonic()) for runner in runners]
    return all(waits)

"""The control of a long job: its budget, its cancel flag and its progress callback.

A job calls `control.report(...)` between slices of at most 50 ms, or hands a kernel a byte to poll:
`control.cancel.array`, or `with control.watch()` one that is set when time is up, too. A job that
is cancelled or out of time returns its best answer so far.
"""

import functools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Event, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import Cancelled

POLL_S = 0.05  # a job checks the flag and the clock at least this often
REPORT_S = 0.1  # progress is reported at most this often


class CancelFlag:
    """One byte that another thread sets; kernels without the GIL read it through `array`."""

    def __init__(self) -> None:
        self.array: NDArray[np.uint8] = np.zeros(1, np.uint8)

    def set(self) -> None:
        """Ask the job to stop."""
        self.array[0] = 1

    def is_set(self) -> bool:
        """Return True once the job was asked to stop."""
        return bool(self.array[0])


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a job may spend; None means without limit."""

    seconds: float | None = None
    samples: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is: `done` of `total` units (0 = unknown), a line of text, an early answer."""

    done: int
    total: int = 0
    text: str = ""
    partial: object = None


@dataclass(slots=True)
class Control:
    """Budget, cancel flag and progress callback of one job. The clock starts when it is made."""

    budget: Budget = field(default_factory=Budget)
    cancel: CancelFlag = field(default_factory=CancelFlag)
    on_progress: Callable[[Progress], None] | None = None
    _started_s: float = field(default_factory=time.monotonic)
    _reported_s: float = field(default=float("-inf"))

    @property
    def elapsed_s(self) -> float:
        """Seconds since the job began."""
        return time.monotonic() - self._started_s

    @property
    def remaining_s(self) -> float:
        """Seconds left of the time budget; infinite without one."""
        return float("inf") if self.budget.seconds is None else self.budget.seconds - self.elapsed_s

    def should_stop(self) -> bool:
        """Return True if the job was cancelled or its time is up."""
        return self.cancel.is_set() or self.remaining_s <= 0

    @contextmanager
    def watch(self, is_quick: bool = False) -> Iterator[NDArray[np.uint8]]:
        """Provide a byte for kernels to poll, set soon after the job is cancelled or out of time.

        Quick work is done at once and not stopped by the clock.
        """
        if is_quick:
            yield self.cancel.array
            return
        stop: NDArray[np.uint8] = np.zeros(1, np.uint8)
        finished = Event()

        def look() -> None:
            while not self.should_stop():
                if finished.wait(min(POLL_S / 2, max(0.0, self.remaining_s))):
                    return
            stop[0] = 1

        watcher = Thread(target=look, daemon=True)
        watcher.start()
        try:
            yield stop
        finally:
            finished.set()
            watcher.join()

    def check(self) -> None:
        """Raise `Cancelled` if the job was cancelled: for work that has no answer so far."""
        if self.cancel.is_set():
            raise Cancelled("the computation was cancelled")

    def report(self, done: int, total: int = 0, text: str = "", partial: object = None) -> None:
        """Call the progress callback, at most ten times a second and always when `done` reaches
        `total`.
        """
        now_s = time.monotonic()
        finished = 0 < total <= done
        if self.on_progress is None or (now_s - self._reported_s < REPORT_S and not finished):
            return
        self._reported_s = now_s
        self.on_progress(Progress(done, total, text, partial))

    def converting(self, convert: Callable[[Any], object]) -> "Control":
        """Return a copy of this control that converts partial results before reporting them."""
        on_progress = self.on_progress
        if on_progress is None:
            return replace(self)

        def report(progress: Progress) -> None:
            early = progress.partial
            on_progress(progress if early is None else replace(progress, partial=convert(early)))

        return replace(self, on_progress=report)

    def run_slices(
        self,
        run: Callable[[int, float], int],
        total: int,
        text: str,
        early: Callable[[int], object] | None = None,
    ) -> int:
        """Call `run(total, seconds)` until it says that all is done or it is time to stop.

        Each call goes on for at most 50 ms and returns how much is done in all; `early` makes a
        partial answer of that. Returns how much is done.
        """
        done = 0
        while done < total and not self.should_stop():
            done = run(total, min(POLL_S, max(self.remaining_s, 0.001)))
            self.goes_on(done, total, text, functools.partial(early, done) if early else None)
        return done

    def goes_on(
        self, done: int, total: int, text: str, early: Callable[[], object] | None = None
    ) -> bool:
        """Report how far a job is; return False once it is to stop.

        A partial answer is made only if it reaches the callback before the final one.
        """
        if early is None or done >= total:
            self.report(done, total, text)
        elif self.wants_report():
            self.report(done, total, text, early())
        return not self.should_stop()

    def restarted(self) -> "Control":
        """Return this control with its clock at zero: for work that begins after a preparation."""
        return replace(self, _started_s=time.monotonic())

    def wants_report(self) -> bool:
        """Return True if a report made now reaches the callback: check before a costly partial
        answer.
        """
        return self.on_progress is not None and time.monotonic() - self._reported_s >= REPORT_S

"""Run jobs in this process, in worker processes, or on a Dask scheduler.

All three take the same jobs and give the same results, in whatever order they are done; a
worker that dies only makes its job run again somewhere else. `Workers.map` gives results in order,
for any function with an `executor` argument. Dask stands in a module of its own, which is
imported only when it is asked for.
"""

import multiprocessing
import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Self

import assistant
from engine.control import POLL_S
from engine.errors import InputError, UnavailableError

MAX_DEATHS = 10  # worker processes that may die before the run is given up
MAX_WORKERS = 256
OWN_FOLDER = str(
    Path(assistant.__file__).parent
)  # the workers' current folder, with no foreign files

Job = tuple[Any, ...]
Function = Callable[..., Any]
Stop = Callable[[], bool]
Done = Iterator[tuple[Job, Any]]


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a Dask scheduler: certificates or a plain connection; who may see its pages."""

    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    insecure: bool = False  # allow a plain connection to another machine
    dashboard: bool = False  # show the status pages of a cluster started here


def protect_children() -> None:
    """Let Python processes that are started from now on import nothing from the current folder."""
    os.environ["PYTHONSAFEPATH"] = "1"


def never() -> bool:
    """Return False: the `should_stop` of jobs that are never stopped."""
    return False


class Workers(ABC):
    """Runs jobs somewhere; use it in a `with` statement."""

    n_workers: int = 1
    batch_s: float = 1.0  # how long a job should take: sending it takes time

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:  # noqa: B027 - those in this process need no end
        """End the workers."""

    @abstractmethod
    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = never) -> Done:
        """Call `function(*job)` for each job; yield jobs and results as they are done.

        Jobs are drawn only when a worker is free. Once `should_stop` says so, the rest is dropped.
        """

    def map(self, function: Function, *iterables: Iterable[Any]) -> Iterator[Any]:
        """Yield the results of `function` over the iterables, in order, as `Executor.map` gives
        them.
        """
        jobs = (
            (function, i, arguments) for i, arguments in enumerate(zip(*iterables, strict=False))
        )
        early: dict[int, Any] = {}
        wanted = 0
        for (_, i, _), result in self.run(_call, jobs):
            early[i] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1


def _call(function: Function, _: int, arguments: tuple[Any, ...]) -> Any:
    return function(*arguments)


class InProcess(Workers):
    """Runs jobs in this process, one after the other."""

    batch_s = 0.1  # nothing is sent anywhere, and small results stay in the processor's cache

    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = never) -> Done:
        """Run each job when its result is asked for."""
        for job in jobs:
            if should_stop():
                return
            yield job, function(*job)


class Processes(Workers):
    """Worker processes on this machine, each at the other end of a pipe.

    A closed pipe shows either side that the other has died: the parent starts a new worker and
    gives it the lost job; an orphaned worker ends.
    """

    batch_s = 0.1  # larger results would fall out of the processor's cache

    def __init__(self, n_workers: int) -> None:
        protect_children()
        self.n_workers = n_workers
        self._context = multiprocessing.get_context("spawn")
        self._idle: list[_Process] = []
        self._busy: dict[Any, tuple[_Process, Job]] = {}
        self._n_deaths = 0

    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = never) -> Done:
        """Keep every process busy: it has its next job before its last result is looked at."""
        waiting, lost = iter(jobs), deque[Job]()
        try:
            self._fill(function, waiting, lost)
            while self._busy and not should_stop():
                for pipe in wait(list(self._busy), POLL_S):
                    process, job = self._busy.pop(pipe)
                    try:
                        error, result = process.pipe.recv()
                    except (EOFError, OSError):
                        lost.append(job)
                        self._count_dead(process)
                        self._fill(function, waiting, lost)
                        continue
                    self._idle.append(process)
                    if error is not None:
                        raise error
                    self._fill(function, waiting, lost)
                    yield job, result
        finally:
            self._drop_busy()

    def _fill(self, function: Function, waiting: Iterator[Job], lost: deque[Job]) -> None:
        """Give every free process a job; jobs lost with a dead process come first."""
        while len(self._busy) < self.n_workers:
            job = lost.popleft() if lost else next(waiting, None)
            if job is None:
                return
            self._give(function, job)

    def _give(self, function: Function, job: Job) -> None:
        while True:
            process = self._idle.pop() if self._idle else _Process(self._context)
            try:
                process.pipe.send((function, job))
            except OSError:
                self._count_dead(process)
                continue
            self._busy[process.pipe] = process, job
            return

    def _count_dead(self, process: "_Process") -> None:
        process.kill()
        self._n_deaths += 1
        if self._n_deaths > MAX_DEATHS:
            raise UnavailableError(
                f"{self._n_deaths} worker processes died: is there enough memory?"
            )

    def _drop_busy(self) -> None:
        for process, _ in self._busy.values():
            process.kill()
        self._busy.clear()

    def pids(self) -> list[int]:
        """Return the process ids of the workers that are alive."""
        processes = [*self._idle, *(process for process, _ in self._busy.values())]
        return [p.pid for p in processes if p.pid is not None]

    def close(self) -> None:
        """End all processes."""
        self._drop_busy()
        while self._idle:
            self._idle.pop().kill()


class _Process:
    """One worker process and this end of its pipe."""

    def __init__(self, context: Any) -> None:
        self.pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    @property
    def pid(self) -> int | None:
        pid: int | None = self._process.pid
        return pid

    def kill(self) -> None:
        self.pipe.close()
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection) -> None:
    """Answer jobs until the pipe is closed: the main loop of a worker process."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    os.chdir(OWN_FOLDER)
    with suppress(EOFError, OSError):
        while True:
            function, job = pipe.recv()
            pipe.send(_answer(function, job))


def _answer(function: Function, job: Job) -> tuple[Exception | None, Any]:
    try:
        return None, function(*job)
    except Exception as error:  # it is raised again in the parent
        return error, None
    except BaseException as error:  # native code that gave up; this process goes on
        return UnavailableError(f"unexpected {type(error).__name__}: {error}"), None


def open_workers(
    cluster: str | None = None,
    n_workers: int = 1,
    access: Access | None = None,
    *,
    apart: bool = False,
) -> Workers:
    """Return workers on a named cluster, in processes if there are several, or in this process.

    With `apart` a single worker gets its own process, too: it can be ended in the middle of a
    move, and a window in this one stays quick. With no workers, jobs always run here.
    """
    if cluster:
        from assistant.arena.dask_workers import DaskWorkers

        return DaskWorkers(cluster, access or Access())
    if not 0 <= n_workers <= MAX_WORKERS:
        raise InputError(
            f"{n_workers} workers cannot play: expected 0 (in this process) to {MAX_WORKERS}"
        )
    return Processes(n_workers) if n_workers > 1 - apart else InProcess()

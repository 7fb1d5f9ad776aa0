"""Where jobs run: in this process, in worker processes, or on a Dask scheduler.

All three take the same jobs and give the same results, in whatever order they are done; a
worker that dies only makes its job run again somewhere else. `Workers.map` is the ordered face
that any function with an `executor` argument can use. Dask is imported only when it is asked for.
"""

import logging
import multiprocessing
import os
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

from assistant.arena.closing import Closing
from assistant.arena.wire import Wire
from engine.cards import shorten
from engine.control import POLL_S
from engine.errors import InputError, UnavailableError

MAX_DEATHS = 10  # worker processes that may die before something is plainly wrong
IN_FLIGHT = 2  # jobs handed out for each Dask worker, so that none waits for the next one
CONNECT_S = 10

Job = tuple[Any, ...]
Function = Callable[..., Any]
Stop = Callable[[], bool]
Done = Iterator[tuple[Job, Any]]


def _never() -> bool:
    return False


class Workers(Closing, ABC):
    """Runs jobs somewhere; use it in a `with` statement."""

    n_workers: int = 1
    batch_s: float = 1.0  # how long a job should take: a worker is far away

    @abstractmethod
    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = _never) -> Done:
        """Call `function(*job)` for each job; yield jobs and results as they are done.

        Jobs are drawn only when a worker is free. Once `should_stop` says so, the rest is dropped.
        """

    def map(self, function: Function, *iterables: Iterable[Any]) -> Iterator[Any]:
        """The results of `function` over the iterables, in order, as `Executor.map` gives them."""
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
    """No workers at all: one job after the other, here."""

    batch_s = 0.1  # nothing is sent anywhere, and small results stay in the processor's cache

    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = _never) -> Done:
        """Run each job when its result is asked for."""
        for job in jobs:
            if should_stop():
                return
            yield job, function(*job)


class Processes(Workers):
    """Worker processes on this machine, each at the other end of a wire.

    A closed wire tells either side that the other has died: the parent starts a new worker and
    gives it the lost job; an orphaned worker ends.
    """

    batch_s = 0.1  # a wire is short: large results would only fall out of the processor's cache

    def __init__(self, n_workers: int) -> None:
        self.n_workers = n_workers
        self._context = multiprocessing.get_context("spawn")
        self._idle: list[_Process] = []
        self._busy: dict[Any, tuple[_Process, Job]] = {}
        self._n_deaths = 0

    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = _never) -> Done:
        """Keep every process busy: it has its next job before its last result is looked at."""
        waiting, lost = iter(jobs), deque[Job]()
        try:
            self._fill(function, waiting, lost)
            while self._busy and not should_stop():
                for wire in wait(list(self._busy), POLL_S):
                    process, job = self._busy.pop(wire)
                    try:
                        error, result = process.wire.receive()
                    except (EOFError, OSError):
                        lost.append(job)
                        self._bury(process)
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
        """Give every free process a job: first those that died with another one."""
        while len(self._busy) < self.n_workers:
            job = lost.popleft() if lost else next(waiting, None)
            if job is None:
                return
            self._give(function, job)

    def _give(self, function: Function, job: Job) -> None:
        while True:
            process = self._idle.pop() if self._idle else _Process(self._context)
            try:
                process.wire.send((function, job))
            except OSError:
                self._bury(process)
                continue
            self._busy[process.wire] = process, job
            return

    def _bury(self, process: "_Process") -> None:
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
        """The process ids of the workers that are alive."""
        processes = [*self._idle, *(process for process, _ in self._busy.values())]
        return [p.pid for p in processes if p.pid is not None]

    def close(self) -> None:
        """End all processes."""
        self._drop_busy()
        while self._idle:
            self._idle.pop().kill()


class _Process:
    """One worker process and this end of its wire."""

    def __init__(self, context: Any) -> None:
        self.wire, other = Wire.pair()
        self._process = context.Process(target=_serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    @property
    def pid(self) -> int | None:
        pid: int | None = self._process.pid
        return pid

    def kill(self) -> None:
        self.wire.close()
        self._process.kill()
        self._process.join()


def _serve(wire: Wire) -> None:
    """The life of a worker process: answer jobs until the wire is closed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    with suppress(EOFError, OSError):
        while True:
            function, job = wire.receive()
            wire.send(_answer(function, job))


def _answer(function: Function, job: Job) -> tuple[Exception | None, Any]:
    try:
        return None, function(*job)
    except Exception as error:  # it is raised again in the parent
        return error, None


class DaskWorkers(Workers):
    """A Dask scheduler, at an address or started here (`local:2`)."""

    def __init__(self, where: str) -> None:
        self._client, self._cluster = _connect(where)
        self.n_workers = max(1, sum(self._client.nthreads().values()))

    def run(self, function: Function, jobs: Iterable[Job], should_stop: Stop = _never) -> Done:
        """Keep the scheduler supplied; it runs the jobs of a worker that died again by itself."""
        from distributed import wait as wait_for

        waiting, flying = iter(jobs), dict[Any, Job]()
        try:
            while not should_stop():
                for job in _take(waiting, IN_FLIGHT * self.n_workers - len(flying)):
                    flying[self._submit(function, job)] = job
                if not flying:
                    return
                with suppress(TimeoutError):
                    wait_for(list(flying), POLL_S, return_when="FIRST_COMPLETED")
                for future in [f for f in flying if f.done()]:
                    job = flying.pop(future)
                    yield job, self._result(future)
        finally:
            self._client.cancel(list(flying), force=True)

    def _submit(self, function: Function, job: Job) -> Any:
        return self._client.submit(function, *job, pure=False, retries=MAX_DEATHS)

    def _result(self, future: Any) -> Any:
        from distributed import KilledWorker

        try:
            return future.result()
        except KilledWorker as error:
            raise UnavailableError(f"a job killed every Dask worker it ran on: {error}") from error
        except (CancelledError, OSError) as error:
            raise UnavailableError(
                "the Dask scheduler is gone; what was played is kept: resume the session"
            ) from error

    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return list(self._client.run(os.getpid).values())

    def close(self) -> None:
        """Leave the scheduler; end it if it was started here."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _take(jobs: Iterator[Job], count: int) -> Iterator[Job]:
    for _ in range(count):
        job = next(jobs, None)
        if job is None:
            return
        yield job


def _connect(where: str) -> tuple[Any, Any]:
    """A client of the scheduler at an address, or of one started here."""
    match = re.fullmatch(r"local:([1-9]\d{0,2})|((?:tcp|tls|ws|wss)://\S+:\d+)", where)
    if match is None:
        raise InputError(
            f'"{shorten(where)}" is no cluster: expected local:2 (workers started here) '
            "or a Dask scheduler's address such as tcp://host:8786"
        )
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UnavailableError(
            'Dask is not installed: pip install "card-table-assistant[cluster]", '
            "or leave --cluster out"
        ) from None
    if match[1]:
        cluster = LocalCluster(
            n_workers=int(match[1]),
            threads_per_worker=1,
            dashboard_address=":0",
            silence_logs=logging.ERROR,  # a worker that is slow to leave is no news for a user
        )
        return Client(cluster), cluster
    try:
        return Client(where, timeout=CONNECT_S), None
    except (OSError, TimeoutError) as error:
        raise UnavailableError(f"no Dask scheduler answers at {where}: {error}") from error


def open_workers(cluster: str | None = None, n_workers: int = 1) -> Workers:
    """Workers on a cluster if one is named, in processes if there are several, or right here."""
    if cluster:
        return DaskWorkers(cluster)
    if n_workers < 1:
        raise InputError(f"{n_workers} workers cannot play: expected at least 1")
    return Processes(n_workers) if n_workers > 1 else InProcess()

"""Play a session to its end from where it stands; nothing is played or counted twice.

Workers get jobs of three numbers and send back chunks; each is stored before it counts. A session
that may stop early looks only after fixed numbers of rounds, so it ends at the same game however
many workers there are and however often it was interrupted.
"""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

from assistant.arena.batch import play_batch, prepare
from assistant.arena.cluster import InProcess, Workers
from assistant.arena.plan import SessionPlan
from assistant.arena.ratings import is_clear
from assistant.arena.results import BatchSize, Chunk, Results, split
from assistant.arena.store import DONE, Store
from assistant.arena.versions import compare_versions
from engine.control import Control

MAX_WRITING = 1  # chunks that wait for the disk while others are played


@lru_cache(maxsize=8)
def _read_plan(text: str) -> SessionPlan:
    return SessionPlan.from_json(text)


def play_chunk(plan_text: str, first: int, count: int) -> Chunk:
    """Play some games of a plan: the job of a worker."""
    started_s = time.perf_counter()
    plan = _read_plan(plan_text)
    games = play_batch(plan.load_game(), plan.batch(first, count))
    return Chunk(first, games, time.perf_counter() - started_s)


def load_results(store: Store, session: int) -> Results:
    """Return what is stored of a session so far."""
    results = Results(store.session(session).plan)
    for chunk in store.chunks(session):
        results.add(chunk)
    return results


def run_session(
    store: Store,
    session: int,
    workers: Workers | None = None,
    control: Control | None = None,
    on_note: Callable[[str], None] | None = None,
) -> Results:
    """Play what is missing of a session; stopped by the control, it can be continued later.

    `on_note` gets one line if another version of the program has played the games so far.
    """
    workers, control = workers or InProcess(), control or Control()
    results = load_results(store, session)
    if store.session(session).state == DONE:
        return results
    note = compare_versions(store, session)
    if note and on_note is not None:
        on_note(note)
    control = prepare(results.plan.load_game(), results.plan.specs, control)
    size = BatchSize(workers.n_workers, workers.batch_s)
    recorder = _Recorder(store, session, results, control)
    for look in results.plan.interim_looks():
        while gaps := results.gaps(look * results.plan.games_a_round):
            if control.should_stop():
                return results
            recorder.play(gaps, size, workers)
        if look == results.plan.rounds or is_clear(results, look):
            store.finish(session, look)
            break
    return results


@dataclass(frozen=True)
class _Recorder:
    """Stores chunks in a thread of its own while the next ones are played, then counts them."""

    store: Store
    session: int
    results: Results
    control: Control

    def play(self, gaps: list[tuple[int, int]], size: BatchSize, workers: Workers) -> None:
        """Play the games of some gaps, or as many as the control allows."""
        text = self.results.plan.to_json()
        jobs = ((text, first, count) for first, count in split(gaps, size))
        with ThreadPoolExecutor(1) as writer:
            writing: deque[tuple[Chunk, Future[bool]]] = deque()
            for _, chunk in workers.run(play_chunk, jobs, self.control.should_stop):
                size.learn(len(chunk.games), chunk.elapsed_s)
                writing.append((chunk, writer.submit(self.store.add, self.session, chunk)))
                while len(writing) > MAX_WRITING or (writing and writing[0][1].done()):
                    self._count(*writing.popleft(), writer)
            while writing:
                self._count(*writing.popleft(), writer)

    def _count(self, chunk: Chunk, stored: "Future[bool]", writer: ThreadPoolExecutor) -> None:
        """Count a chunk once it is stored; what another process stored first is counted instead."""
        if not stored.result() or self.results.done[chunk.first : chunk.end].any():
            writer.submit(self._catch_up).result()  # the store is for one thread at a time
        else:
            self.results.add(chunk)
        results, plan = self.results, self.results.plan
        self.control.report(results.n_done, plan.n_games, f"{plan.game}: games played", results)

    def _catch_up(self) -> None:
        """Take over what another process has stored that plays the same session."""
        for chunk in self.store.chunks(self.session):
            if not self.results.done[chunk.first]:
                self.results.add(chunk)

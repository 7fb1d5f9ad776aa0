"""Plays a session to its end, from wherever it stands: nothing is played or counted twice.

Workers get jobs of three numbers and send back chunks; each is stored in one transaction before
it counts. A session that may stop early looks only after fixed numbers of rounds, so it ends at
the same game however many workers there are and however often it was interrupted.
"""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache

from assistant.arena.cluster import InProcess, Workers
from assistant.arena.plan import Plan
from assistant.arena.ratings import is_clear
from assistant.arena.results import BatchSize, Chunk, Results, split
from assistant.arena.store import DONE, Store
from engine.control import Control

MAX_WRITING = 1  # chunks that wait for the disk while others are played
OnChunk = Callable[[Results, Chunk], None]


@lru_cache(maxsize=8)
def _read_plan(text: str) -> Plan:
    return Plan.from_json(text)


def play_chunk(plan_text: str, first: int, count: int) -> Chunk:
    """The job of a worker: play some games of a plan."""
    started_s = time.perf_counter()
    plan = _read_plan(plan_text)
    games = plan.load_game().play_batch(plan.batch(first, count))
    return Chunk(first, games, time.perf_counter() - started_s)


def load_results(store: Store, session: int) -> Results:
    """What is stored of a session so far."""
    results = Results(store.session(session).plan)
    for chunk in store.chunks(session):
        results.add(chunk)
    return results


def run_session(
    store: Store,
    session: int,
    workers: Workers | None = None,
    control: Control | None = None,
    on_chunk: OnChunk | None = None,
) -> Results:
    """Play what is missing of a session; stopped by the control, it can be continued later."""
    workers, control = workers or InProcess(), control or Control()
    results = load_results(store, session)
    if store.session(session).state == DONE:
        return results
    size = BatchSize(workers.n_workers)
    for look in results.plan.looks():
        while gaps := results.gaps(look * results.plan.games_a_round):
            if control.should_stop():
                return results
            _play_gaps(gaps, size, store, session, results, workers, control, on_chunk)
        if look == results.plan.rounds or is_clear(results, look):
            store.finish(session, look)
            break
    return results


def _play_gaps(
    gaps: list[tuple[int, int]],
    size: BatchSize,
    store: Store,
    session: int,
    results: Results,
    workers: Workers,
    control: Control,
    on_chunk: OnChunk | None,
) -> None:
    text = results.plan.to_json()
    jobs = ((text, first, count) for first, count in split(gaps, size))
    with ThreadPoolExecutor(1) as writer:  # a chunk is written while the next one is played
        writing: deque[tuple[Chunk, Future[bool]]] = deque()
        for _, chunk in workers.run(play_chunk, jobs, control.should_stop):
            size.learn(len(chunk.games), chunk.elapsed_s)
            writing.append((chunk, writer.submit(store.add, session, chunk)))
            while len(writing) > MAX_WRITING or (writing and writing[0][1].done()):
                _take_over(*writing.popleft(), store, session, results, control, on_chunk)
        while writing:
            _take_over(*writing.popleft(), store, session, results, control, on_chunk)


def _take_over(
    chunk: Chunk,
    stored: "Future[bool]",
    store: Store,
    session: int,
    results: Results,
    control: Control,
    on_chunk: OnChunk | None,
) -> None:
    """Count a chunk once it is stored; what another process stored first is counted instead."""
    if not stored.result():
        _catch_up(store, session, results)
    elif not results.done[chunk.first]:  # a catch-up may have seen it already
        results.add(chunk)
    control.report(results.n_done, results.plan.n_games, f"{results.plan.game}: games played")
    if on_chunk is not None:
        on_chunk(results, chunk)


def _catch_up(store: Store, session: int, results: Results) -> None:
    """Another process plays the same session: take over what it has stored."""
    for chunk in store.chunks(session):
        if not results.done[chunk.first]:
            results.add(chunk)

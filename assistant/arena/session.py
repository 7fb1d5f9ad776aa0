"""A session that runs in the background: start, pause, stop, and snapshots while it runs.

The thread has its own connection to the store; whoever listens gets frozen values and computes
nothing. Pausing gives up the batch that is being played (about a second of work), nothing else.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.arena.cluster import InProcess, Processes, Workers, open_workers
from assistant.arena.events import GameInfo, Step, game_info, replay
from assistant.arena.plan import Plan
from assistant.arena.ratings import Pairing, Standing, Table, table
from assistant.arena.results import Chunk, Results
from assistant.arena.runner import load_results, run_session
from assistant.arena.store import DONE, Store
from engine.control import Control
from engine.errors import InputError, UnavailableError

READY, RUNNING, PAUSED, FINISHED, FAILED = "ready", "running", "paused", "finished", "failed"
SNAPSHOT_S = 0.25  # how often a snapshot is made, at most
SNAPSHOT_SHARE = 0.03  # and the share of the time that making them may take
MAX_HISTORY = 400


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """The ratings after some games, in the order of `Snapshot.agents`: a point of the plot."""

    n_games: int
    ratings: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A session at one moment, ready to be painted."""

    session: int
    state: str
    game: str
    agents: tuple[str, ...]
    games_done: int
    games_total: int
    rounds_done: int
    elapsed_s: float
    games_per_s: float
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    history: tuple[HistoryPoint, ...] = ()
    message: str = ""


OnSnapshot = Callable[[Snapshot], None]


class ArenaSession:
    """One session of the store, played in a thread. Callbacks come from that thread."""

    def __init__(
        self,
        plan: Plan | None = None,
        session: int | None = None,
        store: Path | None = None,
        workers: int = 1,
        cluster: str | None = None,
        on_snapshot: OnSnapshot | None = None,
    ) -> None:
        """A new session of a plan, or a stored one by its number (None: the newest)."""
        self._path, self._n_workers, self._cluster = store, workers, cluster
        self._on_snapshot = on_snapshot
        self._thread: threading.Thread | None = None
        self._control = Control()
        self._history: list[HistoryPoint] = []
        self._note = ""
        with Store(store) as opened:
            self.id = opened.create(plan) if plan is not None else opened.session(session).id
            row = opened.session(self.id)
            results = load_results(opened, self.id)
        self.plan = row.plan
        self._played_before = results.n_done
        state = FINISHED if row.state == DONE else READY
        self._snapshot = self._make(results, state)

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        return self._snapshot

    @property
    def is_running(self) -> bool:
        """True while games are being played."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Play on in the background; does nothing while it runs or once it is finished."""
        if self.is_running or self._snapshot.state == FINISHED:
            return
        self._control = Control()
        self._thread = threading.Thread(target=self._run, name=f"arena-{self.id}", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """Stop after what is stored; `start` goes on from there. Returns at once."""
        self._control.cancel.set()

    def stop(self, wait_s: float = 2.0) -> bool:
        """Pause and wait for the thread; False if it is still busy with a long move."""
        self.pause()
        self.wait(wait_s)
        return not self.is_running

    def wait(self, timeout_s: float | None = None) -> Snapshot:
        """Wait for the end, a pause or an error; return the last snapshot."""
        if self._thread is not None:
            self._thread.join(timeout_s)
        return self._snapshot

    def steps(self, number: int) -> tuple[Step, ...]:
        """All steps of a stored game, to go through forwards and backwards."""
        with Store(self._path) as store:
            return tuple(replay(store, self.id, number))

    def game_info(self, number: int) -> GameInfo:
        """Who sat where in a game, and its seeds."""
        return game_info(self.plan, number)

    def _run(self) -> None:
        try:
            with Store(self._path) as store, self._open_workers() as workers:
                results = run_session(
                    store, self.id, workers, self._control, self._heard, self._take_note
                )
                done = store.session(self.id).state == DONE
            self._tell(self._make(results, FINISHED if done else PAUSED))
        except (InputError, UnavailableError) as error:
            self._tell(replace(self._snapshot, state=FAILED, message=str(error)))
        except Exception as error:  # a thread has nobody above it to tell
            message = f"unexpected {type(error).__name__}: {error}"
            self._tell(replace(self._snapshot, state=FAILED, message=message))

    def _open_workers(self) -> Workers:
        """Processes even for one worker, so that a window in this process stays quick; 0: here."""
        if self._cluster:
            return open_workers(self._cluster)
        return Processes(self._n_workers) if self._n_workers else InProcess()

    def _take_note(self, note: str) -> None:
        self._note = note

    def _heard(self, results: Results, chunk: Chunk) -> None:
        if self._control.elapsed_s >= self._next_s or results.n_done == self.plan.n_games:
            self._tell(self._make(results, RUNNING))

    def _tell(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if self._on_snapshot is not None:
            self._on_snapshot(snapshot)

    def _make(self, results: Results, state: str) -> Snapshot:
        started_s = time.perf_counter()
        elapsed_s = self._control.elapsed_s
        found = table(results)
        self._remember(found)
        cost_s = time.perf_counter() - started_s
        self._next_s = elapsed_s + max(SNAPSHOT_S, cost_s / SNAPSHOT_SHARE)
        played = results.n_done - self._played_before
        return Snapshot(
            self.id,
            state,
            self.plan.game,
            self.plan.agents,
            results.n_done,
            self.plan.n_games,
            found.n_rounds,
            elapsed_s,
            played / elapsed_s if elapsed_s > 0 else 0.0,
            found.standings,
            found.pairings,
            tuple(self._history),
            self._note,
        )

    def _remember(self, found: Table) -> None:
        """Add a point to the rating plot; thin it out when it gets long."""
        if not found.n_rounds or (self._history and self._history[-1].n_games == found.n_games):
            return
        by_agent = {s.agent: s.rating for s in found.standings}
        ratings = [by_agent[agent] for agent in self.plan.agents]
        self._history.append(
            HistoryPoint(
                found.n_games,
                tuple(r.value for r in ratings),
                tuple(r.interval.low for r in ratings),
                tuple(r.interval.high for r in ratings),
            )
        )
        if len(self._history) > MAX_HISTORY:
            del self._history[1:-1:2]

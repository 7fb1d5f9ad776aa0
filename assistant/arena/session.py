"""A stored session as a job and as an answer: `play_session` plays it in the caller's thread.

The control's progress carries snapshots, which are answers like any other. A cancelled session is
a paused one: what was played stays in the store, only the batch being played is given up.
"""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assistant.advice import Advice
from assistant.arena.cluster import open_workers
from assistant.arena.plan import SessionPlan
from assistant.arena.ratings import Pairing, Ranking, Standing, rank
from assistant.arena.results import Results
from assistant.arena.runner import load_results, run_session
from assistant.arena.store import DONE, Store
from engine.agents import agent_name
from engine.control import Control

RUNNING, PAUSED, FINISHED = "running", "paused", "finished"
SNAPSHOT_S = 0.25  # between two snapshots, at least
SNAPSHOT_SHARE = 0.03  # and the share of the time that making them may take
MAX_HISTORY = 400
N_RECALLED = 12  # points of the plot that are rebuilt for a stored session


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """The ratings after some games, in the order of `Snapshot.agents`: a point of the plot."""

    n_games: int
    ratings: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]


class Snapshot(Advice):
    """A session at one moment: standings best first, pairs, and the ratings so far."""

    session: int
    state: str
    game: str
    agents: tuple[str, ...]
    names: tuple[str, ...]  # names of the agents, for people
    games_done: int
    games_total: int
    rounds_done: int
    games_per_s: float
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    history: tuple[HistoryPoint, ...] = ()
    message: str = ""

    def name_of(self, agent: str) -> str:
        """Return what people call one of the agents."""
        return self.names[self.agents.index(agent)]


def new_session(plan: SessionPlan, store: Path | None = None) -> int:
    """Store a plan; returns the session's number."""
    with Store(store) as opened:
        return opened.create(plan)


def look_at(session: int | None = None, store: Path | None = None) -> Snapshot:
    """Return a stored session (None: the newest) as far as it was played."""
    with Store(store, reading=True) as opened:
        row = opened.session(session)
        results = load_results(opened, row.id)
        return _Camera(row.id, results).take(FINISHED if row.state == DONE else PAUSED)


@dataclass(frozen=True, slots=True)
class GameResult:
    """One stored game: its number from 0, and its agents in the order of their places."""

    number: int
    agents: tuple[str, ...]


def stored_results(session: int, count: int, store: Path | None = None) -> tuple[GameResult, ...]:
    """Return the first `count` games of a session that are done, with who came in where."""
    with Store(store, reading=True) as opened:
        results = load_results(opened, session)
    numbers = np.flatnonzero(results.done)[:count]
    seatings = results.plan.seatings(numbers)
    found = []
    for number, seated in zip(numbers.tolist(), seatings.tolist(), strict=True):
        places = results.places[number].tolist()
        order = sorted(range(len(seated)), key=lambda seat: places[seat])
        agents = tuple(results.plan.agents[seated[seat]] for seat in order)
        found.append(GameResult(number, agents))
    return tuple(found)


def delete_session(session: int, store: Path | None = None) -> None:
    """Delete a stored session with all its games."""
    with Store(store) as opened:
        opened.delete(session)


def play_session(
    session: int, control: Control, store: Path | None = None, workers: int = 1
) -> Snapshot:
    """Play a stored session until it is done or stopped; errors are raised."""
    with Store(store) as opened, open_workers(n_workers=workers, apart=True) as opened_workers:
        camera = _Camera(session, load_results(opened, session))
        results = run_session(
            opened,
            session,
            opened_workers,
            control.converting(camera.take_if_due),
            on_note=camera.note,
        )
        done = opened.session(session).state == DONE
        return camera.take(FINISHED if done else PAUSED, results)


class _Camera:
    """Takes snapshots of a session, not too often, and keeps the points of the plot."""

    def __init__(self, session: int, results: Results) -> None:
        self._session, self._results = session, results
        self._n_before = results.n_done
        self._started_s = time.monotonic()
        self._next_s = 0.0
        self._history: list[HistoryPoint] = []
        self._message = ""
        self._recall()

    def _recall(self) -> None:
        """Rebuild the points of the plot for the games that were played before."""
        plan = self._results.plan
        n_rounds = len(self._results.whole_rounds())
        for share in range(1, N_RECALLED if n_rounds else 0):
            end = max(n_rounds * share // N_RECALLED, 1) * plan.games_a_round
            self._remember(plan, rank(self._results.before(end)))

    def note(self, message: str) -> None:
        """Add a message to every snapshot."""
        self._message = message

    def take_if_due(self, results: Results) -> Snapshot | None:
        """Return a snapshot of a running session, or None if the last one was taken just now."""
        return self.take(RUNNING, results) if self._elapsed_s >= self._next_s else None

    @property
    def _elapsed_s(self) -> float:
        return time.monotonic() - self._started_s

    def take(self, state: str, results: Results | None = None) -> Snapshot:
        """Return the session as it stands."""
        results = results or self._results
        elapsed_s = self._elapsed_s
        plan, found = results.plan, rank(results)
        self._remember(plan, found)
        cost_s = self._elapsed_s - elapsed_s
        self._next_s = elapsed_s + max(SNAPSHOT_S, cost_s / SNAPSHOT_SHARE)
        kinds = plan.load_game().agents
        names = tuple(agent_name(agent, kinds) for agent in plan.agents)
        n_played = results.n_done - self._n_before
        leader = found.standings[0] if found.standings else None
        return Snapshot(
            why=_why(dict(zip(plan.agents, names, strict=True)), found, self._message),
            reason=_reason(dict(zip(plan.agents, names, strict=True)), found, self._message),
            exact=False,
            n_samples=results.n_done,
            half_width=leader.win_share.interval.half_width if leader else None,
            elapsed_s=elapsed_s,
            session=self._session,
            state=state,
            game=plan.game,
            agents=plan.agents,
            names=names,
            games_done=results.n_done,
            games_total=plan.n_games,
            rounds_done=found.n_rounds,
            games_per_s=n_played / elapsed_s if n_played and elapsed_s > 0 else 0.0,
            standings=found.standings,
            pairings=found.pairings,
            history=tuple(self._history),
            message=self._message,
        )

    def _remember(self, plan: SessionPlan, found: Ranking) -> None:
        """Add a point to the rating plot; thin it out when it gets long."""
        if not found.n_rounds or (self._history and self._history[-1].n_games == found.n_games):
            return
        by_agent = {s.agent: s.rating for s in found.standings}
        ratings = [by_agent[agent] for agent in plan.agents]
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


def _why(names: dict[str, str], found: Ranking, message: str) -> str:
    return "; ".join(filter(None, [_leader(names, found), message]))


def _leader(names: dict[str, str], found: Ranking) -> str:
    if not found.standings:
        return "no round is complete yet"
    first = found.standings[0]
    words = f"{names[first.agent]} leads with {first.win_share.value:.1%} first places"
    return "; ".join(filter(None, [words, _lead(names, found)]))


def _reason(names: dict[str, str], found: Ranking, message: str) -> str:
    """Return the why without the leader and its first places."""
    return "; ".join(filter(None, [_lead(names, found), message]))


def _lead(names: dict[str, str], found: Ranking) -> str:
    """Return whether the lead over the second is certain; "" if nobody is second."""
    if len(found.standings) < 2:
        return ""
    first, second = found.standings[:2]
    if first.rating.interval.low > second.rating.interval.high:
        return f"clearly ahead of {names[second.agent]}"
    return f"too close to {names[second.agent]} to be sure"

"""A session between AIs as a question and an answer, so that a window can treat it like advice.

`advise` plays a new session, or plays on with a stored one, until it is done or cancelled; what
was played stays in the store, so a cancelled session is a paused one.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from assistant.advice import Advice
from assistant.arena import ArenaSession, Plan, Snapshot, Step, plan_match, plan_round_robin
from assistant.arena.ratings import Estimate
from assistant.requests import Request
from engine.control import Control
from engine.errors import UnavailableError

POLL_S = 0.1


class ArenaRequest(Request):
    """A session to play: agents at one table, or every two against each other."""

    game: ClassVar[str] = "arena"

    table: Literal["pokle", "slave", "konkan"]
    style: Literal["match", "round robin"] = "match"
    agents: tuple[str, ...] = ()
    rounds: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    game_rounds: Annotated[int, Field(ge=1)] = 1  # rounds within one game (Slave)
    seed: Annotated[int, Field(ge=0)] = 7
    stop_when_clear: bool = False
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    session: int | None = None  # play on with this stored session


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Measured(_Row):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class StandingRow(_Row):
    """One agent's line of the table."""

    agent: str
    n_games: int
    win_share: Measured
    place: Measured
    points: Measured
    rating: Measured


class PairingRow(_Row):
    """How often one agent ended before another."""

    first: str
    second: str
    n_games: int
    score: Measured


class RatingPoint(_Row):
    """The ratings after some games, with their intervals, in the order of `ArenaAdvice.agents`."""

    n_games: int
    ratings: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]


class ArenaAdvice(Advice):
    """The table of a session, live or final."""

    session: int
    state: str
    table: str
    agents: tuple[str, ...]
    games_done: int
    games_total: int
    games_per_s: float
    standings: tuple[StandingRow, ...]
    pairings: tuple[PairingRow, ...]
    history: tuple[RatingPoint, ...]


def advise(request: ArenaRequest, control: Control) -> ArenaAdvice:
    """Play the session until it is done, cancelled or out of time."""
    session = open_session(request)
    session.start()
    while session.is_running and not control.should_stop():
        snapshot = session.wait(POLL_S)
        text = f"{snapshot.games_done} of {snapshot.games_total} games"
        if control.wants_report():
            control.report(snapshot.games_done, snapshot.games_total + 1, text, _advice(snapshot))
    session.stop()
    snapshot = session.snapshot
    if snapshot.state == "failed":
        raise UnavailableError(snapshot.message)
    return _advice(snapshot)


def open_session(request: ArenaRequest) -> ArenaSession:
    """The stored session that is asked for, or a new one of the plan."""
    if request.session is not None:
        return ArenaSession(session=request.session, workers=request.workers)
    return ArenaSession(_plan(request), workers=request.workers)


def stored_session(session: int) -> ArenaAdvice:
    """The table of a stored session, as far as it was played."""
    return _advice(ArenaSession(session=session).snapshot)


def game_steps(session: int, number: int) -> tuple[Step, ...]:
    """A stored game, step by step."""
    return ArenaSession(session=session).steps(number)


def _plan(request: ArenaRequest) -> Plan:
    make = plan_match if request.style == "match" else plan_round_robin
    return make(
        request.agents,
        rounds=request.rounds,
        seed=request.seed,
        game=request.table,
        stop_when_clear=request.stop_when_clear,
        game_rounds=request.game_rounds,
    )


def _advice(snapshot: Snapshot) -> ArenaAdvice:
    leader = snapshot.standings[0] if snapshot.standings else None
    return ArenaAdvice(
        why=_why(snapshot),
        exact=False,
        n_samples=snapshot.games_done,
        half_width=leader.win_share.interval.half_width if leader else None,
        elapsed_s=snapshot.elapsed_s,
        session=snapshot.session,
        state=snapshot.state,
        table=snapshot.game,
        agents=snapshot.agents,
        games_done=snapshot.games_done,
        games_total=snapshot.games_total,
        games_per_s=snapshot.games_per_s,
        standings=tuple(
            StandingRow(
                agent=s.agent,
                n_games=s.n_games,
                win_share=_measured(s.win_share),
                place=_measured(s.place),
                points=_measured(s.points),
                rating=_measured(s.rating),
            )
            for s in snapshot.standings
        ),
        pairings=tuple(
            PairingRow(first=p.first, second=p.second, n_games=p.n_games, score=_measured(p.score))
            for p in snapshot.pairings
        ),
        history=tuple(
            RatingPoint(
                n_games=point.n_games, ratings=point.ratings, lows=point.lows, highs=point.highs
            )
            for point in snapshot.history
        ),
    )


def _measured(estimate: Estimate) -> Measured:
    interval = estimate.interval
    return Measured(value=estimate.value, low=interval.low, high=interval.high)


def _why(snapshot: Snapshot) -> str:
    return "; ".join(filter(None, [_leader(snapshot), snapshot.message]))


def _leader(snapshot: Snapshot) -> str:
    if not snapshot.standings:
        return f"session {snapshot.session}: no round is complete yet"
    first, *others = snapshot.standings
    words = f"{first.agent} leads with {first.win_share.value:.0%} first places"
    if not others:
        return words
    clear = first.rating.interval.low > others[0].rating.interval.high
    return f"{words}; " + (
        f"clearly ahead of {others[0].agent}"
        if clear
        else f"{others[0].agent} is not yet told apart from it"
    )

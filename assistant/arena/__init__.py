"""AI against AI: sessions between agents, with fair deals, a store, ratings and replays.

    plan = plan_match(["slave:greedy", "slave:random", ...], rounds=100, seed=7)
    plan = plan_round_robin(["konkan:greedy", "konkan:random"], rounds=100, seed=7)
    session = new_session(plan)                  # stored in the user's data folder
    snapshot = play_session(session, control)    # in this thread; a cancelled one is paused
    look_at(session)                             # what was played so far
    stored_steps(session, 3)                     # a stored game, move by move
    live_steps(session, 3)                       # the same game, played now by its agents

`control.on_progress` gets snapshots while it plays, about four a second. Games are found by their
key in `assistant.play.registry`; bad agents, numbers or settings raise `InputError`, a store that
cannot be used `UnavailableError`; both have one line to show.
"""

from collections.abc import Iterator
from pathlib import Path

from assistant.arena.events import (
    GameInfo,
    GameStep,
    LiveSteps,
    dealt_table,
    game_info,
    record_of,
    replay,
    stored_moves,
)
from assistant.arena.plan import SessionPlan, plan_match, plan_round_robin
from assistant.arena.ratings import Estimate, Pairing, Standing
from assistant.arena.session import (
    GameResult,
    HistoryPoint,
    Snapshot,
    delete_session,
    look_at,
    new_session,
    play_session,
    stored_results,
)
from assistant.arena.store import SessionRow, Store
from assistant.play import GameTable, Record
from assistant.play.registry import GAMES, find_game
from assistant.version import VERSION

__all__ = [
    "GAMES",
    "Estimate",
    "GameInfo",
    "GameResult",
    "GameStep",
    "HistoryPoint",
    "LiveSteps",
    "Pairing",
    "SessionPlan",
    "SessionRow",
    "Snapshot",
    "Standing",
    "begun_with",
    "dealt_table",
    "delete_session",
    "find_game",
    "game_info",
    "live_steps",
    "look_at",
    "new_session",
    "plan_match",
    "plan_round_robin",
    "play_session",
    "stored_record",
    "stored_results",
    "stored_sessions",
    "stored_steps",
    "stored_table",
]


def stored_steps(session: int, number: int, store: Path | None = None) -> Iterator[GameStep]:
    """Return a stored game, step by step, as far as this version allows what was played."""
    with Store(store, reading=True) as opened:
        return replay(opened, session, number)


def stored_table(session: int, number: int, store: Path | None = None) -> GameTable:
    """Return the table of a game of a session before its first move."""
    with Store(store, reading=True) as opened:
        return dealt_table(opened.session(session).plan, number)


def stored_record(session: int, number: int, store: Path | None = None) -> Record:
    """Return a stored game with its result, to review it."""
    with Store(store, reading=True) as opened:
        moves = stored_moves(opened, session, number)
        record = record_of(opened.session(session).plan, number, moves)
    return GameTable.of(record).record


def live_steps(session: int, number: int, store: Path | None = None) -> LiveSteps:
    """Return a game of a session as its agents play it now: the moves that the session will
    store.
    """
    with Store(store, reading=True) as opened:
        return LiveSteps(opened.session(session).plan, number)


def begun_with(session: int, store: Path | None = None) -> str:
    """Return the version of the program that began a session, if it is not this one; else ""."""
    with Store(store, reading=True) as opened:
        begun = opened.session(session).versions.get("program", "unknown").partition(",")[0]
    return "" if begun == VERSION else begun


def stored_sessions(store: Path | None = None) -> list[SessionRow]:
    """Return the sessions in the store, oldest first."""
    with Store(store, reading=True) as opened:
        return opened.sessions()

"""AI against AI: sessions between agents, with fair deals, a store, ratings and replays.

For a window (all values are frozen and ready to paint; nothing here knows Qt):

    from assistant.arena import ArenaSession, agents_of, game_names, plan_match, ...

    game_names()                    -> ("pokle", "slave", "konkan")
    game_seats("slave")             -> (4,): how many agents `plan_match` takes
    agents_of("slave")              -> {"greedy": AgentKind(about, options), ...}
    plan = plan_match(["slave:greedy", "slave:random", ...], rounds=100, seed=7)
    plan = plan_round_robin(["konkan:greedy", "konkan:random"], rounds=100, seed=7)
    plan = plan_match([...], rounds=100, seed=7, game_rounds=5)    # Slave: with exchange
    session = ArenaSession(plan, on_snapshot=callback)   # stored in the user's data folder
    session.start() / session.pause() / session.stop() / session.snapshot / session.wait()
    ArenaSession(session=12)        # a stored session, or None for the newest: look, or play on

`callback(snapshot)` comes from the session's thread, about four times a second: emit a queued
signal from it. `Snapshot` has state ("ready", "running", "paused", "finished", "failed"), `message`
(why it failed, or that another version of the program has begun the session), games_done,
games_total, games_per_s, `standings` (best first; `Estimate`s `win_share`, `place`, `points`,
`rating`, each with `.value` and `.interval.low/.high`), `pairings` (who ends before whom) and
`history` (ratings after so many games, for a plot).

    session.steps(number)           -> tuple of Step: title, lines (the table as text), state
                                       (the same as plain values), outcome in the last one
    session.game_info(number)       -> seats, seeds
    stored_sessions()               -> rows: id, created, state, plan

Bad agents, numbers or settings raise `InputError`; a store that cannot be used raises
`UnavailableError`; both have one line to show.
"""

from collections.abc import Mapping
from pathlib import Path

from assistant.arena.events import GameInfo, Step
from assistant.arena.plan import Plan, plan_match, plan_round_robin
from assistant.arena.ratings import Estimate, Pairing, Standing
from assistant.arena.registry import GAMES, find_game
from assistant.arena.session import ArenaSession, HistoryPoint, Snapshot
from assistant.arena.store import SessionRow, Store
from engine.agents import AgentKind

__all__ = [
    "AgentKind",
    "ArenaSession",
    "Estimate",
    "GameInfo",
    "HistoryPoint",
    "Pairing",
    "Plan",
    "SessionRow",
    "Snapshot",
    "Standing",
    "Step",
    "agents_of",
    "game_names",
    "game_seats",
    "plan_match",
    "plan_round_robin",
    "stored_sessions",
]


def game_names() -> tuple[str, ...]:
    """The games that can be played."""
    return tuple(GAMES)


def agents_of(game: str) -> Mapping[str, AgentKind]:
    """The agents of a game, with one line about each and its settings."""
    return find_game(game).agents


def game_seats(game: str) -> tuple[int, ...]:
    """How many agents can sit at a table of this game."""
    return find_game(game).n_seats


def stored_sessions(store: Path | None = None) -> list[SessionRow]:
    """The sessions in the store, oldest first."""
    with Store(store) as opened:
        return opened.sessions()

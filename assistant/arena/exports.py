"""A session as pandas frames, and as files: CSV or JSON of every game, of standings, of pairs.

Pandas is imported here and nowhere else in the arena; import this module only to export.
"""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from assistant.arena.events import moves_in
from assistant.arena.ratings import Estimate, Ranking, rank
from assistant.arena.results import Results
from assistant.arena.runner import load_results
from assistant.arena.store import Store
from engine.errors import InputError
from engine.files import write_text

WHAT = ("games", "standings", "pairs")
FORMATS = (".csv", ".json")


def games_frame(results: Results, decoded: list[list[str]] | None = None) -> pd.DataFrame:
    """Return one row a seat and game: number, round, seeds, seat, agent, place, points, moves if
    given.
    """
    plan = results.plan
    numbers = np.flatnonzero(results.done)
    if not len(numbers):
        return pd.DataFrame(columns=["game", "round", "seat", "agent", "place", "points"])
    batch = plan.batch(0, int(numbers[-1]) + 1)
    n_seats = plan.n_seats
    agents = np.array(plan.agents, object)
    frame = pd.DataFrame(
        {
            "game": np.repeat(numbers, n_seats),
            "round": np.repeat(numbers // plan.games_a_round, n_seats),
            "deal_seed": np.repeat(batch.deal_seeds[numbers], n_seats),
            "play_seed": np.repeat(batch.play_seeds[numbers], n_seats),
            "seat": np.tile(np.arange(n_seats), len(numbers)),
            "agent": agents[batch.seatings[numbers].ravel()],
            "place": results.places[numbers].ravel(),
            "points": results.points[numbers].ravel(),
        }
    )
    if decoded is not None:
        frame["moves"] = np.repeat([" | ".join(moves) for moves in decoded], n_seats)
    return frame


def standings_frame(found: Ranking) -> pd.DataFrame:
    """Return one row an agent, best first, every figure with the ends of its interval."""
    rows = [
        {"agent": s.agent, "games": s.n_games, "wins": s.wins}
        | _ends("win_share", s.win_share)
        | _ends("place", s.place)
        | _ends("points", s.points)
        | _ends("rating", s.rating)
        for s in found.standings
    ]
    return pd.DataFrame(rows)


def pairs_frame(found: Ranking) -> pd.DataFrame:
    """Return one row a pair that met: how often the first ended before the second."""
    rows = [
        {"first": p.first, "second": p.second, "games": p.n_games} | _ends("score", p.score)
        for p in found.pairings
    ]
    return pd.DataFrame(
        rows, columns=["first", "second", "games", "score", "score_low", "score_high"]
    )


def _ends(name: str, estimate: Estimate) -> dict[str, float]:
    low, high = estimate.interval.low, estimate.interval.high
    return {name: estimate.value, f"{name}_low": low, f"{name}_high": high}


def ranking_dict(found: Ranking) -> dict[str, Any]:
    """Return the ranking as plain values that JSON can hold (an open end is null)."""
    return {
        "rounds": found.n_rounds,
        "games": found.n_games,
        "standings": _records(standings_frame(found)),
        "pairs": _records(pairs_frame(found)),
    }


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {str(key): _finite(value) for key, value in row.items()}
        for row in frame.to_dict(orient="records")
    ]


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def export(store: Store, session: int, what: str, path: Path, with_moves: bool = False) -> int:
    """Write a frame of a session to a .csv or .json file; return how many rows it has."""
    if what not in WHAT:
        raise InputError(f'cannot export "{what}": expected {", ".join(WHAT)}')
    if path.suffix not in FORMATS:
        raise InputError(f'cannot write "{path.name}": expected a name that ends in .csv or .json')
    frame = _frame(store, session, what, with_moves)
    text = (
        frame.to_csv(index=False)
        if path.suffix == ".csv"
        else json.dumps(_records(frame), indent=1, ensure_ascii=False) + "\n"
    )
    write_text(path, text)
    return len(frame)


def _frame(store: Store, session: int, what: str, with_moves: bool) -> pd.DataFrame:
    results = load_results(store, session)
    if what == "games":
        return games_frame(results, _decoded(store, session) if with_moves else None)
    found = rank(results)
    return standings_frame(found) if what == "standings" else pairs_frame(found)


def _decoded(store: Store, session: int) -> list[list[str]]:
    game = store.session(session).plan.load_game()
    return [
        moves_in(game, chunk, row)
        for chunk in store.chunks(session)
        for row in range(len(chunk.games))
    ]

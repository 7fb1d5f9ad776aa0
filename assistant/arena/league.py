"""The league: one round robin for each game, with fixed seeds so that its rankings can be
repeated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.arena.cluster import Workers
from assistant.arena.plan import SessionPlan, plan_round_robin
from assistant.arena.ratings import Ranking, rank
from assistant.arena.runner import run_session
from assistant.arena.store import DONE, Store, present_versions
from engine.control import Control
from engine.errors import Cancelled

SEED = 2026


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game's part of the league."""

    agents: Sequence[str]
    rounds: int


# Rounds are chosen so that each game takes about a minute on two cores.
LEAGUE = {
    "pokle": Fixture(("random", "entropy", "mixed", "expected"), 200),
    "slave": Fixture(("random", "greedy", "heuristic", "policy", "search?rollouts=1000"), 40),
    "konkan": Fixture(("random", "greedy", *(f"search?simulations={n}" for n in (64, 256))), 100),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """The result of one game of the league."""

    game: str
    title: str
    points_name: str
    seed: int
    found: Ranking
    files: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the entry as plain values."""
        from assistant.arena.exports import ranking_dict

        head = {"game": self.game, "seed": self.seed, "files": list(self.files)}
        return head | ranking_dict(self.found)


def league_plan(game: str, scale: float = 1.0) -> SessionPlan:
    """Return the plan of one game's round robin."""
    fixture = LEAGUE[game]
    rounds = max(1, round(fixture.rounds * scale))
    return plan_round_robin(fixture.agents, rounds, SEED, game)


def play_league(
    store: Path | None,
    workers: Workers,
    scale: float,
    control: Control,
    folder: Path | None = None,
) -> list[Entry]:
    """Play every game of the league; one that was interrupted goes on where it was."""
    with Store(store) as opened, workers as opened_workers:
        plans = [league_plan(game, scale) for game in LEAGUE]
        entries = []
        for plan, session in zip(plans, _sessions(opened, plans), strict=True):
            results = run_session(opened, session, opened_workers, control)
            if opened.session(session).state != DONE:
                raise Cancelled("the league was stopped; run it again to go on")
            entries.append(_entry(plan, rank(results), folder))
        return entries


def _sessions(store: Store, plans: Sequence[SessionPlan]) -> list[int]:
    """Return the sessions of a league that this version has not finished, or new ones."""
    mine = [row for row in store.sessions() if row.versions == present_versions()]
    newest = {row.plan: row for row in mine}
    found = [newest.get(plan) for plan in plans]
    if all(row is not None and row.state == DONE for row in found):
        found = [None] * len(plans)
    return [
        row.id if row is not None else store.create(plan)
        for row, plan in zip(found, plans, strict=True)
    ]


def _entry(plan: SessionPlan, found: Ranking, folder: Path | None) -> Entry:
    game = plan.load_game()
    files: tuple[str, ...] = ()
    if folder is not None:
        from assistant.arena.plots import draw

        files = tuple(map(str, draw(found, game.title, folder, f"league-{game.name}")))
    return Entry(game.name, game.title, game.points_name, plan.seed, found, files)

"""How strong the agents are: the lines of the rankings by strength, each a plan of the arena.

`measure` plays a plan without storing it; seed and number of games determine the result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from assistant.arena.cluster import open_workers
from assistant.arena.plan import SessionPlan, plan_match
from assistant.arena.ratings import rank
from assistant.arena.results import Chunk, Results
from assistant.arena.runner import run_session
from assistant.arena.store import Store
from engine.control import Budget, Control
from engine.errors import Cancelled, InputError
from engine.slave.agents.registry import AGENTS

Line = tuple[str, str, int]

SEARCH, LONG_SEARCH = "search?rollouts=1200", "search?rollouts=12000"
_EVERY = tuple(
    SEARCH if name == "search" else name for name, kind in AGENTS.items() if not kind.level
)

# Agent, opponent at the three other seats, rounds a game (several: with exchange between them).
SLAVE_LINES: tuple[Line, ...] = (
    *((agent, "greedy", 1) for agent in _EVERY),
    (LONG_SEARCH, "greedy", 1),
    ("policy", "random", 1),
    (SEARCH, "random", 1),
    ("policy", "heuristic", 1),
    (SEARCH, "heuristic", 1),
    (SEARCH, "policy", 1),
    (LONG_SEARCH, "policy", 1),
    *((agent, "greedy", 5) for agent in _EVERY),
    (SEARCH, "policy", 5),
)

# Baseline, challenger, and players: with three, one challenger sits against two baselines.
KONKAN_LINES: tuple[Line, ...] = (
    ("random", "greedy", 2),
    ("greedy", "search?simulations=256", 2),
    ("greedy", "search?simulations=256", 3),
    ("search?simulations=64", "search?simulations=1024", 2),
    ("search?simulations=64", "search?simulations=128", 2),
    ("search?simulations=128", "search?simulations=256", 2),
    ("search?simulations=256", "search?simulations=512", 2),
    ("search?simulations=512", "search?simulations=1024", 2),
)


def lines_with(only: str, lines: Sequence[Line]) -> list[Line]:
    """Return the lines where `only` is a part of the name of an agent or opponent."""
    found = [line for line in lines if only in line[0] or only in line[1]]
    if not found:
        names = ", ".join(dict.fromkeys(name for line in lines for name in line[:2]))
        raise InputError(f'no line of the ranking has "{only}": expected a part of {names}')
    return found


@dataclass(frozen=True, slots=True)
class Measured:
    """The outcome of a plan: results, and the games with their moves."""

    results: Results
    chunks: tuple[Chunk, ...]


def measure(plan: SessionPlan, control: Control, workers: int = 1) -> Measured:
    """Play a plan without storing it; if stopped, return what was played so far.

    Worker processes are ended in the middle of a move; `workers` 0 plays here, game by game, and
    so does one worker if nobody thinks long.
    """
    kinds = plan.load_game().agents
    if workers == 1 and all(kinds[spec.name].is_quick for spec in plan.specs):
        workers = 0
    with (
        TemporaryDirectory() as folder,
        Store(Path(folder) / "arena.sqlite") as store,
        open_workers(n_workers=workers, apart=True) as opened_workers,
    ):
        session = store.create(plan)
        results = run_session(store, session, opened_workers, control)
        return Measured(results, tuple(store.chunks(session)))


def slave_rows(
    n_games: int,
    seed: int,
    control: Control,
    workers: int = 1,
    options: Sequence[str] = (),
    only: str = "",
) -> Iterator[dict[str, Any]]:
    """Yield lines of Slave's ranking, one after the other; a line that was cut short is left out.

    `only` chooses lines, as `lines_with` says.
    """
    lines = lines_with(only, SLAVE_LINES)
    for i, (agent, opponent, n_rounds) in enumerate(lines):
        seats = (agent, *[opponent] * 3)
        one = plan_match(seats, 1, seed, "slave", game_rounds=n_rounds, options=options)
        plan = one.lasting(n_games)
        part = Control(Budget(control.budget.seconds), control.cancel)
        results = measure(plan, part, workers).results
        if results.n_done < plan.n_games:
            if i == 0:
                raise Cancelled("stopped before the first line was measured")
            return
        control.report(i + 1, len(lines), f"{agent} against {opponent}")
        yield _row(agent, opponent, n_rounds, results)


def _row(agent: str, opponent: str, n_rounds: int, results: Results) -> dict[str, Any]:
    found = next(s for s in rank(results).standings if s.agent.partition(":")[2] == agent)
    return {
        "agent": agent,
        "against": f"3 {opponent}",
        "rounds": n_rounds,
        "games": results.n_done,
        "first_share": found.win_share.value,
        "first_half_width": found.win_share.interval.half_width,
        "mean_place": found.place.value,
        "place_half_width": found.place.interval.half_width,
    }

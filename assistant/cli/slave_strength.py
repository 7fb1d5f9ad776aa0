"""The strength table of Slave: who beats whom, with seats rotated and fixed seeds.

One round a game first, then games of five rounds with exchange, where a title is kept or lost.
"""

from typing import TYPE_CHECKING, Any

from engine.control import Budget, Control
from engine.errors import Cancelled

if TYPE_CHECKING:
    from engine.slave.tournament import Standings

# What is measured: agent, rival at the three other seats, rounds a match.
LINES: tuple[tuple[str, str, int], ...] = (
    ("random", "greedy", 1),
    ("greedy", "greedy", 1),
    ("heuristic", "greedy", 1),
    ("policy", "greedy", 1),
    ("search?rollouts=1200", "greedy", 1),
    ("search?rollouts=12000", "greedy", 1),
    ("policy", "random", 1),
    ("search?rollouts=1200", "random", 1),
    ("policy", "heuristic", 1),
    ("search?rollouts=1200", "heuristic", 1),
    ("search?rollouts=1200", "policy", 1),
    ("random", "greedy", 5),
    ("greedy", "greedy", 5),
    ("heuristic", "greedy", 5),
    ("policy", "greedy", 5),
    ("search?rollouts=1200", "greedy", 5),
)


def measure(n_games: int, seed: int, control: Control) -> list[dict[str, Any]]:
    """Play every line of the table."""
    from engine.slave.tournament import play_tournament

    rows: list[dict[str, Any]] = []
    for i, (agent, rival, n_rounds) in enumerate(LINES):
        part = Control(Budget(control.budget.seconds), control.cancel)
        agents = (agent, rival, rival, rival)
        try:
            standings = play_tournament(agents, n_games, n_rounds, seed, None, part)
        except Cancelled:
            if rows:
                break
            raise
        rows.append(_row(agent, rival, standings))
        control.report(i + 1, len(LINES), f"{agent} against {rival}")
    return rows


def _row(agent: str, rival: str, standings: "Standings") -> dict[str, Any]:
    entry = standings.entries[0]
    result = entry.strength
    return {
        "agent": agent,
        "against": f"3 {rival}",
        "rounds": standings.n_rounds,
        "games": standings.n_matches,
        "first_share": result.first_share,
        "first_half_width": result.first_interval.half_width,
        "mean_place": result.mean_place,
        "place_half_width": result.place_interval.half_width,
        "choice_ms": entry.choice_ms,
    }


def print_strength(rows: list[dict[str, Any]]) -> None:
    """The table for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table(
        "agent", "against", "rounds", "games", "first places", "mean place", "ms a choice"
    )
    for row in rows:
        table.add_row(
            row["agent"],
            row["against"],
            str(row["rounds"]),
            str(row["games"]),
            f"{row['first_share']:.1%} ± {row['first_half_width']:.1%}",
            f"{row['mean_place']:.3f} ± {row['place_half_width']:.3f}",
            f"{row['choice_ms']:.2f}",
        )
    console = Console(width=110)
    console.print(table)
    console.print(
        "one agent at rotated seats, pass-out tricks, 95 % intervals; parity 25 %, place 2.5; "
        "several rounds with exchange: shares of all rounds, intervals over games"
    )

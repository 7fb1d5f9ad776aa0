"""The arena's answers for people: standings, pairs, steps of a game, the league as Markdown."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table as RichTable

from assistant.arena.events import look_lines
from assistant.arena.plan import SessionPlan
from assistant.arena.ratings import Estimate, Pairing, Ranking, Standing, short
from assistant.arena.results import Results
from assistant.arena.store import DONE, SessionRow
from engine.words import capital, counted, figure_text, with_spread

if TYPE_CHECKING:
    from assistant.arena.events import GameStep
    from assistant.arena.ladder import Rung
    from assistant.arena.league import Entry

WIDTH = 110


def percent(estimate: Estimate) -> str:
    """Return a share with its interval: "61.2% ± 1.4%", or "0.0%, 0.0 to 35.8%" near an end."""
    return with_spread(estimate.value, estimate.interval.low, estimate.interval.high, 1)


def number(estimate: Estimate, digits: int = 2) -> str:
    """Return a figure, never "-0.00", with its half-width."""
    return (
        f"{figure_text(estimate.value, f'.{digits}f')} ± {estimate.interval.half_width:.{digits}f}"
    )


def rating(estimate: Estimate) -> str:
    """Return a rating with the ends of its interval: "+120 (+95 to +148)"."""
    ends = estimate.interval.low, estimate.interval.high
    value, low, high = (figure_text(each, "+.0f") for each in (estimate.value, *ends))
    return f"{value} ({low} to {high})"


def ladder_rows(rungs: "Sequence[Rung]") -> list[tuple[str, ...]]:
    """Return the rows of a ladder, the weakest level first."""
    return [
        (
            str(rung.kind.level),
            rung.name.capitalize(),
            number(rung.rating, 0),
            f"{rung.n_games:,}",
            f"{figure_text(100 * rung.loss.value, '.1f')} "
            f"± {100 * rung.loss.interval.half_width:.1f}",
            f"{rung.n_decisions:,}",
            f"{rung.accuracy:.1f}",
            rung.kind.plays,
        )
        for rung in rungs
    ]


def print_ranking(row: SessionRow, results: Results, found: Ranking) -> None:
    """Print standings and pairs of a session."""
    plan = row.plan
    done = "done" if row.state == DONE else f"not finished (assistant arena resume {row.id})"
    typer.echo(
        f"Session {row.id}: {capital(plan.game)}, "
        f"{results.n_done:,} of {counted(plan.n_games, 'game')}"
        f"{_rounds(plan.game_rounds)}, seed {plan.seed}, {done}"
    )
    if row.state == DONE and row.rounds_played is not None and row.rounds_played < plan.rounds:
        typer.echo(f"Ended after {counted(row.rounds_played, 'round')}: the answer is clear")
    if found.n_games:
        print_standings(plan, found)


def print_standings(plan: SessionPlan, found: Ranking) -> None:
    """Print the agents of a plan, best first, and how often each ends before each other."""
    points = plan.load_game().points_name
    columns = ("agent", "games", "first places", "mean place", points, "rating")
    table = RichTable(*columns, title=f"An even share is {100 / plan.n_seats:.0f}% first places")
    for standing in found.standings:
        table.add_row(*_cells(standing))
    console = Console(width=WIDTH)
    console.print(table)
    if found.pairings:
        console.print(_pairs(found.pairings))


def _rounds(game_rounds: int) -> str:
    return f" of {game_rounds} rounds" if game_rounds > 1 else ""


def _cells(s: Standing) -> tuple[str, ...]:
    shares = percent(s.win_share), number(s.place), number(s.points)
    return short(s.agent), f"{s.n_games:,}", *shares, rating(s.rating)


def _pairs(pairings: Sequence[Pairing]) -> RichTable:
    table = RichTable("agent", "ends before", "games", "how often (ties count half)")
    for pair in pairings:
        table.add_row(
            short(pair.first), short(pair.second), f"{pair.n_games:,}", percent(pair.score)
        )
    return table


def print_step(step: "GameStep") -> None:
    """Print a move and the table after it."""
    typer.echo(step.title)
    for line in look_lines(step.after):
        typer.echo("    " + line)
    if step.outcome is not None:
        places = " ".join(map(str, step.outcome.places))
        points = " ".join(figure_text(p, "g") for p in step.outcome.points)
        typer.echo(f"Places by seat: {places}; points: {points}")


def print_league(entries: Sequence["Entry"]) -> None:
    """Print the league as Markdown, one ranking for each game."""
    for entry in entries:
        typer.echo(f"\n{entry.title} ({entry.found.n_games:,} games, seed {entry.seed})\n")
        typer.echo(f"| agent | first places | mean place | {entry.points_name} | rating |")
        typer.echo("|---|---|---|---|---|")
        for s in entry.found.standings:
            name, _, *cells = _cells(s)
            typer.echo(f"| `{name}` | {' | '.join(cells)} |")

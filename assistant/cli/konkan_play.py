"""The console script `konkan-play`: a table in the terminal, and benchmarks between searches."""

from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.app import AsJson, Seconds, emit, game_app, terminal_control
from assistant.cli.options import grouped
from engine.konkan.budget import PLAYER_TRIES
from engine.konkan.rules import KonkanRules
from engine.words import counted

if TYPE_CHECKING:
    from assistant.arena.head_to_head import HeadToHeadReport

app = game_app(
    "Play Konkan in the terminal, or let two searches play each other.", add_completion=True
)

NOISE_SHARE = "How far chance decides what the search tries first, 0 (not at all) to 1."
NOISE_SHAPE = "With --dirichlet-weight: the smaller, the fewer turns chance favours."
ALPHA = typer.Option(0.3, "--dirichlet-alpha", help=NOISE_SHAPE)
WEIGHT = typer.Option(0.0, "--dirichlet-weight", help=NOISE_SHARE)
PRIORS = typer.Option(
    True, "--opponent-priors/--no-opponent-priors", help="Expect opponents to hold improved hands."
)


@app.command()
@grouped
def play(
    rules: KonkanRules,
    players: int = typer.Option(3, help="Seats: 2 or 3."),
    humans: int = typer.Option(1, help="Seats played by people, from 0 to all."),
    simulations: int = typer.Option(
        PLAYER_TRIES, help="Simulations for each move of the computer."
    ),
    dirichlet_alpha: float = ALPHA,
    dirichlet_weight: float = WEIGHT,
    opponent_priors: bool = PRIORS,
    seed: int | None = typer.Option(None, min=0, help="Seed of the deals; random if left out."),
    debug: bool = typer.Option(
        False, "--debug", help="Show the figures of the search from the start."
    ),
) -> None:
    """Sit down at a table in the terminal."""
    import secrets
    import sys

    from assistant.cli.konkan_table import NAMES, TerminalTable
    from assistant.play.konkan import GAME
    from assistant.play.record import HUMAN, MAX_ROUNDS
    from assistant.play.table import GameTable
    from engine.errors import InputError
    from engine.konkan.players import SearchPlayer
    from engine.konkan.search import SearchConfig

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("the table needs a terminal: start it in one, without < or |")
    if players not in (2, 3) or not 0 <= humans <= players:
        raise InputError(
            f"{counted(players, 'player')}, {humans} of them people: expected 2 or 3, and 0 to all"
        )
    config = SearchConfig(simulations, dirichlet_alpha, dirichlet_weight, opponent_priors)
    deal_seed = secrets.randbits(32) if seed is None else seed
    agents = [HUMAN] * humans + [SearchPlayer(config).name] * (players - humans)
    table = GameTable(GAME, agents, MAX_ROUNDS, deal_seed, NAMES[:players], rules)
    TerminalTable(table, debug=debug).run()


@app.command()
@grouped
def benchmark(
    rules: KonkanRules,
    rounds: int = typer.Option(20, help="Deals, each played once from every seat."),
    baseline_sims: int = typer.Option(128, help="Simulations of the baseline."),
    challenger_sims: int = typer.Option(256, help="Simulations of the challenger."),
    baseline: str | None = typer.Option(None, help="Another baseline, such as greedy or random."),
    challenger: str | None = typer.Option(
        None, help="Another challenger, such as greedy or random."
    ),
    dirichlet_alpha: float = ALPHA,
    dirichlet_weight: float = WEIGHT,
    opponent_priors: bool = PRIORS,
    players: int = typer.Option(2, help="Seats: 2 or 3."),
    workers: int = typer.Option(1, help="Games at the same time."),
    seconds: Seconds = None,
    seed: int = typer.Option(0, min=0, help="Seed of the deals."),
    as_json: AsJson = False,
) -> None:
    """Play the same deals from every seat; say which player is stronger, and how surely."""
    from assistant.arena.head_to_head import run_head_to_head
    from engine.konkan.search import SearchConfig

    def config(simulations: int) -> SearchConfig:
        return SearchConfig(simulations, dirichlet_alpha, dirichlet_weight, opponent_priors)

    with terminal_control(seconds, quiet=as_json) as control:
        report = run_head_to_head(
            rounds,
            baseline or config(baseline_sims),
            challenger or config(challenger_sims),
            seed,
            players=players,
            workers=workers,
            rules=rules,
            control=control,
        )
    answer = report_as_dict(report)
    emit(answer, as_json, lambda: _show(answer))


@app.command()
@grouped
def strength(
    rules: KonkanRules,
    games: int = typer.Option(1_000, min=2, max=1_000_000, help="Games of each match."),
    workers: int = typer.Option(1, help="Games at the same time."),
    seconds: Seconds = None,
    seed: int = typer.Option(0, min=0, help="Seed of the deals."),
    only: str = typer.Option("", help="Only the lines with this player: greedy."),
    as_json: AsJson = False,
) -> None:
    """Print the strengths: greedy, search, and each doubling of simulations."""
    from assistant.arena.head_to_head import run_head_to_head
    from assistant.arena.plan import rounds_in
    from assistant.arena.strength import KONKAN_LINES, lines_with

    lines = lines_with(only, KONKAN_LINES)
    if not as_json:
        print(
            "| baseline | challenger | players | games | challenger's share | 95% interval "
            "| sign test p |"
        )
        print("|---|---|---|---|---|---|---|")
    answers = []
    with terminal_control(seconds, quiet=as_json) as control:
        for baseline, challenger, players in lines:
            report = run_head_to_head(
                rounds_in(games, players),
                baseline,
                challenger,
                seed,
                players=players,
                workers=workers,
                rules=rules,
                control=control,
            )
            answers.append(report_as_dict(report) | {"history": []})
            if not as_json:
                _print_line(report)
            if control.should_stop():
                break
    if as_json:
        emit({"matches": answers}, True, lambda: None)


def _print_line(report: "HeadToHeadReport") -> None:
    low, high = report.interval.low, report.interval.high
    p_value = f"{report.p_value:.2g}" if report.p_value else "< 1e-300"
    print(
        f"| {report.baseline.name} | {report.challenger.name} | {report.players} "
        f"| {len(report.history)} "
        f"| {report.share:.1%} | {low:.1%} to {high:.1%} | {p_value} |",
        flush=True,
    )


def report_as_dict(report: "HeadToHeadReport") -> dict[str, Any]:
    """Return a benchmark's report as plain values."""
    sides = {
        side: {
            "name": totals.name,
            "wins": totals.wins,
            "laid_points": totals.laid_points,
            "deadwood": totals.deadwood,
            "net": totals.net,
        }
        for side, totals in (("baseline", report.baseline), ("challenger", report.challenger))
    }
    history = [
        {
            "round": record.round_number,
            "challenger_seat": record.challenger_seat,
            "winner": record.result.winner,
            "laid_points": list(record.result.laid_points),
            "deadwood": list(record.result.deadwood),
            "turns": record.result.turns,
        }
        for record in report.history
    ]
    return {
        **sides,
        "games": len(report.history),
        "draws": report.draws,
        "players": report.players,
        "seed": report.seed,
        "share": report.share,
        "interval": [report.interval.low, report.interval.high],
        "p_value": report.p_value,
        "history": history,
    }


def _show(answer: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("side", "player", "wins", "laid", "deadwood", "net")
    for side in ("baseline", "challenger"):
        totals = answer[side]
        numbers = (totals[key] for key in ("wins", "laid_points", "deadwood", "net"))
        table.add_row(side, totals["name"], *map(str, numbers))
    Console().print(table)
    low, high = answer["interval"]
    print(
        f"The challenger took {answer['share']:.1%} of {answer['games']} games "
        f"(95% interval {low:.1%} to {high:.1%}, {answer['draws']} draws, "
        f"sign test over deals p = {answer['p_value']:.3g})."
    )

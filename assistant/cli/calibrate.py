"""`assistant calibrate`: whether what the assistant says happens as often as it says."""

from typing import TYPE_CHECKING

import typer

from assistant.cli.app import App, AsJson, Seconds, emit, print_table, terminal_control
from engine.words import figure_text

if TYPE_CHECKING:
    from assistant.calibration.report import BoundedFigure, ConditionReport, GameReport

app = App(add_completion=False)


@app.command()
def calibrate(
    game: list[str] = typer.Option(
        [], help="A game to measure; repeat it for several. Without it, all games."
    ),
    games: int = typer.Option(100, min=1, max=1_000_000, help="Games for each condition."),
    tries: int = typer.Option(64, min=1, max=1_000_000, help="Tries for each decision."),
    seed: int = typer.Option(1, min=0, help="Seed of the deals."),
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Play with the program's own agents; compare every chance that was said with the results.

    Bias is said minus happened. Intervals (95%) come from resampling whole games.
    """
    from assistant.calibration.games import MODULES, measure
    from assistant.calibration.report import report_of
    from assistant.calibration.statements import CalibrationPlan

    plan = CalibrationPlan(games, seed, tries)
    with terminal_control(seconds, quiet=as_json) as control:
        reports = [report_of(name, seed, measure(name, plan, control)) for name in game or MODULES]
    answer = {"games": [report.model_dump() for report in reports]}

    def show() -> None:
        for report in reports:
            _print_game(report)

    emit(answer, as_json, show)


def _print_game(report: "GameReport") -> None:
    for condition in report.conditions:
        _print_condition(condition)
    if report.checks:
        rows = [
            (c.title, f"{c.n:,}", f"{c.expected:.2f}", f"{c.found.value:.2f}",
             f"{c.found.low:.2f} to {c.found.high:.2f}", c.unit)
            for c in report.checks
        ]  # fmt: skip
        print_table(("check", "n", "expected", "found", "95%", "unit"), rows)


def _print_condition(report: "ConditionReport") -> None:
    print(f"\n{report.title} ({report.n_games:,} games, {report.n_statements:,} statements)")
    overall = [
        ("bias", *_points(report.bias)),
        ("expected calibration error", *_points(report.calibration_error)),
    ]
    if report.seat_sum is not None:
        overall.append(("sum of the seats' first figures", *_points(report.seat_sum, sign="")))
    print_table(("overall, in points", "", "95%"), overall)
    print_table(
        ("said", "n", "average said", "happened", "bias", "95%"),
        [
            (f"{b.low:.0%} to {b.high:.0%}", f"{b.n:,}", f"{100 * b.said:.1f}",
             f"{100 * b.happened:.1f}", *_points(b.bias))
            for b in report.bins
        ],
    )  # fmt: skip
    print_table(
        ("phase and turn", "n", "average said", "happened", "bias", "95%"),
        [
            (b.name, f"{b.n:,}", f"{100 * b.said:.1f}", f"{100 * b.happened:.1f}",
             *_points(b.bias))
            for b in report.buckets
        ],
    )  # fmt: skip
    print_table(
        ("drift to the next decision after", "n", "change", "95%"),
        [(d.name, f"{d.n:,}", *_points(d.change)) for d in report.drifts],
    )


def _points(estimate: "BoundedFigure", sign: str = "+") -> tuple[str, str]:
    """Return a figure and its interval in points: "+4.3", "[+3.0, +5.7]"."""
    value, low, high = (100 * part for part in (estimate.value, estimate.low, estimate.high))
    form = f"{sign}.1f"
    return figure_text(value, form), f"{figure_text(low, form)} to {figure_text(high, form)}"

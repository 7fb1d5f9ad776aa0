"""How strong the players are: a table of matches on mirrored deals, two seats.

`table(rounds, …)` plays greedy against random, search against greedy, and each doubling of
simulations against the one before.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.control import Control
from engine.konkan.benchmark import Report, run_head_to_head

MATCHES = (
    ("random", "greedy", 5),
    ("greedy", "search?simulations=256", 2),
    ("greedy", "search?simulations=256&flat=true", 1),
    ("search?simulations=64", "search?simulations=128", 1),
    ("search?simulations=128", "search?simulations=256", 1),
    ("search?simulations=256", "search?simulations=512", 1),
)
"""Baseline, challenger, and how many times the rounds it is given."""


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """One match of the table."""

    baseline: str
    challenger: str
    report: Report


def strength_rows(
    rounds: int, seed: int = 0, workers: int = 1, control: Control | None = None
) -> Iterator[StrengthRow]:
    """Play the matches one after the other; each row is told as soon as it is there."""
    for baseline, challenger, times in MATCHES:
        report = run_head_to_head(
            rounds * times, baseline, challenger, seed, workers=workers, control=control
        )
        yield StrengthRow(baseline, challenger, report)
        if control is not None and control.should_stop():
            return

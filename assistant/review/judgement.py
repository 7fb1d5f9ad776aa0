"""Judge one decision: what the move played cost against the best one, and how sure that is.

Every candidate move is played out in the same sampled worlds, so the difference of two moves is a
paired difference. The best of several noisy values looks better than it is, so the worlds are split
into two halves: the best move is chosen in one half and its lead is measured in the other, both
ways round. A player whose moves are as good as the best then loses nothing on average.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError
from engine.statistics import Z_95

Results = NDArray[np.float64]


class Mark(Enum):
    """The mark of a decision, from its loss."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


HIGH = frozenset({Mark.MISTAKE, Mark.BLUNDER})
SURE = 1.5  # multiple of the ±: a decision is judged after every pass, so one pass must be surer
# Lichess' curve of a move's accuracy over the points of win chance that it lost.
CURVE_HEIGHT, CURVE_DECAY, CURVE_OFFSET = 103.1668, 0.04354, 3.1669
Thresholds = tuple[tuple[float, Mark], ...]


def _thresholds(inaccuracy: float, mistake: float, blunder: float) -> Thresholds:
    return (blunder, Mark.BLUNDER), (mistake, Mark.MISTAKE), (inaccuracy, Mark.INACCURACY)


THRESHOLDS = {
    "konkan": _thresholds(0.05, 0.10, 0.15),
    "slave": _thresholds(0.10, 0.20, 0.30),
    "pokle": _thresholds(0.05, 0.10, 0.15),
}
"""The least loss of each mark in each game, as a share of the result; below them a move is good.

They are set so that the middle of the ladder blunders about once in fifty free decisions. In Slave
one title is worth a third of the result, so a play can cost more there.
"""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision: the move played and the best one, their values, and the loss with its ±.

    `lead` is what was measured for the best move against the one played; the loss is that lead if
    it is outside the noise, else zero.
    """

    played: int
    best: int
    values: tuple[float, ...]
    reference: float
    loss: float
    half_width: float
    mark: Mark
    is_decided: bool
    n_worlds: int
    lead: float = 0.0
    worst_mark: Mark = Mark.BEST  # the worst mark that the noise does not exclude
    span: float = 1.0  # between the worst and the best result of a game, in the unit of the loss

    @property
    def value(self) -> float:
        """The expected result of the move played."""
        return self.values[self.played]

    @property
    def best_value(self) -> float:
        """The expected result of the best move: as far ahead as was measured, not as it looked."""
        return self.value if self.best == self.played else self.value + max(self.lead, 0.0)

    @property
    def stake(self) -> float:
        """How much the choice mattered: the spread of the candidates' values."""
        return max(self.values) - min(self.values)

    @property
    def accuracy(self) -> float:
        """The accuracy of the move, 0 to 100."""
        return move_accuracy(self.loss / self.span)

    @property
    def is_free(self) -> bool:
        """True if there was a choice."""
        return self.mark is not Mark.FORCED


def independent_error(leads: Results) -> float:
    """Return the ± (95%) of a mean over independent worlds."""
    return Z_95 * float(leads.std(ddof=1)) / math.sqrt(len(leads))


def judge(
    results: Results,
    played: int,
    reference: Results,
    thresholds: Thresholds,
    error: Callable[[Results], float] = independent_error,
) -> Judgement:
    """Judge a decision from the results of all candidates in the same worlds.

    `results[move, world]` is the result of a move followed by the reference policy, 0 to 1;
    `reference[world]` is the result where that policy makes this move too. Both are NaN where they
    were not tried; a move that was left out of some worlds cannot be the best one. `error` gives
    the ± of a mean over the worlds: those of a chain resemble their neighbours.
    """
    _check(results, played, reference)
    n_moves, n_worlds = results.shape
    values = tuple(map(float, np.nanmean(results, axis=1)))
    gains = results[played] - reference
    value = values[played] - float(np.nanmean(gains))
    if n_moves == 1:
        return Judgement(played, 0, values, value, 0.0, 0.0, Mark.FORCED, True, n_worlds)
    kept = np.flatnonzero(~np.isnan(results).any(axis=1))
    tried = results[kept]
    leads = paired_leads(tried, int(np.flatnonzero(kept == played)[0]))
    lead, half_width = float(leads.mean()), error(leads)
    best = int(kept[np.argmax(tried.mean(axis=1))])
    # A half may choose a wrong one of two good moves: the lead is rather too small than too large.
    most = max(float(gap.mean()) + SURE * error(gap) for gap in tried - results[played])
    low, high = (mark_of(loss, thresholds) for loss in (lead - SURE * half_width, most))
    loss, mark = lead, mark_of(lead, thresholds)
    if lead - half_width <= 0:  # a loss whose interval reaches zero is none
        loss, mark = 0.0, Mark.BEST if best == played else Mark.GOOD
    return Judgement(
        played, best, values, value, loss, half_width, mark, low is high, n_worlds, lead, high
    )


def _check(results: Results, played: int, reference: Results) -> None:
    if results.ndim != 2 or results.shape[1] < 4 or reference.shape != results.shape[1:]:
        raise InputError(
            "A judgement needs the results of every move in the same four worlds or more."
        )
    if not 0 <= played < results.shape[0]:
        raise InputError(f"The move played, number {played}, is not among the candidates.")
    if not np.isfinite(results[played]).all() or np.isinf(results).any():
        raise InputError("A result is not a finite number.")


def paired_leads(results: Results, played: int) -> Results:
    """Return, world by world, the lead over the move played of the best move of the other half."""
    halves = (slice(0, None, 2), slice(1, None, 2))
    leads = np.empty(results.shape[1])
    for chosen, measured in (halves, halves[::-1]):
        best = int(np.argmax(results[:, chosen].mean(axis=1)))
        leads[measured] = results[best, measured] - results[played, measured]
    return leads


def mark_of(loss: float, thresholds: Thresholds) -> Mark:
    """Return the mark of a loss; one below every threshold is good."""
    return next((mark for least, mark in thresholds if loss >= least), Mark.GOOD)


def move_accuracy(loss: float) -> float:
    """Return the accuracy of a move from its loss, a share of the span of results."""
    height = CURVE_HEIGHT * math.exp(-CURVE_DECAY * 100 * max(loss, 0.0))
    return min(max(height - CURVE_OFFSET, 0.0), 100.0)

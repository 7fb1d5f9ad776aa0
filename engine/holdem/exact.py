"""Exact odds: every runout and every way to deal the players their hands, where that is few enough.

From the flop on the runouts are walked one by one. Before the flop boards are walked by their
ranks, with a correction for flushes, so that suits that play the same part are walked once.
"""

from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.errors import Cancelled
from engine.holdem.result import Odds, odds_of_enumeration
from engine.holdem.situation import Situation
from engine.holdem.tally import N_TALLY

CASES_A_SECOND = 60e6  # a cautious guess of the slowest kernel's speed
SLICE_CASES = 2_000_000  # between two looks at clock and flag


def n_cases(situation: Situation) -> int:
    """How many deals an enumeration weighs, at most."""
    missing = 5 - len(situation.board)
    return comb(len(situation.deck), missing) * prod(r.n_combos for r in situation.seats)


def can_enumerate(situation: Situation) -> bool:
    """True if there is a way to enumerate this street."""
    return len(situation.board) >= 3


def enumerate_odds(situation: Situation, control: Control) -> Odds | None:
    """The exact odds; None if time ran out first."""
    from engine.holdem.kernels import enumerate_runouts

    runouts = situation.runouts()
    tally = np.zeros(N_TALLY)
    starts, combos, weights = _lists(situation)
    board = np.array([c.index for c in situation.board], np.int64)
    step = max(1, SLICE_CASES // prod(r.n_combos for r in situation.seats))
    for first in range(0, len(runouts), step):
        stop = min(first + step, len(runouts))
        enumerate_runouts(
            first, stop, starts, combos, weights, board, runouts, control.cancel.array, tally
        )
        if control.cancel.is_set():
            raise Cancelled("the computation was cancelled")
        if stop < len(runouts) and control.should_stop():
            return None
        control.report(stop, len(runouts), "enumerating")
    return odds_of_enumeration(tally, len(situation.seats))


def _lists(
    situation: Situation,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """The seats' combinations in one list, where each seat's start, and their weights."""
    held = [np.flatnonzero(seat.weights) for seat in situation.seats]
    starts = np.cumsum([0, *map(len, held)])
    weights = [seat.weights[h] for seat, h in zip(situation.seats, held, strict=True)]
    return starts.astype(np.int64), np.concatenate(held), np.concatenate(weights)

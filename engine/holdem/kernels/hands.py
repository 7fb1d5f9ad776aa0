"""Hole cards as kernels take them, and the pot of a deal shared out into a tally."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.holdem import tables
from engine.holdem.kernels.layout import (
    CATEGORIES,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    TIE_SHARES,
    TIE_SQUARES,
    TIES,
    WINS,
)
from engine.kernels import POT
from engine.kernels.compiled import njit
from engine.kernels.showdown import Standing, best_of
from engine.poker.kernels import CARD_KEYS, CARD_MASKS, FLUSH_VALUES

ROYAL = FLUSH_VALUES[0x1F00]
COMBO_CARDS = tables.COMBO_CARDS.astype(np.int64)
COMBO_KEYS = CARD_KEYS[COMBO_CARDS].sum(axis=1)
COMBO_MASKS = CARD_MASKS[COMBO_CARDS].sum(axis=1)


def _split(
    values: NDArray[np.uint16], n_seats: int, standing: Standing, weight: Any, tally: NDArray[Any]
) -> Any:
    """Split the pot of one deal between the best; returns hero's share times the weight."""
    best, n_best, winner = standing
    if n_best == 1:
        tally[winner * N_SEAT_COUNTS + WINS] += weight
        return weight * (POT if winner == 0 else 0)
    share = POT // n_best
    for seat in range(n_seats):
        if values[seat] == best:
            base = seat * N_SEAT_COUNTS
            tally[base + TIES] += weight
            tally[base + TIE_SHARES] += weight * share
            tally[base + TIE_SQUARES] += weight * share * share
    return weight * (share if values[0] == best else 0)


# Written out inside `share_pot` it is a tenth quicker, in the sampler it is not: both are made.
split_pot = njit(nogil=True, cache=True)(_split)
_split_here = njit(nogil=True, inline="always")(_split)


@njit(nogil=True, cache=True)
def share_pot(values: NDArray[np.uint16], n_seats: int, weight: Any, tally: NDArray[Any]) -> Any:
    """Count the categories of one deal and split its pot; returns hero's share times the weight.

    A tally of integers takes a weight of 1, one of floats any.
    """
    standing = best_of(values, n_seats)
    tally[CATEGORIES + (values[0] >> 12) + (values[0] == ROYAL)] += weight
    for seat in range(1, n_seats):
        value = values[seat]
        tally[CATEGORIES + N_CATEGORIES + (value >> 12) + (value == ROYAL)] += weight
    return _split_here(values, n_seats, standing, weight, tally)

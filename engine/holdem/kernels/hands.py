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
from engine.kernels.showdown import best_of
from engine.poker.kernels import CARD_KEYS, CARD_MASKS, FLUSH_VALUES

ROYAL = FLUSH_VALUES[0x1F00]
COMBO_CARDS = tables.COMBO_CARDS.astype(np.int64)
COMBO_KEYS = CARD_KEYS[COMBO_CARDS].sum(axis=1)
COMBO_MASKS = CARD_MASKS[COMBO_CARDS].sum(axis=1)


@njit(nogil=True, cache=True)
def count_tie(seat: int, share: int, weight: Any, tally: NDArray[Any]) -> None:
    """Count a seat's share of a pot that several won."""
    base = seat * N_SEAT_COUNTS
    tally[base + TIES] += weight
    tally[base + TIE_SHARES] += weight * share
    tally[base + TIE_SQUARES] += weight * share * share


@njit(nogil=True, cache=True)
def share_pot(values: NDArray[np.uint16], n_seats: int, weight: Any, tally: NDArray[Any]) -> Any:
    """Count the categories of one deal and split its pot; returns hero's share times the weight.

    A tally of integers takes a weight of 1, one of floats any.
    """
    tally[CATEGORIES + (values[0] >> 12) + (values[0] == ROYAL)] += weight
    for seat in range(1, n_seats):
        value = values[seat]
        tally[CATEGORIES + N_CATEGORIES + (value >> 12) + (value == ROYAL)] += weight
    best, n_best, winner = best_of(values, n_seats)
    if n_best == 1:
        tally[winner * N_SEAT_COUNTS + WINS] += weight
        return weight * (POT if winner == 0 else 0)
    share = POT // n_best
    for seat in range(n_seats):
        if values[seat] == best:
            count_tie(seat, share, weight, tally)
    return weight * (share if values[0] == best else 0)

"""Which ranks make a hand, for the rules that keep kickers off the board.

Masks have 13 bits, bit 0 for a deuce to bit 12 for an ace. A hand's value tells its category and
its ranks, so one table by value knows the ranks of its pairs, triplet, quad or straight. A flush
counts for nothing, a straight flush as a straight.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.poker.hands import HandType, straights, value_table

Masks = NDArray[np.int32]
N_MASKS = 1 << 13
_BITS = (1 << np.arange(13)).astype(np.int32)
_STRAIGHTS = (HandType.STRAIGHT, HandType.STRAIGHT_FLUSH)
_N_MADE = {  # of the ranks that decide, how many are the hand itself and no kicker
    HandType.PAIR: 1,
    HandType.TWO_PAIR: 2,
    HandType.THREE_OF_A_KIND: 1,
    HandType.STRAIGHT: 5,
    HandType.FULL_HOUSE: 2,
    HandType.FOUR_OF_A_KIND: 1,
    HandType.STRAIGHT_FLUSH: 5,
}


def rank_masks(cards: NDArray[np.uint8]) -> Masks:
    """The 13-bit rank mask of each row of card indices."""
    masks: Masks = _BITS[cards[:, 0] >> 2]
    for column in range(1, cards.shape[1]):
        masks |= _BITS[cards[:, column] >> 2]
    return masks


def mask_of_ranks(ranks: tuple[int, ...]) -> int:
    """The rank mask of ranks from 2 to 14."""
    return sum(1 << rank - 2 for rank in ranks)


@cache
def straight_ranks() -> Masks:
    """By hand value: the ranks of a straight or straight flush, else 0."""
    return _table(lambda hand: 5 if hand in _STRAIGHTS else 0)


@cache
def made_ranks() -> Masks:
    """By hand value: the ranks of the hand without kickers."""
    return _table(lambda hand: _N_MADE.get(hand, 0))


def _table(n_made: Callable[[HandType], int]) -> Masks:
    table = np.zeros(1 << 16, np.int32)
    for (hand, ranks), value in value_table().items():
        table[value] = mask_of_ranks(ranks[: n_made(hand)])
    return table


@cache
def all_straights() -> Masks:
    """By rank mask: the ranks of all straights that the mask holds."""
    union, masks = np.zeros(N_MASKS, np.int32), np.arange(N_MASKS)
    for window in map(mask_of_ranks, straights()):
        union[masks & window == window] |= window
    return union


def next_masks(allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """By rank mask: True if some further card makes a mask that is allowed."""
    masks, reached = np.arange(N_MASKS), np.zeros(N_MASKS, np.bool_)
    for bit in _BITS:
        reached |= allowed[masks | bit]
    return reached

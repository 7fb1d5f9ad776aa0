"""What kernels and their callers agree on: rules as bits, and how counts are laid out."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LOW_WILD = 1 << 13  # above the bits of thirteen ranks: the hand's lowest rank is wild, too
LOW_NEEDS_WILD = 1 << 14  # but only beside a card of the ranks that are always wild
KIND_SHAPE = (16, 16, 8)  # category without, category with wild cards, natural cards
N_KINDS = 16 * 16 * 8
NO_LOW = 13  # the place in `lows` of hands in which no low rank was wild


class Counts(NamedTuple):
    """Counts of some players: wins, ties and shares; kinds of hands; ranks wild as the lowest."""

    results: NDArray[np.int64]  # [player] wins, ties, shares of the pot
    kinds: NDArray[np.int64]  # [player, KIND_SHAPE in one dimension]
    lows: NDArray[np.int64]  # [player, rank wild for being the lowest]


def no_counts(n_players: int) -> Counts:
    """Nothing counted yet."""
    shapes = (n_players, 3), (n_players, N_KINDS), (n_players, NO_LOW + 1)
    return Counts(*(np.zeros(shape, np.int64) for shape in shapes))


class Deal(NamedTuple):
    """A table: each player's known cards as a mask, how many are missing, the deck, the rule."""

    known: NDArray[np.uint64]
    n_missing: NDArray[np.int64]
    deck: NDArray[np.uint8]
    code: int


class Hand(NamedTuple):
    """One player's known cards as a mask, how many are missing, the deck, the rule."""

    known: np.uint64
    n_missing: int
    deck: NDArray[np.uint8]
    code: int


class Completions(NamedTuple):
    """The cards that complete a hand, as a mask, and what it is worth then."""

    added: NDArray[np.uint64]
    values: NDArray[np.uint16]

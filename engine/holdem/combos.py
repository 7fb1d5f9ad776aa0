"""The 1,326 pairs of hole cards, their 169 classes, and where each class stands in a 13 by 13 grid.

Combination `i` of cards `low < high` is `high * (high - 1) / 2 + low`. The grid runs from ace to
two; suited hands stand above the diagonal, offsuit hands below it.
"""

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS, RANK_NAMES, RANKS, Card

N_COMBOS = N_CARDS * (N_CARDS - 1) // 2
GRID_RANKS = tuple(reversed(RANKS))
RANK_LETTERS = {rank: "T" if rank == 10 else name for rank, name in RANK_NAMES.items()}


def combo_index(a: Card, b: Card) -> int:
    """The index of two different cards."""
    low, high = sorted((a.index, b.index))
    return high * (high - 1) // 2 + low


def combo_cards() -> NDArray[np.uint8]:
    """The two card indices of every combination, the lower first: shape (1326, 2)."""
    high, low = np.tril_indices(N_CARDS, -1)
    return np.stack([low, high], axis=1).astype(np.uint8)


COMBO_CARDS = combo_cards()
COMBO_MASKS = (np.uint64(1) << COMBO_CARDS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)


def _grid_places() -> NDArray[np.int64]:
    rank, suit = COMBO_CARDS // 4, COMBO_CARDS % 4
    first, second = 12 - rank[:, 1].astype(np.int64), 12 - rank[:, 0].astype(np.int64)
    suited = suit[:, 0] == suit[:, 1]
    return np.where(suited, first * 13 + second, second * 13 + first)


CLASS_OF_COMBO = _grid_places()  # row * 13 + column of the grid
CLASS_SIZES = np.bincount(CLASS_OF_COMBO, minlength=169)


def class_name(place: int) -> str:
    """The name of a place in the grid: "AA", "AKs", "72o"."""
    row, column = divmod(place, 13)
    high, low = (RANK_LETTERS[GRID_RANKS[i]] for i in sorted((row, column)))
    return high + low + ("" if row == column else "s" if row < column else "o")


CLASS_NAMES = tuple(class_name(place) for place in range(169))


def combo_text(combo: int) -> str:
    """The two cards of a combination, the higher first: "AhKd"."""
    cards = (Card.from_index(int(i)) for i in COMBO_CARDS[combo][::-1])
    return "".join(RANK_LETTERS[card.rank] + card.suit.name.lower() for card in cards)

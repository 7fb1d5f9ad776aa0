"""The 1,326 pairs of hole cards and their 169 classes as arrays.

Combination `i` of cards `low < high` is `high * (high - 1) / 2 + low`. The grid runs from ace to
two; suited hands stand above the diagonal, offsuit hands below it.
"""

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS

N_COMBOS = N_CARDS * (N_CARDS - 1) // 2
N_CLASSES = 169


def combo_cards() -> NDArray[np.uint8]:
    """Return the two card indices of every combination, the lower first: shape (1326, 2)."""
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
CLASS_SIZES = np.bincount(CLASS_OF_COMBO, minlength=N_CLASSES)

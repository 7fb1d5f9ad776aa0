"""Who wins a pot: the best value, and who shares it."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def best_of(values: NDArray[np.uint16], n_players: int) -> tuple[np.uint16, int, int]:
    """The best of the first values, how many have it, and the first who does."""
    best, n_best, winner = values[0], 1, 0
    for player in range(1, n_players):
        if values[player] > best:
            best, n_best, winner = values[player], 1, player
        elif values[player] == best:
            n_best += 1
    return best, n_best, winner

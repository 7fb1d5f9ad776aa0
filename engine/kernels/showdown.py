"""Who wins a pot: the best value, and who shares it."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import njit

Standing = tuple[np.uint16, int, int]  # the best value, how many have it, the first who does


@njit(nogil=True, cache=True)
def best_of(values: NDArray[np.uint16], n_players: int) -> Standing:
    """The standing of the first values."""
    best, n_best, winner = values[0], 1, 0
    for player in range(1, n_players):
        if values[player] > best:
            best, n_best, winner = values[player], 1, player
        elif values[player] == best:
            n_best += 1
    return best, n_best, winner

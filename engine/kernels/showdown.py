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


@njit(nogil=True, cache=True)
def join(standing: Standing, value: np.uint16, player: int) -> Standing:
    """The standing with one more player: for random deals, where no branch can be foreseen."""
    best, n_best, winner = standing
    n_best = 1 if value > best else n_best + (value == best)
    winner = player if value > best else winner
    return max(best, value), n_best, winner

"""Many rounds at once: dealt for learners, or played at random."""

import numpy as np

from engine.slave.kernels.bits import Array, Int, random_below
from engine.slave.kernels.deals import deal_round, reset_row
from engine.slave.kernels.jit import njit
from engine.slave.kernels.rounds import N_DONE, NO_TITLES, ROW, apply_action, legal_actions
from engine.slave.rules import HAND_SIZE


@njit(nogil=True, cache=True)
def reset_batch(rows: Array, rng: Array, titled_share: float, lap: Int, hand_size: Int) -> None:
    """Deal every row: round 1, or for a share of the games a later round with random titles."""
    for game in range(rows.shape[0]):
        reset_row(rows[game], rng, titled_share, lap, hand_size)


@njit(nogil=True, cache=True)
def play_random_games(n_games: Int, rng: Array) -> Int:
    """Play bare random games from the deal to the end; returns the number of moves."""
    row = np.zeros(ROW, np.int64)
    buffer = np.empty(64, np.int64)
    n_moves = 0
    for _ in range(n_games):
        deal_round(row, rng, NO_TITLES, 1, 0, HAND_SIZE)
        while row[N_DONE] < 4:
            n = legal_actions(row, buffer)
            apply_action(row, buffer[random_below(rng, n)])
            n_moves += 1
    return n_moves

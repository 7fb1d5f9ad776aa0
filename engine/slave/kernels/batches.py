"""Many rounds at once, for learners: one action in every row, one call."""

import numpy as np

from engine.slave.kernels.bits import Array, Int, random_below
from engine.slave.kernels.deals import deal_round, reset_row
from engine.slave.kernels.encoding import fill_mask, observe
from engine.slave.kernels.jit import njit
from engine.slave.kernels.rounds import (
    COUNTS,
    CUR,
    LAP,
    N_DONE,
    NO_TITLES,
    REWARDS,
    ROW,
    apply_action,
    legal_actions,
    place_of,
)
from engine.slave.rules import CARD_PENALTY, HAND_SIZE


@njit(nogil=True, cache=True)
def reset_batch(rows: Array, rng: Array, titled_share: float, lap: Int, hand_size: Int) -> None:
    """Deal every row: round 1, or for a share of the games a later round with random titles."""
    for game in range(rows.shape[0]):
        reset_row(rows[game], rng, titled_share, lap, hand_size)


@njit(nogil=True, cache=True)
def step_batch(
    rows: Array,
    actions: Array,
    observations: Array,
    masks: Array,
    rewards: Array,
    done: Array,
    rng: Array,
    titled_share: float,
    hand_size: Int,
) -> None:
    """Play one action in every game, deal again where it ended, observe and mask the next mover."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        row = rows[game]
        apply_action(row, actions[game])
        done[game] = row[N_DONE] == 4
        if done[game]:
            for seat in range(4):
                left = (row[COUNTS] >> (4 * seat)) & 15
                rewards[game, seat] = REWARDS[place_of(row, seat)] + CARD_PENALTY * left
            reset_row(row, rng, titled_share, row[LAP], hand_size)
        observe(row, row[CUR], observations[game])
        fill_mask(row, masks[game], buffer)


@njit(nogil=True, cache=True)
def random_legal(rows: Array, actions: Array, rng: Array) -> None:
    """Choose a uniformly random legal action for every game."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        n = legal_actions(rows[game], buffer)
        actions[game] = buffer[random_below(rng, n)]


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

"""Many games at once in compiled code: steps of a batch, and whole games of simple players."""

import numpy as np

from engine.slave.kernels.bits import Array, Int, random_below
from engine.slave.kernels.deals import deal_round, reset_row
from engine.slave.kernels.encoding import fill_mask, observe
from engine.slave.kernels.jit import njit
from engine.slave.kernels.players import policy_action
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
    packed_titles,
    place_of,
)
from engine.slave.rules import CARD_PENALTY, HAND_SIZE


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
    """A uniformly random legal action for every game."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        n = legal_actions(rows[game], buffer)
        actions[game] = buffer[random_below(rng, n)]


@njit(nogil=True, cache=True)
def play_games(policies: Array, n_games: Int, n_rounds: Int, lap: Int, rng: Array) -> Int:
    """Matches of `n_rounds` between four simple policies; counts titles as (seat, title)."""
    row = np.zeros(ROW, np.int64)
    buffer = np.empty(64, np.int64)
    tally = np.zeros((4, 4), np.int64)
    for _ in range(n_games):
        titles = NO_TITLES
        for round_number in range(1, n_rounds + 1):
            deal_round(row, rng, titles, round_number, lap, HAND_SIZE)
            while row[N_DONE] < 4:
                apply_action(row, policy_action(row, policies[row[CUR]], buffer, rng))
            for seat in range(4):
                tally[seat, place_of(row, seat)] += 1
            titles = packed_titles(row)
    return tally

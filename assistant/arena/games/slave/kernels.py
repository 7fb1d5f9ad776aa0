"""Whole rounds of Slave between simple policies, with every move written down, in one call."""

import numpy as np
from numba import njit

from engine.slave.kernels import (
    COUNTS,
    CUR,
    N_DONE,
    NO_TITLES,
    REWARDS,
    ROW,
    apply_action,
    deal_round,
    place_of,
)
from engine.slave.playouts.kernels import policy_action


@njit(nogil=True, cache=True)
def deal_hands(deal_seed, hands):
    """The four hands of a deal, as the rounds below are dealt."""
    row = np.zeros(ROW, np.int64)
    rng = np.full(1, deal_seed, np.int64)
    deal_round(row, rng, NO_TITLES, 1, 0, 13)
    hands[:] = row[:4]


@njit(nogil=True, cache=True)
def play_rounds(deal_seeds, player_seeds, policies, places, points, lengths, moves):
    """Play a round for each row of the arrays; returns how many moves were written.

    `policies` and `player_seeds` have a column a seat; `moves` has room for every round's longest.
    """
    row = np.zeros(ROW, np.int64)
    buffer = np.empty(64, np.int64)
    rng = np.empty(1, np.int64)
    end = 0
    for game in range(len(deal_seeds)):
        start = end
        rng[0] = deal_seeds[game]
        deal_round(row, rng, NO_TITLES, 1, 0, 13)
        while row[N_DONE] < 4:
            seat = row[CUR]
            rng[0] = player_seeds[game, seat]
            action = policy_action(row, policies[game, seat], buffer, rng)
            player_seeds[game, seat] = rng[0]
            apply_action(row, action)
            moves[end] = action
            end += 1
        lengths[game] = end - start
        for seat in range(4):
            place = place_of(row, seat)
            places[game, seat] = place + 1
            points[game, seat] = REWARDS[place] - 0.01 * ((row[COUNTS] >> (4 * seat)) & 15)
    return end

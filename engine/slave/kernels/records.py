"""Whole games of Slave between simple policies, with every move written down, in one call.

A move is one byte: an action, or from `N_ACTIONS` on a card that King or Queen give. Every player
has random numbers of its own, kept as plain integers: cutting an array for each move costs more
than writing the move down.
"""

import numpy as np
from numpy.typing import NDArray

from engine.slave.actions import N_ACTIONS
from engine.slave.kernels.bits import GOLDEN, ctz, mix
from engine.slave.kernels.deals import deal_round, exchange_lowest
from engine.slave.kernels.jit import njit
from engine.slave.kernels.players import RANDOM, policy_action
from engine.slave.kernels.rounds import (
    COUNTS,
    CUR,
    MUST,
    N_DONE,
    NO_TITLES,
    REWARDS,
    ROW,
    apply_action,
    begin_round,
    packed_titles,
)
from engine.slave.rules import CARD_PENALTY, HAND_SIZE

Ints = NDArray[np.int64]
CENTS = 100  # points are added up as whole hundredths, without rounding
REWARD_CENTS = np.rint(CENTS * REWARDS).astype(np.int64)
CARD_CENTS = round(CENTS * CARD_PENALTY)


@njit(nogil=True)
def player_seed(play_seed: np.uint64, seat: int) -> np.int64:
    """Return the seed of one player: the twin of `assistant.arena.batch.player_seeds`."""
    return np.int64(mix(play_seed + np.uint64(seat + 1) * GOLDEN) >> np.uint64(1))


@njit(nogil=True)
def open_round(
    row: Ints, rng: Ints, titles: int, number: int, lap: int, moves: NDArray[np.uint8], end: int
) -> int:
    """Deal a later round and exchange: King and Queen give their lowest, which is written down."""
    deal_round(row, rng, NO_TITLES, 1, 0, HAND_SIZE)
    hands = row[:4].copy()
    for title in range(2):
        for seat in range(4):
            if (titles >> (2 * seat)) & 3 == title:
                rest = hands[seat]
                for _ in range(2 - title):
                    moves[end] = N_ACTIONS + ctz(rest)
                    end += 1
                    rest &= rest - 1
    exchange_lowest(hands, titles)
    begin_round(row, hands, titles, number, lap, True)
    return end


@njit(nogil=True, cache=True)
def record_games(
    deal_seeds: NDArray[np.uint64],
    play_seeds: NDArray[np.uint64],
    seatings: NDArray[np.uint8],
    policies: Ints,
    n_rounds: int,
    lap: int,
    free_lead: int,
    places: NDArray[np.uint8],
    points: NDArray[np.float32],
    lengths: NDArray[np.uint32],
    moves: NDArray[np.uint8],
) -> int:
    """Play a game of some rounds for each row of the arrays; returns how many moves were written.

    `policies` has one entry an agent; `moves` has room for the longest rounds there are.
    """
    row = np.zeros(ROW, np.int64)
    buffer = np.empty(64, np.int64)
    deal_rng, rng = np.empty(1, np.int64), np.empty(1, np.int64)
    seated, states, cents = np.empty(4, np.int64), np.zeros(4, np.int64), np.empty(4, np.int64)
    end = 0
    for game in range(len(deal_seeds)):
        start = end
        deal_rng[0] = np.int64(deal_seeds[game])
        for seat in range(4):
            seated[seat] = policies[seatings[game, seat]]
            if seated[seat] == RANDOM:
                states[seat] = player_seed(play_seeds[game], seat)
        cents[:] = 0
        titles = NO_TITLES
        for number in range(1, n_rounds + 1):
            if number == 1:
                deal_round(row, deal_rng, NO_TITLES, 1, lap, HAND_SIZE)
                if free_lead:
                    row[MUST] = -1
            else:
                end = open_round(row, deal_rng, titles, number, lap, moves, end)
            while row[N_DONE] < 4:
                seat = row[CUR]
                policy = seated[seat]
                if policy == RANDOM:
                    rng[0] = states[seat]
                action = policy_action(row, policy, buffer, rng)
                if policy == RANDOM:
                    states[seat] = rng[0]
                moves[end] = action
                end += 1
                apply_action(row, action)
            titles = packed_titles(row)
            for seat in range(4):
                left = (row[COUNTS] >> (4 * seat)) & 15
                cents[seat] += REWARD_CENTS[(titles >> (2 * seat)) & 3] + CARD_CENTS * left
        lengths[game] = end - start
        a, b, c, d = cents[0], cents[1], cents[2], cents[3]
        places[game, 0] = 1 + (b > a) + (c > a) + (d > a)
        places[game, 1] = 1 + (a > b) + (c > b) + (d > b)
        places[game, 2] = 1 + (a > c) + (b > c) + (d > c)
        places[game, 3] = 1 + (a > d) + (b > d) + (c > d)
        for seat in range(4):
            points[game, seat] = cents[seat] / CENTS
    return end

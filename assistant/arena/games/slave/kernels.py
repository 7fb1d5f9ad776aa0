"""Whole rounds of Slave between simple policies, with every move written down, in one call."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.slave.kernels import (
    COUNTS,
    CUR,
    N_DONE,
    NO_TITLES,
    RANDOM,
    REWARDS,
    ROW,
    apply_action,
    deal_round,
    place_of,
)
from engine.slave.playouts.kernels import policy_action

Ints = NDArray[np.int64]
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@njit(nogil=True, cache=True)
def deal_hands(deal_seed: int, hands: Ints) -> None:
    """The four hands of a deal, as the rounds below are dealt."""
    row = np.zeros(ROW, np.int64)
    rng = np.full(1, deal_seed, np.int64)
    deal_round(row, rng, NO_TITLES, 1, 0, 13)
    hands[:] = row[:4]


@njit(nogil=True, cache=True)
def player_seed(play_seed: np.uint64, seat: int) -> np.int64:
    """The seed of one player: the twin of `assistant.arena.game.player_seeds`."""
    z = play_seed + np.uint64(seat + 1) * GOLDEN
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(1))


@njit(nogil=True, cache=True)
def play_rounds(
    deal_seeds: NDArray[np.uint64],
    play_seeds: NDArray[np.uint64],
    seatings: NDArray[np.uint8],
    policies: Ints,
    places: NDArray[np.uint8],
    points: NDArray[np.float32],
    lengths: NDArray[np.uint32],
    moves: NDArray[np.uint8],
) -> int:
    """Play a round for each row of the arrays; returns how many moves were written.

    `policies` has one entry an agent; `moves` has room for the longest rounds there are.
    """
    row = np.zeros(ROW, np.int64)
    buffer = np.empty(64, np.int64)
    rng = np.empty(1, np.int64)
    seated = np.empty(4, np.int64)
    rngs = np.zeros((4, 1), np.int64)  # every player's own; only random ones draw
    end = 0
    for game in range(len(deal_seeds)):
        start = end
        rng[0] = np.int64(deal_seeds[game])
        deal_round(row, rng, NO_TITLES, 1, 0, 13)
        for seat in range(4):
            seated[seat] = policies[seatings[game, seat]]
            if seated[seat] == RANDOM:
                rngs[seat, 0] = player_seed(play_seeds[game], seat)
        while row[N_DONE] < 4:
            seat = row[CUR]
            action = policy_action(row, seated[seat], buffer, rngs[seat])
            apply_action(row, action)
            moves[end] = action
            end += 1
        lengths[game] = end - start
        for seat in range(4):
            place = place_of(row, seat)
            places[game, seat] = place + 1
            points[game, seat] = REWARDS[place] - 0.01 * ((row[COUNTS] >> (4 * seat)) & 15)
    return end

"""What a player sees as 155 numbers, the mask of the 157 actions, and what a network takes.

`observations.encode_observation` is the slow twin, in words.
"""

import numpy as np

from engine.kernels.compiled import njit
from engine.slave.kernels.actions import N_ACTIONS
from engine.slave.kernels.bits import Array, Int
from engine.slave.kernels.rounds import (
    COUNTS,
    CUR,
    KIND,
    NO_TITLES,
    OUT,
    PLAYED,
    ROUND,
    TITLES,
    TOP,
    legal_actions,
)
from engine.slave.kernels.rulebook import HAND_SIZE

# Where the parts of an observation begin; seats are counted clockwise from the observer.
N_FEATURES = 155
HAND_AT, PLAYED_AT, KIND_AT, RANK_AT, SUIT_AT = 0, 52, 104, 109, 122
TITLE_AT, LEFT_AT, ROUND_AT, CURRENT_AT, OUT_AT = 126, 142, 146, 147, 151
ROUND_SCALE = 10  # round 10 and later look the same

# Where the parts of a network's input begin, after the observation.
N_DERIVED = 481
LEGAL_AT, HELD_AT, UNSEEN_AT, BOSS_AT, RIVAL_AT, GROUPS_AT = 155, 312, 364, 416, 429, 468


@njit(nogil=True, cache=True)
def observe(row: Array, seat: Int, out: Array) -> None:
    """Write what `seat` sees into 155 floats; the twin of `encode_observation`."""
    hand, played = row[seat], row[PLAYED]
    for card in range(52):
        out[HAND_AT + card] = (hand >> card) & 1
    for card in range(52):
        out[PLAYED_AT + card] = (played >> card) & 1
    out[KIND_AT:N_FEATURES] = 0.0
    out[KIND_AT + row[KIND]] = 1.0
    if row[KIND] > 0:
        out[RANK_AT + (row[TOP] >> 2)] = 1.0
        out[SUIT_AT + (row[TOP] & 3)] = 1.0
    for offset in range(4):
        other = (seat + offset) & 3
        if row[TITLES] != NO_TITLES:
            out[TITLE_AT + 4 * offset + ((row[TITLES] >> (2 * other)) & 3)] = 1.0
        out[LEFT_AT + offset] = np.float32(((row[COUNTS] >> (4 * other)) & 15) / HAND_SIZE)
        out[OUT_AT + offset] = (row[OUT] >> other) & 1
    out[ROUND_AT] = np.float32(min(1.0, row[ROUND] / ROUND_SCALE))
    out[CURRENT_AT + ((row[CUR] - seat) & 3)] = 1.0


@njit(nogil=True, cache=True)
def fill_mask(row: Array, out: Array, buffer: Array) -> Int:
    """Write the current player's action mask; return the number of legal actions."""
    out[:] = 0
    n = legal_actions(row, buffer)
    for i in range(n):
        out[buffer[i]] = 1
    return n


@njit(nogil=True, cache=True)
def observe_batch(rows: Array, observations: Array, masks: Array) -> None:
    """Observation and action mask of every game's player to move."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        row = rows[game]
        observe(row, row[CUR], observations[game])
        fill_mask(row, masks[game], buffer)


@njit(nogil=True, cache=True)
def mask_batch(rows: Array, masks: Array) -> None:
    """The action mask of every game's player to move."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        fill_mask(rows[game], masks[game], buffer)


@njit(nogil=True, cache=True)
def derive_features(observations: Array, masks: Array, out: Array) -> None:
    """Write what a network takes: the observation, the mask, and counts that follow from them.

    155 as observed, 157 legal actions, 52 + 52 "at least 1 to 4 cards of the rank" in hand and
    unseen, 13 unbeatable singles, 39 cards left with each rival, 13 groups in hand: 481 in all.
    """
    out[:] = 0.0
    for i in range(observations.shape[0]):
        seen, line = observations[i], out[i]
        line[:N_FEATURES] = seen
        for action in range(N_ACTIONS):
            line[LEGAL_AT + action] = masks[i, action]
        n_groups = 0
        higher_unseen = False
        for rank in range(12, -1, -1):
            n_hand, n_unseen = 0, 0
            for suit in range(3, -1, -1):
                card = 4 * rank + suit
                if seen[card] > 0:
                    line[HELD_AT + 4 * rank + n_hand] = 1.0
                    n_hand += 1
                    if not higher_unseen:
                        line[BOSS_AT + rank] = 1.0
                elif seen[PLAYED_AT + card] == 0:
                    line[UNSEEN_AT + 4 * rank + n_unseen] = 1.0
                    n_unseen += 1
                    higher_unseen = True
            if n_hand > 0:
                n_groups += 1
        for rival in range(3):
            left = int(seen[LEFT_AT + 1 + rival] * HAND_SIZE + 0.5)
            if left > 0:
                line[RIVAL_AT + HAND_SIZE * rival + left - 1] = 1.0
        if n_groups > 0:
            line[GROUPS_AT + n_groups - 1] = 1.0

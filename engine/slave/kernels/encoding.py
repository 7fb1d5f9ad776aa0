"""A player's observation as 155 numbers, and the mask of the 157 actions.

`engine.slave.row` has the readable twins.
"""

import numpy as np

from engine.slave.kernels.bits import Array, Int
from engine.slave.kernels.jit import njit
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
from engine.slave.layout import (
    CURRENT_AT,
    HAND_AT,
    KIND_AT,
    LEFT_AT,
    N_FEATURES,
    OUT_AT,
    PLAYED_AT,
    RANK_AT,
    ROUND_AT,
    ROUND_SCALE,
    SUIT_AT,
    TITLE_AT,
)
from engine.slave.rules import HAND_SIZE


@njit(nogil=True, cache=True)
def observe(row: Array, seat: Int, out: Array) -> None:
    """Write what `seat` sees into 155 floats; the twin of `row.observe`."""
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
    """Write observation and action mask of every game's player to move."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        row = rows[game]
        observe(row, row[CUR], observations[game])
        fill_mask(row, masks[game], buffer)


@njit(nogil=True, cache=True)
def mask_batch(rows: Array, masks: Array) -> None:
    """Write the action mask of every game's player to move."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        fill_mask(rows[game], masks[game], buffer)

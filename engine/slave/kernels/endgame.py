"""Endgames with all hands known: solved, not sampled.

Every player takes the best title he can get, the first legal action among equal ones, and knows
that the others do the same. Positions that were met before are looked up in a table.
"""

from typing import NamedTuple

import numpy as np

from engine.slave.kernels.bits import Array, Int
from engine.slave.kernels.jit import njit
from engine.slave.kernels.rounds import (
    COUNTS,
    CUR,
    KIND,
    LAST,
    N_DONE,
    NO_TITLES,
    ORDER,
    OUT,
    ROW,
    TITLES,
    TOP,
    apply_action,
    legal_actions,
    old_king,
    packed_titles,
)

MOST_CARDS = 8  # a deal of so many cards takes about 30 microseconds; of ten, 200
MAX_DEPTH = 64  # longest line: at most as many plays, with three passes on each
TABLE_BITS = 13
# Fields of a frame: how many actions, the next one, the best result, the best title, the key.
COUNT, NEXT, BEST, GOAL, KEY = range(5)


class Solver(NamedTuple):
    """Room to solve in: a row, its actions and a frame for each depth, and the table."""

    rows: Array
    actions: Array
    frames: Array
    table: Array


def make_solver() -> Solver:
    """Return a solver that knows nothing yet."""
    rows, actions = np.zeros((MAX_DEPTH, ROW), np.int64), np.zeros((MAX_DEPTH, 64), np.int64)
    return Solver(
        rows, actions, np.zeros((MAX_DEPTH, 5), np.int64), np.zeros((1 << TABLE_BITS, 2), np.int64)
    )


@njit(nogil=True)
def cards_in_play(row: Array) -> Int:
    """Return how many cards all players hold together."""
    total = 0
    for seat in range(4):
        total += (row[COUNTS] >> (4 * seat)) & 15
    return total


@njit(nogil=True)
def position_key(row: Array, salt: Int) -> Int:
    """Return a number that stands for all that the rest of a round depends on; never 0."""
    trick = row[CUR] | row[KIND] << 2 | (row[TOP] + 1) << 5 | (row[LAST] + 1) << 11
    key = salt ^ (trick | row[OUT] << 14 | row[ORDER] << 18 | row[N_DONE] << 26)
    for seat in range(4):
        key = (key ^ row[seat]) * -4658895280553007687
        key ^= (key >> 29) & 0x7FFFFFFFF
    return key | 1


@njit(nogil=True)
def best_title(row: Array) -> Int:
    """Return the best title that the player to move may still get."""
    king = old_king(row[TITLES]) if row[TITLES] != NO_TITLES else -1
    fallen = king >= 0 and row[N_DONE] > 0 and row[ORDER] & 3 != king
    if fallen and row[CUR] == king:
        return 3
    best = row[N_DONE]
    for place in range(row[N_DONE]):
        if fallen and (row[ORDER] >> (2 * place)) & 3 == king:
            best -= 1
    return best


@njit(nogil=True, cache=True)
def solve(solver: Solver, salt: Int) -> Int:
    """Return the titles, packed two bits a seat, with which the round in the first row ends.

    `salt` is another number for each deal, so that the table need not be cleared. The stack is our
    own: a function that calls itself cannot be taken from the compiled cache.
    """
    depth, result = 0, -1  # what the position above came to; none yet
    while True:
        row, frame = solver.rows[depth], solver.frames[depth]
        if result < 0:
            result = known_result(solver, row, frame, salt)
            if result < 0:
                frame[COUNT], frame[NEXT] = legal_actions(row, solver.actions[depth]), 0
                frame[BEST], frame[GOAL] = -1, best_title(row)
        else:
            shift = 2 * row[CUR]
            if frame[BEST] < 0 or (result >> shift) & 3 < (frame[BEST] >> shift) & 3:
                frame[BEST] = result
            result = -1
            if (frame[BEST] >> shift) & 3 <= frame[GOAL] or frame[NEXT] == frame[COUNT]:
                result = frame[BEST]
                slot = slot_of(frame[KEY])
                solver.table[slot, 0], solver.table[slot, 1] = frame[KEY], result
        if result >= 0:
            if depth == 0:
                return result
            depth -= 1
        else:
            solver.rows[depth + 1] = row
            apply_action(solver.rows[depth + 1], solver.actions[depth, frame[NEXT]])
            frame[NEXT] += 1
            depth += 1


@njit(nogil=True)
def known_result(solver: Solver, row: Array, frame: Array, salt: Int) -> Int:
    """Return the titles of a round that is over or was met before, else -1; keeps the position's
    key.
    """
    if row[N_DONE] == 4:
        return packed_titles(row)
    frame[KEY] = position_key(row, salt)
    slot = slot_of(frame[KEY])
    return solver.table[slot, 1] if solver.table[slot, 0] == frame[KEY] else -1


@njit(nogil=True)
def slot_of(key: Int) -> Int:
    """Return where the table keeps a position."""
    return (key >> 3) & ((1 << TABLE_BITS) - 1)

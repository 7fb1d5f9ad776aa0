"""Endgames with all hands known: solved, not sampled.

Every player takes the best title he can get, the first legal action among equal ones, and knows
that the others do the same. Positions that were met before are looked up in a table.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from engine.slave.kernels.bits import Array, Int
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

MOST_CARDS = 10
MAX_DEPTH = 64  # of at most ten plays and three passes on each
TABLE_BITS = 13


class Solver(NamedTuple):
    """Room to solve in: a row and a list of actions for each depth, and the table."""

    rows: Array
    actions: Array
    table: Array


def make_solver() -> Solver:
    """A solver that knows nothing yet."""
    rows, actions = np.zeros((MAX_DEPTH, ROW), np.int64), np.zeros((MAX_DEPTH, 64), np.int64)
    return Solver(rows, actions, np.zeros((1 << TABLE_BITS, 2), np.int64))


@njit(nogil=True, cache=True)
def cards_in_play(row: Array) -> Int:
    """How many cards all players hold together."""
    total = 0
    for seat in range(4):
        total += (row[COUNTS] >> (4 * seat)) & 15
    return total


@njit(nogil=True, cache=True)
def position_key(row: Array, salt: Int) -> Int:
    """A number that stands for all that the rest of a round depends on; never 0."""
    trick = row[CUR] | row[KIND] << 2 | (row[TOP] + 1) << 5 | (row[LAST] + 1) << 11
    key = salt ^ (trick | row[OUT] << 14 | row[ORDER] << 18 | row[N_DONE] << 26)
    for seat in range(4):
        key = (key ^ row[seat]) * -4658895280553007687
        key ^= (key >> 29) & 0x7FFFFFFFF
    return key | 1


@njit(nogil=True, cache=True)
def best_title(row: Array) -> Int:
    """The best title that the player to move may still get."""
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
def solve(solver: Solver, depth: Int, salt: Int) -> Int:
    """The titles, packed two bits a seat, with which the round in `rows[depth]` ends.

    `salt` is another number for each round to solve, so that the table need not be cleared.
    """
    row = solver.rows[depth]
    if row[N_DONE] == 4:
        return packed_titles(row)
    key = position_key(row, salt)
    slot = (key >> 3) & ((1 << TABLE_BITS) - 1)
    if solver.table[slot, 0] == key:
        return solver.table[slot, 1]
    seat, goal = row[CUR], best_title(row)
    n, best = legal_actions(row, solver.actions[depth]), -1
    for k in range(n):
        solver.rows[depth + 1] = row
        apply_action(solver.rows[depth + 1], solver.actions[depth, k])
        titles = solve(solver, depth + 1, salt)
        if best < 0 or (titles >> (2 * seat)) & 3 < (best >> (2 * seat)) & 3:
            best = titles
        if (best >> (2 * seat)) & 3 <= goal:
            break
    solver.table[slot, 0], solver.table[slot, 1] = key, best
    return best

"""How many boards no strategy finds in time: a bound that holds for any number of boards.

Boards of one flop whose turns share a suit, and whose rivers do, differ in two ranks alone. A
guess names one rank on the turn and one on the river, so it tells one row and one column of
such a grid from the rest: with r guesses at most r boards of a row are found, r of a column,
and r times r of the whole grid. What is beyond that is lost, whatever is guessed.
"""

import numpy as np
from numpy.typing import NDArray

from engine.pokle.boards import Boards
from engine.pokle.patterns import N_PATTERNS, WON, Patterns

N_SUITS = 4
N_RANKS = 13
Numbers = NDArray[np.int64]


def least_lost(boards: Boards, n_guesses: int) -> int:
    """Boards that every strategy fails to find with so many guesses; there may be more."""
    return _beyond(boards, boards.flop_id.astype(np.int64), n_guesses)


def least_lost_after(boards: Boards, row: Patterns, n_guesses: int) -> int:
    """The same after a guess, from its patterns, with `n_guesses` more."""
    open_boards = row != WON
    part = boards.take(open_boards)
    return _beyond(part, part.flop_id.astype(np.int64) * N_PATTERNS + row[open_boards], n_guesses)


def _beyond(boards: Boards, part: Numbers, n_guesses: int) -> int:
    """Boards beyond what the grids of each part allow to find."""
    if len(boards) <= n_guesses:
        return 0
    turn, river = boards.cards[:, 3].astype(np.int64), boards.cards[:, 4].astype(np.int64)
    keys = (part * N_SUITS + turn % N_SUITS) * N_SUITS + river % N_SUITS
    grid = np.unique(keys, return_inverse=True)[1]
    by_turn = _found_by_line(grid * N_RANKS + turn // N_SUITS, n_guesses)
    by_river = _found_by_line(grid * N_RANKS + river // N_SUITS, n_guesses)
    found = np.minimum(np.minimum(by_turn, by_river), n_guesses**2)
    return len(boards) - int(found.sum())


def _found_by_line(line: Numbers, n_guesses: int) -> Numbers:
    """Boards of each grid that can be found, `n_guesses` of each line at most."""
    n_grids = int(line.max()) // N_RANKS + 1
    counts = np.bincount(line, minlength=n_grids * N_RANKS).reshape(n_grids, N_RANKS)
    found: Numbers = np.minimum(counts, n_guesses).sum(1)
    return found

"""How many boards no strategy finds in time: a bound that holds for any number of boards.

Boards of one flop whose turns share a suit, and whose rivers do, differ in two ranks alone. A
guess names one rank on the turn and one on the river, so it tells one row and one column of
such a grid from the rest: with r guesses at most r boards of a row are found, r of a column,
and r times r of the whole grid. What is beyond that is lost, whatever is guessed; and what is
not found by r guesses needs one more at least, which bounds the guesses of all boards together.
"""

import numpy as np
from numpy.typing import NDArray

from engine.pokle.boards import Boards, Index
from engine.pokle.patterns import N_PATTERNS, WON, Patterns

N_SUITS = 4
N_RANKS = 13
Numbers = NDArray[np.int64]


class Grids:
    """The grids of some boards, each within one of their parts."""

    def __init__(self, boards: Boards, part: Numbers) -> None:
        turn, river = boards.cards[:, 3].astype(np.int64), boards.cards[:, 4].astype(np.int64)
        keys = (part * N_SUITS + turn % N_SUITS) * N_SUITS + river % N_SUITS
        grid = np.unique(keys, return_inverse=True)[1]
        self._by_turn = grid * N_RANKS + turn // N_SUITS
        self._by_river = grid * N_RANKS + river // N_SUITS
        self._n_lines = (int(grid.max()) + 1) * N_RANKS if len(grid) else 0

    def beyond(self, position: Index, n_guesses: int) -> int:
        """Boards of a position that so many guesses cannot find, as far as the grids show."""
        if len(position) <= n_guesses:
            return 0
        by_turn = self._found_by_line(self._by_turn[position], n_guesses)
        by_river = self._found_by_line(self._by_river[position], n_guesses)
        found = np.minimum(np.minimum(by_turn, by_river), n_guesses**2)
        return len(position) - int(found.sum())

    def _found_by_line(self, line: Numbers, n_guesses: int) -> Numbers:
        """Boards of each grid that can be found, `n_guesses` of each line at most."""
        counts = np.bincount(line, minlength=self._n_lines).reshape(-1, N_RANKS)
        found: Numbers = np.minimum(counts, n_guesses).sum(1)
        return found


def grids_of(boards: Boards) -> Grids:
    """The grids of boards that no guess has told apart."""
    return Grids(boards, boards.flop_id.astype(np.int64))


def least_lost(boards: Boards, n_guesses: int) -> int:
    """Boards that every strategy fails to find with so many guesses; there may be more."""
    return grids_of(boards).beyond(np.arange(len(boards)), n_guesses)


def least_lost_after(boards: Boards, row: Patterns, n_guesses: int) -> int:
    """The same after a guess, from its patterns, with `n_guesses` more."""
    open_boards = row != WON
    part = boards.take(open_boards)
    grids = Grids(part, part.flop_id.astype(np.int64) * N_PATTERNS + row[open_boards])
    return grids.beyond(np.arange(len(part)), n_guesses)

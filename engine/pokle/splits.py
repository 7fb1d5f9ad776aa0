"""How guesses split a set of boards: group sizes, entropy, and what they cost at best.

Boards of one class win together, so a group of boards costs at least two guesses a board, less
one for each board of its largest class. That bound, summed over the groups, tells more than
entropy does, and is exact for groups of one or two classes.

Some boards no strategy finds in time. Boards of one flop whose turns share a suit, and whose rivers
do, differ in two ranks alone. A guess names one rank on the turn and one on the river, so it tells
one row and one column of such a grid from the rest: with r guesses at most r boards of a row are
found, r of a column, and r times r of the whole grid.
"""

import numpy as np
from numpy.typing import NDArray

from engine.pokle.boards import Boards, Index
from engine.pokle.patterns import N_PATTERNS, WON, Patterns

LOSS = 100_000  # more than all guesses together: never lose a board to save guesses
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
N_SUITS = 4
MOST_OF_A_CLASS = N_SUITS**2
BOARDS_COUNTED = 500_000
N_RANKS = 13


def group_sizes(matrix: Patterns) -> Counts:
    """How many boards (columns) give each pattern, for each guess (row): shape (guesses, 243)."""
    n_guesses = len(matrix)
    keys = matrix + (np.arange(n_guesses, dtype=np.intp) * N_PATTERNS)[:, None]
    counts = np.bincount(keys.ravel(), minlength=n_guesses * N_PATTERNS)
    return counts.reshape(n_guesses, N_PATTERNS)


def entropies(sizes: Counts) -> Floats:
    """The Shannon entropy in bits of each row of group sizes."""
    total = np.maximum(sizes.sum(1), 1)
    weighted = sizes * np.log2(np.maximum(sizes, 1))
    bits: Floats = np.log2(total) - weighted.sum(1) / total
    return bits


def class_numbers(class_key: NDArray[np.int32] | NDArray[np.intp]) -> NDArray[np.intp]:
    """The classes of a set of boards as small numbers from 0."""
    return np.unique(class_key, return_inverse=True)[1]


def guesses_for(n_classes: Floats) -> Floats:
    """Guesses a board in a group of so many classes, as measured: a rough figure for any size."""
    large = 1.75 + 0.17 * np.log2(np.maximum(n_classes, 3) / 3)
    return np.where(n_classes < 3, 1 + 0.5 * np.maximum(n_classes - 1, 0), large)


def least_guesses(boards: Boards) -> int:
    """Guesses of all boards together that no way of playing can beat.

    A guess wins one class of boards and leaves 242 groups at most, whose next guesses win one class
    each, and so on: the largest classes first.
    """
    if len(boards) > BOARDS_COUNTED:  # counting classes would take long: take all for large ones
        sizes = np.full(-(-len(boards) // MOST_OF_A_CLASS), MOST_OF_A_CLASS)
    else:
        sizes = np.sort(np.unique(boards.class_key, return_counts=True)[1])[::-1]
    total, number, width = 0, 1, 1
    while len(sizes):
        total += number * int(sizes[:width].sum())
        sizes, number, width = sizes[width:], number + 1, width * (N_PATTERNS - 1)
    return total


class Grids:
    """The grids of some boards, each within one of their parts."""

    def __init__(self, boards: Boards, part: Counts) -> None:
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

    def _found_by_line(self, line: Counts, n_guesses: int) -> Counts:
        """Boards of each grid that can be found, `n_guesses` of each line at most."""
        counts = np.bincount(line, minlength=self._n_lines).reshape(-1, N_RANKS)
        found: Counts = np.minimum(counts, n_guesses).sum(1)
        return found


def grids_of(boards: Boards) -> Grids:
    """The grids of boards that no guess has told apart."""
    return Grids(boards, boards.flop_id.astype(np.int64))


def least_lost(boards: Boards, n_guesses: int) -> int:
    """Boards that every strategy fails to find with so many guesses; there may be more."""
    return grids_of(boards).beyond(np.arange(len(boards)), n_guesses)


def least_lost_after(boards: Boards, row: Patterns, n_guesses: int) -> int:
    """Boards that every strategy fails to find with so many guesses after one of these patterns."""
    open_boards = row != WON
    part = boards.take(open_boards)
    grids = Grids(part, part.flop_id.astype(np.int64) * N_PATTERNS + row[open_boards])
    return grids.beyond(np.arange(len(part)), n_guesses)

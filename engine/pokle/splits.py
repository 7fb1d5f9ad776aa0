"""How guesses split a set of boards: group sizes, entropy, and what they cost at best.

Boards of one class win together, so a group of boards costs at least two guesses a board, less
one for each board of its largest class. That bound, summed over the groups, tells more than
entropy does, and is exact for groups of one or two classes.
"""

import numpy as np
from numpy.typing import NDArray

from engine.pokle.patterns import N_PATTERNS, WON, Patterns

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


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


def class_numbers(class_key: NDArray[np.int64]) -> NDArray[np.intp]:
    """The classes of a set of boards as small numbers from 0."""
    return np.unique(class_key, return_inverse=True)[1]


def least_costs(matrix: Patterns, classes: NDArray[np.intp]) -> Counts:
    """A lower bound of the guesses needed for all boards together, for each guess (row)."""
    n_boards = matrix.shape[1]
    won = (matrix == WON).sum(1)
    return 3 * n_boards - won - largest_class_sums(matrix, classes)


def largest_class_sums(matrix: Patterns, classes: NDArray[np.intp]) -> Counts:
    """The sum over each row's groups of the boards in the group's largest class."""
    n_rows, n_boards = matrix.shape
    n_classes = int(classes.max()) + 1
    narrow = np.uint16 if n_classes * N_PATTERNS <= 1 << 16 else np.uint32
    keys = matrix.astype(narrow) * narrow(n_classes) + classes.astype(narrow)
    keys.sort(axis=1)
    flat = keys.ravel()
    starts = np.flatnonzero(_changes(flat, n_boards))  # a run: one class in one group
    lengths = np.diff(starts, append=flat.size)
    row_of_run = starts // n_boards
    groups = row_of_run * N_PATTERNS + flat[starts] // narrow(n_classes)
    first_runs = np.flatnonzero(_changes(groups, flat.size))
    largest = np.maximum.reduceat(lengths, first_runs)
    sums = np.bincount(row_of_run[first_runs], largest, minlength=n_rows)
    return sums.astype(np.int64)


def _changes(values: NDArray[np.integer], row_length: int) -> NDArray[np.bool_]:
    """True where a value differs from the one before it, and where a row begins."""
    new = np.empty(values.size, np.bool_)
    np.not_equal(values[1:], values[:-1], out=new[1:])
    new[::row_length] = True
    return new

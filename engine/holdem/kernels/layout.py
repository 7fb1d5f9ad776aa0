"""What kernels and their callers agree on: how questions are put, and how a tally is laid out.

A tally is one flat array that kernels add to and `result` reads: a row of counts for each seat,
then the categories of hero and field, then hero's share by next card. Shares of the pot are counted
in 2,520ths: integers, so that sums do not depend on the order of threads.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MAX_SEATS = 10
WINS, TIES, TIE_SHARES, TIE_SQUARES, BATCH_WIN_SQUARES, BATCH_SHARE_SQUARES = range(6)
N_SEAT_COUNTS = 6
N_CATEGORIES = 11  # by HandType, the royal flush apart as the eleventh
CATEGORIES = MAX_SEATS * N_SEAT_COUNTS
NEXT_CARDS = CATEGORIES + 2 * N_CATEGORIES
N_TALLY = NEXT_CARDS + 2 * 52


class Seats(NamedTuple):
    """Who may hold what.

    Seat `i` holds one of `combos[starts[i]:starts[i + 1]]`, drawn by the alias method; an empty
    list is a random hand. Where there are rows in `joint`, one of them is dealt to all seats at
    once instead, by the running sums of their weights; -1 is a random hand.
    """

    starts: NDArray[np.int64]
    combos: NDArray[np.int64]
    chances: NDArray[np.float64]
    aliases: NDArray[np.int64]
    joint: NDArray[np.int64]
    joint_sums: NDArray[np.float64]


class Table(NamedTuple):
    """The board, the cards that may still come, and the runouts if they are dealt as strata.

    With `runouts` the board goes through all of them in turn, one batch a round.
    """

    board: NDArray[np.int64]
    deck: NDArray[np.int64]
    runouts: NDArray[np.int64]


class Lists(NamedTuple):
    """Seat `i` holds one of `combos[starts[i]:starts[i + 1]]`, with its weight."""

    starts: NDArray[np.int64]
    combos: NDArray[np.int64]
    weights: NDArray[np.float64]


class Ranges(NamedTuple):
    """The hands that hero and rival may hold, and the weights of all combinations for each."""

    hero_held: NDArray[np.int64]
    rival_held: NDArray[np.int64]
    hero_weights: NDArray[np.float64]
    rival_weights: NDArray[np.float64]


class Boards(NamedTuple):
    """The cards of the board that lie, and all ways it may go on with their weights."""

    known: NDArray[np.int64]
    runouts: NDArray[np.int64]
    weights: NDArray[np.float64]

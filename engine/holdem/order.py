"""The 169 starting hands from the best to the worst, for ranges such as "top 15%".

The order is that of the exact equity against one random hand, from the preflop table.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.errors import UnavailableError
from engine.holdem.tables import CLASS_SIZES, N_COMBOS
from resources import resource_path

PREFLOP_FILE = "preflop.npz"


@cache
def strength_order() -> NDArray[np.int64]:
    """Return the places of the classes in the range grid, best first; equals by their place."""
    path = resource_path(PREFLOP_FILE)
    if not path.exists():
        raise UnavailableError("the preflop table is missing: run `assistant holdem build-preflop`")
    with np.load(path) as stored:
        return np.argsort(-stored["equity"][0], kind="stable")


def classes_between(low: float, high: float) -> NDArray[np.int64]:
    """Return the classes from one share of all combinations to another, each taken or left whole.

    A class belongs to it if its middle does, so "15%" is as near to 15% as whole classes get.
    """
    order = strength_order()
    ends = np.cumsum(CLASS_SIZES[order]) / N_COMBOS
    middles = ends - CLASS_SIZES[order] / N_COMBOS / 2
    return order[(middles > low) & (middles <= high)]

"""Build the tables of hands with wild cards: `python -m engine.kings_lows.build_tables`."""

from collections.abc import Iterable
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS
from engine.kings_lows.tables import (
    COLUMN_BITS,
    MAX_WILD_FLUSH,
    N_HAND,
    N_WILD_ROWS,
    NATURAL_BITS,
    PATH,
    ROW_BITS,
    WILD_BITS,
    WildTables,
    wild_sums,
)
from engine.kings_lows.values import value_by_ranks, value_by_suit
from engine.poker.build_tables import slide_rows
from engine.poker.tables import N_RANKS, rank_counts


def flush_values() -> NDArray[np.uint16]:
    """`value_by_suit` by number of wild cards and 13-bit mask of a suit, in one dimension."""
    values = np.zeros((N_WILD_ROWS, 1 << N_RANKS), np.uint16)
    suits = [[rank for rank in RANKS if mask >> (rank - 2) & 1] for mask in range(1 << N_RANKS)]
    for n_wild in range(MAX_WILD_FLUSH + 1):
        values[n_wild] = [value_by_suit(suit, n_wild) for suit in suits]
    return values.ravel()


def fill(wild_counts: Iterable[int], bits: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Row starts and values of all hands with so many wild cards."""
    classes = [(rank_counts(N_HAND - n_wild), n_wild) for n_wild in wild_counts]
    sums = np.concatenate([wild_sums(counts, n_wild) for counts, n_wild in classes])
    starts = slide_rows(sums, COLUMN_BITS, ROW_BITS, 1 << bits)
    values = np.zeros(1 << bits, np.uint16)
    places = starts[sums >> COLUMN_BITS].astype(np.int64) + sums % (1 << COLUMN_BITS)
    values[places % (1 << bits)] = [
        value_by_ranks(row, n_wild) for counts, n_wild in classes for row in counts
    ]
    return starts, values


def build() -> WildTables:
    """All tables from nothing, in some seconds: hands with wild cards first, then without."""
    wild, natural = fill(range(1, N_HAND + 1), WILD_BITS), fill([0], NATURAL_BITS)
    starts, values = (np.concatenate(parts) for parts in zip(wild, natural, strict=True))
    return WildTables(starts, values, flush_values())


if __name__ == "__main__":
    np.savez_compressed(PATH, **asdict(build()))

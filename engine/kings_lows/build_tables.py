"""Build the tables of hands with wild cards: `python -m engine.kings_lows.build_tables`."""

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS
from engine.kings_lows.tables import (
    COLUMN_BITS,
    MAX_WILD_FLUSH,
    N_HAND,
    N_WILD_ROWS,
    ROW_BITS,
    TABLE_BITS,
    WildTables,
    save,
    wild_sums,
)
from engine.kings_lows.values import value_by_ranks, value_by_suit
from engine.poker.build_tables import displace_rows
from engine.poker.tables import N_RANKS, rank_counts


def flush_values() -> NDArray[np.uint16]:
    """Return `value_by_suit` by number of wild cards and 13-bit mask of a suit, in one
    dimension.
    """
    values = np.zeros((N_WILD_ROWS, 1 << N_RANKS), np.uint16)
    suits = [[rank for rank in RANKS if mask >> (rank - 2) & 1] for mask in range(1 << N_RANKS)]
    for n_wild in range(MAX_WILD_FLUSH + 1):
        values[n_wild] = [value_by_suit(suit, n_wild) for suit in suits]
    return values.ravel()


def build() -> WildTables:
    """Build all tables of hands with any number of wild cards, or none; takes a few seconds."""
    classes = [(rank_counts(N_HAND - n_wild), n_wild) for n_wild in range(N_HAND + 1)]
    sums = np.concatenate([wild_sums(counts, n_wild) for counts, n_wild in classes])
    starts = displace_rows(sums, COLUMN_BITS, ROW_BITS, 1 << TABLE_BITS)
    starts -= np.arange(1 << ROW_BITS, dtype=np.uint32) << np.uint32(COLUMN_BITS)
    starts %= np.uint32(1 << TABLE_BITS)
    values = np.zeros(1 << TABLE_BITS, np.uint16)
    values[places_of(sums, starts)] = [
        value_by_ranks(row, n_wild) for counts, n_wild in classes for row in counts
    ]
    return WildTables(starts, values, flush_values())


def places_of(sums: NDArray[np.int64], starts: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return where the values of key sums lie."""
    places: NDArray[np.int64] = (starts[sums >> COLUMN_BITS] + sums) % (1 << TABLE_BITS)
    return places


if __name__ == "__main__":
    save(build())

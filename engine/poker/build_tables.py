"""Build the evaluator's tables from the rules: `python -m engine.poker.build_tables`."""

from collections import defaultdict
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.poker.hands import N_HAND_CARDS
from engine.poker.tables import (
    COLUMN_BITS,
    N_RANKS,
    ROW_BITS,
    TABLE_SIZE,
    Tables,
    rank_counts,
    rank_sums,
    save,
)
from engine.poker.values import value_of_counts, value_of_suit


def flush_values() -> NDArray[np.uint16]:
    """Return the best flush or straight flush by the 13-bit mask of a suit's ranks; 0 below
    five.
    """
    values = np.zeros(1 << N_RANKS, np.uint16)
    for size in range(5, N_RANKS + 1):
        for chosen in combinations(range(14, 1, -1), size):
            values[sum(1 << rank - 2 for rank in chosen)] = value_of_suit(chosen)
    return values


def displace_rows(
    sums: NDArray[np.int64], columns: int, rows: int, places: int
) -> NDArray[np.uint32]:
    """Return where each row of sums starts in a table: row displacement, first fit, fullest rows
    first.

    Rows wrap around the end of the table. A sum's lowest `columns` bits are its column, the next
    `rows` its row; `places` is 2^bits.
    """
    held: dict[int, list[int]] = defaultdict(list)
    for key in sums.tolist():
        held[key >> columns].append(key % (1 << columns))
    starts = np.zeros(1 << rows, np.uint32)
    taken = np.zeros(places, bool)
    for row, of_row in sorted(held.items(), key=lambda item: -len(item[1])):
        clash = np.zeros(places, bool)
        for column in of_row:
            clash |= np.roll(taken, -column)
        starts[row] = start = int(clash.argmin())
        if clash[start]:
            raise RuntimeError("the rows do not fit into the table: try another key")
        taken[(start + np.array(of_row)) % places] = True
    return starts


def build() -> Tables:
    """Build all tables from the rules; takes a few seconds."""
    starts = np.zeros((len(N_HAND_CARDS), 1 << ROW_BITS), np.uint16)
    values = np.zeros((len(N_HAND_CARDS), TABLE_SIZE), np.uint16)
    for i, n_cards in enumerate(N_HAND_CARDS):
        counts = rank_counts(n_cards)
        sums = rank_sums(counts)
        starts[i] = displace_rows(sums, COLUMN_BITS, ROW_BITS, TABLE_SIZE)
        places = (starts[i, sums >> COLUMN_BITS] + sums) % TABLE_SIZE
        values[i, places] = list(map(value_of_counts, counts))
    return Tables(starts, values, flush_values())


if __name__ == "__main__":
    save(build())

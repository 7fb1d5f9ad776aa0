"""The evaluator's lookup tables: built by `build_tables`, compiled into the native module.

Each rank has a key of 29 bits, found by trial, such that the sums of seven, of six and of five
cards differ modulo 2^29. The top 13 bits of a sum choose a row, the others a column; row
displacement packs the rows into a table of 2^16 entries: 150 kB, which stay in the second-level
cache. Flushes have a table of their own, by rank mask.
`rust_meld/src/poker/evaluate.rs` says how they are used.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

N_RANKS = 13
KEY_BITS = 29
ROW_BITS = 13
COLUMN_BITS = KEY_BITS - ROW_BITS
TABLE_SIZE = 1 << COLUMN_BITS
RANK_KEYS = (
    0x1B38504B,
    0x1461FD79,
    0x105B3AE4,
    0x08A217BF,
    0x09D9BD17,
    0x014FA7B5,
    0x02685E03,
    0x008764F6,
    0x059BCA27,
    0x1A064F4F,
    0x14C80389,
    0x1D354B2F,
    0x101DB64F,
)  # two to ace: random numbers, drawn until all sums differed (a test checks it)
N_HEADER = 64  # bytes before the tables in the file, for the rank keys
PATH = Path(__file__).parents[2] / "rust_meld" / "src" / "poker" / "tables.bin"


def rank_sums(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sum of the rank keys of each row of counts, modulo 2^29."""
    sums: NDArray[np.int64] = counts @ np.array(RANK_KEYS, np.int64) % (1 << KEY_BITS)
    return sums


@dataclass(frozen=True, slots=True)
class Tables:
    """The lookup tables; the first axis of two is for five, six and seven cards."""

    row_starts: NDArray[np.uint16]
    rank_values: NDArray[np.uint16]
    flush_values: NDArray[np.uint16]


def rank_counts(n_cards: int) -> NDArray[np.int64]:
    """Return every way to have `n_cards` ranks of at most four cards each, shape (n, 13)."""
    partial: dict[int, list[tuple[int, ...]]] = {
        0: [()]
    }  # rank counts so far, by how many cards they use
    for _ in range(N_RANKS):
        longer: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for used, counts in partial.items():
            for extra in range(min(4, n_cards - used) + 1):
                longer[used + extra] += [(*c, extra) for c in counts]
        partial = longer
    return np.array(partial[n_cards], np.int64)


@cache
def load() -> Tables:
    """Read the tables that are compiled into the native module, from the sources."""
    stored = np.fromfile(PATH, "<u2")[N_HEADER // 2 :]
    starts, values, flushes = np.split(stored, np.cumsum([3 << ROW_BITS, 3 * TABLE_SIZE]))
    return Tables(starts.reshape(3, -1), values.reshape(3, -1), flushes)


def save(tables: Tables) -> None:
    """Write the tables as the native module reads them: rank keys, then all tables in order."""
    header = np.zeros(N_HEADER // 4, "<u4")
    header[:N_RANKS] = RANK_KEYS
    parts = (tables.row_starts, tables.rank_values, tables.flush_values)
    PATH.write_bytes(header.tobytes() + b"".join(part.astype("<u2").tobytes() for part in parts))

"""Lookup tables for hands with wild cards: built by `build_tables` for the native module.

A wild card is a fourteenth rank with a key of its own, so that seven summed keys say the natural
ranks and the number of wild cards at once, and one lookup gives the best hand by ranks alone,
however many cards are wild. Places wrap round the table, which stays in the second-level cache.
Flushes have one table for each number of wild cards. Keys and values are those of `engine.poker`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.poker.tables import KEY_BITS, rank_sums

N_HAND = 7
MAX_HAND = 11  # with an extra card for each of four fours
ROW_BITS = 14
COLUMN_BITS = KEY_BITS - ROW_BITS
TABLE_BITS = 17  # the values of 76,155 sums lie in 2^17 places
WILD_KEY = 0x02F47A1B  # a random number with which all sums of seven differ (a test checks it)
N_WILD_ROWS = 8  # four wild cards and any fifth beat every flush: from row 4 on flushes are 0
MAX_WILD_FLUSH = 3
N_HEADER = 64  # bytes before the tables in the file, for the key of a wild card
PATH = Path(__file__).parents[2] / "rust_meld" / "src" / "kings_lows" / "tables.bin"


@dataclass(frozen=True, slots=True)
class WildTables:
    """The lookup tables: by row and column of a key sum, and by wild cards and suit mask."""

    row_starts: NDArray[np.uint32]
    rank_values: NDArray[np.uint16]
    flush_values: NDArray[np.uint16]


def wild_sums(counts: NDArray[np.int64], n_wild: int) -> NDArray[np.int64]:
    """Return the key sums of natural ranks and wild cards, modulo 2^29."""
    sums: NDArray[np.int64] = (rank_sums(counts) + n_wild * WILD_KEY) % (1 << KEY_BITS)
    return sums


@cache
def load() -> WildTables:
    """Read the tables that are compiled into the native module, from the sources."""
    stored = PATH.read_bytes()
    starts = np.frombuffer(stored, "<u4", 1 << ROW_BITS, N_HEADER)
    values = np.frombuffer(stored, "<u2", offset=N_HEADER + starts.nbytes)
    return WildTables(starts, *np.split(values, [1 << TABLE_BITS]))


def save(tables: WildTables) -> None:
    """Write the tables as the native module reads them: the wild key, then all tables in order."""
    header = np.zeros(N_HEADER // 4, "<u4")
    header[0] = WILD_KEY
    parts = tables.row_starts.astype("<u4"), tables.rank_values, tables.flush_values
    PATH.write_bytes(b"".join(part.tobytes() for part in (header, *parts)))

"""Lookup tables for hands with wild cards: built by `python -m engine.kings_lows.tables`.

A wild card is a fourteenth rank with a key of its own, so that seven summed keys say the natural
ranks and the number of wild cards at once, and one lookup gives the best hand by ranks alone,
however many cards are wild. Hands without one have a part of the tables to themselves: what a
game with wild cards needs is 100 kB and stays in the second-level cache. Flushes have one table
for each number of wild cards. Keys and values are those of `engine.poker`.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS
from engine.poker.hands import HandType, straights, value_of
from engine.poker.tables import (
    KEY_BITS,
    N_RANKS,
    rank_counts,
    rank_sums,
    value_of_counts,
)

N_HAND = 7
ROW_BITS = 14
COLUMN_BITS = KEY_BITS - ROW_BITS
WILD_BITS = 15  # the values of hands with wild cards fill most of 2^15 places
NATURAL_BITS = 16  # those without one follow in 2^16 places
WILD_KEY = 0x02F47A1B  # a random number with which all sums of seven differ (a test checks it)
COUNT_BITS = 3  # below the key sum, in one 32-bit word, the natural cards are counted
N_WILD_ROWS = 8  # four wild cards and any fifth beat every flush: from row 4 on flushes are 0
MAX_WILD_FLUSH = 3
PATH = Path(__file__).with_name("tables.npz")


@dataclass(frozen=True, slots=True)
class WildTables:
    """What is looked up: by row and column of a key sum, and by wild cards and suit mask."""

    row_starts: NDArray[np.uint16]
    rank_values: NDArray[np.uint16]
    flush_values: NDArray[np.uint16]


def best_run(ranks: Iterable[int], n_wild: int) -> tuple[int, ...] | None:
    """The highest straight that these ranks and some wild cards make."""
    held = set(ranks)
    runs = reversed(straights())
    return next((run for run in runs if len(held.intersection(run)) + n_wild >= 5), None)


def value_by_ranks(counts: NDArray[np.int64], n_wild: int) -> int:
    """The best value of natural cards, as counts of 13 ranks, and wild cards, flushes aside."""
    if n_wild == 0:
        return value_of_counts(counts)
    if n_wild >= 5:
        return value_of(HandType.FIVE_OF_A_KIND, (RANKS[-1],))
    held = [(int(n), rank) for rank, n in zip(RANKS, counts, strict=True) if n]
    of_a_kind = _value_of_a_kind(held, n_wild)
    run = best_run((rank for _, rank in held), n_wild)
    return max(of_a_kind, value_of(HandType.STRAIGHT, run) if run else 0)


def _value_of_a_kind(held: list[tuple[int, int]], n_wild: int) -> int:
    """All wild cards join one rank: the one that makes most of a kind, the highest of equals."""
    size, rank = max((min(5, n + n_wild), rank) for n, rank in held)
    others = [(n, other) for n, other in held if other != rank]
    pairs = [other for n, other in others if n == 2]
    if size == 3 and pairs:
        return value_of(HandType.FULL_HOUSE, (rank, max(pairs)))
    hand = (HandType.PAIR, HandType.THREE_OF_A_KIND, HandType.FOUR_OF_A_KIND)
    kickers = sorted((other for _, other in others), reverse=True)[: 5 - size]
    return value_of((*hand, HandType.FIVE_OF_A_KIND)[size - 2], (rank, *kickers))


def value_by_suit(ranks: Iterable[int], n_wild: int) -> int:
    """The best flush or straight flush of one suit's ranks and wild cards; 0 if there is none.

    A wild card in a flush is the highest rank not there, so no ace is there twice.
    """
    held = set(ranks)
    if len(held) + n_wild < 5:
        return 0
    run = best_run(held, n_wild)
    if run:
        return value_of(HandType.STRAIGHT_FLUSH, run)
    missing = [rank for rank in reversed(RANKS) if rank not in held]
    return value_of(HandType.FLUSH, tuple(sorted(held.union(missing[:n_wild]))[:-6:-1]))


def flush_values() -> NDArray[np.uint16]:
    """`value_by_suit` by number of wild cards and 13-bit mask of a suit, in one dimension."""
    values = np.zeros((N_WILD_ROWS, 1 << N_RANKS), np.uint16)
    suits = [[rank for rank in RANKS if mask >> (rank - 2) & 1] for mask in range(1 << N_RANKS)]
    for n_wild in range(MAX_WILD_FLUSH + 1):
        values[n_wild] = [value_by_suit(suit, n_wild) for suit in suits]
    return values.ravel()


def suit_words() -> NDArray[np.uint32]:
    """Summed rank keys and number of cards of every 13-bit mask of a suit, in one word each."""
    bits = np.arange(1 << N_RANKS)[:, None] >> np.arange(N_RANKS) & 1
    words: NDArray[np.int64] = (rank_sums(bits) << COUNT_BITS) + bits.sum(axis=1)
    return words.astype(np.uint32)


def wild_words() -> NDArray[np.uint32]:
    """What the wild cards add to a word, by the number of natural cards among seven."""
    n_wild = N_HAND - np.arange(N_HAND + 1)
    return (n_wild * WILD_KEY % (1 << KEY_BITS) << COUNT_BITS).astype(np.uint32)


def slide_rows(sums: NDArray[np.int64], bits: int) -> NDArray[np.uint16]:
    """Where each row of sums starts, fullest first at the first free of 2^bits places, round."""
    rows: dict[int, list[int]] = defaultdict(list)
    for key in sums.tolist():
        rows[key >> COLUMN_BITS].append(key % (1 << COLUMN_BITS))
    starts = np.zeros(1 << ROW_BITS, np.uint16)
    taken = np.zeros(1 << bits, bool)
    for row, columns in sorted(rows.items(), key=lambda item: -len(item[1])):
        clash = np.zeros(1 << bits, bool)
        for column in columns:
            clash |= np.roll(taken, -column)
        starts[row] = start = int(clash.argmin())
        if clash[start]:
            raise RuntimeError("the rows do not fit into the table: try another wild key")
        taken[(start + np.array(columns)) % (1 << bits)] = True
    return starts


def wild_sums(counts: NDArray[np.int64], n_wild: int) -> NDArray[np.int64]:
    """The key sums of natural ranks and wild cards, modulo 2^29."""
    sums: NDArray[np.int64] = (rank_sums(counts) + n_wild * WILD_KEY) % (1 << KEY_BITS)
    return sums


def fill(wild_counts: Iterable[int], bits: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Row starts and values of all hands with so many wild cards."""
    classes = [(rank_counts(N_HAND - n_wild), n_wild) for n_wild in wild_counts]
    sums = np.concatenate([wild_sums(counts, n_wild) for counts, n_wild in classes])
    starts = slide_rows(sums, bits)
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


@cache
def load() -> WildTables:
    """The stored tables."""
    with np.load(PATH) as stored:
        return WildTables(**stored)


def fingerprint() -> int:
    """A number that changes with any table: compiled kernels hold copies of them."""
    stored = load()
    parts = (stored.row_starts, stored.rank_values, stored.flush_values, suit_words(), wild_words())
    return crc32(b"".join(part.tobytes() for part in parts))


if __name__ == "__main__":
    np.savez_compressed(PATH, **asdict(build()))

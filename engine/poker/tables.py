"""The evaluator's lookup tables: built by `python -m engine.poker.tables`, stored beside it.

Each rank has a key of 29 bits, found by trial, such that the sums of seven, of six and of five
cards differ modulo 2^29. The top 13 bits of a sum choose a row, the others a column; rows are slid
over each other round a table of 2^16 entries until no two meet: 150 kB, which stay in the
second-level cache. The keys sit at the top of a 64-bit word, so that carries fall off its end;
below them the suits are counted. Flushes have a table of their own, by rank mask.
"""

from collections import defaultdict
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS, RANKS
from engine.poker.hands import HandType, straights, value_of

N_RANKS = len(RANKS)
KEY_BITS = 29
ROW_BITS = 13
COLUMN_BITS = KEY_BITS - ROW_BITS
TABLE_SIZE = 1 << COLUMN_BITS
KEY_SHIFT = 64 - KEY_BITS
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
SUIT_BIAS = 0x3333  # four counters of four bits: five cards of a suit carry into the top bit
FLUSH_BITS = 0x8888
INVALID_BIT = 1 << 24  # in the key of every byte that is no card; seven of them do not reach 2^35
INVALID_BITS = 7 << 24
N_HAND_CARDS = (5, 6, 7)
PATH = Path(__file__).with_name("tables.npz")


def rank_sums(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of the rank keys of each row of counts, modulo 2^29."""
    sums: NDArray[np.int64] = counts @ np.array(RANK_KEYS, np.int64) % (1 << KEY_BITS)
    return sums


@dataclass(frozen=True, slots=True)
class Tables:
    """What is looked up; the first axis of two is for five, six and seven cards."""

    row_starts: NDArray[np.uint16]
    rank_values: NDArray[np.uint16]
    flush_values: NDArray[np.uint16]


def card_keys() -> NDArray[np.uint64]:
    """The 64-bit key of every byte: rank key, suit counter; the invalid bit from 52 on."""
    keys = np.full(256, INVALID_BIT, np.uint64)
    for card in range(N_CARDS):
        keys[card] = (RANK_KEYS[card // 4] << KEY_SHIFT) + (1 << 4 * (card % 4))
    return keys


def card_masks() -> NDArray[np.uint64]:
    """One bit a card, sixteen bits a suit: `1 << 16 * suit + rank - 2`."""
    cards = np.arange(N_CARDS, dtype=np.uint64)
    return np.uint64(1) << (cards % np.uint64(4) * np.uint64(16) + cards // np.uint64(4))


def rank_counts(n_cards: int) -> NDArray[np.int64]:
    """Every way to have `n_cards` ranks of at most four cards each, shape (n, 13)."""
    partial: dict[int, list[tuple[int, ...]]] = {
        0: [()]
    }  # rank counts so far, by how many cards they use
    for _ in RANKS:
        longer: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for used, counts in partial.items():
            for extra in range(min(4, n_cards - used) + 1):
                longer[used + extra] += [(*c, extra) for c in counts]
        partial = longer
    return np.array(partial[n_cards], np.int64)


def value_of_counts(counts: NDArray[np.int64]) -> int:
    """The value of the best five cards when suits do not matter, read off the rank counts."""
    by_count = [[int(r) + 2 for r in np.flatnonzero(counts >= n)[::-1]] for n in range(5)]
    ranks = by_count[1]

    def kickers(used: list[int], n: int) -> tuple[int, ...]:
        return tuple(used + [r for r in ranks if r not in used][:n])

    if by_count[4]:
        return value_of(HandType.FOUR_OF_A_KIND, kickers(by_count[4][:1], 1))
    trips = by_count[3][:1]
    pairs = [r for r in by_count[2] if r not in trips]
    if trips and pairs:
        return value_of(HandType.FULL_HOUSE, (trips[0], pairs[0]))
    run = best_run(set(ranks))
    if run:
        return value_of(HandType.STRAIGHT, run)
    if trips:
        return value_of(HandType.THREE_OF_A_KIND, kickers(trips, 2))
    if len(pairs) > 1:
        return value_of(HandType.TWO_PAIR, kickers(pairs[:2], 1))
    if pairs:
        return value_of(HandType.PAIR, kickers(pairs, 3))
    return value_of(HandType.HIGH_CARD, tuple(ranks[:5]))


def best_run(ranks: set[int]) -> tuple[int, ...] | None:
    """The highest straight among these ranks."""
    return next((run for run in reversed(straights()) if ranks.issuperset(run)), None)


def flush_values() -> NDArray[np.uint16]:
    """The best flush or straight flush by the 13-bit mask of a suit's ranks; 0 below five."""
    values = np.zeros(1 << N_RANKS, np.uint16)
    for size in range(5, N_RANKS + 1):
        for chosen in combinations(range(14, 1, -1), size):
            mask = sum(1 << rank - 2 for rank in chosen)
            run = best_run(set(chosen))
            hand = HandType.STRAIGHT_FLUSH if run else HandType.FLUSH
            values[mask] = value_of(hand, run or chosen[:5])
    return values


def slide_rows(sums: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Where each row of sums starts: fullest row first, at the first place that is free."""
    rows: dict[int, list[int]] = defaultdict(list)
    for key in sums.tolist():
        rows[key >> COLUMN_BITS].append(key % TABLE_SIZE)
    starts = np.zeros(1 << ROW_BITS, np.uint16)
    taken = np.zeros(TABLE_SIZE, bool)
    for row, columns in sorted(rows.items(), key=lambda item: -len(item[1])):
        clash = np.zeros(TABLE_SIZE, bool)
        for column in columns:
            clash |= np.roll(taken, -column)
        start = int(clash.argmin())
        places = (start + np.array(columns)) % TABLE_SIZE
        if taken[places].any():
            raise RuntimeError("the rows do not fit into the table: try another seed")
        starts[row] = start
        taken[places] = True
    return starts


def build() -> Tables:
    """All tables from nothing, in some seconds."""
    starts = np.zeros((len(N_HAND_CARDS), 1 << ROW_BITS), np.uint16)
    values = np.zeros((len(N_HAND_CARDS), TABLE_SIZE), np.uint16)
    for i, n_cards in enumerate(N_HAND_CARDS):
        counts = rank_counts(n_cards)
        sums = rank_sums(counts)
        starts[i] = slide_rows(sums)
        places = (starts[i, sums >> COLUMN_BITS] + sums) % TABLE_SIZE
        values[i, places] = list(map(value_of_counts, counts))
    return Tables(starts, values, flush_values())


@cache
def load() -> Tables:
    """The stored tables."""
    with np.load(PATH) as stored:
        return Tables(**stored)


if __name__ == "__main__":
    np.savez_compressed(PATH, **asdict(build()))

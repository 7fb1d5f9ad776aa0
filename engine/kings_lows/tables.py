"""Lookup tables for hands with wild cards: built by `build_tables`, compiled into kernels.

A wild card is a fourteenth rank with a key of its own, so that seven summed keys say the natural
ranks and the number of wild cards at once, and one lookup gives the best hand by ranks alone,
however many cards are wild. The table's beginning stands again behind its end, so that no place
has to be wrapped round; it stays in the second-level cache. Flushes have one table for each number
of wild cards. Keys and values are those of `engine.poker`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.poker.tables import (
    KEY_BITS,
    KEY_SHIFT,
    N_CARDS,
    N_RANKS,
    card_keys,
    card_masks,
    rank_sums,
)

N_HAND = 7
MAX_HAND = 11  # with an extra card for each of four fours
ROW_BITS = 14
COLUMN_BITS = KEY_BITS - ROW_BITS
TABLE_BITS = 17  # the values of 76,155 sums lie in 2^17 places
WILD_KEY = 0x02F47A1B  # a random number with which all sums of seven differ (a test checks it)
COUNT_BITS = 3  # below the key sum, in one 32-bit word, the natural cards are counted
WILD_COUNT_PLACE = 16  # above four counters of suits: the bits in which wild cards are counted
WILD_COUNTS = 0x11111  # a wild card counts for every suit, and as a wild one
N_WILD_ROWS = 8  # four wild cards and any fifth beat every flush: from row 4 on flushes are 0
MAX_WILD_FLUSH = 3
PATH = Path(__file__).with_name("tables.npz")


@dataclass(frozen=True, slots=True)
class WildTables:
    """What is looked up: by row and column of a key sum, and by wild cards and suit mask."""

    row_starts: NDArray[np.uint32]
    rank_values: NDArray[np.uint16]
    flush_values: NDArray[np.uint16]


def suit_words() -> NDArray[np.uint32]:
    """Summed rank keys and number of cards of every 13-bit mask of a suit, in one word each."""
    bits = np.arange(1 << N_RANKS)[:, None] >> np.arange(N_RANKS) & 1
    words: NDArray[np.int64] = (rank_sums(bits) << COUNT_BITS) + bits.sum(axis=1)
    return words.astype(np.uint32)


def wild_words() -> NDArray[np.uint32]:
    """What the wild cards add to a word, by the number of natural cards among seven."""
    n_wild = N_HAND - np.arange(N_HAND + 1)
    return (n_wild * WILD_KEY % (1 << KEY_BITS) << COUNT_BITS).astype(np.uint32)


def card_pairs() -> NDArray[np.uint64]:
    """Key and mask of every card, each followed by the key and no mask of a wild one.

    Keys are those of `engine.poker`: seven are added up to the key of a hand.
    """
    pairs = np.zeros((N_CARDS, 2, 2), np.uint64)
    pairs[:, 0, 0], pairs[:, 0, 1] = card_keys()[:N_CARDS], card_masks()
    pairs[:, 1, 0] = (WILD_KEY << KEY_SHIFT) + WILD_COUNTS
    return pairs.ravel()


def wild_sums(counts: NDArray[np.int64], n_wild: int) -> NDArray[np.int64]:
    """The key sums of natural ranks and wild cards, modulo 2^29."""
    sums: NDArray[np.int64] = (rank_sums(counts) + n_wild * WILD_KEY) % (1 << KEY_BITS)
    return sums


@cache
def load() -> WildTables:
    """The stored tables."""
    with np.load(PATH) as stored:
        return WildTables(**stored)

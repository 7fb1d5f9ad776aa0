"""Compiled evaluation: sums of keys in, values out, hundreds of millions of hands a second.

`hand_value(key, mask)` is what other kernels call in their inner loops, with the keys and masks of
the cards summed on the way down and `SUIT_BIAS` added once. Tables are module-level constants:
numba compiles them in, which measured 13 times faster than arrays passed along.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import njit
from engine.poker import tables

_STORED = tables.load()
CARD_KEYS = tables.card_keys()
CARD_MASKS = tables.card_masks()
ROW_STARTS = _STORED.row_starts[2].copy()
RANK_VALUES = _STORED.rank_values[2].copy()
ROW_STARTS_OF_FEW = _STORED.row_starts[:2].copy()
RANK_VALUES_OF_FEW = _STORED.rank_values[:2].copy()
FLUSH_VALUES = _STORED.flush_values
ROW_SHIFT = np.uint64(64 - tables.ROW_BITS)
COLUMN_SHIFT = np.uint64(tables.KEY_SHIFT)
PLACE_MASK = np.uint64(tables.TABLE_SIZE - 1)
SUIT_BIAS = np.uint64(tables.SUIT_BIAS)
FLUSH_BITS = np.uint64(tables.FLUSH_BITS)
INVALID_BITS = np.uint64(tables.INVALID_BITS)
ONE_OF_EACH_SUIT = np.uint64(0x1111)
RARE_BITS = FLUSH_BITS | INVALID_BITS
RANK_BITS = np.uint64(0x1FFF)


@njit(nogil=True, cache=True)
def rank_value(key: np.uint64) -> np.uint16:
    """The value by ranks alone of seven summed keys."""
    place = ROW_STARTS[key >> ROW_SHIFT] + (key >> COLUMN_SHIFT)
    return RANK_VALUES[place & PLACE_MASK]


@njit(nogil=True, cache=True)
def rank_value_of_few(key: np.uint64, n_cards: int) -> np.uint16:
    """The value by ranks alone of five or six summed keys."""
    place = ROW_STARTS_OF_FEW[n_cards - 5, key >> ROW_SHIFT] + (key >> COLUMN_SHIFT)
    return RANK_VALUES_OF_FEW[n_cards - 5, place & PLACE_MASK]


@njit(nogil=True, cache=True)
def flush_value(key: np.uint64, mask: np.uint64) -> np.uint16:
    """The value of a flush, when `key & FLUSH_BITS` says there is one."""
    if key & np.uint64(0x0008):
        return FLUSH_VALUES[mask & RANK_BITS]
    if key & np.uint64(0x0080):
        return FLUSH_VALUES[mask >> np.uint64(16) & RANK_BITS]
    if key & np.uint64(0x0800):
        return FLUSH_VALUES[mask >> np.uint64(32) & RANK_BITS]
    return FLUSH_VALUES[mask >> np.uint64(48) & RANK_BITS]


@njit(nogil=True, cache=True)
def random_flush_value(key: np.uint64, mask: np.uint64) -> np.uint16:
    """The value of a flush among random hands, where no branch on the suit can be foreseen.

    The suit's place is made of the flags by arithmetic. Hands in order are quicker with branches.
    """
    shift = key >> np.uint64(3) & np.uint64(16) | key >> np.uint64(6) & np.uint64(32)
    shift |= (key >> np.uint64(15) & np.uint64(1)) * np.uint64(48)
    return FLUSH_VALUES[mask >> shift & RANK_BITS]


@njit(nogil=True, cache=True)
def hand_value(key: np.uint64, mask: np.uint64) -> np.uint16:
    """The value of seven cards: their summed keys plus SUIT_BIAS, and their masks."""
    if key & FLUSH_BITS:
        return flush_value(key, mask)
    return rank_value(key)


@njit(nogil=True, cache=True)
def evaluate_sevens(hands: NDArray[np.uint8], values: NDArray[np.uint16]) -> int:
    """Fill in the value of every row of seven cards; the first row with a bad card, or -1.

    Equal cards in a row are not looked for: the row's value is then without meaning, but the
    tables wrap round, so that any seven bytes stay inside them.
    """
    for i in range(hands.shape[0]):
        key = SUIT_BIAS + CARD_KEYS[hands[i, 0]] + CARD_KEYS[hands[i, 1]] + CARD_KEYS[hands[i, 2]]
        key += CARD_KEYS[hands[i, 3]] + CARD_KEYS[hands[i, 4]]
        key += CARD_KEYS[hands[i, 5]] + CARD_KEYS[hands[i, 6]]
        if key & RARE_BITS:
            if key & INVALID_BITS:
                return i
            mask = CARD_MASKS[hands[i, 0]] | CARD_MASKS[hands[i, 1]] | CARD_MASKS[hands[i, 2]]
            mask |= CARD_MASKS[hands[i, 3]] | CARD_MASKS[hands[i, 4]]
            mask |= CARD_MASKS[hands[i, 5]] | CARD_MASKS[hands[i, 6]]
            values[i] = random_flush_value(key, mask)
        else:
            values[i] = rank_value(key)
    return -1


@njit(nogil=True, cache=True)
def evaluate_few(hands: NDArray[np.uint8], values: NDArray[np.uint16]) -> int:
    """Fill in the value of every row of five or six cards; the first bad row, or -1."""
    n_hands, n_cards = hands.shape
    for i in range(n_hands):
        key = SUIT_BIAS
        for card in hands[i]:
            key += CARD_KEYS[card]
        if key & INVALID_BITS:
            return i
        if key & FLUSH_BITS:
            mask = np.uint64(0)
            for card in hands[i]:
                mask |= CARD_MASKS[card]
            values[i] = flush_value(key, mask)
        else:
            values[i] = rank_value_of_few(key, n_cards)
    return -1


@njit(nogil=True, cache=True)
def count_seven_card_hands(first: int, stop: int) -> NDArray[np.int64]:
    """How many seven-card hands have each category, for highest cards from `first` to `stop`.

    Index 10 counts the royal flushes among the straight flushes. Where six cards leave no flush
    possible, last cards of one rank are worth the same and are looked up once. Four rows of
    counters keep one addition from waiting for the one before.
    """
    if first < 0 or stop > 52:
        raise ValueError("expected cards from 0 to 52")
    counts = np.zeros((4, 11), np.int64)
    royal = FLUSH_VALUES[0x1F00]
    for a in range(first, stop):
        for b in range(a):
            key_b, mask_b = CARD_KEYS[a] + CARD_KEYS[b], CARD_MASKS[a] | CARD_MASKS[b]
            for c in range(b):
                key_c, mask_c = key_b + CARD_KEYS[c], mask_b | CARD_MASKS[c]
                for d in range(c):
                    key_d, mask_d = key_c + CARD_KEYS[d], mask_c | CARD_MASKS[d]
                    for e in range(d):
                        key_e, mask_e = key_d + CARD_KEYS[e], mask_d | CARD_MASKS[e]
                        for f in range(e):
                            key = key_e + CARD_KEYS[f] + SUIT_BIAS
                            if (key + ONE_OF_EACH_SUIT) & FLUSH_BITS:
                                mask = mask_e | CARD_MASKS[f]
                                for g in range(f):
                                    value = hand_value(key + CARD_KEYS[g], mask | CARD_MASKS[g])
                                    counts[g & 3, value >> 12] += 1
                                    counts[g & 3, 10] += value == royal
                            else:
                                for rank in range(f >> 2):
                                    value = rank_value(key + CARD_KEYS[4 * rank])
                                    counts[rank & 3, value >> 12] += 4
                                if f & 3:
                                    value = rank_value(key + CARD_KEYS[f & ~3])
                                    counts[0, value >> 12] += f & 3
    return counts.sum(axis=0)


def warm_up() -> None:
    """Compile every kernel once."""
    hands = np.arange(7, dtype=np.uint8).reshape(1, 7)
    evaluate_sevens(hands, np.zeros(1, np.uint16))
    evaluate_few(hands[:, :5].copy(), np.zeros(1, np.uint16))
    count_seven_card_hands(6, 7)

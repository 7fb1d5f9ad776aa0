"""The values of many hands of which some cards are wild, in blocks.

A hand is a word, one byte a card. First the bytes of wild cards are marked, by a rule or as they
are told; then the keys and masks of the cards are added up, wild ones having a key of their own;
sums become places in tables, and what stands there is looked up. Nothing depends on how many cards
are wild, and each step is a loop over a block that becomes vector code but for the look-ups. Steps
are compiled into one function: to hand a block's arrays on costs as much as a step.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import njit
from engine.kings_lows import tables
from engine.kings_lows.kernels import layout
from engine.kings_lows.kernels.words import N_AT_ONCE, load_eight, look_up, sum_pairs
from engine.poker.tables import FLUSH_BITS, KEY_SHIFT, N_RANKS, SUIT_BIAS

_STORED = tables.load()
CARD_PAIRS = tables.card_pairs()
RANK_VALUES = _STORED.rank_values
FLUSH_VALUES = _STORED.flush_values
# a row's start without the number of the row, which the whole key still has in front
_ROWS = np.arange(1 << tables.ROW_BITS, dtype=np.uint32)
STARTS = _STORED.row_starts - (_ROWS << np.uint32(tables.COLUMN_BITS))
BLOCK = 128
N_ROOM = BLOCK + 2  # rows that are read for a block: eight bytes more than it has
BIAS, FLUSHES = np.uint64(SUIT_BIAS), np.uint64(FLUSH_BITS)
KEY_PLACE, COLUMN_BITS = np.uint64(KEY_SHIFT), np.uint32(tables.COLUMN_BITS)
RANK_BITS, WILD_BITS = np.uint64(0x1FFF), np.uint64(0xE000)
WILD_SHIFT = np.uint64(tables.WILD_COUNT_PLACE - N_RANKS)
CLUBS, DIAMONDS, HEARTS, SPADES = (np.uint64(8 << 4 * suit) for suit in range(4))
EACH_BYTE = np.uint64(0x0101010101010101)
EACH_TOP, EACH_RANK = EACH_BYTE << np.uint64(7), EACH_BYTE * np.uint64(15)
ABOVE_CARDS = np.uint64(0x004C4C4C4C4C4C4C)  # added to a byte above 51 it reaches the top bit
EACH_MARK = np.uint64(sum(1 << 7 * card for card in range(7)))  # bit j of a mark goes to byte j


class Room(NamedTuple):
    """What a block needs: its words, their lowest bytes, marks, sums and places in tables.

    `pairs` is a copy of CARD_PAIRS, since constants may lie across the borders of cache lines.
    """

    pairs: NDArray[np.uint64]
    words: NDArray[np.uint64]
    lows: NDArray[np.uint64]
    wild: NDArray[np.uint64]
    sums: NDArray[np.uint64]
    places: NDArray[np.uint64]


@njit(nogil=True, cache=True)
def evaluate_by_rule(hands: NDArray[np.uint8], code: int, values: NDArray[np.uint16]) -> bool:
    """Fill in the value of every row of seven cards under a rule; False if a byte is no card."""
    room = _make_room()
    for first in range(0, len(hands), BLOCK):
        if not _load(hands, first, room):
            return False
        _mark_by_rule(code, room)
        _evaluate(room, values[first : first + BLOCK])
    return True


@njit(nogil=True, cache=True)
def evaluate_marked(
    hands: NDArray[np.uint8], wild: NDArray[np.uint8], values: NDArray[np.uint16]
) -> bool:
    """Fill in the value of every row of seven cards, bit j of `wild[i]` marking `hands[i, j]`.

    Returns False if a byte is no card.
    """
    room = _make_room()
    for first in range(0, len(hands), BLOCK):
        if not _load(hands, first, room):
            return False
        _mark(wild[first : first + BLOCK], room)
        _evaluate(room, values[first : first + BLOCK])
    return True


@njit(nogil=True, cache=True)
def _make_room() -> Room:
    block = np.zeros((4, BLOCK), np.uint64)
    sums = np.zeros(2 * BLOCK, np.uint64)
    return Room(CARD_PAIRS.copy(), block[0], block[1], block[2], sums, block[3])


@njit(nogil=True, inline="always")
def _load(hands: NDArray[np.uint8], first: int, room: Room) -> bool:
    """Make words of a block of hands; False if a byte is no card."""
    rows = hands[first : first + N_ROOM]
    if len(rows) < N_ROOM:
        rows = np.zeros((N_ROOM, tables.N_HAND), np.uint8)
        rows[: len(hands) - first] = hands[first:]
    for i in range(0, BLOCK, N_AT_ONCE):
        load_eight(rows, i, room.words, room.lows, i)
    bits = np.uint64(0)
    for i in range(BLOCK):
        bits |= room.words[i] | (room.words[i] + ABOVE_CARDS)
    return not bits & EACH_TOP


@njit(nogil=True, inline="always")
def _mark(marks: NDArray[np.uint8], room: Room) -> None:
    """Set the top bits of the bytes of wild cards as they are told."""
    for i in range(len(marks)):
        spread = np.uint64(marks[i] & 0x7F) * EACH_MARK & EACH_BYTE
        room.wild[i] = spread << np.uint64(7)


@njit(nogil=True, inline="always")
def _mark_by_rule(code: int, room: Room) -> None:
    """Set these bits by a rule: ranks that are always wild, then the lowest of each hand."""
    words, wild = room.words, room.wild
    wild[:] = 0
    for rank in range(N_RANKS):
        if code >> rank & 1:
            for i in range(BLOCK):
                wild[i] |= _bytes_of_rank(words[i], np.uint64(rank))
    if code & layout.LOW_WILD:
        always = np.uint64(0 if code & layout.LOW_NEEDS_WILD else 1)
        for i in range(BLOCK):
            low = _bytes_of_rank(words[i], room.lows[i] >> np.uint64(2) & np.uint64(15))
            wild[i] |= low if wild[i] | always else np.uint64(0)


@njit(nogil=True, inline="always")
def _bytes_of_rank(word: np.uint64, rank: np.uint64) -> np.uint64:
    """The top bits of the bytes that are cards of a rank."""
    ranks = word >> np.uint64(2) & EACH_RANK
    return EACH_TOP - (ranks ^ rank * EACH_BYTE) & EACH_TOP


@njit(nogil=True, inline="always")
def _evaluate(room: Room, values: NDArray[np.uint16]) -> None:
    """Fill in the values of a block whose wild cards are marked."""
    for i in range(BLOCK):  # the places of pairs of numbers, twice as many as cards
        room.words[i] = room.words[i] * np.uint64(4) + (room.wild[i] >> np.uint64(6))
    for i in range(BLOCK):
        sum_pairs(room.pairs, room.words, i, room.sums)
    _find_places(room)
    keys, suits = room.places.view(np.uint32), room.places.view(np.uint16)
    for i in range(len(values)):
        key = keys[2 * i]
        start = look_up(STARTS, np.uint64(key >> COLUMN_BITS))
        value = look_up(RANK_VALUES, np.uint64(np.uint32(start + key)))
        one = look_up(FLUSH_VALUES, np.uint64(suits[4 * i + 2]))
        other = look_up(FLUSH_VALUES, np.uint64(suits[4 * i + 3]))
        values[i] = max(value, max(one, other))


@njit(nogil=True, inline="always")
def _find_places(room: Room) -> None:
    """Put together of each hand the key of its ranks and two places in FLUSH_VALUES.

    They are those of the suits that make a flush with the wild cards: with three of these there may
    be two suits, with more there are more, but then no flush counts.
    """
    for i in range(BLOCK):
        key, mask = room.sums[2 * i] + BIAS, room.sums[2 * i + 1]
        suits = key & FLUSHES
        first = suits & (~suits + np.uint64(1))
        row = key >> WILD_SHIFT & WILD_BITS
        one, other = _suits_of(mask, first) | row, _suits_of(mask, suits ^ first) | row
        room.places[i] = key >> KEY_PLACE | one << np.uint64(32) | other << np.uint64(48)


@njit(nogil=True, inline="always")
def _suits_of(mask: np.uint64, suits: np.uint64) -> np.uint64:
    """The ranks in a mask that are of some suits, by their bits in a key."""
    none = np.uint64(0)
    black = (mask if suits & CLUBS else none) | (mask >> np.uint64(48) if suits & SPADES else none)
    red = mask >> np.uint64(16) if suits & DIAMONDS else none
    red |= mask >> np.uint64(32) if suits & HEARTS else none
    return (black | red) & RANK_BITS


def warm_up() -> None:
    """Compile every kernel once."""
    hands, values = np.arange(7, dtype=np.uint8).reshape(1, 7), np.zeros(1, np.uint16)
    evaluate_by_rule(hands, 0, values)
    evaluate_marked(hands, np.zeros(1, np.uint8), values)

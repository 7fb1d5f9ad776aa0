"""The value of seven cards of which some are wild, on the tables of `tables.py`.

A hand is one word of 64 bits, sixteen a suit, one a card. `wild_value` takes the word of the
natural cards alone: what is missing to seven is wild. It has no branch, so its cost does not
depend on how many cards are wild. Tables are module-level constants: numba compiles them in.
"""

import numpy as np

from engine.kernels.compiled import njit
from engine.kings_lows import tables
from engine.kings_lows.kernels import layout
from engine.kings_lows.kernels.layout import NO_LOW, Counts
from engine.poker.tables import PLACE_BITS, card_masks

_STORED = tables.load()
CARD_MASKS = card_masks()
SUIT_WORDS = tables.suit_words()
WILD_WORDS = tables.wild_words()
ROW_STARTS = _STORED.row_starts
RANK_VALUES = _STORED.rank_values
FLUSH_VALUES = _STORED.flush_values
ROW_SHIFT = np.uint32(32 - tables.ROW_BITS)
COLUMN_SHIFT = np.uint32(tables.COUNT_BITS)
COLUMN_MASK = np.uint32((1 << tables.COLUMN_BITS) - 1)
RANK_BITS = np.uint64(0x1FFF)
BIT_PLACES = np.zeros((1 << 12) + 1, np.uint8)  # the place of a rank's one bit, NO_LOW of none
BIT_PLACES[0] = NO_LOW
BIT_PLACES[1 << np.arange(13)] = np.arange(13)
EACH_SUIT = np.uint64(0x0001_0001_0001_0001)
LOW_WILD = np.uint64(layout.LOW_WILD)
LOW_NEEDS_WILD = np.uint64(layout.LOW_NEEDS_WILD)
FIVE = int(RANK_VALUES.max()) >> PLACE_BITS  # the category that beats all others
TYPE_SHIFT = np.uint64(PLACE_BITS)


@njit(nogil=True, cache=True)
def wild_value(naturals: np.uint64) -> np.uint16:
    """The value of seven cards, of which these are natural and the others wild."""
    clubs, diamonds = naturals & RANK_BITS, naturals >> np.uint64(16) & RANK_BITS
    hearts, spades = naturals >> np.uint64(32) & RANK_BITS, naturals >> np.uint64(48)
    word = SUIT_WORDS[clubs] + SUIT_WORDS[diamonds] + SUIT_WORDS[hearts] + SUIT_WORDS[spades]
    n_naturals = np.uint64(word) & np.uint64(7)
    key = np.uint32(word + WILD_WORDS[n_naturals])
    value = RANK_VALUES[ROW_STARTS[key >> ROW_SHIFT] + (key >> COLUMN_SHIFT & COLUMN_MASK)]
    row = (np.uint64(7) - n_naturals) << np.uint64(13)
    black = max(FLUSH_VALUES[row | clubs], FLUSH_VALUES[row | spades])
    red = max(FLUSH_VALUES[row | diamonds], FLUSH_VALUES[row | hearts])
    return max(value, max(black, red))


@njit(nogil=True, cache=True)
def low_rank(cards: np.uint64, code: np.uint64) -> np.uint64:
    """The bit of the rank that is wild for being the hand's lowest; 0 if the rule has none."""
    if not code & LOW_WILD:
        return np.uint64(0)
    half = cards | cards >> np.uint64(32)
    ranks = (half | half >> np.uint64(16)) & RANK_BITS
    low = ranks & (~ranks + np.uint64(1))
    return np.uint64(0) if code & LOW_NEEDS_WILD and not ranks & code & RANK_BITS else low


@njit(nogil=True, cache=True)
def natural_cards(cards: np.uint64, low: np.uint64, code: np.uint64) -> np.uint64:
    """The cards that are not wild under a rule, `low` being the bit of the wild low rank."""
    return cards & ~((code & RANK_BITS | low) * EACH_SUIT)


@njit(nogil=True, cache=True)
def rule_value(cards: np.uint64, code: np.uint64) -> np.uint16:
    """The value of seven cards under a rule."""
    return wild_value(natural_cards(cards, low_rank(cards, code), code))


@njit(nogil=True, cache=True)
def tally_hand(
    cards: np.uint64,
    code: np.uint64,
    player: np.uint64,
    counts: Counts,
) -> np.uint16:
    """The value of a player's seven cards; counts what they are without and with wild cards.

    `kinds[player, natural category << 7 | category << 3 | natural cards]` is one counter, since
    several a hand cost more than the evaluation; `lows[player, rank]` is the wild low rank.
    """
    return tally_with_low(cards, low_rank(cards, code), code, player, counts)


@njit(nogil=True, cache=True)
def tally_with_low(
    cards: np.uint64,
    low: np.uint64,
    code: np.uint64,
    player: np.uint64,
    counts: Counts,
) -> np.uint16:
    """Count one hand as `tally_hand` does, `low` being the bit of one more rank that is wild."""
    naturals = natural_cards(cards, low, code)
    value = wild_value(naturals)
    before = np.uint64(wild_value(cards)) >> TYPE_SHIFT << np.uint64(7)
    after = np.uint64(value) >> TYPE_SHIFT << np.uint64(3)
    counts.kinds[player, before | after | count_cards(naturals)] += 1
    counts.lows[player, np.uint64(BIT_PLACES[low])] += 1
    return value


@njit(nogil=True, cache=True)
def count_cards(cards: np.uint64) -> np.uint64:
    """How many cards a hand of at most seven has."""
    word = SUIT_WORDS[cards & RANK_BITS] + SUIT_WORDS[cards >> np.uint64(16) & RANK_BITS]
    word += SUIT_WORDS[cards >> np.uint64(32) & RANK_BITS] + SUIT_WORDS[cards >> np.uint64(48)]
    return np.uint64(word) & np.uint64(7)

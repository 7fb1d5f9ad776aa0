"""Compiled wild-card evaluation, dealing and enumeration, on the tables of `tables.py`.

A hand is one word of 64 bits, sixteen a suit, one a card. `wild_value` takes the word of the
natural cards alone: what is missing to seven is wild. It has no branch, so its cost does not
depend on how many cards are wild. Tables are module-level constants: numba compiles them in.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.kings_lows import tables, wild
from engine.kings_lows.odds import NO_LOW, SHARE_UNITS
from engine.poker.hands import PLACE_BITS, HandType
from engine.poker.tables import card_masks

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
EACH_SUIT = np.uint64(0x0001_0001_0001_0001)
LOW_WILD = np.uint64(wild.LOW_WILD)
LOW_NEEDS_WILD = np.uint64(wild.LOW_NEEDS_WILD)
FIVE = int(HandType.FIVE_OF_A_KIND)


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
def evaluate_by_rule(hands: NDArray[np.uint8], code: int, values: NDArray[np.uint16]) -> None:
    """Fill in the value of every row of seven cards under a rule."""
    rule = np.uint64(code)
    for i in range(hands.shape[0]):
        cards = CARD_MASKS[hands[i, 0]] | CARD_MASKS[hands[i, 1]] | CARD_MASKS[hands[i, 2]]
        cards |= CARD_MASKS[hands[i, 3]] | CARD_MASKS[hands[i, 4]]
        cards |= CARD_MASKS[hands[i, 5]] | CARD_MASKS[hands[i, 6]]
        values[i] = wild_value(natural_cards(cards, low_rank(cards, rule), rule))


@njit(nogil=True, cache=True)
def evaluate_marked(
    hands: NDArray[np.uint8], wild: NDArray[np.uint8], values: NDArray[np.uint16]
) -> None:
    """The same with the wild cards given: bit j of `wild[i]` marks the card `hands[i, j]`."""
    for i in range(hands.shape[0]):
        naturals = np.uint64(0)
        for j in range(7):
            is_wild = np.uint64(wild[i]) >> np.uint64(j) & np.uint64(1)
            naturals |= CARD_MASKS[hands[i, j]] & (is_wild - np.uint64(1))
        values[i] = wild_value(naturals)


@njit(nogil=True, cache=True)
def bit_place(bit: np.uint64) -> int:
    """The place of the one bit that is set, 13 if there is none."""
    place = 0
    while place < NO_LOW and bit >> np.uint64(place) != np.uint64(1):
        place += 1
    return place


@njit(nogil=True, cache=True)
def tally_hand(
    cards: np.uint64,
    code: np.uint64,
    lifts: NDArray[np.int64],
    wilds: NDArray[np.int64],
    lows: NDArray[np.int64],
) -> np.uint16:
    """The value of seven cards; counts its category without and with wild cards.

    `lifts[natural, wild]` counts categories, `wilds[n, is_five]` the number of wild cards, and
    `lows[rank]` which rank was wild for being the lowest.
    """
    low = low_rank(cards, code)
    naturals = natural_cards(cards, low, code)
    value = wild_value(naturals)
    kind = value >> PLACE_BITS
    lifts[wild_value(cards) >> PLACE_BITS, kind] += 1
    wilds[7 - count_cards(naturals), np.int64(kind == FIVE)] += 1
    lows[bit_place(low)] += 1
    return value


@njit(nogil=True, cache=True)
def count_cards(cards: np.uint64) -> int:
    """How many cards a hand of at most seven has."""
    word = SUIT_WORDS[cards & RANK_BITS] + SUIT_WORDS[cards >> np.uint64(16) & RANK_BITS]
    word += SUIT_WORDS[cards >> np.uint64(32) & RANK_BITS] + SUIT_WORDS[cards >> np.uint64(48)]
    return np.int64(word & np.uint32(7))


@njit(nogil=True, cache=True)
def next_random(state: NDArray[np.uint64]) -> np.uint64:
    """The next 32 random bits (SplitMix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    x = state[0]
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (x ^ x >> np.uint64(31)) >> np.uint64(32)


@njit(nogil=True, cache=True)
def draw(pool: NDArray[np.uint8], n_cards: int, state: NDArray[np.uint64]) -> None:
    """Bring random cards to the front of the pool."""
    for i in range(n_cards):
        n_left = np.uint64(pool.shape[0] - i)
        j = i + np.int64(next_random(state) * n_left >> np.uint64(32))
        pool[i], pool[j] = pool[j], pool[i]


@njit(nogil=True, cache=True)
def deal_tables(
    known: NDArray[np.uint64],
    n_missing: NDArray[np.int64],
    deck: NDArray[np.uint8],
    n_deals: int,
    seed: int,
    code: int,
    results: NDArray[np.int64],
    lifts: NDArray[np.int64],
    wilds: NDArray[np.int64],
    lows: NDArray[np.int64],
) -> None:
    """Deal the missing cards `n_deals` times; add to `results[player] = wins, ties, shares`."""
    rule = np.uint64(code)
    state = np.array([seed], np.uint64)
    pool = deck.copy()
    n_players = known.shape[0]
    values = np.zeros(n_players, np.uint16)
    total = n_missing.sum()
    for _ in range(n_deals):
        draw(pool, total, state)
        place = 0
        for p in range(n_players):
            cards = known[p]
            for _ in range(n_missing[p]):
                cards |= CARD_MASKS[pool[place]]
                place += 1
            values[p] = tally_hand(cards, rule, lifts[p], wilds[p], lows[p])
        score(values, results)


@njit(nogil=True, cache=True)
def score(values: NDArray[np.uint16], results: NDArray[np.int64]) -> None:
    """Add one showdown to `results[player] = wins, ties, shares` (420 shares a pot)."""
    best, n_best = values[0], 1
    for p in range(1, values.shape[0]):
        if values[p] > best:
            best, n_best = values[p], 1
        elif values[p] == best:
            n_best += 1
    for p in range(values.shape[0]):
        if values[p] == best:
            results[p, 0 if n_best == 1 else 1] += 1
            results[p, 2] += SHARE_UNITS // n_best


@njit(nogil=True, cache=True)
def record_deals(
    n_missing: NDArray[np.int64],
    deck: NDArray[np.uint8],
    seed: int,
    dealt: NDArray[np.uint8],
) -> None:
    """Write down the cards that `deal_tables` deals with the same seed, one row a deal."""
    state = np.array([seed], np.uint64)
    pool = deck.copy()
    total = n_missing.sum()
    for i in range(dealt.shape[0]):
        draw(pool, total, state)
        dealt[i] = pool[:total]


@njit(nogil=True, cache=True)
def complete_hand(
    known: np.uint64,
    n_missing: int,
    deck: NDArray[np.uint8],
    first: int,
    code: int,
    lifts: NDArray[np.int64],
    wilds: NDArray[np.int64],
    lows: NDArray[np.int64],
    added: NDArray[np.uint64],
    values: NDArray[np.uint16],
) -> int:
    """Tally every way to add `n_missing` cards of the deck, `deck[first]` the first of them.

    Writes the added cards and the value of each hand while there is room; returns how many.
    """
    rule = np.uint64(code)
    if n_missing == 0:
        added[0] = 0
        values[0] = tally_hand(known, rule, lifts, wilds, lows)
        return 1
    chosen = np.zeros(8, np.int64)
    masks = np.zeros(8, np.uint64)
    n_deck = deck.shape[0]
    count = 0
    depth = 0
    chosen[0] = first
    while depth >= 0:
        card = chosen[depth]
        if card > n_deck - (n_missing - depth) or (depth == 0 and card > first):
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        masks[depth + 1] = masks[depth] | CARD_MASKS[deck[card]]
        if depth < n_missing - 1:
            depth += 1
            chosen[depth] = card + 1
            continue
        value = tally_hand(known | masks[n_missing], rule, lifts, wilds, lows)
        if count < values.shape[0]:
            added[count] = masks[n_missing]
            values[count] = value
        count += 1
        chosen[depth] += 1
    return count


@njit(nogil=True, cache=True)
def play_out(
    added: NDArray[np.uint64],
    values: NDArray[np.uint16],
    starts: NDArray[np.int64],
    first: int,
    stop: int,
    results: NDArray[np.int64],
) -> int:
    """Score every way in which the players' completed hands share no card; how many there are.

    The completions of player p are `added[starts[p]:starts[p + 1]]`; player 0's are taken from
    `first` to `stop` only, so that the work can be cut.
    """
    n_players = starts.shape[0] - 1
    place = starts[:-1].copy()
    used = np.zeros(n_players + 1, np.uint64)
    chosen = np.zeros(n_players, np.uint16)
    place[0] = first
    count = 0
    p = 0
    while p >= 0:
        end = stop if p == 0 else starts[p + 1]
        while place[p] < end and added[place[p]] & used[p]:
            place[p] += 1
        if place[p] >= end:
            p -= 1
            if p >= 0:
                place[p] += 1
            continue
        chosen[p] = values[place[p]]
        if p < n_players - 1:
            used[p + 1] = used[p] | added[place[p]]
            p += 1
            place[p] = starts[p]
            continue
        score(chosen, results)
        count += 1
        place[p] += 1
    return count

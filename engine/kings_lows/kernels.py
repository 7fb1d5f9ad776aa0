"""Compiled wild-card evaluation, dealing and enumeration, on the tables of `tables.py`.

A hand is one word of 64 bits, sixteen a suit, one a card. `wild_value` takes the word of the
natural cards alone: what is missing to seven is wild. It has no branch, so its cost does not
depend on how many cards are wild. Tables are module-level constants: numba compiles them in.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.kings_lows import tables, wild
from engine.kings_lows.odds import N_KINDS, NO_LOW, SHARE_UNITS
from engine.poker.hands import PLACE_BITS, HandType
from engine.poker.tables import card_masks

# Numba keeps compiled code, with the tables in it, until the text of this file changes:
# new tables need their fingerprint here.
FINGERPRINT = 0xBA9324E1
if tables.fingerprint() != FINGERPRINT:
    raise RuntimeError(f"new tables: write FINGERPRINT = {tables.fingerprint():#010x}")
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
ROW_BITS = np.uint32(tables.ROW_BITS)
WILD_BITS = np.uint32(tables.WILD_BITS)
WILD_PLACES = np.uint32((1 << tables.WILD_BITS) - 1)
RANK_BITS = np.uint64(0x1FFF)
BIT_PLACES = np.zeros((1 << 12) + 1, np.uint8)  # the place of a rank's one bit, NO_LOW of none
BIT_PLACES[0] = NO_LOW
BIT_PLACES[1 << np.arange(13)] = np.arange(13)
# what to keep of seven masks, by a byte of marks: all bits where the mark is 0
KEPT = np.where(np.arange(128)[:, None] >> np.arange(7) & 1, 0, ~np.uint64(0)).astype(np.uint64)
EACH_SUIT = np.uint64(0x0001_0001_0001_0001)
LOW_WILD = np.uint64(wild.LOW_WILD)
LOW_NEEDS_WILD = np.uint64(wild.LOW_NEEDS_WILD)
FIVE = int(HandType.FIVE_OF_A_KIND)
TYPE_SHIFT = np.uint64(PLACE_BITS)


@njit(nogil=True, cache=True)
def wild_value(naturals: np.uint64) -> np.uint16:
    """The value of seven cards, of which these are natural and the others wild."""
    clubs, diamonds = naturals & RANK_BITS, naturals >> np.uint64(16) & RANK_BITS
    hearts, spades = naturals >> np.uint64(32) & RANK_BITS, naturals >> np.uint64(48)
    word = SUIT_WORDS[clubs] + SUIT_WORDS[diamonds] + SUIT_WORDS[hearts] + SUIT_WORDS[spades]
    n_naturals = np.uint64(word) & np.uint64(7)
    key = np.uint32(word + WILD_WORDS[n_naturals])
    is_natural = np.uint32((n_naturals + np.uint64(1)) >> np.uint64(3))  # 1 if nothing is wild
    start = np.uint32(ROW_STARTS[key >> ROW_SHIFT | is_natural << ROW_BITS])
    place = start + (key >> COLUMN_SHIFT & COLUMN_MASK)
    part = is_natural << WILD_BITS
    value = RANK_VALUES[(place & (WILD_PLACES | part)) + part]
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
def evaluate_by_rule(hands: NDArray[np.uint8], code: int, values: NDArray[np.uint16]) -> None:
    """Fill in the value of every row of seven cards under a rule."""
    rule = np.uint64(code)
    for i in range(hands.shape[0]):
        cards = CARD_MASKS[hands[i, 0]] | CARD_MASKS[hands[i, 1]] | CARD_MASKS[hands[i, 2]]
        cards |= CARD_MASKS[hands[i, 3]] | CARD_MASKS[hands[i, 4]]
        cards |= CARD_MASKS[hands[i, 5]] | CARD_MASKS[hands[i, 6]]
        values[i] = rule_value(cards, rule)


@njit(nogil=True, cache=True)
def evaluate_marked(
    hands: NDArray[np.uint8], wild: NDArray[np.uint8], values: NDArray[np.uint16]
) -> None:
    """The same with the wild cards given: bit j of `wild[i]` marks the card `hands[i, j]`."""
    for i in range(hands.shape[0]):
        keep = KEPT[wild[i] & 0x7F]
        naturals = CARD_MASKS[hands[i, 0]] & keep[0] | CARD_MASKS[hands[i, 1]] & keep[1]
        naturals |= CARD_MASKS[hands[i, 2]] & keep[2] | CARD_MASKS[hands[i, 3]] & keep[3]
        naturals |= CARD_MASKS[hands[i, 4]] & keep[4] | CARD_MASKS[hands[i, 5]] & keep[5]
        naturals |= CARD_MASKS[hands[i, 6]] & keep[6]
        values[i] = wild_value(naturals)


@njit(nogil=True, cache=True)
def tally_hand(
    cards: np.uint64,
    code: np.uint64,
    player: np.uint64,
    kinds: NDArray[np.int64],
    lows: NDArray[np.int64],
) -> np.uint16:
    """The value of a player's seven cards; counts what they are without and with wild cards.

    `kinds[player, natural category << 7 | category << 3 | natural cards]` is one counter, since
    several a hand cost more than the evaluation; `lows[player, rank]` is the wild low rank.
    """
    low = low_rank(cards, code)
    naturals = natural_cards(cards, low, code)
    value = wild_value(naturals)
    before = np.uint64(wild_value(cards)) >> TYPE_SHIFT << np.uint64(7)
    after = np.uint64(value) >> TYPE_SHIFT << np.uint64(3)
    kinds[player, before | after | count_cards(naturals)] += 1
    lows[player, np.uint64(BIT_PLACES[low])] += 1
    return value


@njit(nogil=True, cache=True)
def count_cards(cards: np.uint64) -> np.uint64:
    """How many cards a hand of at most seven has."""
    word = SUIT_WORDS[cards & RANK_BITS] + SUIT_WORDS[cards >> np.uint64(16) & RANK_BITS]
    word += SUIT_WORDS[cards >> np.uint64(32) & RANK_BITS] + SUIT_WORDS[cards >> np.uint64(48)]
    return np.uint64(word) & np.uint64(7)


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
    kinds: NDArray[np.int64],
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
            values[p] = tally_hand(cards, rule, np.uint64(p), kinds, lows)
        score(values, results)


@njit(nogil=True, cache=True)
def deal_starts(
    n_players: int, n_deals: int, seed: int, code: int, starts: NDArray[np.int64]
) -> None:
    """Deal full tables; count every seat by its first cards: two in the hole, one open.

    `starts[a, b, open]` holds hands, lifted hands, fives of a kind and shares of the pot; suited
    hole ranks have a > b, others a <= b.
    """
    rule = np.uint64(code)
    state = np.array([seed], np.uint64)
    pool = np.arange(52).astype(np.uint8)
    values = np.zeros(n_players, np.uint16)
    results = np.zeros((n_players, 3), np.int64)
    for _ in range(n_deals):
        draw(pool, 7 * n_players, state)
        for p in range(n_players):
            values[p] = rule_value(hold(pool, 7 * p), rule)
        results[:] = 0
        score(values, results)
        for p in range(n_players):
            first, second = max(pool[7 * p], pool[7 * p + 1]), min(pool[7 * p], pool[7 * p + 1])
            a, b = second >> 2, first >> 2
            if first & 3 == second & 3:
                a, b = b, a
            row = starts[a, b, pool[7 * p + 2] >> 2]
            row[0] += 1
            row[1] += values[p] >> PLACE_BITS > wild_value(hold(pool, 7 * p)) >> PLACE_BITS
            row[2] += values[p] >> PLACE_BITS == FIVE
            row[3] += results[p, 2]


@njit(nogil=True, cache=True)
def hold(pool: NDArray[np.uint8], first: int) -> np.uint64:
    """The seven cards of the pool from a place on."""
    cards = np.uint64(0)
    for i in range(first, first + 7):
        cards |= CARD_MASKS[pool[i]]
    return cards


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
    player: int,
    kinds: NDArray[np.int64],
    lows: NDArray[np.int64],
    added: NDArray[np.uint64],
    values: NDArray[np.uint16],
) -> int:
    """Tally every way to add `n_missing` cards of the deck, `deck[first]` the first of them.

    Writes the added cards and the value of each hand while there is room; returns how many.
    """
    rule, row = np.uint64(code), np.uint64(player)
    if n_missing == 0:
        added[0] = 0
        values[0] = tally_hand(known, rule, row, kinds, lows)
        return 1
    chosen = np.zeros(8, np.int64)
    masks = np.zeros(8, np.uint64)  # of the cards chosen before this depth
    n_deck = deck.shape[0]
    count = 0
    depth = 0
    chosen[0] = first
    while depth >= 0:
        if depth == n_missing - 1:
            stop = first + 1 if depth == 0 else n_deck
            for i in range(chosen[depth], stop):
                cards = masks[depth] | CARD_MASKS[deck[i]]
                value = tally_hand(known | cards, rule, row, kinds, lows)
                if count < values.shape[0]:
                    added[count] = cards
                    values[count] = value
                count += 1
        elif chosen[depth] <= n_deck - (n_missing - depth) and (depth or chosen[0] == first):
            masks[depth + 1] = masks[depth] | CARD_MASKS[deck[chosen[depth]]]
            chosen[depth + 1] = chosen[depth] + 1
            depth += 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
    return count


@njit(nogil=True, cache=True)
def play_out(
    added: NDArray[np.uint64],
    values: NDArray[np.uint16],
    starts: NDArray[np.int64],
    first: int,
    stop: int,
    stop_flag: NDArray[np.uint8],
    results: NDArray[np.int64],
) -> int:
    """Score every way in which the players' completed hands share no card; how many there are.

    The completions of player p are `added[starts[p]:starts[p + 1]]`; player 0's are taken from
    `first` to `stop` only, so that the work can be cut.
    """
    last = starts.shape[0] - 2
    place = starts[:-1].copy()
    used = np.zeros(last + 1, np.uint64)
    chosen = np.zeros(last, np.uint16)
    place[0] = first
    count = 0
    p = 0
    while p >= 0 and not stop_flag[0]:
        if p == last:
            count += meet_last(added, values, starts, used[p], chosen, results)
        else:
            end = stop if p == 0 else starts[p + 1]
            while place[p] < end and added[place[p]] & used[p]:
                place[p] += 1
            if place[p] < end:
                chosen[p] = values[place[p]]
                used[p + 1] = used[p] | added[place[p]]
                p += 1
                place[p] = starts[p]
                continue
        p -= 1
        if p >= 0:
            place[p] += 1
    return count


@njit(nogil=True, cache=True)
def meet_last(
    added: NDArray[np.uint64],
    values: NDArray[np.uint16],
    starts: NDArray[np.int64],
    used: np.uint64,
    chosen: NDArray[np.uint16],
    results: NDArray[np.int64],
) -> int:
    """Score every hand of the last player against the chosen hands of the others."""
    last = chosen.shape[0]
    best, n_best = np.uint16(0), 0
    for p in range(last):
        if chosen[p] > best:
            best, n_best = chosen[p], 1
        elif chosen[p] == best:
            n_best += 1
    n_above, n_equal, n_all = 0, 0, 0
    for i in range(starts[last], starts[last + 1]):
        free = added[i] & used == np.uint64(0)
        n_all += free
        n_above += free & (values[i] > best)
        n_equal += free & (values[i] == best)
    n_below = n_all - n_above - n_equal
    results[last, 0] += n_above
    results[last, 1] += n_equal
    results[last, 2] += n_above * SHARE_UNITS + n_equal * (SHARE_UNITS // (n_best + 1))
    for p in range(last):
        if chosen[p] == best:
            results[p, 0 if n_best == 1 else 1] += n_below
            results[p, 1] += n_equal
            results[p, 2] += n_below * (SHARE_UNITS // n_best)
            results[p, 2] += n_equal * (SHARE_UNITS // (n_best + 1))
    return n_all


def warm_up() -> None:
    """Compile every kernel once."""
    hands = np.arange(7, dtype=np.uint8).reshape(1, 7)
    values = np.zeros(1, np.uint16)
    evaluate_by_rule(hands, 0, values)
    evaluate_marked(hands, np.zeros(1, np.uint8), values)
    masks = np.zeros(2, np.uint64)
    counts = np.zeros((2, 3), np.int64)
    kinds, lows = np.zeros((2, N_KINDS), np.int64), np.zeros((2, NO_LOW + 1), np.int64)
    n_missing = np.array([7, 7])
    deck, seed = np.arange(52, dtype=np.uint8), np.uint64(1)
    deal_tables(masks, n_missing, deck, 1, seed, 0, counts, kinds, lows)
    deal_starts(2, 1, seed, 0, np.zeros((13, 13, 13, 4), np.int64))
    record_deals(n_missing, deck, seed, np.zeros((1, 14), np.uint8))
    complete_hand(masks[0], 1, deck, 0, 0, 0, kinds, lows, masks[:1], values)
    flag = np.zeros(1, np.uint8)
    play_out(masks, np.zeros(2, np.uint16), np.array([0, 1, 2]), 0, 1, flag, counts)

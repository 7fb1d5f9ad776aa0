"""Tables dealt at random where open cards matter: what follows a queen, and cards for fours.

The open cards are walked in the order of the deal, street by street and seat by seat.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import njit
from engine.kernels.generator import seed_state, shuffle_to
from engine.kings_lows.kernels.deals import fold_weak, score
from engine.kings_lows.kernels.layout import NOT_OPEN, TO_DEAL, Counts, OpenDeal, no_counts
from engine.kings_lows.kernels.values import (
    BIT_PLACES,
    CARD_MASKS,
    TYPE_SHIFT,
    natural_cards,
    tally_with_low,
    wild_value,
)

FOUR, QUEEN = 4 - 2, 12 - 2  # places of ranks
N_HAND = 7
N_EXTRA = 4  # there are four fours


@njit(nogil=True, cache=True)
def deal_open_tables(deal: OpenDeal, n_deals: int, seed: int, chunk: int, counts: Counts) -> None:
    """Deal the missing cards `n_deals` times and count."""
    rule, n_players = np.uint64(deal.code), len(deal.hidden)
    state, pool = seed_state(seed, chunk), deal.deck.copy()  # shuffled on and on, never put back
    values, masks = np.zeros(n_players, np.uint16), np.zeros(n_players, np.uint64)
    sizes = np.zeros(n_players, np.int64)
    n_dealt = n_to_deal(deal)
    for _ in range(n_deals):
        state = shuffle_to(state, pool, n_dealt)
        low = deal_out(deal, pool, masks, sizes)
        for p in range(n_players):
            values[p] = _tally(masks[p], sizes[p], low, rule, np.uint64(p), counts)
        fold_weak(values, deal.floors)
        score(values, counts.results)


@njit(nogil=True, cache=True)
def n_to_deal(deal: OpenDeal) -> int:
    """How many cards a deal takes at most."""
    most = deal.n_hidden.sum() + (deal.opens == TO_DEAL).sum()
    if deal.extra_for_four:
        most += N_EXTRA
    return min(most, len(deal.deck))


@njit(nogil=True, cache=True)
def deal_out(
    deal: OpenDeal, pool: NDArray[np.uint8], masks: NDArray[np.uint64], sizes: NDArray[np.int64]
) -> np.uint64:
    """Give the pool's first cards out: open, then hidden, then extra ones while there are any.

    Fills in the players' cards and their number; returns the bit of the rank that a queen made
    wild, 0 for none.
    """
    place, low, is_after_queen = 0, np.uint64(0), False
    n_streets, n_players = deal.opens.shape
    extra = np.zeros(n_players, np.int64)
    masks[:] = deal.hidden
    for street in range(n_streets):
        for p in range(n_players):
            card = deal.opens[street, p]
            if card == NOT_OPEN:
                continue
            if card == TO_DEAL:
                card = np.int64(pool[place])
                place += 1
                extra[p] += deal.extra_for_four and card >> 2 == FOUR
            masks[p] |= CARD_MASKS[card]
            if deal.follows_queen:
                if card >> 2 == QUEEN:
                    low, is_after_queen = np.uint64(0), True
                elif is_after_queen:
                    low, is_after_queen = np.uint64(1) << np.uint64(card >> 2), False
    for p in range(n_players):
        for _ in range(deal.n_hidden[p]):
            masks[p] |= CARD_MASKS[pool[place]]
            place += 1
    for p in range(n_players):
        for _ in range(extra[p]):
            if place < len(pool):
                masks[p] |= CARD_MASKS[pool[place]]
                place += 1
        sizes[p] = count_bits(masks[p])
    return low


@njit(nogil=True, cache=True)
def count_bits(mask: np.uint64) -> int:
    """How many cards a mask has."""
    n = 0
    while mask:
        mask &= mask - np.uint64(1)
        n += 1
    return n


@njit(nogil=True, cache=True)
def _tally(
    cards: np.uint64, size: int, low: np.uint64, code: np.uint64, player: np.uint64, counts: Counts
) -> np.uint16:
    """Count a hand as `tally_hand` does; more than seven cards by the best seven of them."""
    if size == N_HAND:
        return tally_with_low(cards, low, code, player, counts)
    naturals = natural_cards(cards, low, code)
    n_wild = size - count_bits(naturals)
    value = value_of_many(naturals, n_wild)
    before = np.uint64(value_of_many(cards, 0)) >> TYPE_SHIFT << np.uint64(7)
    after = np.uint64(value) >> TYPE_SHIFT << np.uint64(3)
    n_kept = np.uint64(max(N_HAND - n_wild, 0))
    counts.kinds[player, before | after | n_kept] += 1
    counts.lows[player, np.uint64(BIT_PLACES[low])] += 1
    return value


@njit(nogil=True, cache=True)
def value_of_many(naturals: np.uint64, n_wild: int) -> np.uint16:
    """The best value of more than seven cards: all wild ones, and every choice of the others."""
    cards, n = np.empty(52, np.uint64), 0
    while naturals:
        cards[n] = naturals & (~naturals + np.uint64(1))
        naturals ^= cards[n]
        n += 1
    n_kept, best = min(max(N_HAND - n_wild, 0), n), np.uint16(0)
    for choice in range(1 << n):
        if count_bits(np.uint64(choice)) == n_kept:
            kept = np.uint64(0)
            for i in range(n):
                if choice >> i & 1:
                    kept |= cards[i]
            best = max(best, wild_value(kept))
    return best


@njit(nogil=True, cache=True)
def record_open_deals(deal: OpenDeal, seed: int, chunk: int, dealt: NDArray[np.uint8]) -> None:
    """Write down the cards that `deal_open_tables` deals in the same chunk, one row a deal."""
    state, pool, n_dealt = seed_state(seed, chunk), deal.deck.copy(), n_to_deal(deal)
    for i in range(dealt.shape[0]):
        state = shuffle_to(state, pool, n_dealt)
        dealt[i] = pool[:n_dealt]


def warm_up() -> None:
    """Compile every kernel once."""
    opens = np.full((5, 2), TO_DEAL, np.int64)
    deck, floors = np.arange(52, dtype=np.uint8), np.zeros(2, np.uint16)
    hidden, n_hidden = np.zeros(2, np.uint64), np.array([2, 2])
    deal = OpenDeal(hidden, n_hidden, opens, deck, 0, floors, True, True)
    deal_open_tables(deal, 1, 1, 0, no_counts(2))
    record_open_deals(deal, 1, 0, np.zeros((1, n_to_deal(deal)), np.uint8))

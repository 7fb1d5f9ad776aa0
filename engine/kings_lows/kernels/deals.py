"""Tables dealt at random and counted, from any known cards or from none."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels import POT
from engine.kernels.compiled import njit
from engine.kernels.generator import (
    BLOCK,
    draw_steps,
    no_steps,
    seed_state,
    shuffle_to,
    take_card,
)
from engine.kernels.showdown import best_of
from engine.kings_lows.kernels.layout import Counts, Deal, no_counts
from engine.kings_lows.kernels.values import CARD_MASKS, FIVE, rule_value, tally_hand, wild_value
from engine.poker.tables import PLACE_BITS


@njit(nogil=True, cache=True)
def deal_tables(deal: Deal, n_deals: int, seed: int, chunk: int, counts: Counts) -> None:
    """Deal the missing cards `n_deals` times and count."""
    rule, known, n_missing = np.uint64(deal.code), deal.known, deal.n_missing
    state = seed_state(seed, chunk)
    pool = deal.deck.copy()  # shuffled on and on, never put back
    n_players = known.shape[0]
    values = np.zeros(n_players, np.uint16)
    total, folds = n_missing.sum(), deal.floors.any()
    steps = no_steps(total)
    for first in range(0, n_deals, BLOCK):
        state = draw_steps(state, len(pool), total, steps)
        for i in range(min(BLOCK, n_deals - first)):
            place, step = np.uint64(0), np.uint64(i)
            for p in range(n_players):
                cards = known[p]
                for _ in range(n_missing[p]):
                    cards |= CARD_MASKS[take_card(pool, place, steps[step])]
                    place += np.uint64(1)
                    step += np.uint64(BLOCK)
                values[p] = tally_hand(cards, rule, np.uint64(p), counts)
            if folds:
                fold_weak(values, deal.floors)
            score(values, counts.results)


@njit(nogil=True, cache=True)
def fold_weak(values: NDArray[np.uint16], floors: NDArray[np.uint16]) -> None:
    """Hands below their player's floor are worth nothing."""
    for p in range(values.shape[0]):
        if values[p] < floors[p]:
            values[p] = 0


@njit(nogil=True, cache=True)
def deal_starts(
    n_players: int, n_deals: int, seed: int, chunk: int, code: int, starts: NDArray[np.int64]
) -> None:
    """Deal full tables; count every seat by its first cards: two in the hole, one open.

    `starts[a, b, open]` holds hands, lifted hands, fives of a kind and shares of the pot; suited
    hole ranks have a > b, others a <= b.
    """
    rule = np.uint64(code)
    state = seed_state(seed, chunk)
    pool = np.arange(52).astype(np.uint8)
    values = np.zeros(n_players, np.uint16)
    results = np.zeros((n_players, 3), np.int64)
    for _ in range(n_deals):
        state = shuffle_to(state, pool, 7 * n_players)
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
    """Add one showdown to `results[player] = wins, ties, shares` (POT shares a pot)."""
    best, n_best, _ = best_of(values, values.shape[0])
    for p in range(values.shape[0]):
        if values[p] == best:
            results[p, 0 if n_best == 1 else 1] += 1
            results[p, 2] += POT // n_best


@njit(nogil=True, cache=True)
def record_deals(deal: Deal, seed: int, chunk: int, dealt: NDArray[np.uint8]) -> None:
    """Write down the cards that `deal_tables` deals in the same chunk, one row a deal."""
    state = seed_state(seed, chunk)
    pool = deal.deck.copy()
    total = deal.n_missing.sum()
    for i in range(dealt.shape[0]):
        state = shuffle_to(state, pool, total)
        dealt[i] = pool[:total]


def warm_up() -> None:
    """Compile every kernel once."""
    deck = np.arange(52, dtype=np.uint8)
    deal = Deal(np.zeros(2, np.uint64), np.array([7, 7]), deck, 0, np.zeros(2, np.uint16))
    deal_tables(deal, 1, 1, 0, no_counts(2))
    deal_starts(2, 1, 1, 0, 0, np.zeros((13, 13, 13, 4), np.int64))
    record_deals(deal, 1, 0, np.zeros((1, 14), np.uint8))

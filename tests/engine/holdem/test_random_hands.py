"""Blocks of random deals count what the same deals count when they are shared out one by one."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import parse_cards
from engine.holdem.combos import combo_index
from engine.holdem.tables import COMBO_CARDS
from engine.holdem.tally import (
    CATEGORIES,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    N_TALLY,
    NEXT_CARDS,
    TIE_SHARES,
    TIE_SQUARES,
    TIES,
    WINS,
)
from engine.poker.evaluator import evaluate, evaluate_batch
from engine.poker.showdown import POT
from rust_meld import HoldemDeal
from tests.engine.poker.stream import seed_state, shuffle_to

SEED, CHUNK, BLOCK = 5, 3, 48
ROYAL = evaluate(parse_cards("As Ks Qs Js Ts"))


def share_pot(values: list[int], tally: NDArray[np.int64]) -> int:
    """Count one deal and return hero's share of the pot."""
    for seat, value in enumerate(values):
        field = CATEGORIES + N_CATEGORIES * (seat > 0)
        tally[field + (value >> 12) + (value == ROYAL)] += 1
    best = max(values)
    winners = [seat for seat, value in enumerate(values) if value == best]
    share = POT // len(winners)
    for seat in winners:
        row = tally[seat * N_SEAT_COUNTS :]
        if len(winners) == 1:
            row[WINS] += 1
        else:
            row[TIES] += 1
            row[TIE_SHARES] += share
            row[TIE_SQUARES] += share**2
    return share if values[0] == best else 0


def one_by_one(
    n_deals: int, n_seats: int, hero: int, board: list[int], deck: list[int]
) -> NDArray[np.int64]:
    tally, deck = np.zeros(N_TALLY, np.int64), deck.copy()
    state = seed_state(SEED, CHUNK)
    n_missing = 5 - len(board)
    for _ in range(n_deals):
        state = shuffle_to(state, deck, n_missing + 2 * n_seats - 2)
        whole = [*board, *deck[:n_missing]]
        holes = np.reshape(deck[n_missing : n_missing + 2 * n_seats - 2], (-1, 2))
        hands = [[*whole, *hole] for hole in (COMBO_CARDS[hero], *holes)]
        share = share_pot(evaluate_batch(np.array(hands)).tolist(), tally)
        for card in deck[:n_missing] if n_missing < 3 else ():
            tally[NEXT_CARDS + 2 * card] += 1
            tally[NEXT_CARDS + 2 * card + 1] += share
    return tally


def against_random(hero: int, n_seats: int, board: list[int], deck: list[int]) -> HoldemDeal:
    return HoldemDeal(
        bytes(board),
        bytes(deck),
        np.zeros((0, 5 - len(board)), np.uint8),
        starts=np.array([0, *[1] * n_seats]),
        combos=np.array([hero]),
        chances=np.ones(1),
        aliases=np.zeros(1, np.int64),
        rows=np.zeros((0, n_seats), np.int64),
        row_sums=np.zeros(0),
    )


@pytest.mark.parametrize("n_seats", [2, 3, 7, 10])
@pytest.mark.parametrize("board", ["", "Qh Jh 2c", "Qh Jh Th 2c", "9h Jh Th 2c 2d"])
def test_blocks_count_what_single_deals_count(board: str, n_seats: int) -> None:
    hero = combo_index(*parse_cards("AhKh"))
    on_board = [c.index for c in parse_cards(board)]
    deck = np.setdiff1d(np.arange(52), [*on_board, *COMBO_CARDS[hero]]).tolist()
    deal = against_random(hero, n_seats, on_board, deck)
    for n_deals in (1, BLOCK, 10 * BLOCK + 7):
        tally = np.zeros(N_TALLY, np.int64)
        deal.sample_random(SEED, CHUNK, n_deals, tally)
        assert tally.tolist() == one_by_one(n_deals, n_seats, hero, on_board, deck).tolist()

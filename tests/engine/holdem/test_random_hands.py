"""Blocks of random deals count what the same deals count when they are shared out one by one."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import parse_cards
from engine.holdem.combos import combo_index
from engine.holdem.kernels.hands import share_pot
from engine.holdem.kernels.layout import N_TALLY, NEXT_CARDS, Table
from engine.holdem.kernels.random_hands import sample_random_chunk
from engine.holdem.tables import COMBO_CARDS
from engine.kernels.generator import BLOCK, seed_state, shuffle_to
from engine.poker.evaluator import evaluate_batch

SEED, CHUNK = 5, 3


def one_by_one(n_deals: int, n_seats: int, hero: int, table: Table) -> NDArray[np.int64]:
    tally = np.zeros(N_TALLY, np.int64)
    state, deck = np.uint64(seed_state(SEED, CHUNK)), table.deck.copy()
    n_missing = 5 - len(table.board)
    for _ in range(n_deals):
        state = np.uint64(shuffle_to(state, deck, n_missing + 2 * n_seats - 2))
        board = [*table.board, *deck[:n_missing]]
        holes = deck[n_missing : n_missing + 2 * n_seats - 2].reshape(-1, 2)
        hands = [[*board, *hole] for hole in (COMBO_CARDS[hero], *holes)]
        share = share_pot(evaluate_batch(np.array(hands)), n_seats, 1, tally)
        for card in deck[:n_missing] if n_missing < 3 else ():
            tally[NEXT_CARDS + 2 * card] += 1
            tally[NEXT_CARDS + 2 * card + 1] += share
    return tally


@pytest.mark.parametrize("n_seats", [2, 3, 7, 10])
@pytest.mark.parametrize("board", ["", "Qh Jh 2c", "Qh Jh Th 2c", "9h Jh Th 2c 2d"])
def test_blocks_count_what_single_deals_count(board: str, n_seats: int) -> None:
    hero = combo_index(*parse_cards("AhKh"))
    on_board = np.array([c.index for c in parse_cards(board)], np.int64)
    deck = np.setdiff1d(np.arange(52), [*on_board, *COMBO_CARDS[hero]])
    table = Table(on_board, deck, np.zeros((0, 5 - len(on_board)), np.int64))
    for n_deals in (1, BLOCK, 10 * BLOCK + 7):
        tally = np.zeros(N_TALLY, np.int64)
        sample_random_chunk(SEED, CHUNK, n_deals, n_seats, hero, table, tally)
        assert tally.tolist() == one_by_one(n_deals, n_seats, hero, table).tolist()

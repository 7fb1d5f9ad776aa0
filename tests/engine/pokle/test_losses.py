"""Boards that no strategy finds in time, and the choice that loses no other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.control import Control
from engine.pokle import strategy
from engine.pokle.boards import Boards, find_boards
from engine.pokle.patterns import WON
from engine.pokle.rules import as_indices
from engine.pokle.space import GuessSpace, guess_space
from engine.pokle.splits import LOSS, least_lost, least_lost_after
from engine.pokle.strategy import GuessSearch, rank_guesses
from tests.engine.pokle.brute import Brute
from tests.engine.pokle.puzzles import SMALL

SUITED = np.arange(0, 32, 4, dtype=np.uint8)  # eight cards of one suit
EVERYTHING = GuessSpace(np.arange(52, dtype=np.uint8))


def one_flop(turns_and_rivers: list[tuple[int, int]]) -> Boards:
    """Boards of one flop and one suit, from places in SUITED."""
    rows = [(0, 4, 8, SUITED[turn], SUITED[river]) for turn, river in turns_and_rivers]
    return Boards.of(np.array(sorted(rows), np.uint8), True)


PAIRS = [(turn, river) for turn in range(3, 8) for river in range(3, 8) if turn != river]


@settings(max_examples=15, deadline=None)
@given(st.sets(st.sampled_from(PAIRS), min_size=2, max_size=6), st.integers(1, 3))
def test_no_strategy_loses_fewer(pairs, n_guesses):
    boards = one_flop(list(pairs))
    cost = Brute(boards, GuessSpace(SUITED)).cost(tuple(range(len(boards))), n_guesses)
    assert least_lost(boards, n_guesses) <= cost // LOSS


def test_of_a_row_as_many_are_found_as_there_are_guesses():
    row = one_flop([(turn, 3) for turn in range(4, 8)])
    assert [least_lost(row, n) for n in (1, 2, 3, 4)] == [3, 2, 1, 0]
    assert Brute(row, GuessSpace(SUITED)).cost((0, 1, 2, 3), 3) // LOSS == 1


def test_of_a_grid_as_many_as_the_square_of_the_guesses():
    grid = one_flop([(turn, river) for turn in (3, 4) for river in (5, 6, 7)])
    assert [least_lost(grid, n) for n in (1, 2, 3)] == [5, 2, 0]


def test_after_a_guess_groups_count_by_themselves():
    row = one_flop([(turn, 3) for turn in range(4, 8)])
    apart = np.array([WON, 1, 2, 3], np.uint8)
    together = np.array([WON, 1, 1, 1], np.uint8)
    assert [least_lost_after(row, apart, n) for n in (1, 2)] == [0, 0]
    assert [least_lost_after(row, together, n) for n in (1, 2)] == [2, 1]


def test_a_guess_that_needs_longer_on_average_is_made_to_lose_nothing():
    boards, space = find_boards(SMALL, Control()).take(np.arange(99, 111)), guess_space(SMALL)
    free = rank_guesses(boards, space, Control(), limit=6).guesses[0]
    tight = rank_guesses(boards, space, Control(), limit=2).guesses[0]
    assert (free.expected * 12, free.worst) == (pytest.approx(23), 3)
    assert (tight.expected * 12, tight.worst) == (pytest.approx(24), 2)
    assert (tight.loss_share, tight.safest, tight.unavoidable) == (0, True, False)
    assert tight.proven
    assert not tight.inside


def test_so_it_is_with_three_guesses_left():
    boards, space = find_boards(SMALL, Control()).take(np.arange(51, 96)), guess_space(SMALL)
    free = rank_guesses(boards, space, Control(), limit=6, top=1).guesses[0]
    tight = rank_guesses(boards, space, Control(), limit=3, top=1).guesses[0]
    assert (round(free.expected * 45), free.worst) == (104, 4)
    assert (round(tight.expected * 45), tight.worst, tight.loss_share) == (105, 3, 0)
    assert tight.proven


def test_where_it_is_impossible_the_fewest_are_lost_and_it_says_so():
    texts = [f"3H 8H QC {rank}D KS" for rank in (4, 5, 6, 7, 10)]
    boards = Boards.of(as_indices([parse_cards(text) for text in texts]), True)
    best = rank_guesses(boards, EVERYTHING, Control(), limit=3, top=1).guesses[0]
    assert least_lost(boards, 3) == 2
    assert (best.loss_share, best.safest, best.unavoidable) == (0.4, True, True)
    assert best.proven
    last = rank_guesses(boards, EVERYTHING, Control(), limit=1, top=1).guesses[0]
    assert (last.loss_share, last.win_share, last.safest) == (0.8, 0.2, True)


def test_it_looks_longer_than_the_proof_may_for_a_plan_that_loses_nothing(monkeypatch):
    boards, space = find_boards(SMALL, Control()).take(np.arange(8, 98)), guess_space(SMALL)

    monkeypatch.setattr(strategy, "FEW_HUNDRED_STEPS", 0)
    search = GuessSearch(boards, space, Control(), limit=3)
    hasty = search.rank(1).guesses[0]
    assert search.may_save_boards
    careful = search.save_boards().guesses[0]
    assert not search.may_save_boards
    assert (round(hasty.loss_share * 90), hasty.safest, hasty.proven) == (1, False, False)
    assert (careful.loss_share, careful.safest, careful.proven) == (0, True, False)

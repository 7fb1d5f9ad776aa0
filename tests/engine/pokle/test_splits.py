import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pokle.boards import Boards
from engine.pokle.patterns import WON
from engine.pokle.space import GuessSpace
from engine.pokle.splits import (
    LOSS,
    entropies,
    group_sizes,
    guesses_for,
    least_guesses,
    least_lost,
    least_lost_after,
)
from tests.engine.pokle.brute import Brute

SUITED = np.arange(0, 32, 4, dtype=np.uint8)  # eight cards of one suit


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


@settings(max_examples=15, deadline=None)
@given(st.sets(st.sampled_from(PAIRS), min_size=1, max_size=6))
def test_no_way_of_playing_beats_the_fewest_guesses(pairs):
    boards = one_flop(list(pairs))
    cost = Brute(boards, GuessSpace(SUITED)).cost(tuple(range(len(boards))))
    assert len(boards) <= least_guesses(boards) <= cost


@given(st.lists(st.integers(0, 50), min_size=2, max_size=30).filter(any))
def test_entropy_of_counts(counts):
    total = sum(counts)
    expected = -sum(c / total * np.log2(c / total) for c in counts if c)
    assert entropies(np.array([counts]))[0] == pytest.approx(expected, abs=1e-9)


def test_group_sizes_count_columns():
    matrix = np.array([[0, 0, 242], [5, 5, 5]], np.uint8)
    sizes = group_sizes(matrix)
    assert (sizes[0, 0], sizes[0, 242], sizes[1, 5], sizes.sum()) == (2, 1, 3, 6)


def test_estimates_grow_with_the_classes():
    assert (np.diff(guesses_for(np.array([1.0, 2.0, 3.0, 10.0, 1e6]))) > 0).all()
    assert guesses_for(np.array([1.0]))[0] == 1.0

import numpy as np
import pytest

from engine.control import Control
from engine.pokle.boards import Boards, find_boards, pattern_row
from engine.pokle.candidates import Candidates, outside_guesses
from engine.pokle.exact import ExactSearch
from engine.pokle.patterns import WON
from engine.pokle.space import GuessSpace, guess_space, sample_of
from engine.pokle.splits import class_numbers, split_costs
from tests.engine.pokle.puzzles import REAL, SMALL

LIVE = np.arange(52, dtype=np.uint8)


def candidates_of(boards: Boards, space: GuessSpace | None = None) -> Candidates:
    return Candidates(boards, space or GuessSpace(LIVE), Control())


def test_two_deep_is_near_the_truth():
    boards = find_boards(SMALL, Control())
    search, exact = candidates_of(boards), ExactSearch(boards, GuessSpace(LIVE), Control())
    for candidate in search.inside(5, 6):
        plan = exact.rate(candidate.cards, candidate.row, 6)
        assert candidate.least <= plan.cost
        assert search.look_deeper(candidate, 6) == pytest.approx(plan.cost, rel=0.15)


def test_of_many_boards_those_with_the_most_entropy_are_looked_at():
    boards = find_boards(SMALL, Control())
    some, every = candidates_of(boards).inside(20, 6), candidates_of(boards).inside(len(boards), 6)
    assert (len(some), len(every)) == (20, len(boards))
    likely = [candidate.likely for candidate in some]
    assert likely == sorted(likely)
    assert likely[0] == pytest.approx(every[0].likely, rel=0.02)


def test_outside_guesses_are_live_distinct_and_share_no_class():
    boards = find_boards(REAL, Control())
    space = guess_space(REAL)
    starts = list(space.random_guesses(2))
    found = outside_guesses(space, starts, boards, Control())
    assert found
    for candidate in found:
        assert len(set(candidate.cards.tolist())) == 5
        assert np.isin(candidate.cards, space.live).all()
        assert WON not in candidate.row
        assert np.array_equal(candidate.row, pattern_row(candidate.cards, boards, True))
        costs = split_costs(candidate.row[None], class_numbers(boards.class_key))
        assert candidate.least == costs.least[0]


def test_refused_guesses_are_not_made_again():
    boards = find_boards(SMALL, Control())
    first = candidates_of(boards).inside(len(boards), 6)[0]
    space = GuessSpace(LIVE, frozenset([first.cards.tobytes()]))
    second = candidates_of(boards, space).inside(len(boards), 6)
    assert all((candidate.cards != first.cards).any() for candidate in second)


def test_samples_are_repeatable_and_sorted():
    assert np.array_equal(sample_of(10_000, 50), sample_of(10_000, 50))
    assert (np.diff(sample_of(10_000, 50)) > 0).all()
    assert np.array_equal(sample_of(5, 50), np.arange(5))

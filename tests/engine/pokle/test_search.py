from functools import cache

import numpy as np
import pytest

from engine.control import CancelFlag, Control
from engine.pokle.boards import Boards, find_boards, pattern_matrix, pattern_row
from engine.pokle.climb import GuessSpace, outside_guesses, sample_of
from engine.pokle.patterns import WON
from engine.pokle.search import Effort, Search
from engine.pokle.splits import LOSS, class_numbers, split_costs
from engine.pokle.strategy import guess_space
from tests.engine.pokle.puzzles import REAL, SMALL
from tests.engine.pokle.test_patterns import random_boards

ALL = Effort(n_positions=10**9, n_tried=10**9, n_climbs=0, n_outside=0)
LIVE = np.arange(52, dtype=np.uint8)


def search_of(boards: Boards, effort: Effort = ALL) -> Search:
    return Search(boards, GuessSpace(LIVE), Control(), effort)


def plain_optimum(matrix: np.ndarray) -> int:
    """The fewest guesses for all boards together, boards as guesses, by trying everything."""

    @cache
    def cost(left: frozenset[int]) -> int:
        best = 10**6
        for guess in left:
            groups: dict[int, set[int]] = {}
            for board in left:
                groups.setdefault(int(matrix[guess, board]), set()).add(board)
            groups.pop(WON, None)
            best = min(best, len(left) + sum(cost(frozenset(g)) for g in groups.values()))
        return best

    return cost(frozenset(range(len(matrix))))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("pardon", [True, False])
def test_the_search_over_boards_is_optimal(seed, pardon):
    boards = Boards.of(np.unique(random_boards(14, seed, 8), axis=0), pardon)
    plan = search_of(boards).solve(np.arange(len(boards)), 9)
    assert plan.cost == plain_optimum(pattern_matrix(boards, boards))
    assert plan.searched


@pytest.mark.parametrize("seed", range(4))
def test_guesses_from_outside_never_cost_more(seed):
    boards = Boards.of(np.unique(random_boards(60, seed, 13), axis=0), True)
    everything = np.arange(len(boards))
    inside = search_of(boards).solve(everything, 9)
    both = search_of(boards, Effort(10**9, 10**9, 2, 5)).solve(everything, 9)
    assert both.cost <= inside.cost


def test_a_plan_keeps_its_promise():
    """Following the memory's guesses finds every board with the promised number of guesses."""
    boards = find_boards(SMALL, Control())
    search = search_of(boards, Effort(10**9, 12, 1, 3))
    total, worst = 0, 0
    waiting = [(np.arange(len(boards)), 6, 1)]
    first = search.solve(*waiting[0][:2])
    while waiting:
        position, limit, number = waiting.pop()
        plan = search.solve(position, limit)
        row = pattern_row(plan.cards, boards.take(position), pardoned=True)
        for pattern in np.unique(row):
            group = position[row == pattern]
            if pattern == WON:
                total, worst = total + number * len(group), max(worst, number)
            else:
                waiting.append((group, limit - 1, number + 1))
    assert (total, worst) == (first.cost, first.worst)


def test_the_last_guess_names_the_largest_class_and_losses_count():
    boards = find_boards(SMALL, Control())
    plan = search_of(boards).solve(np.arange(len(boards)), 1)
    largest = np.bincount(class_numbers(boards.class_key)).max()
    assert plan.cost == len(boards) + LOSS * (len(boards) - largest)


@pytest.mark.parametrize("seed", range(6))
def test_with_few_guesses_left_no_board_is_lost_that_need_not_be(seed):
    boards = Boards.of(np.unique(random_boards(9, seed, 8), axis=0), True)
    free = search_of(boards).solve(np.arange(len(boards)), 9)
    for limit in range(free.worst, 5):
        assert search_of(boards).solve(np.arange(len(boards)), limit).cost < LOSS


def test_two_deep_is_a_bound_when_nothing_is_left_to_judge():
    boards = find_boards(SMALL, Control())
    search = search_of(boards)
    everything = np.arange(len(boards))
    for candidate in search.inside(everything, 6)[:5]:
        exact = search.follow(everything, candidate, 9)
        looked = search.look_deeper(everything, candidate, 6)
        assert candidate.least <= exact.cost
        assert looked == pytest.approx(exact.cost, rel=0.15)


def test_without_the_matrix_patterns_are_the_same(monkeypatch):
    boards = find_boards(SMALL, Control())
    with_matrix = search_of(boards)
    monkeypatch.setattr("engine.pokle.search.MATRIX_BOARDS", 10)
    without = search_of(boards)
    some = np.array([3, 60, 99])
    assert np.array_equal(with_matrix.patterns(some, some), without.patterns(some, some))
    everything = np.arange(len(boards))
    candidate = without.inside(everything, 6)[0]
    assert with_matrix.look_deeper(everything, candidate, 6) == without.look_deeper(
        everything, candidate, 6
    )


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
    everything = np.arange(len(boards))
    first = search_of(boards).inside(everything, 6)[0]
    space = GuessSpace(LIVE, frozenset([first.cards.tobytes()]))
    second = Search(boards, space, Control(), ALL).inside(everything, 6)
    assert all((candidate.cards != first.cards).any() for candidate in second)


def test_a_cancelled_search_still_answers():
    cancel = CancelFlag()
    cancel.set()
    boards = find_boards(SMALL, Control())
    search = Search(boards, GuessSpace(LIVE), Control(cancel=cancel), ALL)
    plan = search.solve(np.arange(len(boards)), 6)
    assert not plan.searched
    assert len(plan.cards) == 5


def test_samples_are_repeatable_and_sorted():
    assert np.array_equal(sample_of(10_000, 50), sample_of(10_000, 50))
    assert (np.diff(sample_of(10_000, 50)) > 0).all()
    assert np.array_equal(sample_of(5, 50), np.arange(5))

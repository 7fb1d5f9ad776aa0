from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pokle.boards import Boards, pattern_matrix
from engine.pokle.patterns import WON
from engine.pokle.splits import (
    class_numbers,
    entropies,
    group_sizes,
    guesses_for,
    pair_costs,
    split_costs,
    surplus,
)
from tests.engine.pokle.test_patterns import random_boards


def plain_least_cost(row, classes) -> int:
    """Guesses that a guess costs at least: one a board now, and its groups' own bounds."""
    total = len(row)
    for pattern in set(row) - {WON}:
        sizes = Counter(c for c, p in zip(classes, row, strict=True) if p == pattern)
        total += 2 * sizes.total() - max(sizes.values())
    return total


@pytest.mark.parametrize(("n", "n_cards", "seed"), [(40, 9, 1), (150, 12, 2), (90, 52, 3)])
def test_least_costs_equal_plain_counting(n, n_cards, seed):
    boards = Boards.of(random_boards(n, seed, n_cards), suit_pardon=True)
    matrix, classes = pattern_matrix(boards, boards), class_numbers(boards.class_key)
    costs = split_costs(matrix, classes)
    for i in range(n):
        assert costs.least[i] == plain_least_cost(matrix[i].tolist(), classes.tolist())
    assert (costs.likely >= costs.least).all()


def test_many_classes_do_not_overflow():
    classes = np.tile(np.arange(60_000), 2)
    patterns = (classes % 240).astype(np.uint8)
    rows = np.repeat([0, 299], 60_000)
    costs = pair_costs(rows, patterns, classes, 300)  # 300 * 243 * 60,000 is over 32 bits
    assert costs.least[[0, 299]].tolist() == [3 * 60_000 - 240] * 2
    assert costs.least.sum() == 2 * (3 * 60_000 - 240)


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
    assert surplus(np.array([1, 2])).tolist() == [0.0, 0.0]
    assert (np.diff(guesses_for(np.array([1.0, 2.0, 3.0, 10.0, 1e6]))) > 0).all()
    assert guesses_for(np.array([1.0]))[0] == 1.0

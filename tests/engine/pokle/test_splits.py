import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pokle.splits import entropies, group_sizes, guesses_for


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

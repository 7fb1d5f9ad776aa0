"""A short slice of every fuzzer, always the same."""

import pytest

from tests.fuzz.borders import BORDERS
from tests.fuzz.harness import attack

SECONDS = 1.5
TRIES = 40


@pytest.mark.parametrize("name", BORDERS)
def test_a_slice_of_tries_meets_no_problem(name: str) -> None:
    row = attack(name, BORDERS[name], seed=2026, seconds=SECONDS, tries=TRIES)
    assert row.tries
    assert not row.problems, "\n".join(row.problems)

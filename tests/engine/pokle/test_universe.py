from itertools import islice

import numpy as np
import pytest

from engine.control import Control
from engine.pokle.boards import Answers, Boards, find_boards
from engine.pokle.climb import GuessSpace
from engine.pokle.patterns import N_PATTERNS
from engine.pokle.splits import class_numbers
from engine.pokle.universe import Universe
from tests.engine.pokle.brute import every_guess
from tests.engine.pokle.puzzles import REAL, SMALL
from tests.engine.pokle.test_exact import MIXED, NEAR, boards_of


def plain_gain(row: np.ndarray, classes: np.ndarray) -> int:
    """The largest class of each group, summed up."""
    return sum(int(np.bincount(classes[row == pattern]).max()) for pattern in np.unique(row))


def partition(row: np.ndarray) -> bytes:
    """The groups of a row, named after their first board."""
    _, first, group = np.unique(row, return_index=True, return_inverse=True)
    return (N_PATTERNS + first[group]).astype(np.uint16).tobytes()


def all_splits(universe: Universe, least_gain: int = 0):
    for splits in universe.splitting(least_gain):
        yield from zip(splits.flops, splits.pairs, splits.gains, strict=True)


@pytest.mark.parametrize("live", [NEAR, MIXED], ids=["near", "far"])
@pytest.mark.parametrize("pardon", [True, False])
def test_every_guess_is_there_with_its_gain(live, pardon):
    boards = boards_of(9, 4, live, pardon)
    space = GuessSpace(live, suit_pardon=pardon)
    universe, classes = Universe(boards, space), class_numbers(boards.class_key)
    rows = Answers(boards).patterns(every_guess(space))
    wanted = {partition(row): plain_gain(row, classes) for row in np.unique(rows, axis=0)}
    found = {}
    for flop, pair, gain in all_splits(universe):
        row = universe.rows(np.array([flop]), np.array([pair]))[0]
        if row.tobytes() not in found and universe.cards(int(flop), int(pair)) is not None:
            found[row.tobytes()] = int(gain)
    assert found == wanted


@pytest.mark.parametrize("known", [SMALL, REAL])
def test_the_cards_of_a_guess_split_as_promised(known):
    every = find_boards(known, Control())
    boards = Boards.of(every.cards[:: len(every) // 60], True)
    space = GuessSpace(np.arange(52, dtype=np.uint8))
    universe, classes = Universe(boards, space), class_numbers(boards.class_key)
    best = max(int(splits.gains.max(initial=0)) for splits in universe.splitting(0))
    for flop, pair, gain in islice(all_splits(universe, int(best)), 50):
        cards = universe.cards(int(flop), int(pair))
        row = Answers(boards).patterns(cards[None])[0]
        assert len(set(cards.tolist())) == 5
        assert plain_gain(row, classes) == gain
        rows = universe.rows(np.array([flop]), np.array([pair]))
        assert rows[0].tobytes() == partition(row)


def test_cards_that_are_refused_are_replaced_or_missed():
    boards = boards_of(6, 1, NEAR[:6])
    free = Universe(boards, GuessSpace(NEAR[:6]))
    cards = free.cards(0, 1)
    space = GuessSpace(NEAR[:6], frozenset([cards.tobytes()]))
    other = Universe(boards, space).cards(0, 1)
    assert other is None or other.tolist() != cards.tolist()

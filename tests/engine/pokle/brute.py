"""The true optimum for a few boards, by trying every guess: the oracle of the exact search."""

from functools import cache
from itertools import combinations, permutations

import numpy as np

from engine.pokle.boards import Answers, Boards, class_keys
from engine.pokle.patterns import WON
from engine.pokle.space import GuessSpace
from engine.pokle.splits import LOSS

UNLIMITED = 50


def every_guess(space: GuessSpace) -> np.ndarray:
    """All guesses of a small space, flops ascending."""
    rows = [
        (*flop, *later)
        for flop in combinations(space.live.tolist(), 3)
        for later in permutations(np.setdiff1d(space.live, flop).tolist(), 2)
    ]
    guesses = np.array(rows, np.uint8)
    return guesses[[space.allows(guess) for guess in guesses]]


def every_row(boards: Boards, space: GuessSpace) -> np.ndarray:
    """The pattern of every guess against every board."""
    guesses = every_guess(space)
    rows = Answers(boards).patterns(guesses)
    wins = class_keys(guesses, space.suit_pardon)[:, None] == boards.class_key
    rows[wins & space.pardons(guesses)[:, None]] = WON
    return rows


class Brute:
    """The cost of every subset of a few boards, with every guess tried."""

    def __init__(self, boards: Boards, space: GuessSpace) -> None:
        self.rows = np.unique(every_row(boards, space), axis=0)
        self.cost = cache(self._cost)

    def _cost(self, left: tuple[int, ...], limit: int = UNLIMITED) -> int:
        rows = {row.tobytes(): row for row in self.rows[:, left]}
        return min(self.cost_of(row, left, limit) for row in rows.values())

    def cost_of(self, row: np.ndarray, left: tuple[int, ...], limit: int) -> int:
        """The cost of some boards if the first guess splits them so."""
        groups = [tuple(np.array(left)[row == p].tolist()) for p in np.unique(row) if p != WON]
        if groups == [left] and limit == UNLIMITED:
            return 10**9  # tells nothing: it would go on for ever
        later = limit if limit == UNLIMITED else limit - 1
        if not later:
            return len(left) + LOSS * sum(map(len, groups))
        return len(left) + sum(self.cost(group, later) for group in groups)

"""The true optimum for a few boards, by trying every guess: the oracle of the search."""

from functools import cache
from itertools import combinations, permutations

import numpy as np

from engine.pokle.boards import Boards
from engine.pokle.feedback import WON, guess_patterns
from engine.pokle.guesses import LegalGuesses

UNLIMITED = 50
LOST = 1_000_000  # more than all guesses together


def every_guess(legal: LegalGuesses) -> np.ndarray:
    """All guesses of a few cards, flops ascending."""
    cards = legal.cards.tolist()
    rows = [
        (*flop, *rest)
        for flop in combinations(sorted(cards), 3)
        for rest in permutations(np.setdiff1d(cards, flop).tolist(), 2)
    ]
    guesses = np.array(rows, np.uint8)
    return guesses[[legal.allows(guess) for guess in guesses]]


def split(row: tuple[int, ...], left: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """The boards in groups that show the same pattern, without the one that is found."""
    groups: dict[int, list[int]] = {}
    for pattern, board in zip(row, left, strict=True):
        groups.setdefault(pattern, []).append(board)
    return frozenset(tuple(group) for pattern, group in groups.items() if pattern != WON)


class Brute:
    """The cost of every subset of a few boards, with every guess tried."""

    def __init__(self, boards: Boards, legal: LegalGuesses) -> None:
        guesses = every_guess(legal)
        pairs = zip(guesses, legal.wins_class(guesses), strict=True)
        rows = [guess_patterns(guess, boards, bool(wins)) for guess, wins in pairs]
        self.rows = np.unique(np.array(rows), axis=0)
        self.everything = tuple(range(len(boards)))
        self.cost = cache(self._cost)

    def best(self, guesses_left: int = UNLIMITED) -> tuple[int, int]:
        """Boards lost and guesses of all boards together."""
        return divmod(self.cost(self.everything, guesses_left), LOST)

    def _cost(self, left: tuple[int, ...], guesses_left: int) -> int:
        splits = {split(row, left) for row in set(map(tuple, self.rows[:, left].tolist()))}
        return min(self._cost_of_split(groups, left, guesses_left) for groups in splits)

    def cost_of(self, row: np.ndarray, left: tuple[int, ...], guesses_left: int) -> int:
        """The cost of some boards if the first guess shows this row of patterns."""
        return self._cost_of_split(split(tuple(row.tolist()), left), left, guesses_left)

    def _cost_of_split(
        self, groups: frozenset[tuple[int, ...]], left: tuple[int, ...], guesses_left: int
    ) -> int:
        if groups == {left} and guesses_left == UNLIMITED:
            return 10**12  # no information: it would go on for ever
        after = guesses_left if guesses_left == UNLIMITED else guesses_left - 1
        if not after:
            return len(left) + LOST * sum(map(len, groups))
        return len(left) + sum(self.cost(group, after) for group in groups)

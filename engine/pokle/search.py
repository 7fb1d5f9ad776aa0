"""Guesses worth a look, from the boards and from outside, and what they cost two guesses deep."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.control import Control
from engine.pokle.boards import Boards, Index, pattern_matrix
from engine.pokle.climb import Candidate, GuessSpace, outside_guesses, sample_of
from engine.pokle.patterns import WON, Patterns
from engine.pokle.rules import CardArray
from engine.pokle.splits import (
    LOSS,
    Costs,
    class_numbers,
    entropies,
    group_sizes,
    pair_costs,
    split_costs,
)

NEVER = 1 << 60
GUESSED_BOARDS = 500  # of more boards, a sample is tried as guesses


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The best way found to play some boards."""

    cost: float  # guesses of all boards together; a board that is not found costs `LOSS` on top
    worst: int  # guesses of the unluckiest board
    lost: int  # boards that are not found in time
    cards: CardArray  # the guess to make
    searched: bool  # followed to the end, not judged by its likely cost

    @property
    def n_guesses(self) -> float:
        """Guesses of all boards together; a lost board counts as one guess more."""
        return self.cost - (LOSS - 1) * self.lost


class Search:
    """Candidates for the next guess at one set of boards."""

    def __init__(self, boards: Boards, space: GuessSpace, control: Control) -> None:
        self.boards = boards
        self.space = space
        self.control = control
        self._classes = class_numbers(boards.class_key)
        self._matrix = pattern_matrix(boards, boards)

    def inside(self, count: int, limit: int) -> list[Candidate]:
        """The boards with the most entropy as guesses, the likeliest best first."""
        guesses = np.arange(len(self.boards))
        if len(guesses) > count and limit > 1:
            guesses = sample_of(len(guesses), GUESSED_BOARDS)
            bits = entropies(group_sizes(self._matrix[guesses]))
            guesses = guesses[np.sort(np.argsort(-np.round(bits, 9), kind="stable")[:count])]
        matrix = self._matrix[guesses]
        costs = split_costs(matrix, self._classes, limit == 2)
        return self._candidates(self.boards.cards[guesses], matrix, costs)

    def _candidates(self, cards: CardArray, matrix: Patterns, costs: Costs) -> list[Candidate]:
        """Guesses that are not refused, the likeliest best first."""
        order = np.argsort(costs.likely, kind="stable")
        return [
            Candidate(cards[i], matrix[i], int(costs.least[i]), float(costs.likely[i]))
            for i in order
            if self.space.allows(cards[i])
        ]

    def outside(self, starts: Sequence[CardArray], limit: int) -> list[Candidate]:
        """Guesses that are no board, the likeliest best first."""
        if self.space.boards_only:
            return []
        return outside_guesses(self.space, starts, self.boards, self.control, limit == 2)

    def look_deeper(self, candidate: Candidate, limit: int) -> float:
        """The likely cost of a guess if each group is then answered by its own best board."""
        members = np.argsort(candidate.row, kind="stable")
        members = members[candidate.row[members] != WON]
        if not len(members):
            return float(len(self.boards))
        row = candidate.row[members]
        starts = np.flatnonzero(np.r_[True, row[1:] != row[:-1]])
        sizes = np.diff(starts, append=len(row))
        guesses, answers = _pairs_within(starts, sizes)
        patterns = self._matrix[members[guesses], members[answers]]
        classes = self._classes[members[answers]]
        costs = pair_costs(guesses, patterns, classes, len(members), limit == 3)
        return len(self.boards) + float(np.minimum.reduceat(costs.likely, starts).sum())


def _pairs_within(starts: Index, sizes: Index) -> tuple[Index, Index]:
    """Each member of each group with each member of the same group."""
    size_of_row, start_of_row = np.repeat(sizes, sizes), np.repeat(starts, sizes)
    guesses = np.repeat(np.arange(len(size_of_row)), size_of_row)
    first_pair = np.cumsum(size_of_row) - size_of_row
    answers = np.arange(len(guesses)) - np.repeat(first_pair - start_of_row, size_of_row)
    return guesses, answers

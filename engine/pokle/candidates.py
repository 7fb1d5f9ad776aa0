"""Guesses worth a look, from the boards and from outside, and what they cost two guesses deep.

Guesses from outside the boards that are left are found by changing one card at a time: from a good
guess, the best change of one card is made again and again, until no change is better. Of many
boards a sample is asked on the way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.control import Control
from engine.pokle.boards import Answers, Boards, Index, class_keys, pattern_matrix
from engine.pokle.patterns import WON, Patterns
from engine.pokle.rules import CardArray
from engine.pokle.space import GuessSpace, sample_of
from engine.pokle.splits import (
    Costs,
    class_numbers,
    entropies,
    group_sizes,
    pair_costs,
    split_costs,
)

ASKED_BOARDS = 300  # boards asked on the way up
KEPT = 4  # neighbours kept at each step
GUESSED_BOARDS = 500  # of more boards, a sample is tried as guesses


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A guess with its patterns against a set of boards, and what it costs there."""

    cards: CardArray  # (5,)
    row: Patterns  # (boards,)
    least: int
    likely: float


class Candidates:
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


def outside_guesses(
    space: GuessSpace,
    starts: Sequence[CardArray],
    boards: Boards,
    control: Control,
    last_next: bool = False,
) -> list[Candidate]:
    """The best guesses met on the ways up from some starts, the likeliest best first."""
    asked = boards.take(sample_of(len(boards), ASKED_BOARDS))
    met: dict[bytes, Candidate] = {}
    for start in starts:
        met |= _climb(space, start, _Asked(asked, last_next), control)
    best = sorted(met.values(), key=lambda candidate: candidate.likely)
    if len(asked) < len(boards) and best:
        cards = np.stack([candidate.cards for candidate in best[: 8 * KEPT]])
        best = list(_Asked(boards, last_next).rate(space, cards, len(cards)))
    return best


def _climb(
    space: GuessSpace, start: CardArray, asked: "_Asked", control: Control
) -> dict[bytes, Candidate]:
    met: dict[bytes, Candidate] = {}
    cards, cost = start, np.inf
    while not control.should_stop():
        found = list(asked.rate(space, space.neighbours(cards), KEPT))
        met.update((candidate.cards.tobytes(), candidate) for candidate in found)
        if not found or found[0].likely >= cost:
            break
        cards, cost = found[0].cards, found[0].likely
    return met


class _Asked:
    """The boards that guesses are tried on."""

    def __init__(self, boards: Boards, last_next: bool) -> None:
        self.answers = Answers(boards)
        self.classes = class_numbers(boards.class_key)
        self.last_next = last_next

    def rate(self, space: GuessSpace, guesses: CardArray, keep: int) -> Iterator[Candidate]:
        """The best of some guesses, the best first.

        A guess that shares its class with a board is left out: whether the site would pardon
        a guess that does not fit the trophies is not known.
        """
        keys = class_keys(guesses, space.suit_pardon)
        guesses = guesses[~np.isin(keys, self.answers.class_key)]
        if not len(guesses):
            return
        matrix = self.answers.patterns(guesses)
        costs = split_costs(matrix, self.classes, self.last_next)
        for i in np.argsort(costs.likely, kind="stable")[:keep]:
            if space.allows(guesses[i]):
                yield Candidate(guesses[i], matrix[i], int(costs.least[i]), float(costs.likely[i]))

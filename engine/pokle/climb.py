"""Guesses from outside the boards that are left, found by changing one card at a time.

Any five different cards that nobody holds may be guessed. From a good guess, one place after
the other tries every card and keeps the best, until no single card is better.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.pokle.boards import Boards, pattern_matrix
from engine.pokle.patterns import Patterns
from engine.pokle.rules import CardArray
from engine.pokle.splits import split_costs


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A guess with its patterns against a set of boards, and what it costs there."""

    cards: CardArray  # (5,)
    row: Patterns  # (boards,)
    least: int
    likely: float
    settled: bool


@dataclass(frozen=True, slots=True, eq=False)
class GuessSpace:
    """The cards that may be guessed, and the guesses that the site refused."""

    live: CardArray
    refused: frozenset[bytes] = frozenset()
    suit_pardon: bool = True

    def allows(self, cards: CardArray) -> bool:
        """True unless the site refused this guess."""
        return cards.tobytes() not in self.refused

    def neighbours(self, cards: CardArray, place: int) -> CardArray:
        """The guess with each other live card at one place."""
        fresh = np.setdiff1d(self.live, cards)
        rows = np.tile(cards, (len(fresh), 1))
        rows[:, place] = fresh
        if place < 3:
            rows[:, :3].sort(axis=1)
        return rows


def climb(
    space: GuessSpace,
    start: CardArray,
    start_cost: float,
    answers: Boards,
    classes: NDArray[np.intp],
    control: Control,
) -> dict[bytes, Candidate]:
    """The best outside guesses met on the way up from `start`, by their cards."""
    met: dict[bytes, Candidate] = {}
    cards, cost, place, n_stale = start, start_cost, 0, 0
    while n_stale < 5 and not control.should_stop():
        found = list(_best_at(space, cards, place, answers, classes))
        met.update((c.cards.tobytes(), c) for c in found)
        better = bool(found) and found[0].likely < cost
        if better:
            cards, cost = found[0].cards, found[0].likely
        n_stale = 0 if better else n_stale + 1
        place = (place + 1) % 5
    return met


def _best_at(
    space: GuessSpace,
    cards: CardArray,
    place: int,
    answers: Boards,
    classes: NDArray[np.intp],
    keep: int = 2,
) -> Iterator[Candidate]:
    """The best changes of one place, the best first.

    A guess that shares its class with a board is left out: whether the site would pardon a
    guess that does not fit the trophies is not known.
    """
    guesses = Boards.of(space.neighbours(cards, place), space.suit_pardon)
    guesses = guesses.take(~np.isin(guesses.class_key, answers.class_key))
    if not len(guesses):
        return
    matrix = pattern_matrix(guesses, answers)
    costs = split_costs(matrix, classes)
    for i in np.argsort(costs.likely, kind="stable")[:keep]:
        if space.allows(guesses.cards[i]):
            yield Candidate(
                guesses.cards[i],
                matrix[i],
                int(costs.least[i]),
                float(costs.likely[i]),
                bool(costs.settled[i]),
            )

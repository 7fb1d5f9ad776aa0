"""The choice of the next guess among the boards that are left."""

from dataclasses import dataclass

import numpy as np

from engine.control import Control
from engine.pokle.boards import Boards, pattern_matrix
from engine.pokle.patterns import WON
from engine.pokle.rules import N_GUESSES, CardArray
from engine.pokle.splits import class_numbers, entropies, group_sizes, least_costs


@dataclass(frozen=True, slots=True, eq=False)
class RatedGuess:
    """A guess and what it does to the boards that are left."""

    cards: CardArray  # (5,)
    entropy: float  # bits
    win_share: float  # chance that this guess wins
    expected: float  # guesses still to come, this one included
    worst: int  # guesses in the worst case, this one included
    sizes: tuple[int, ...]  # boards in each group, the largest first
    inside: bool  # the guess is itself a board that is left
    proven: bool  # `expected` is the exact optimum of playing on after this guess


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Guesses, the best first, and how they were found."""

    guesses: tuple[RatedGuess, ...]
    exact: bool  # all boards were looked at, not a sample
    n_samples: int


def rank_guesses(
    left: Boards, known: Boards, control: Control, n_guesses_left: int = N_GUESSES, top: int = 10
) -> Ranking:
    """Rate the guesses for the boards that are left."""
    matrix = pattern_matrix(left, left)
    classes = class_numbers(left.class_key)
    costs = least_costs(matrix, classes) / len(left)
    sizes = group_sizes(matrix)
    bits = entropies(sizes)
    best = np.argsort(costs, kind="stable")[:top]
    rated = tuple(
        RatedGuess(
            left.cards[i],
            float(bits[i]),
            float(sizes[i, WON] / len(left)),
            float(costs[i]),
            3,
            tuple(sorted((int(s) for s in sizes[i] if s), reverse=True)),
            True,
            False,
        )
        for i in best
    )
    return Ranking(rated, True, 0)

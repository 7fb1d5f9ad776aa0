"""The figures of a guess over all boards, and the choice among very many boards.

With tens of thousands of boards and more, the next guess only has to split well: entropy decides,
and with so many boards there is always one that splits as well as any guess from outside.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.control import Control
from engine.pokle.boards import Answers, Boards
from engine.pokle.climb import GuessSpace, sample_of
from engine.pokle.entropy import max_entropy_guess
from engine.pokle.patterns import N_PATTERNS, WON, Patterns
from engine.pokle.rules import CardArray
from engine.pokle.search import Plan
from engine.pokle.splits import LOSS, entropies, group_sizes, guesses_for

MANY_BOARDS = 15_000  # more than any real puzzle has
ASKED_OF_MANY = 3_000
GUESSED_OF_MANY = 300
CLASS_SAMPLE = 1_500


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
    played: bool  # `expected` and `worst` were played to the end, not estimated
    loss_share: float = 0.0  # boards that will not be found in time; each counts as one guess more
    proven: bool = False  # of all legal guesses none loses fewer boards, nor needs fewer guesses

    def cost(self, n_boards: int) -> int:
        """Guesses of all boards together, with what lost boards cost on top."""
        return round(n_boards * (self.expected + (LOSS - 1) * self.loss_share))


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Guesses, the best first, and how they were found."""

    guesses: tuple[RatedGuess, ...]
    exact: bool  # the figures are of all boards, not of a sample
    n_samples: int = 0


def rate(
    boards: Boards, cards: CardArray, row: Patterns, likely: float, plan: Plan | None = None
) -> RatedGuess:
    """The figures of a guess from its patterns, its likely cost and its plan, if it has one."""
    sizes = np.bincount(row, minlength=N_PATTERNS)
    winners = boards.cards[row == WON]
    lost = plan.lost if plan else 0
    guesses = plan.cost - (LOSS - 1) * lost if plan else likely
    return RatedGuess(
        cards=cards,
        entropy=float(entropies(sizes[None])[0]),
        win_share=float(sizes[WON] / len(boards)),
        expected=float(guesses) / len(boards),
        worst=plan.worst if plan else _likely_worst(int(sizes[:WON].max())),
        sizes=tuple(sorted((int(s) for s in sizes if s), reverse=True)),
        inside=bool((winners == cards).all(1).any()),
        played=plan is not None and plan.searched,
        loss_share=lost / len(boards),
    )


def _likely_worst(largest: int) -> int:
    """A rough worst case from the largest group: each further guess splits it forty ways."""
    return 1 + (largest > 0) + int(np.ceil(np.log(max(largest, 1)) / np.log(40)))


def rate_over_all(
    left: Boards, space: GuessSpace, guesses: Sequence[CardArray]
) -> tuple[RatedGuess, ...]:
    """The figures of guesses over all boards, in the order given; what follows is estimated."""
    first = left.class_key[:CLASS_SAMPLE]  # classes stay within a flop: a run of boards shows them
    boards_a_class = len(first) / len(np.unique(first))
    rated = []
    for cards in guesses:
        row = space.row(cards, left)
        sizes = np.bincount(row, minlength=N_PATTERNS)[:WON]
        later = sizes * guesses_for(sizes / boards_a_class)
        rated.append(rate(left, cards, row, len(left) + float(later.sum())))
    return tuple(rated)


def rank_many(left: Boards, space: GuessSpace, control: Control, top: int) -> Ranking:
    """The board with the most entropy of all, and the next best of a sample."""
    asked = left.take(sample_of(len(left), ASKED_OF_MANY))
    matrix = Answers(asked).pardoned(asked.take(sample_of(len(asked), GUESSED_OF_MANY)))
    bits = entropies(group_sizes(matrix))
    order = np.argsort(-np.round(bits, 9), kind="stable")
    sampled = asked.cards[sample_of(len(asked), GUESSED_OF_MANY)][order]
    best = max_entropy_guess(left, space.suit_pardon, control)
    chosen = [cards for cards in (best.cards, *sampled[:top]) if space.allows(cards)]
    rated = rate_over_all(left, space, chosen[: min(top, 4)])
    return Ranking(tuple(sorted(rated, key=lambda guess: guess.expected)), exact=True)

"""The figures of a guess over all boards, and the choice among very many boards.

With tens of thousands of boards and more, the next guess only has to split well: what is sure to
lose the fewest boards comes first, then what splits best.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.pokle.boards import Answers, Boards
from engine.pokle.climb import GuessSpace, outside_guesses, sample_of
from engine.pokle.entropy import max_entropy_guess
from engine.pokle.losses import least_lost_after
from engine.pokle.patterns import N_PATTERNS, WON, Patterns
from engine.pokle.rules import N_GUESSES, CardArray
from engine.pokle.search import Plan
from engine.pokle.splits import LOSS, entropies, group_sizes, guesses_for

MANY_BOARDS = 15_000  # more than any real puzzle has
ASKED_OF_MANY = 3_000
GUESSED_OF_MANY = 300
N_OUTSIDE_OF_MANY = 3
LOSSES_ASKED = 300_000  # of more boards, those of some flops tell the losses
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
    safest: bool = False  # proven that no strategy loses fewer boards
    unavoidable: bool = False  # proven that every strategy loses some
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


def rate(boards: Boards, cards: CardArray, row: Patterns, plan: Plan) -> RatedGuess:
    """The figures of a guess from its patterns and its plan."""
    sizes = np.bincount(row, minlength=N_PATTERNS)
    winners = boards.cards[row == WON]
    return RatedGuess(
        cards=cards,
        entropy=float(entropies(sizes[None])[0]),
        win_share=float(sizes[WON] / len(boards)),
        expected=float(plan.n_guesses) / len(boards),
        worst=plan.worst,
        sizes=tuple(sorted((int(s) for s in sizes if s), reverse=True)),
        inside=bool((winners == cards).all(1).any()),
        played=plan.searched,
        loss_share=plan.lost / len(boards),
    )


def likely_worst(row: Patterns) -> int:
    """A rough worst case from the largest group: each further guess splits it forty ways."""
    largest = int(np.bincount(row, minlength=N_PATTERNS)[:WON].max())
    return 1 + (largest > 0) + int(np.ceil(np.log(max(largest, 1)) / np.log(40)))


def rate_over_all(
    left: Boards, space: GuessSpace, guesses: Sequence[CardArray], limit: int
) -> tuple[RatedGuess, ...]:
    """The figures of guesses over all boards, in the order given; what follows is estimated."""
    first = left.class_key[:CLASS_SAMPLE]  # classes stay within a flop: a run of boards shows them
    boards_a_class = len(first) / len(np.unique(first))
    part = _some_flops(left)
    rated = []
    for cards in guesses:
        row = space.row(cards, left)
        sizes = np.bincount(row, minlength=N_PATTERNS)[:WON]
        later = sizes * guesses_for(sizes / boards_a_class)
        lost = least_lost_after(left.take(part), row[part], limit - 1)
        lost = round(lost * len(left) / int(part.sum()))
        cost = len(left) + float(later.sum()) + (LOSS - 1) * lost
        rated.append(rate(left, cards, row, Plan(cost, likely_worst(row), lost, cards, False)))
    return tuple(rated)


def _some_flops(boards: Boards) -> NDArray[np.bool_]:
    """True for the boards of some flops, all of them if there are few: losses are by flop."""
    step = 1 + len(boards) // LOSSES_ASKED
    chosen: NDArray[np.bool_] = boards.flop_id % step == boards.flop_id[0] % step
    return chosen


def rank_many(
    left: Boards, space: GuessSpace, control: Control, top: int, limit: int = N_GUESSES
) -> Ranking:
    """The board with the most entropy of all, and the next best of a sample, from outside too.

    What is sure to lose the fewest boards comes first.
    """
    best = max_entropy_guess(left, space.suit_pardon, control)
    asked = left.take(sample_of(len(left), ASKED_OF_MANY))
    guesses = asked.cards[sample_of(len(asked), GUESSED_OF_MANY)]
    bits = entropies(group_sizes(Answers(asked).patterns(guesses)))
    sampled = guesses[np.argsort(-np.round(bits, 9), kind="stable")]
    chosen = [best.cards, *sampled[: min(top, 2)]]
    if not space.boards_only:
        starts = [best.cards, *space.random_guesses(1)]
        found = outside_guesses(space, starts, asked, control, limit == 2)
        chosen += [candidate.cards for candidate in found[:N_OUTSIDE_OF_MANY]]
    chosen = [cards for cards in chosen if space.allows(cards)]
    rated = rate_over_all(left, space, chosen, limit)
    return Ranking(tuple(sorted(rated, key=_safety)[:top]), exact=True)


def _safety(guess: RatedGuess) -> tuple[float, float]:
    return guess.loss_share, guess.expected

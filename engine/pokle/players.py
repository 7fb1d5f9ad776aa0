"""Whole games against every board of a puzzle: how many guesses a way of playing needs.

Three players: the most entropy among the boards left, entropy mixed with the chance to win, and
the strategy of this program. A player that cannot split a set any more names a board of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from engine.control import Control
from engine.pokle.boards import Boards, pattern_matrix
from engine.pokle.climb import GuessSpace
from engine.pokle.patterns import WON
from engine.pokle.rules import N_GUESSES, CardArray
from engine.pokle.splits import entropies, group_sizes
from engine.pokle.strategy import rank_guesses

Player = Callable[[Boards, GuessSpace, int], CardArray]


@dataclass(slots=True)
class Tally:
    """How many boards were found with each number of guesses."""

    n_boards: dict[int, int] = field(default_factory=dict)

    def add(self, n_guesses: int, n_boards: int) -> None:
        """Count boards found with so many guesses."""
        self.n_boards[n_guesses] = self.n_boards.get(n_guesses, 0) + n_boards

    @property
    def mean(self) -> float:
        """Guesses a board, on average."""
        total = sum(self.n_boards.values())
        return sum(n_guesses * n for n_guesses, n in self.n_boards.items()) / total

    @property
    def worst(self) -> int:
        """Guesses for the unluckiest board."""
        return max(self.n_boards)


def max_entropy_player(left: Boards, space: GuessSpace, limit: int) -> CardArray:
    """Plain maximum entropy over the boards left."""
    return _best_board(left, 1.0, 0.0)


def mixed_player(left: Boards, space: GuessSpace, limit: int) -> CardArray:
    """Half the entropy and two and a half times the chance to win, over the boards left."""
    return _best_board(left, 0.5, 2.5)


def our_player(left: Boards, space: GuessSpace, limit: int) -> CardArray:
    """The strategy that advises."""
    return rank_guesses(left, space, Control(), max(limit, 1), top=1).guesses[0].cards


def _best_board(left: Boards, entropy_weight: float, win_weight: float) -> CardArray:
    sizes = group_sizes(pattern_matrix(left, left))
    score = entropy_weight * entropies(sizes) + win_weight * sizes[:, WON] / len(left)
    best: CardArray = left.cards[np.argmax(np.round(score, 9))]
    return best


def play_every_board(player: Player, boards: Boards, space: GuessSpace) -> Tally:
    """Play all boards at once: those that a guess does not tell apart go on together."""
    tally = Tally()
    waiting = [(boards, 1)]
    while waiting:
        left, number = waiting.pop()
        cards = player(left, space, N_GUESSES - number + 1)
        row = space.row(cards, left)
        for pattern in np.unique(row):
            group = row == pattern
            if pattern == WON:
                tally.add(number, int(group.sum()))
            else:
                waiting.append((left.take(group), number + 1))
    return tally

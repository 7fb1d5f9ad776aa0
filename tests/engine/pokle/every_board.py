"""A player of Pokle measured: it plays a puzzle against every board that fits."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from engine.pokle.boards import Boards
from engine.pokle.feedback import WON
from engine.pokle.guesses import LegalGuesses
from engine.pokle.rules import N_GUESSES, CardArray

Player = Callable[[Boards, LegalGuesses, int], CardArray]


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


def play_every_board(player: Player, boards: Boards, legal: LegalGuesses) -> Tally:
    """Play all boards at once: those that a guess does not separate go on together."""
    tally = Tally()
    waiting = [(boards, 1)]
    while waiting:
        left, number = waiting.pop()
        cards = player(left, legal, N_GUESSES - number + 1)
        row = legal.patterns(cards, left)
        for pattern in np.unique(row):
            group = row == pattern
            if pattern == WON:
                tally.add(number, int(group.sum()))
            else:
                waiting.append((left.take(group), number + 1))
    return tally

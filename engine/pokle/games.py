"""Simple players of whole games, and the review of a game that was played.

The players: the most entropy among the boards left, entropy mixed with the chance to win, and the
fewest guesses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.control import Control
from engine.pokle.boards import Boards
from engine.pokle.feedback import Row, boards_that_fit, finished, guess_rows, matching
from engine.pokle.guesses import EvaluatedGuess, LegalGuesses, legal_guesses
from engine.pokle.many_boards import SAMPLE_BOARDS, sample_of
from engine.pokle.rules import N_GUESSES, CardArray, Puzzle
from engine.pokle.search import GuessSearch

MAX_COUNTED = 20_000  # boards that are compared pairwise; more are sampled


def max_entropy_player(boards: Boards, legal: LegalGuesses, guesses_left: int) -> CardArray:
    """Return the board with the most entropy."""
    return _best_board(boards, legal, lambda entropy, win_chance: entropy)


def mixed_player(boards: Boards, legal: LegalGuesses, guesses_left: int) -> CardArray:
    """Return the board with the most of half the entropy and 2.5 times the chance to win."""
    return _best_board(boards, legal, lambda entropy, win_chance: 0.5 * entropy + 2.5 * win_chance)


def fewest_guesses_player(boards: Boards, legal: LegalGuesses, guesses_left: int) -> CardArray:
    """Return the guess that the solver advises."""
    return GuessSearch(boards, legal, Control(), max(guesses_left, 1)).best(top=1).best.cards


def _best_board(
    boards: Boards, legal: LegalGuesses, value: Callable[[float, float], float]
) -> CardArray:
    """Return the board whose split has the highest value; of equals, the first in their order."""
    if len(boards) > MAX_COUNTED:
        boards = boards.take(sample_of(len(boards), SAMPLE_BOARDS))
    scores = legal.search(boards).split_scores(boards.cards.tobytes(), legal.suit_pardon)
    values = np.array([value(entropy, won / len(boards)) for entropy, won in scores])
    best: CardArray = boards.cards[np.argmax(np.round(values, 9))]
    return best


@dataclass(frozen=True, slots=True, eq=False)
class ReviewedGuess:
    """One guess of a finished game; guesses are counted from this one on, itself included."""

    row: Row
    n_before: int
    n_after: int
    made: EvaluatedGuess
    best: EvaluatedGuess
    luck: float  # expected guesses after this one, less those that the colours really left

    @property
    def cost(self) -> float:
        """Guesses lost against the best guess, on average; never negative."""
        return max(0.0, self.made.expected_guesses - self.best.expected_guesses)


def review_game(
    puzzle: Puzzle, boards: Boards, rows: Sequence[Row], control: Control
) -> tuple[ReviewedGuess, ...]:
    """Evaluate each guess of a game by the same measure as the best guess at that moment."""
    rows = finished(rows)
    boards_that_fit(puzzle, boards, rows)  # or the error that names the mistyped row
    positions = [boards]
    for row in rows:
        positions.append(positions[-1].take(matching(puzzle, positions[-1], [row])))
    legal = legal_guesses(puzzle)
    reviewed = []
    for made, (row, (before, after)) in enumerate(zip(rows, pairwise(positions), strict=True)):
        search = GuessSearch(before, legal, control, N_GUESSES - made)
        best, guess = search.best(top=1).best, search.evaluate(guess_rows([row.guess])[0])
        best = min(best, guess, key=lambda evaluated: evaluated.sort_key)
        luck = guess.expected_guesses - 1 - _expected_after(row, after, legal, search)
        reviewed.append(ReviewedGuess(row, len(before), len(after), guess, best, luck))
    return tuple(reviewed)


def _expected_after(row: Row, left: Boards, legal: LegalGuesses, search: GuessSearch) -> float:
    """Return the guesses still to come; a board that is not found counts as one more."""
    if row.is_won:
        return 0.0
    if search.guesses_left == 1:
        return 1.0
    after = GuessSearch(left, legal, search.control, search.guesses_left - 1)
    return after.best(top=1).best.expected_guesses

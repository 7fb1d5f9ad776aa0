"""Whole games: three ways to play one, and a game of one's own looked back upon.

The players: the most entropy among the boards left, entropy mixed with the chance to win, and the
strategy of this program.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.pokle.boards import Boards, pattern_matrix
from engine.pokle.feedback import Row, explain_no_board, guess_rows, matching
from engine.pokle.patterns import WON
from engine.pokle.rules import N_GUESSES, CardArray, Puzzle
from engine.pokle.space import GuessSpace, RatedGuess, guess_space
from engine.pokle.splits import Counts, Floats, entropies, group_sizes
from engine.pokle.strategy import GuessSearch, rank_guesses

SLICE_PATTERNS = 1 << 22  # patterns looked at in one go: a few tens of megabytes


def max_entropy_player(left: Boards, space: GuessSpace, limit: int) -> CardArray:
    """Plain maximum entropy over the boards left."""
    return _best_board(left, entropies)


def mixed_player(left: Boards, space: GuessSpace, limit: int) -> CardArray:
    """Half the entropy and two and a half times the chance to win, over the boards left."""
    return _best_board(left, lambda sizes: 0.5 * entropies(sizes) + 2.5 * _win_shares(sizes))


def our_player(left: Boards, space: GuessSpace, limit: int) -> CardArray:
    """The strategy that advises."""
    return rank_guesses(left, space, Control(), max(limit, 1), top=1).guesses[0].cards


def _win_shares(sizes: Counts) -> Floats:
    return np.asarray(sizes[:, WON] / sizes.sum(axis=1))


def _best_board(left: Boards, value: Callable[[Counts], Floats]) -> CardArray:
    """The board that is left whose split into groups has the highest value."""
    step = max(1, SLICE_PATTERNS // len(left))
    slices = (np.arange(start, min(start + step, len(left))) for start in range(0, len(left), step))
    values = [value(group_sizes(pattern_matrix(left.take(rows), left))) for rows in slices]
    best: NDArray[np.uint8] = left.cards[np.argmax(np.round(np.concatenate(values), 9))]
    return best


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One guess looked back upon; guesses are counted from this one on, itself included."""

    row: Row
    n_before: int
    n_after: int
    rated: RatedGuess
    best: RatedGuess
    luck: float  # expected guesses after this one, less those that the colours really left

    @property
    def cost(self) -> float:
        """Guesses lost against the best guess, on average; never negative."""
        return max(0.0, self.rated.expected - self.best.expected)


def look_back(
    puzzle: Puzzle, boards: Boards, rows: Sequence[Row], control: Control
) -> tuple[Step, ...]:
    """Rate each guess of a game by the same measure as the best guess at that moment."""
    searches = [_search(puzzle, boards, N_GUESSES, control)]
    for played, row in enumerate(rows, 1):
        left = searches[-1].left
        after = left.take(matching(puzzle, left, [row]))
        if not len(after):
            raise explain_no_board(puzzle, boards, rows)
        searches.append(_search(puzzle, after, N_GUESSES - played, control))
    return tuple(_step(row, *pair) for row, pair in zip(rows, pairwise(searches), strict=True))


def _search(puzzle: Puzzle, left: Boards, limit: int, control: Control) -> GuessSearch:
    return GuessSearch(left, guess_space(puzzle), control, limit)


def _step(row: Row, before: GuessSearch, after: GuessSearch) -> Step:
    rated, best = before.rate(guess_rows([row.guess])[0]), before.rank(1).guesses[0]
    best = min(best, rated, key=lambda guess: guess.merit)
    later = 0.0 if row.is_won or not after.limit else after.rank(1).guesses[0].expected
    n_before, n_after = len(before.left), len(after.left)
    return Step(row, n_before, n_after, rated, best, rated.expected - 1 - later)

"""A game looked back upon: what each guess cost against the best, and what luck gave."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.control import Control
from engine.pokle.boards import Boards
from engine.pokle.climb import sample_of
from engine.pokle.exact import ExactSearch
from engine.pokle.feedback import Row, explain_no_board, guess_rows, matching
from engine.pokle.rating import RatedGuess
from engine.pokle.rules import N_GUESSES, CardArray, Puzzle
from engine.pokle.strategy import FEW_BOARDS, guess_space, proof_steps, rank_guesses


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One guess: expected guesses are counted from this guess on, itself included."""

    row: Row
    n_before: int
    n_after: int
    expected: float
    best: RatedGuess
    best_expected: float
    luck: float  # expected guesses after this one, less those that the colours really left

    @property
    def cost(self) -> float:
        """Guesses lost against the best guess, on average; never negative."""
        return max(0.0, self.expected - self.best_expected)


def look_back(
    puzzle: Puzzle, boards: Boards, rows: Sequence[Row], control: Control
) -> tuple[Step, ...]:
    """Rate each guess of a game by the same measure as the best guess at that moment."""
    steps = []
    left = boards
    for played, row in enumerate(rows):
        after = left.take(matching(puzzle, left, [row]))
        if not len(after):
            raise explain_no_board(puzzle, boards, rows)
        steps.append(_step(puzzle, left, after, row, N_GUESSES - played, control))
        left = after
    return tuple(steps)


def _step(
    puzzle: Puzzle, left: Boards, after: Boards, row: Row, limit: int, control: Control
) -> Step:
    space = guess_space(puzzle)
    best = rank_guesses(left, space, control, limit, top=1).guesses[0]
    cards = guess_rows([row.guess])[0]
    expected = expected_after(puzzle, left, cards, limit, control)
    best_expected = min(expected, expected_after(puzzle, left, best.cards, limit, control))
    later = 0.0
    if not row.is_won and limit > 1:
        later = rank_guesses(after, space, control, limit - 1, top=1).guesses[0].expected
    return Step(row, len(left), len(after), expected, best, best_expected, expected - 1 - later)


def expected_after(
    puzzle: Puzzle, left: Boards, cards: CardArray, limit: int, control: Control
) -> float:
    """The expected guesses from any guess on, itself included; of many boards, from a sample."""
    if limit == 1:
        return 1.0
    space = guess_space(puzzle)
    asked = left.take(sample_of(len(left), FEW_BOARDS))
    exact = ExactSearch(asked, space, control, proof_steps(len(asked)))
    plan = exact.rate(cards, space.row(cards, asked), limit)
    if plan is None:  # the guess tells nothing: one guess more than without it
        return 1.0 + rank_guesses(left, space, control, limit - 1, 1).guesses[0].expected
    return plan.n_guesses / len(asked)

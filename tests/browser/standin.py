"""A stand-in for the solver: any board that fits, without looking for the best one."""

from functools import lru_cache

from automation.errors import NoBoardFitsError
from automation.state import GameState, Proposal
from engine.control import Control
from engine.pokle.boards import Boards, find_boards
from engine.pokle.feedback import matching
from engine.pokle.rules import Puzzle, as_cards


@lru_cache(maxsize=64)
def boards_of(puzzle: Puzzle) -> Boards:
    return find_boards(puzzle, Control())


def advise(state: GameState) -> Proposal:
    """The middle one of the boards that fit and that the page has not refused."""
    boards = boards_of(state.puzzle)
    left = boards.take(matching(state.puzzle, boards, state.rows)).cards
    if not len(left):
        raise NoBoardFitsError("no board fits these colours")
    order = sorted(range(len(left)), key=lambda i: abs(i - len(left) // 2))
    guesses = (as_cards(left[i]) for i in order)
    guess = next(guess for guess in guesses if guess not in state.refused)
    return Proposal(guess, boards_left=len(left))

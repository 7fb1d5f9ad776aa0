import pytest

from engine.control import Control
from engine.pokle.boards import Boards, find_boards
from engine.pokle.space import GuessSpace, guess_space
from tests.engine.pokle.puzzles import SMALL


@pytest.fixture(scope="session")
def boards() -> Boards:
    """The 161 boards of a puzzle that is quickly solved."""
    return find_boards(SMALL, Control())


@pytest.fixture(scope="session")
def space() -> GuessSpace:
    """What may be guessed in that puzzle."""
    return guess_space(SMALL)

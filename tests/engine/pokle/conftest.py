import pytest

from engine.control import Control
from engine.pokle.boards import Boards, find_boards
from engine.pokle.guesses import LegalGuesses, legal_guesses
from tests.engine.pokle.puzzles import SMALL


@pytest.fixture(scope="session")
def boards() -> Boards:
    """The 161 boards of a puzzle that is quickly solved."""
    return find_boards(SMALL, Control())


@pytest.fixture(scope="session")
def legal() -> LegalGuesses:
    """What may be guessed in that puzzle."""
    return legal_guesses(SMALL)

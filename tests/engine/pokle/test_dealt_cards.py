"""No advised guess holds a card that a player holds."""

import numpy as np
import pytest

from engine.control import Control
from engine.pokle.boards import find_boards
from engine.pokle.space import guess_space
from engine.pokle.strategy import rank_guesses
from tests.engine.pokle.puzzles import REAL, SMALL, puzzle

REFUSED_BEST = puzzle("7C 9S", "AC QH", "8S 4S", flop="312", turn="321", river="312")


@pytest.mark.parametrize("known", [SMALL, REAL, REFUSED_BEST], ids=["SMALL", "REAL", "8S"])
def test_no_advised_guess_holds_a_dealt_card(known):
    boards = find_boards(known, Control())
    ranking = rank_guesses(boards, guess_space(known), Control())
    cards = np.concatenate([[g.cards, *g.twins] for g in ranking.guesses])
    assert len(cards) >= 10
    assert not np.isin(cards, known.hole_cards).any()

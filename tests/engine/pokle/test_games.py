from collections import Counter

import numpy as np
import pytest

from engine.control import Control
from engine.pokle.boards import find_boards
from engine.pokle.colors import colors_of
from engine.pokle.games import max_entropy_player, mixed_player
from engine.pokle.guesses import legal_guesses
from engine.pokle.rules import as_cards
from tests.engine.pokle.puzzles import SMALL


@pytest.mark.parametrize(
    ("player", "bits_weight", "win_weight"),
    [(max_entropy_player, 1.0, 0.0), (mixed_player, 0.5, 2.5)],
)
def test_the_plain_players_guess_the_best_board_by_plain_counting(player, bits_weight, win_weight):
    boards = find_boards(SMALL, Control()).take(np.arange(40, 100))
    cards = [as_cards(row) for row in boards.cards]

    def value(guess) -> float:
        counts = Counter(colors_of(guess, board, suit_pardon=True) for board in cards)
        shares = np.array(list(counts.values())) / len(cards)
        bits = -(shares * np.log2(shares)).sum()
        return bits_weight * bits + win_weight * counts["ggggg"] / len(cards)

    chosen = as_cards(player(boards, legal_guesses(SMALL), 6))
    assert value(chosen) == pytest.approx(max(map(value, cards)))

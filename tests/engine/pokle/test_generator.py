"""Generated puzzles are like the real ones."""

import numpy as np
import pytest

from engine.cards import format_cards
from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.pokle import generator
from engine.pokle.boards import find_boards
from engine.pokle.generator import GeneratedPuzzle, generate_puzzle, puzzle_of_cards
from engine.pokle.rules import all_places, fits

SEEDS = range(12)


@pytest.fixture(scope="module")
def puzzles() -> list[GeneratedPuzzle]:
    return [generate_puzzle(seed) for seed in SEEDS]


def test_boards_are_legal_and_places_are_true(puzzles: list[GeneratedPuzzle]) -> None:
    for made in puzzles:
        assert fits(made.puzzle, made.board)
        assert all_places(made.puzzle.hole, made.board) == made.puzzle.places


def test_places_change_on_every_street_and_the_lead_too(puzzles: list[GeneratedPuzzle]) -> None:
    for made in puzzles:
        flop, turn, river = made.puzzle.places
        assert flop != turn != river
        assert len({flop.index(1), turn.index(1), river.index(1)}) > 1
        assert sorted(flop) == [1, 2, 3]


def test_as_hard_as_real_puzzles(puzzles: list[GeneratedPuzzle]) -> None:
    counts = [len(find_boards(made.puzzle, Control())) for made in puzzles]
    assert max(counts) <= generator.MAX_BOARDS
    assert 200 < np.median(counts) < 4000  # real puzzles: 1,120


def test_a_seed_is_a_puzzle_for_ever() -> None:
    made = generate_puzzle(0)
    assert made == generate_puzzle("0")
    cards = [*(card for hand in made.puzzle.hole for card in hand), *made.board]
    assert format_cards(cards) == "10S 4H 7D QC 8C 3D 10D 3C 4S 7C QD"
    assert puzzle_of_cards(format_cards(cards)) == made


def test_ties_when_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "TIE_SHARE", 1.0)
    for seed in range(3):
        _, turn, river = generate_puzzle(seed).puzzle.places
        assert 2 in (max(turn), max(river))
        assert 1 not in (max(turn), max(river))


def test_generating_can_be_cancelled(cancelled: Control) -> None:
    with pytest.raises(Cancelled):
        generate_puzzle(1, cancelled)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("KC JS", "A puzzle of 2 cards"),
        ("KC JS JC JH 10H 6S QS 10S AS 6C 6C", "6♣ is given twice"),
        ("KC JS JC JH 10H 6S 2S 3S 4D 7C 8D", "has a kicker"),
    ],
)
def test_cards_that_are_no_puzzle(cards: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        puzzle_of_cards(cards)

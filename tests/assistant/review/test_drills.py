"""Drills: the same seed asks the same question, and every question can be answered."""

import pytest

from assistant.review.drills import guess_drill
from engine.errors import InputError


@pytest.mark.parametrize("seed", [3, 15])  # the first guess drawn for 15 is the board
def test_a_puzzle_is_asked_before_it_is_solved(seed: int) -> None:
    drill = guess_drill(seed)
    assert drill == guess_drill(seed)
    assert not drill.request.rows[0].is_won
    score = drill.score("2C 4C 6D 8D 10S")
    assert score.words.startswith("Your guess needs ")


@pytest.mark.parametrize(
    ("guess", "reason"),
    [
        ("", "has 0 cards: expected five"),
        ("5H 6H 7H", "has 3 cards: expected five"),
        ("5H 6H 7H 8H 9H 10H", "has 6 cards: expected five"),
        ("5H 5H 6H 7H 8H", "the card 5♥ is given twice"),
        ("zz", 'cannot read the card "zz"'),
    ],
)
def test_a_guess_that_is_none_is_refused_with_the_reason(guess: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        guess_drill(3).score(guess)


def test_the_best_guess_has_all_points() -> None:
    drill = guess_drill(3)
    _, _, best = drill.score("2C 4C 6D 8D 10S").words.partition("the best one (")
    cards = best.partition(")")[0]
    assert drill.score(cards).points == 100

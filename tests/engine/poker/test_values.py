"""The rules of poker hands, card by card; `test_evaluator` compares them with others' tables."""

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.poker.hands import HandType, value_of
from engine.poker.values import value_of_cards, value_of_counts, value_of_suit


@pytest.mark.parametrize(
    ("cards", "hand", "ranks"),
    [
        ("Kc Kd Kh 9s 9c 9d 2h", HandType.FULL_HOUSE, (13, 9)),
        ("Kc Kd 9h 9s 4c 4d Ah", HandType.TWO_PAIR, (13, 9, 14)),
        ("Ac 2d 3h 4s 5c 5d 5h", HandType.STRAIGHT, (14, 5, 4, 3, 2)),
        ("2h 3h 4h 5h 9h Th Jh", HandType.FLUSH, (11, 10, 9, 5, 4)),
        ("2h 3h 4h 5h 6h 7c 8c", HandType.STRAIGHT_FLUSH, (6, 5, 4, 3, 2)),
        ("7c 7d 7h 7s Kc Kd", HandType.FOUR_OF_A_KIND, (7, 13)),
        ("2c 4d 6h 8s Tc", HandType.HIGH_CARD, (10, 8, 6, 4, 2)),
    ],
)
def test_the_best_five_count(cards: str, hand: HandType, ranks: tuple[int, ...]) -> None:
    assert value_of_cards(parse_cards(cards)) == value_of(hand, ranks)


def test_counts_may_be_a_row_of_a_table() -> None:
    counts = [0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]
    expected = value_of(HandType.THREE_OF_A_KIND, (4, 12, 7))
    assert value_of_counts(counts) == value_of_counts(np.array(counts)) == expected


def test_four_cards_of_a_suit_are_no_flush() -> None:
    assert value_of_suit([14, 13, 12, 11]) == 0

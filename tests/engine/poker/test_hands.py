"""Every hand value has its category, its ranks and its name in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.poker.hands import HandType, describe, hand_type, ranks_of, value_of, values_by_ranks

VALUES = [value for hand in HandType for value in values_by_ranks(hand).values()]
# how many distinct hands each category has: the 7,462 of poker, and five of a kind
N_PLACES = [0, 1277, 2860, 858, 858, 10, 1277, 156, 156, 10, 13]


def test_places_are_counted_by_category() -> None:
    assert len(set(VALUES)) == len(VALUES) == 7462 + 13
    assert [sum(hand_type(v) is h for v in VALUES) for h in HandType] == N_PLACES
    assert max(VALUES) < 1 << 16


def test_every_value_has_its_own_name() -> None:
    assert len({describe(v) for v in VALUES}) == len(VALUES)


@given(st.sampled_from(VALUES))
def test_value_and_ranks_make_a_round_trip(value: int) -> None:
    assert value_of(hand_type(value), ranks_of(value)) == value


@pytest.mark.parametrize(
    ("hand", "ranks", "words"),
    [
        (HandType.HIGH_CARD, (14, 12, 9, 5, 2), "ace high, Q-9-5-2"),
        (HandType.PAIR, (14, 13, 12, 10), "pair of aces, K-Q-10"),
        (HandType.TWO_PAIR, (13, 9, 14), "two pair, kings and nines, ace kicker"),
        (HandType.THREE_OF_A_KIND, (6, 14, 2), "three of a kind, sixes, A-2"),
        (HandType.STRAIGHT, (14, 5, 4, 3, 2), "straight, five high"),
        (HandType.FLUSH, (10, 8, 7, 4, 3), "flush, 10-8-7-4-3"),
        (HandType.FULL_HOUSE, (2, 14), "full house, twos over aces"),
        (HandType.FOUR_OF_A_KIND, (8, 3), "four of a kind, eights, three kicker"),
        (HandType.STRAIGHT_FLUSH, (13, 12, 11, 10, 9), "straight flush, king high"),
        (HandType.STRAIGHT_FLUSH, (14, 13, 12, 11, 10), "royal flush"),
        (HandType.FIVE_OF_A_KIND, (14,), "five of a kind, aces"),
    ],
)
def test_names(hand: HandType, ranks: tuple[int, ...], words: str) -> None:
    assert describe(value_of(hand, ranks)) == words


def test_an_incomplete_hand_has_a_name_and_no_ranks() -> None:
    assert describe(0) == "incomplete"
    with pytest.raises(InputError, match="0 is not a hand value"):
        ranks_of(0)


def test_what_is_no_value_is_quoted() -> None:
    with pytest.raises(InputError, match="65535"):
        hand_type(65535)
    with pytest.raises(InputError, match="pair of ranks"):
        value_of(HandType.PAIR, (9, 9, 6, 2))

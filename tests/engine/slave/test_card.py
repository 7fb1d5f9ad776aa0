import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_card, parse_cards
from engine.errors import CardError
from engine.slave.card import (
    Deck,
    Rank,
    create_deck,
    from_int,
    from_mask,
    highest,
    lowest,
    slave_rank,
    to_int,
    to_mask,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [("3C", 0), ("3D", 1), ("3S", 3), ("4C", 4), ("AS", 47), ("2C", 48), ("2S", 51)],
)
def test_the_order_runs_from_three_of_clubs_to_two_of_spades(text: str, number: int) -> None:
    assert to_int(parse_card(text)) == number
    assert from_int(number) == parse_card(text)


def test_the_two_is_the_highest_rank() -> None:
    assert slave_rank(parse_card("2H")) == Rank.TWO == 15
    assert slave_rank(parse_card("3H")) == Rank.THREE == 3


def test_the_deck_has_52_cards_in_order() -> None:
    deck = create_deck()
    assert len(set(deck)) == 52
    assert [to_int(card) for card in deck] == list(range(52))


@given(st.sets(st.integers(0, 51)))
def test_masks_go_there_and_back(numbers: set[int]) -> None:
    cards = tuple(from_int(n) for n in sorted(numbers))
    assert from_mask(to_mask(cards)) == cards


@given(st.sets(st.integers(0, 51), min_size=3))
def test_lowest_and_highest_are_the_ends_of_the_sorted_hand(numbers: set[int]) -> None:
    mask, ordered = sum(1 << n for n in numbers), sorted(numbers)
    assert lowest(mask, 2) == sum(1 << n for n in ordered[:2])
    assert highest(mask, 2) == sum(1 << n for n in ordered[-2:])


@pytest.mark.parametrize("number", [-1, 52])
def test_a_wrong_number_is_quoted(number: int) -> None:
    with pytest.raises(CardError, match=str(number)):
        from_int(number)


def test_a_mask_of_53_bits_is_refused() -> None:
    with pytest.raises(CardError, match="52 bits"):
        from_mask(1 << 52)


def test_a_seed_deals_the_same_hands_again() -> None:
    first, second, other = Deck(), Deck(), Deck()
    first.shuffle(5)
    second.shuffle(9)
    second.shuffle(5)
    other.shuffle(6)
    assert first.deal() == second.deal() != other.deal()
    assert sorted(to_int(c) for hand in first.deal() for c in hand) == list(range(52))
    assert [len(hand) for hand in first.deal(4, 5)] == [5] * 4


def test_cards_are_the_cards_of_all_games() -> None:
    assert from_mask(to_mask(parse_cards("2S 3C"))) == parse_cards("3C 2S")

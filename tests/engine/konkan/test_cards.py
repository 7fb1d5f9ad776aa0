import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Suit
from engine.errors import CardError
from engine.konkan.cards import (
    JOKER,
    Joker,
    card_of_kind,
    format_hand,
    from_codes,
    hand_order,
    kind_of,
    parse_hand,
    parse_konkan_card,
    require_two_copies,
    to_codes,
)
from engine.konkan.melds import deadwood

naturals = st.builds(Card, st.integers(2, 14), st.sampled_from(Suit))
cards = st.one_of(naturals, st.just(JOKER), st.builds(Joker, naturals))


@given(st.lists(cards, max_size=16))
def test_cards_come_back_from_rust(hand: list[Card | Joker]) -> None:
    assert from_codes(to_codes(hand)) == tuple(hand)


@given(st.lists(cards, max_size=16))
def test_hands_read_back(hand: list[Card | Joker]) -> None:
    assert parse_hand(format_hand(hand)) == tuple(hand)
    assert parse_hand(",".join(map(repr, hand)).lower()) == tuple(hand)


@given(cards)
def test_one_card_reads_back_in_signs_too(card: Card | Joker) -> None:
    assert parse_konkan_card(repr(card)) == card
    assert parse_konkan_card(card.symbol) == card


@given(st.integers(0, 52))
def test_kinds_and_cards_are_one_to_one(kind: int) -> None:
    assert kind_of(card_of_kind(kind)) == kind


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        hand = parse_hand(text)
    except CardError:
        return
    assert parse_hand(format_hand(hand)) == hand


@pytest.mark.parametrize("text", ["7X", "JK=", "1H", "JK=JK", "hello"])
def test_unreadable_cards_are_quoted(text: str) -> None:
    with pytest.raises(CardError, match="cannot read"):
        parse_hand(text)


def test_three_of_a_card_are_named() -> None:
    with pytest.raises(CardError, match="joker is given 3 times"):
        require_two_copies(parse_hand("JK JK JK"))
    with pytest.raises(CardError, match="card 7♠ is given 3 times"):
        require_two_copies(parse_hand("7S 7S 7S 8S"))
    require_two_copies(parse_hand("7S 7S JK JK"))


def test_points_and_order() -> None:
    points = [deadwood([card]) for card in parse_hand("AS KS 10S 9S 2S JK")]
    assert points == [10, 10, 10, 9, 2, 25]
    hand = sorted(parse_hand("JK KC AS AC 2C"), key=hand_order)
    assert format_hand(hand) == "AC 2C KC AS JK"

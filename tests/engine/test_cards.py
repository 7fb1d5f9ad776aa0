import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards
from engine.cards import Card, Suit, format_cards, parse_card, parse_cards
from engine.errors import CardError

any_card = st.integers(0, 51).map(Card.from_index)
card_lists = st.lists(any_card, unique=True, max_size=12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AH", Card(14, Suit.H)),
        ("ah", Card(14, Suit.H)),
        ("10D", Card(10, Suit.D)),
        ("TD", Card(10, Suit.D)),
        ("A♠", Card(14, Suit.S)),
        ("A♠️", Card(14, Suit.S)),
        ("as", Card(14, Suit.S)),
        (" 2c ", Card(2, Suit.C)),
    ],
)
def test_every_notation_of_a_card_is_read(text: str, expected: Card) -> None:
    assert parse_card(text) == expected


@pytest.mark.parametrize("text", ["", "1H", "11H", "AX", "HA", "A", "10", "AHH", "A♠️♠️", "０H"])
def test_an_unreadable_card_is_quoted(text: str) -> None:
    with pytest.raises(CardError, match="cannot read the card") as caught:
        parse_card(text)
    assert f'"{text}"' in str(caught.value)


@given(any_card, st.sampled_from(["repr", "lower", "symbol", "emoji", "ten"]))
def test_round_trip_of_one_card(card: Card, notation: str) -> None:
    text = {
        "repr": repr(card),
        "lower": repr(card).lower(),
        "symbol": card.symbol,
        "emoji": card.symbol + "\ufe0f",
        "ten": repr(card).replace("10", "T"),
    }[notation]
    assert parse_card(text) == card


@given(card_lists, st.sampled_from([" ", "", ", ", ";", "\n", " | "]))
def test_round_trip_of_many_cards(hand: list[Card], separator: str) -> None:
    assert parse_cards(separator.join(map(repr, hand))) == tuple(hand)
    assert parse_cards(separator.join(c.symbol for c in hand)) == tuple(hand)
    assert parse_cards(format_cards(hand)) == tuple(hand)


@given(card_lists)
def test_round_trip_of_masks_and_indices(hand: list[Card]) -> None:
    assert set(cards.from_mask(cards.to_mask(hand))) == set(hand)
    assert [Card.from_index(c.index) for c in hand] == hand


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused_with_a_card_error(text: str) -> None:
    try:
        found = parse_cards(text)
    except CardError:
        return
    assert parse_cards(format_cards(found)) == found


def test_a_bad_card_in_a_list_is_the_one_quoted() -> None:
    with pytest.raises(CardError, match='"Kx"'):
        parse_cards("Ah Kx 10d")


def test_long_input_is_shortened_when_quoted() -> None:
    with pytest.raises(CardError) as caught:
        parse_card("A" * 10_000)
    assert len(str(caught.value)) < 200


def test_equality_is_by_rank_and_suit_order_by_rank_alone() -> None:
    hearts, spades = Card(14, Suit.H), Card(14, Suit.S)
    assert hearts != spades
    assert not hearts < spades
    assert hearts <= spades
    assert Card(13, Suit.S) < hearts
    assert len({hearts, spades, Card(14, Suit.H)}) == 2


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Card(14, Suit.H).rank = 2  # type: ignore[misc]


@pytest.mark.parametrize(("rank", "suit"), [(1, "H"), (15, "H"), (14, "X"), (14, 9)])
def test_impossible_cards_are_refused(rank: int, suit: object) -> None:
    with pytest.raises(CardError):
        Card(rank, suit)  # type: ignore[arg-type]


def test_index_and_mask_out_of_range_are_refused() -> None:
    for index in (-1, 52):
        with pytest.raises(CardError, match=str(index)):
            Card.from_index(index)
    with pytest.raises(CardError):
        cards.from_mask(1 << 52)


def test_the_deck_has_52_cards_in_index_order() -> None:
    deck = cards.full_deck()
    assert [c.index for c in deck] == list(range(52))
    assert cards.to_mask(deck) == cards.FULL_DECK_MASK


def test_a_card_twice_is_named() -> None:
    deck = list(cards.full_deck())
    random.Random(1).shuffle(deck)
    cards.require_distinct(deck)
    with pytest.raises(CardError, match=deck[3].symbol):
        cards.require_distinct([*deck, deck[3]])


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_only_on_a_terminal_and_without_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    ace = Card(14, Suit.H)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert str(ace) == "A♥"
    monkeypatch.setattr("sys.stdout", _Terminal())
    assert "\033[47m" in str(ace)
    assert "A♥" in str(ace)
    monkeypatch.setenv("NO_COLOR", "1")
    assert str(ace) == "A♥"

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, full_deck, parse_cards
from engine.classic.pokle_table import ColorCard, ColorTable, Table, parse_color_card
from engine.errors import CardError, IllegalStateError
from engine.pokle.colors import COLORS

five_cards = st.permutations(full_deck()).map(lambda deck: tuple(deck[:5]))
color_cards = st.builds(ColorCard.of, st.sampled_from(full_deck()), st.sampled_from(COLORS))


@given(five_cards, five_cards)
def test_a_comparison_matches_its_answer_and_the_flop_has_no_order(guess, answer):
    compared = Table(*guess).compare(Table(*answer))
    turned = Table(guess[2], guess[0], guess[1], *guess[3:])
    assert compared.is_match(Table(*answer))
    assert compared == turned.compare(Table(*answer))
    assert hash(compared) == hash(turned.compare(Table(*answer)))


@given(color_cards)
def test_color_card_text_round_trip(card):
    assert parse_color_card(repr(card)) == card


@given(five_cards, st.text(COLORS, min_size=5, max_size=5))
def test_table_text_round_trips(cards, colors):
    assert Table.parse(repr(Table(*cards))) == Table(*cards)
    table = ColorTable.of(cards, colors)
    assert ColorTable.parse(repr(table)) == table
    assert (table.guess, table.colors) == (Table(*cards), colors)


def test_color_card_equality_and_repr():
    king = Card(13, "S")
    green, grey = ColorCard.of(king, "g"), ColorCard.of(king, "e")
    assert repr(green) == "KS_g"
    assert green != grey
    assert green != king
    assert len({green, grey, ColorCard.of(king, "g")}) == 2
    assert green.card == king


def test_color_cards_on_a_terminal(monkeypatch):
    monkeypatch.setattr("engine.classic.pokle_table.colours_wanted", lambda: True)
    assert "\033[42m" in str(ColorCard(13, "S", "g"))
    assert "\033[43m" in str(ColorCard(13, "S", "y"))
    assert "\033[48;2;160;160;160m" in str(ColorCard(13, "H", "e"))


def test_table_parts_and_growth():
    flop = Table.parse("QS 10S AS")
    full = flop.add_cards(*parse_cards("6C 6D"))
    assert flop.flop == frozenset(parse_cards("AS QS 10S"))
    assert (flop.turn, flop.river) == (None, None)
    assert (full.turn, full.river) == parse_cards("6C 6D")
    assert flop == Table.parse("AS QS 10S")
    assert Table.parse("QS 10S AS 6D 6C") != full
    with pytest.raises(AttributeError):
        flop.turn = Card(2, "C")


def test_bad_tables():
    with pytest.raises(IllegalStateError, match="2 cards"):
        Table.parse("QS 10S")
    with pytest.raises(CardError, match="Q♠"):
        Table.parse("QS 10S QS")
    with pytest.raises(IllegalStateError, match="different numbers"):
        Table.parse("QS 10S AS").compare(Table.parse("QS 10S AS 6C"))
    with pytest.raises(CardError, match="'r' is not a colour"):
        ColorCard(13, "S", "r")
    with pytest.raises(CardError, match="KS"):
        parse_color_card("KS")

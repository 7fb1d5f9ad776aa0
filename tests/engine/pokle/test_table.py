import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, full_deck, parse_cards
from engine.errors import CardError, IllegalStateError
from engine.pokle.table import (
    COLORS,
    ColorCard,
    ColorTable,
    Table,
    colors_of,
    parse_color_card,
    parse_colors,
)
from tests.engine.pokle import twin

PAIRS = [
    ("4S KD 7S 4D 6S", "3H 9D KS 6C 4S", "yyyey"),
    ("6D 7D 9C KC AS", "9H 3S 6D KC 9S", "geygy"),
    ("KS 9S AS 4H 6S", "7S KS AH 4C 6S", "gyyyg"),
    ("AS KS QS JH 10D", "AS 2D 3C JD 10D", "geeyg"),
    ("7H 9S 7S 3D KH", "7S 9S 7H 3H KD", "gggyy"),
    ("JD JC KD 2H 3S", "JD KS QH 2D 3S", "geyyg"),
]
five_cards = st.permutations(full_deck()).map(lambda deck: tuple(deck[:5]))
color_cards = st.builds(ColorCard.of, st.sampled_from(full_deck()), st.sampled_from(COLORS))


@pytest.mark.parametrize(("guess", "answer", "colors"), PAIRS)
def test_pairs_known_from_the_live_game(guess, answer, colors):
    compared = Table.parse(guess).compare(Table.parse(answer))
    assert compared.colors == colors
    assert compared.is_match(Table.parse(answer))


@pytest.mark.parametrize(
    ("guess", "answer", "colors"),
    [("2C 3S 3H", "3S 10C KC", "yge"), ("8S 8C JS", "4D 6S 8H", "yyy")],
)
def test_flops_known_from_the_live_game(guess, answer, colors):
    assert Table.parse(guess).compare(Table.parse(answer)).colors == colors


def test_pardon_makes_right_ranks_green_only_with_an_exact_flop():
    answer = Table.parse("7S 9S 7H 3H KD")
    assert Table.parse("7H 9S 7S 3D KH").compare(answer, suit_pardon=True).colors == "ggggg"
    assert Table.parse("7H 9S 7C 3D KH").compare(answer, suit_pardon=True).colors == "ggyyy"
    assert Table.parse("7H 9S 7S 3D QH").compare(answer, suit_pardon=True).colors == "gggye"


@given(five_cards, five_cards, st.booleans())
def test_colors_equal_their_plain_twin(guess, answer, pardon):
    assert colors_of(guess, answer, pardon) == twin.colors(list(guess), list(answer), pardon)


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
    monkeypatch.setattr("engine.pokle.table.colours_wanted", lambda: True)
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


def test_colors_are_read_without_fuss():
    assert parse_colors("G y E-x") == "gyeee"
    for bad in ("gyeg", "gyegeg", "gyegr", ""):
        with pytest.raises(IllegalStateError, match="expected five"):
            parse_colors(bad)

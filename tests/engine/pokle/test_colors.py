import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import full_deck, parse_cards
from engine.errors import IllegalStateError
from engine.pokle.colors import colors_of, parse_colors
from tests.engine.pokle import twin

PAIRS = [
    ("4S KD 7S 4D 6S", "3H 9D KS 6C 4S", "yyyey"),
    ("6D 7D 9C KC AS", "9H 3S 6D KC 9S", "geygy"),
    ("KS 9S AS 4H 6S", "7S KS AH 4C 6S", "gyyyg"),
    ("AS KS QS JH 10D", "AS 2D 3C JD 10D", "geeyg"),
    ("7H 9S 7S 3D KH", "7S 9S 7H 3H KD", "gggyy"),
    ("JD JC KD 2H 3S", "JD KS QH 2D 3S", "geyyg"),
    ("2C 3S 3H", "3S 10C KC", "yge"),
    ("8S 8C JS", "4D 6S 8H", "yyy"),
]
five_cards = st.permutations(full_deck()).map(lambda deck: tuple(deck[:5]))


@pytest.mark.parametrize(("guess", "answer", "colors"), PAIRS)
def test_pairs_known_from_the_live_game(guess, answer, colors):
    assert colors_of(parse_cards(guess), parse_cards(answer)) == colors


@pytest.mark.parametrize(
    ("guess", "colors"),
    [("7H 9S 7S 3D KH", "ggggg"), ("7H 9S 7C 3D KH", "ggyyy"), ("7H 9S 7S 3D QH", "gggye")],
)
def test_pardon_makes_right_ranks_green_only_with_an_exact_flop(guess, colors):
    answer = parse_cards("7S 9S 7H 3H KD")
    assert colors_of(parse_cards(guess), answer, suit_pardon=True) == colors


@given(five_cards, five_cards, st.booleans())
def test_colors_equal_their_plain_twin(guess, answer, pardon):
    assert colors_of(guess, answer, pardon) == twin.colors(list(guess), list(answer), pardon)


def test_colors_are_read_without_fuss():
    assert parse_colors("G y E-x") == "gyeee"
    for bad in ("gyeg", "gyegeg", "gyegr", ""):
        with pytest.raises(IllegalStateError, match="expected five"):
            parse_colors(bad)

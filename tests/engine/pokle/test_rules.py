import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import full_deck, parse_cards
from engine.errors import CardError, IllegalStateError
from engine.pokle.rules import (
    all_places,
    as_cards,
    as_indices,
    check_places,
    fits,
    obeys_rule,
    ranked_as,
    street_places,
)
from tests.engine.pokle import twin
from tests.engine.pokle.puzzles import REAL, REAL_BOARD, made_puzzles, puzzle

DENSE = {
    (1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1), (1, 1, 1),
    (1, 1, 2), (1, 2, 1), (2, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 1),
}  # fmt: skip
deals = st.permutations(full_deck()).map(
    lambda deck: ([deck[0:2], deck[2:4], deck[4:6]], deck[6:11])
)


def test_dense_places_and_nothing_else():
    for places in np.ndindex(5, 5, 5):
        if places in DENSE:
            check_places(places, "turn")
        else:
            with pytest.raises(IllegalStateError, match="turn's places"):
                check_places(places, "turn")


@pytest.mark.parametrize("places", ["233", "133", "012", "12", "1234"])
def test_bad_places_are_quoted(places):
    with pytest.raises(IllegalStateError, match=f'"{" ".join(places)}"'):
        puzzle("KC JS", "JC JH", "10H 6S", flop=places, turn="132", river="231")


def test_bad_hands():
    places = {"flop": "123", "turn": "123", "river": "123"}
    with pytest.raises(CardError, match="J♥ is given twice"):
        puzzle("KC JH", "JC JH", "10H 6S", **places)
    with pytest.raises(IllegalStateError, match="Player 2 has 1 card:"):
        puzzle("KC JS", "JC", "10H 6S", **places)
    with pytest.raises(IllegalStateError, match="2 hands"):
        puzzle("KC JS", "JC JH", **places)
    with pytest.raises(IllegalStateError, match="'kickers' is not a board rule"):
        puzzle("KC JS", "JC JH", "10H 6S", board_rule="kickers", **places)


@settings(max_examples=60, deadline=None)
@given(deals)
def test_places_and_board_rules_equal_their_plain_twins(deal):
    hole, board = deal
    hole_cards, row = as_indices(hole), as_indices([board])
    for n_cards in (3, 4, 5):
        expected = twin.places(hole, board[:n_cards])
        assert tuple(street_places(hole_cards, row[:, :n_cards])[0]) == expected
        assert ranked_as(hole_cards, row[:, :n_cards], expected)[0]
    assert obeys_rule(hole_cards, row, "no_kickers")[0] == twin.has_no_kicker(hole, board)
    assert obeys_rule(hole_cards, row, "made_hand")[0] == twin.is_made(hole, board)
    assert obeys_rule(hole_cards, row, "any")[0]


def test_a_straight_that_a_flush_hides_keeps_its_cards_as_kickers():
    hole = parse_cards("9H 8H"), parse_cards("2C 2D"), parse_cards("KC QD")
    straight = as_indices([parse_cards("7H 6C 5D 2H 2S")])
    flush = as_indices([parse_cards("7H 6H 5H 2H 2S")])
    steel_wheel = as_indices([parse_cards("7H 6H 5H 2S KS")])
    assert obeys_rule(as_indices(hole), straight, "no_kickers")[0]
    assert obeys_rule(as_indices(hole), steel_wheel, "no_kickers")[0]
    plain = parse_cards("9H 4H"), parse_cards("2C 2D"), parse_cards("KC QD")
    assert not obeys_rule(as_indices(plain), flush, "no_kickers")[0]


def test_ties_are_dense():
    hole = [parse_cards("10S JC"), parse_cards("5D 3H"), parse_cards("8S 3C")]
    board = parse_cards("5H 10H 3D 3S 10C")
    assert all_places(hole, board) == ((2, 1, 3), (3, 1, 2), (1, 2, 2))


def test_fits_knows_a_real_board_from_its_neighbours():
    assert fits(REAL, REAL_BOARD)
    assert not fits(REAL, parse_cards("QS 10S AS 6C 2D"))
    assert not fits(REAL, parse_cards("QS 10S AS 6C KC"))  # a hole card cannot be on the board


def test_every_known_board_has_its_places_and_no_kicker():
    for known, board, _ in made_puzzles():
        assert all_places(known.hole, board) == known.places
        assert fits(known, board)


def test_indices_round_trip():
    assert as_cards(as_indices([REAL_BOARD])[0]) == REAL_BOARD

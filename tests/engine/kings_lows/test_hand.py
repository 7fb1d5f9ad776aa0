"""One player's hand: its wild cards, its category, and who wins."""

import pytest

from engine.cards import parse_card, parse_cards
from engine.errors import CardError, IllegalStateError
from engine.kings_lows.hand import KingsAndLowsHand
from engine.kings_lows.wild import BaseballRules, WildCardRules
from engine.poker.hands import HandType


def hand(text, rules=None):
    hole, board, last = (parse_cards(part) for part in text.split("|"))
    return KingsAndLowsHand(hole, board, last[0] if last else None, rules or WildCardRules())


def test_king_and_low_make_four_of_a_kind():
    found = hand("Kh 2d | 3c 3d 9s 10s | Ah")
    assert found.wild_cards == parse_cards("Kh 2d")
    assert found.type is HandType.FOUR_OF_A_KIND
    assert found.best.words == "four of a kind, threes, ace kicker"


def test_a_king_beats_the_same_hand_without():
    assert hand("Kh 4d | 6c 8d 9s 9d | Ah") > hand("Qh 4d | 6c 8d 9s 9d | Ah")


def test_king_required_leaves_the_low_card_natural():
    without = hand("Qh 2d | 2c 7d 9s Js | Ah", WildCardRules(king_required=True))
    assert (without.wild_cards, without.type) == ((), HandType.PAIR)
    assert hand("Qh 2d | 2c 7d 9s Js | Ah").type > without.type


def test_five_of_a_kind_beats_a_straight_flush():
    fives = hand("3h 3d | 3c Kd Ks 9s | 8h")
    run = hand("Kh 4h | 5h 6h 7h Jd | 2c")
    assert (fives.type, run.type) == (HandType.FIVE_OF_A_KIND, HandType.STRAIGHT_FLUSH)
    assert fives > run


def test_equal_strength_is_a_tie():
    a, b = hand("Kh 2d | 3c 3d 9s 10s | Ah"), hand("Kc 2s | 3h 3s 9d 10c | Ad")
    assert a == b
    assert hash(a) == hash(b)
    assert not a < b
    assert a <= b


@pytest.mark.parametrize("text", ["Kh 2d | |", "Kh 2d | 3c 4c |", "Kh 2d | 3c 4c 5c 6c |"])
def test_missing_cards_are_incomplete(text):
    found = hand(text)
    assert (found.type, found.strength, found.wild_cards) == (HandType.INCOMPLETE, 0, ())
    assert found.wild_so_far == parse_cards("Kh 2d")


def test_another_variant():
    assert hand("3h 9d | 5c 5d Qs 10s | Ah", BaseballRules()).type is HandType.FOUR_OF_A_KIND


def test_counts_are_checked():
    with pytest.raises(IllegalStateError, match="exactly two hole cards"):
        hand("Kh 2d 3c | 4c |")
    with pytest.raises(IllegalStateError, match="exactly two hole cards"):
        hand("Kh | 4c |")
    with pytest.raises(IllegalStateError, match="at most four open cards"):
        hand("Kh 2d | 4c 5c 6c 7c 8c |")
    with pytest.raises(CardError, match="K♥"):
        KingsAndLowsHand(parse_cards("Kh 2d"), (), parse_card("Kh"))

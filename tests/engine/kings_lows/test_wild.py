"""Which cards are wild, in every variant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, parse_cards
from engine.errors import InputError
from engine.kings_lows.wild import (
    VARIANTS,
    BaseballRules,
    DeucesWildRules,
    WildCardRules,
    rules_of,
)

ALL_RULES = [WildCardRules(), WildCardRules(True), BaseballRules(), DeucesWildRules()]
hands = st.lists(st.integers(0, 51).map(Card.from_index), min_size=1, max_size=7, unique=True)


def wild(rules, text):
    return rules.determine_wild_cards(parse_cards(text))


def test_kings_and_every_lowest_card_are_wild():
    assert wild(WildCardRules(), "2h 2d 5c 8s Kh") == parse_cards("2h 2d Kh")
    assert wild(WildCardRules(), "5c 9d Kh 7s") == parse_cards("5c Kh")
    assert wild(WildCardRules(), "4c 9d 7s") == parse_cards("4c")


def test_ace_is_high_and_kings_can_be_the_lowest():
    assert wild(WildCardRules(), "Ah Kd Kc As") == parse_cards("Kd Kc")
    assert wild(WildCardRules(), "Ah 9c Qd") == parse_cards("9c")


def test_all_cards_of_one_value_are_all_wild():
    assert wild(WildCardRules(), "7c 7d 7h 7s") == parse_cards("7c 7d 7h 7s")


def test_king_required_with_and_without_king():
    assert wild(WildCardRules(king_required=True), "2h 2d 5c 8s Qh") == ()
    assert wild(WildCardRules(king_required=True), "2h 2d 5c 8s Kh") == parse_cards("2h 2d Kh")


def test_no_cards_have_no_wild_card():
    assert all(rules.determine_wild_cards(()) == () for rules in ALL_RULES)


def test_baseball_and_deuces():
    assert wild(BaseballRules(), "3c 9d 2h Kh 9s") == parse_cards("3c 9d 9s")
    assert wild(DeucesWildRules(), "3c 9d 2h Kh 2s") == parse_cards("2h 2s")


@given(hands)
def test_wild_cards_are_whole_ranks_of_the_hand(hand):
    for rules in ALL_RULES:
        ranks = {card.rank for card in rules.determine_wild_cards(hand)}
        expected = tuple(card for card in hand if card.rank in ranks)
        assert rules.determine_wild_cards(hand) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_its_rules(variant):
    assert rules_of(variant).variant == variant


def test_short_names_and_spelling():
    assert rules_of("Kings Lows", king_required=True) == WildCardRules(True)
    assert rules_of("deuces") == DeucesWildRules()


def test_unknown_variant_and_misplaced_option_are_named():
    with pytest.raises(InputError, match=r'"omaha".*baseball'):
        rules_of("omaha")
    with pytest.raises(InputError, match="king required"):
        rules_of("baseball", king_required=True)

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
    DoctorPepperRules,
    FollowTheQueenRules,
    WildCardRules,
    rules_of,
)

ALL_RULES = [WildCardRules(True), *map(rules_of, VARIANTS)]
hands = st.lists(st.integers(0, 51).map(Card.from_index), min_size=1, max_size=7, unique=True)


EXAMPLES = [
    (WildCardRules(), "2h 2d 5c 8s Kh", "2h 2d Kh"),  # kings and every lowest card
    (WildCardRules(), "5c 9d Kh 7s", "5c Kh"),
    (WildCardRules(), "4c 9d 7s", "4c"),
    (WildCardRules(), "Ah Kd Kc As", "Kd Kc"),  # the ace is high
    (WildCardRules(), "Ah 9c Qd", "9c"),
    (WildCardRules(), "7c 7d 7h 7s", "7c 7d 7h 7s"),
    (WildCardRules(king_required=True), "2h 2d 5c 8s Qh", ""),
    (WildCardRules(king_required=True), "2h 2d 5c 8s Kh", "2h 2d Kh"),
    (BaseballRules(), "3c 9d 2h Kh 9s", "3c 9d 9s"),
    (DeucesWildRules(), "3c 9d 2h Kh 2s", "2h 2s"),
    (DoctorPepperRules(), "10h 2c 4d Kh 9s", "10h 2c 4d"),
    (FollowTheQueenRules(), "Qh 7c 4d Qs 9s", "Qh Qs"),
    (FollowTheQueenRules(followed=7), "Qh 7c 4d 7h 9s", "Qh 7c 7h"),
]


@pytest.mark.parametrize(("rules", "cards", "wild"), EXAMPLES)
def test_which_cards_are_wild(rules, cards, wild):
    assert rules.determine_wild_cards(parse_cards(cards)) == parse_cards(wild)


def test_no_cards_have_no_wild_card():
    assert all(rules.determine_wild_cards(()) == () for rules in ALL_RULES)


@given(hands)
def test_wild_cards_are_whole_ranks_of_the_hand(hand):
    for rules in ALL_RULES:
        ranks = {card.rank for card in rules.determine_wild_cards(hand)}
        expected = tuple(card for card in hand if card.rank in ranks)
        assert rules.determine_wild_cards(hand) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_its_rules_and_an_example(variant):
    assert rules_of(variant).variant == variant
    examples = [cards for rules, cards, _ in EXAMPLES if rules.variant == variant]
    assert examples, f"add a hand of {variant} to EXAMPLES"


def test_short_names_and_spelling():
    assert rules_of("Kings Lows", king_required=True) == WildCardRules(True)
    assert rules_of("deuces") == DeucesWildRules()


def test_unknown_variant_and_misplaced_option_are_named():
    with pytest.raises(InputError, match=r'"omaha".*baseball'):
        rules_of("omaha")
    with pytest.raises(InputError, match="king required"):
        rules_of("baseball", king_required=True)

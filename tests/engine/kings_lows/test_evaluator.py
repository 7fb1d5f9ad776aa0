"""The evaluator against brute force, and the properties that any evaluator must have."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cards import Card, parse_cards
from engine.errors import CardError
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.wild import BaseballRules, DeucesWildRules, WildCardRules
from engine.poker.evaluator import evaluate, evaluate_batch
from engine.poker.hands import HandType, hand_type
from tests.engine.kings_lows.batch import evaluate_wild_batch
from tests.engine.kings_lows.oracle import (
    FIVE,
    STRAIGHT_FLUSH,
    brute_force,
    category_of,
    score_fives,
)

N_HANDS = 400  # for each number of wild cards, 0 to 7
evaluate_wild = WildCardHandEvaluator.evaluate_best_hand
sevens = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)
n_wild = st.integers(0, 7)


def cards_of(indices):
    return tuple(Card.from_index(int(i)) for i in indices)


def strength(indices, wild):
    return evaluate_wild(cards_of(indices), cards_of(wild))[1]


def random_hands(n, seed):
    rng = np.random.default_rng(seed)
    return rng.random((n, 52)).argpartition(7, axis=1)[:, :7].astype(np.uint8)


@pytest.fixture(scope="module")
def judged():
    """Hands with 0 to 7 wild cards: number of wild cards, values, and the oracle's worths."""
    rows = []
    for n in range(8):
        hands = random_hands(N_HANDS, seed=n)
        values = evaluate_wild_batch(hands, wild=np.full(N_HANDS, (1 << n) - 1, np.uint8))
        for hand, value in zip(hands.tolist(), values.tolist(), strict=True):
            rows.append((n, tuple(hand), value, brute_force(tuple(hand), tuple(hand[:n]))))
    return rows


def test_category_equals_brute_force(judged):
    assert all(value >> 12 == category_of(worth) for _, _, value, worth in judged)


def test_order_equals_brute_force(judged):
    """Sorted by the oracle's worth, values rise when it rises and tie when it ties."""
    for (_, _, low, worse), (_, _, high, better) in pairwise(sorted(judged, key=lambda r: r[3])):
        assert (low < high) == (worse < better)
        assert (low == high) == (worse == better)


def test_every_category_was_met(judged):
    assert {category_of(worth) for *_, worth in judged} == set(range(1, 11))


def test_one_hand_equals_the_batch(judged):
    for n, hand, value, _ in judged[::5]:
        assert strength(hand, hand[:n]) == value


def test_wild_cards_stand_for_what_makes_the_hand(judged):
    for n, hand, value, worth in judged[::5]:
        best = WildCardHandEvaluator.best_hand(cards_of(hand), cards_of(hand[:n]))
        natural = [(a, b) for a, b in zip(best.five, best.stands_for, strict=True) if a != b]
        assert {a.index for a, _ in natural} <= set(hand[:n])
        assert len(set(best.five)) == 5
        assert set(best.five) <= set(cards_of(hand))
        stands_for = np.array([[card.index for card in best.stands_for]])
        assert (best.strength, score_fives(stands_for)[0]) == (value, worth)


def test_five_and_six_cards_equal_brute_force():
    for n_cards in (5, 6):
        for hand in random_hands(150, seed=n_cards)[:, :n_cards].tolist():
            for n in (1, 2, 3):
                worth = brute_force(tuple(hand), tuple(hand[:n]))
                best = WildCardHandEvaluator.best_hand(cards_of(hand), cards_of(hand[:n]))
                stands_for = np.array([[card.index for card in best.stands_for]])
                assert score_fives(stands_for)[0] == worth
                assert best.type == category_of(worth)


def test_no_wild_card_is_the_ordinary_evaluator():
    hands = random_hands(20_000, seed=9)
    values = evaluate_wild_batch(hands, wild=np.zeros(len(hands), np.uint8))
    assert (values == evaluate_batch(hands)).all()


@pytest.mark.parametrize(
    "rules", [WildCardRules(), WildCardRules(True), BaseballRules(), DeucesWildRules()]
)
def test_batch_by_rule_finds_the_rules_wild_cards(rules):
    hands = random_hands(2_000, seed=11)
    hands[0] = [44, 45, 46, 47, 48, 49, 50]  # kings are the lowest
    marks = np.zeros(len(hands), np.uint8)
    for i, hand in enumerate(hands.tolist()):
        wild = rules.determine_wild_cards(cards_of(hand))
        marks[i] = sum(1 << j for j, card in enumerate(cards_of(hand)) if card in wild)
    assert (evaluate_wild_batch(hands, rules) == evaluate_wild_batch(hands, wild=marks)).all()


@pytest.mark.parametrize("n", [0, 1, 2, 127, 128, 129, 131, 300])
def test_a_batch_may_have_any_number_of_hands(n):
    hands, marks = random_hands(400, seed=12), np.arange(400).astype(np.uint8)
    every = evaluate_wild_batch(hands, wild=marks)
    by_rule = evaluate_wild_batch(hands, WildCardRules())
    some = slice(3, 3 + n)
    assert (evaluate_wild_batch(hands[some], wild=marks[some]) == every[some]).all()
    assert (evaluate_wild_batch(hands[some], WildCardRules()) == by_rule[some]).all()


@pytest.mark.parametrize("byte", [52, 63, 64, 128, 180, 255])
def test_a_byte_that_is_no_card_is_refused_wherever_it_stands(byte):
    for row in (0, 7, 127, 128, 299):
        for column in range(7):
            hands = random_hands(300, seed=13)
            hands[row, column] = byte
            with pytest.raises(ValueError, match="0 to 51"):
                evaluate_wild_batch(hands, WildCardRules())
            with pytest.raises(ValueError, match="0 to 51"):
                evaluate_wild_batch(hands, wild=np.zeros(300, np.uint8))


@pytest.mark.parametrize(
    ("cards", "wild", "kind"),
    [
        ("7c 7d 7h 7s 2c 3d 9h", "7c 7d 7h 7s", HandType.FIVE_OF_A_KIND),
        ("2h 2d 5c 8s Kh 9h Jd", "2h 2d Kh", HandType.FOUR_OF_A_KIND),
        ("Ah Kh Qh Jh 2c 5d 2d", "2c", HandType.STRAIGHT_FLUSH),
        ("Ac Ad Ah As 2c 8d 9d", "2c", HandType.FIVE_OF_A_KIND),
        ("Ac 9c 8c 3c 2d Jh 5s", "2d", HandType.FLUSH),
        ("Ac 9d 8c 3h 2d Jh 5s", "2d", HandType.PAIR),
        ("9c 9d 8c 8h 2d Jh 5s", "2d", HandType.FULL_HOUSE),
        ("2c 2d 2h Kc Kd Kh 4s", "2c 2d 2h Kc Kd Kh", HandType.FIVE_OF_A_KIND),
    ],
)
def test_edge_cases(cards, wild, kind):
    assert evaluate_wild(parse_cards(cards), parse_cards(wild))[0] is kind


def test_five_of_a_kind_beats_the_royal_flush():
    royal = evaluate(parse_cards("Ah Kh Qh Jh 10h"))
    fives = evaluate_wild(parse_cards("2c 2d 2h 2s 3c 9d 8h"), parse_cards("3c"))[1]
    assert fives > royal
    assert (FIVE, STRAIGHT_FLUSH) == (HandType.FIVE_OF_A_KIND, HandType.STRAIGHT_FLUSH)


def test_a_flush_has_no_double_ace():
    found, value = evaluate_wild(parse_cards("Ac 9c 8c 3c 2d"), parse_cards("2d"))
    assert found is HandType.FLUSH
    assert value == evaluate(parse_cards("Ac Kc 9c 8c 3c"))


def test_five_wild_cards_are_five_aces():
    best = WildCardHandEvaluator.best_hand(
        parse_cards("2c 3c 4c 5c 6c"), parse_cards("2c 3c 4c 5c 6c")
    )
    assert best.words == "five of a kind, aces"


@given(sevens, n_wild, st.permutations(range(4)))
def test_relabelling_suits_changes_nothing(hand, n, suits):
    renamed = [card // 4 * 4 + suits[card % 4] for card in hand]
    assert strength(hand, hand[:n]) == strength(renamed, renamed[:n])


@given(sevens, n_wild, st.randoms())
def test_the_order_of_cards_changes_nothing(hand, n, random):
    shuffled = hand.copy()
    random.shuffle(shuffled)
    assert strength(hand, hand[:n]) == strength(shuffled, hand[:n])


@given(sevens, st.integers(0, 6))
def test_one_more_wild_card_is_never_worse(hand, n):
    assert strength(hand, hand[: n + 1]) >= strength(hand, hand[:n])


@given(sevens, st.integers(0, 5))
def test_one_more_card_is_never_worse(hand, n):
    assert strength(hand, hand[:n]) >= strength(hand[:6], hand[:n])


@given(sevens, n_wild)
def test_natural_cards_all_one_rank_higher_are_never_worse(hand, n):
    naturals = [card + 4 for card in hand[n:]]
    assume(all(card < 52 for card in naturals) and not set(naturals) & set(hand[:n]))
    assume(not {card // 4 for card in hand[n:]} & {0})  # a two may have been below an ace
    assert strength(hand[:n] + naturals, hand[:n]) >= strength(hand, hand[:n])


@given(sevens, n_wild, st.integers(0, 51))
def test_another_card_for_an_idle_one_is_never_worse(hand, n, new):
    """A card that the best five do not need may become any other card."""
    five = WildCardHandEvaluator.best_hand(cards_of(hand), cards_of(hand[:n])).five
    idle = [card for card in hand[n:] if Card.from_index(card) not in five]
    assume(idle and new not in hand)
    changed = [new if card == idle[0] else card for card in hand]
    assert strength(changed, hand[:n]) >= strength(hand, hand[:n])


@given(sevens, st.integers(1, 4))
def test_fewer_than_five_cards_are_incomplete(hand, n):
    assert evaluate_wild(cards_of(hand[:n]), ()) == (HandType.INCOMPLETE, 0)


def test_bad_input_is_named():
    cards = parse_cards("2c 3c 4c 5c 6c 7c 8c")
    with pytest.raises(CardError, match="KH"):
        evaluate_wild(cards, parse_cards("Kh"))
    with pytest.raises(CardError, match="twice"):
        evaluate_wild(cards[:5] + cards[:1], ())
    with pytest.raises(CardError, match="12 cards"):
        evaluate_wild((*cards, *parse_cards("9c 10c Jc Qc Kc")), ())


@pytest.mark.parametrize(
    ("hands", "marks", "message"),
    [
        (np.zeros((3, 5), np.uint8), np.zeros(3, np.uint8), "shape"),
        (np.zeros((3, 7)), np.zeros(3, np.uint8), "dtype"),
        (np.full((3, 7), 52), np.zeros(3, np.uint8), "0 to 51"),
        (np.full((3, 7), -1), np.zeros(3, np.uint8), "0 to 51"),
        (np.zeros((3, 7), np.uint8), np.zeros(2, np.uint8), "marks"),
        (np.zeros((3, 7), np.uint8), None, "either"),
    ],
)
def test_bad_batches_are_refused(hands, marks, message):
    with pytest.raises(ValueError, match=message):
        evaluate_wild_batch(hands, wild=marks)


def test_values_name_their_category():
    hands = random_hands(500, seed=3)
    values = evaluate_wild_batch(hands, WildCardRules())
    assert {hand_type(int(value)) for value in values} <= set(HandType)

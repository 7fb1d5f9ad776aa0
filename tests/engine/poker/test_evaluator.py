"""The evaluator against a readable twin, two other libraries and the known counts."""

from collections import Counter
from itertools import combinations

import eval7
import numpy as np
import phevaluator
import pytest
import treys
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.cards import Card, full_deck, parse_cards
from engine.errors import CardError
from engine.poker import build_tables, tables
from engine.poker.evaluator import best_five, describe, evaluate, evaluate_batch, hand_type
from engine.poker.hands import N_HAND_CARDS, HandType, straights, value_of
from rust_meld import poker_count_sevens

DECK = full_deck()
NAMES = [f"{'23456789TJQKA'[i // 4]}{'cdhs'[i % 4]}" for i in range(52)]
hands = st.integers(5, 7).flatmap(
    lambda n: st.lists(st.sampled_from(DECK), min_size=n, max_size=n, unique=True)
)


def random_hands(n_hands: int, n_cards: int, seed: int) -> NDArray[np.uint8]:
    order = np.random.default_rng(seed).random((n_hands, 52)).argpartition(n_cards, axis=1)
    return order[:, :n_cards].astype(np.uint8)


def slow_value(five: tuple[Card, ...]) -> int:
    """Five cards by the book: count the ranks, look for one suit and a run."""
    counts = sorted(Counter(c.rank for c in five).items(), key=lambda item: (-item[1], -item[0]))
    ranks = tuple(rank for rank, _ in counts)
    shape = tuple(n for _, n in counts)
    flush = len({c.suit for c in five}) == 1
    if ranks in straights():
        return value_of(HandType.STRAIGHT_FLUSH if flush else HandType.STRAIGHT, ranks)
    if flush:
        return value_of(HandType.FLUSH, ranks)
    return value_of(BY_SHAPE[shape], ranks)


BY_SHAPE = {
    (4, 1): HandType.FOUR_OF_A_KIND,
    (3, 2): HandType.FULL_HOUSE,
    (3, 1, 1): HandType.THREE_OF_A_KIND,
    (2, 2, 1): HandType.TWO_PAIR,
    (2, 1, 1, 1): HandType.PAIR,
    (1, 1, 1, 1, 1): HandType.HIGH_CARD,
}


@given(hands)
@settings(max_examples=300)
def test_the_value_is_the_best_of_all_fives(cards: list[Card]) -> None:
    assert evaluate(cards) == max(slow_value(five) for five in combinations(cards, 5))


@given(hands)
@settings(max_examples=100)
def test_best_five_makes_the_value(cards: list[Card]) -> None:
    five = best_five(cards)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
    assert evaluate(five) == evaluate(cards)


def test_best_five_names_the_weightiest_first() -> None:
    assert best_five(parse_cards("Ac 9s Kd 9d Ks 2c 3d")) == parse_cards("KD KS 9S 9D AC")
    assert best_five(parse_cards("Ah 5d 4c 3s 2h 9h")) == parse_cards("5d 4c 3s 2h Ah")


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_batch_agrees_with_one_by_one(n_cards: int) -> None:
    rows = random_hands(2_000, n_cards, seed=n_cards)
    expected = [evaluate([DECK[i] for i in row]) for row in rows]
    assert evaluate_batch(rows).tolist() == expected
    assert evaluate_batch(rows.astype(np.int64)).tolist() == expected


def test_all_five_card_hands_are_counted() -> None:
    rows = np.fromiter(combinations(range(52), 5), np.dtype((np.uint8, 5)), 2_598_960)
    values = evaluate_batch(rows)
    known = [0, 1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert np.bincount(values >> 12).tolist() == known
    assert len(np.unique(values)) == 7462


def test_seven_card_hands_are_counted_below_a_highest_card() -> None:
    rows = np.fromiter(combinations(range(22), 7), np.dtype((np.uint8, 7)), 170_544)
    expected = np.bincount(evaluate_batch(rows) >> 12, minlength=11)
    assert poker_count_sevens(6, 22) == expected.tolist()


def test_order_agrees_with_other_libraries() -> None:
    rows = random_hands(60_000, 7, seed=3)
    values = evaluate_batch(rows).astype(int)
    phe = [phevaluator.evaluate_cards(*map(int, row)) for row in rows]
    assert_same_order(values, -np.array(phe))
    e7 = [eval7.Card(name) for name in NAMES]
    assert_same_order(values, np.array([eval7.evaluate([e7[i] for i in row]) for row in rows]))
    assert_same_order(values[:3_000], -treys_ranks(rows[:3_000]))


def treys_ranks(rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    judge, cards = treys.Evaluator(), [treys.Card.new(name) for name in NAMES]
    hands = [[cards[i] for i in row] for row in rows.tolist()]
    return np.array([judge.evaluate(hand[:2], hand[2:]) for hand in hands])


def assert_same_order(ours: NDArray[np.int64], theirs: NDArray[np.int64]) -> None:
    """Equal where equal and larger where larger: one order maps onto the other."""
    pairs = np.unique(np.stack([ours, theirs], axis=1), axis=0)
    assert (np.diff(pairs[:, 0]) > 0).all()
    assert (np.diff(pairs[:, 1]) > 0).all()


def test_sums_of_keys_differ() -> None:
    for n_cards, n_multisets in zip(N_HAND_CARDS, (6175, 18395, 49205), strict=True):
        sums = tables.rank_sums(tables.rank_counts(n_cards))
        assert len(np.unique(sums)) == len(sums) == n_multisets


def test_stored_flush_values_are_those_built() -> None:
    assert (tables.load().flush_values == build_tables.flush_values()).all()


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Ah Kh Qh Jh", "4 cards"),
        ("2c 3c 4c 5c 6c 7c 8c 9c", "8 cards"),
        ("Ah Ah 2c 3c 4c", "A♥ is given twice"),
    ],
)
def test_wrong_hands_are_refused(cards: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        evaluate(parse_cards(cards))


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (np.zeros((3, 4), np.uint8), "shape"),
        (np.zeros(7, np.uint8), "shape"),
        (np.zeros((1, 7)), "dtype"),
        (np.array([[0, 1, 2, 3, 4, 5, 52]], np.uint8), "52 is not a card index"),
        (np.array([[0, 1, 2, 3, 255]], np.uint8), "255 is not a card index"),
        (np.array([[0, 1, 2, 3, 4, 5, -1]]), "-1 is not a card index"),
        (np.array([[0, 1, 2, 3, 4, 5, 256 + 6]]), "262 is not a card index"),
    ],
)
def test_bad_batches_raise(bad: NDArray[np.generic], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        evaluate_batch(bad)


@given(st.lists(st.integers(0, 51), min_size=7, max_size=7))
def test_equal_cards_in_a_row_stay_inside_the_tables(row: list[int]) -> None:
    assert evaluate_batch(np.array([row])).shape == (1,)


def test_an_empty_batch_is_empty() -> None:
    assert evaluate_batch(np.zeros((0, 7), np.uint8)).shape == (0,)


def test_royal_flush_in_words() -> None:
    value = evaluate(parse_cards("Ah Kh Qh Jh 10h 2c 3d"))
    assert (hand_type(value), describe(value)) == (HandType.STRAIGHT_FLUSH, "royal flush")


@pytest.mark.slow
def test_all_seven_card_hands_are_counted() -> None:
    known = [0, 23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
    assert poker_count_sevens(6, 52) == [*known, 4324]


@pytest.mark.slow
def test_a_million_hands_in_the_order_of_other_libraries() -> None:
    rows = random_hands(1_000_000, 7, seed=4)
    values = evaluate_batch(rows).astype(int)
    phe = np.array([phevaluator.evaluate_cards(*row) for row in rows.tolist()])
    assert_same_order(values, -phe)
    assert_same_order(values, -treys_ranks(rows))

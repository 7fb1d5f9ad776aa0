import random

import numpy as np
import pytest

import rust_meld
from engine.errors import CardError, IllegalStateError
from engine.konkan.cards import JOKER_KIND, card_of_kind, parse_hand, to_kinds
from engine.konkan.melds import Frontier, deadwood, parse_meld, solve
from engine.konkan.rules import KonkanRules
from engine.statistics import wilson
from tests.engine.konkan import referee


def oracle(hand: tuple[str, ...]) -> list[int]:
    frontier = referee.frontier(tuple(sorted(hand)))
    return [frontier.get(n, 0) for n in range(17)]


def random_hand(rng: random.Random) -> tuple[str, ...]:
    """Up to ten cards, mostly from a few neighbouring ranks, so that melds are many."""
    n_cards, jokers = rng.randint(3, 10), rng.choice((0, 1, 1, 2))
    suits = "CDHS"[: rng.randint(1, 4)]
    width = rng.randint(3, 13)
    first = rng.randrange(14 - width)
    ranks = referee.RANKS[first : first + width]
    deck = [rank + suit for rank in dict.fromkeys(ranks) for suit in suits] * 2
    naturals = rng.sample(deck, min(len(deck), n_cards - jokers))
    return (*naturals, *["JK"] * jokers)


@pytest.mark.parametrize("n_hands", [5_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_the_frontier_equals_brute_force(n_hands: int) -> None:
    rng = random.Random(1)
    for i in range(n_hands):
        hand = random_hand(rng)
        points = [0, *rust_meld.frontier(to_kinds(parse_hand(" ".join(hand))))]
        assert points == oracle(hand), hand
        if i % 2_000 == 0:
            referee.frontier.cache_clear()


def check_layouts(frontier: Frontier) -> None:
    """Every layout is made of melds, uses the hand's cards once, and has the stated points."""
    for layout in frontier.layouts():
        assert layout.points == frontier.points[layout.n_cards]
        assert len(layout.left_of(frontier.hand)) == len(frontier.hand) - layout.n_cards
        for meld in layout.melds:
            assert parse_meld(repr(meld)) == meld


def test_layouts_are_melds_of_the_hand() -> None:
    rng = random.Random(2)
    for _ in range(1_500):
        check_layouts(solve(parse_hand(" ".join(random_hand(rng)))))


@pytest.mark.parametrize(
    ("hand", "best", "goes_out"),
    [
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 5D", 104, True),
        ("7S 8S 9S 9H 9D JK QD KD AD 4H 4D 4C 2C 2D 3H", 24 + 27 + 40 + 12, False),
        ("KH KD KS KC QH QD QS JH JD JS 10H 10D JK JK 2C", 140, True),
        ("2H 3H JK 2D 3D JK 5C 7C 9C JC KC 6S 8S 10S QS", 15 + 15, False),
        ("7S 7S 8S 8S 9S 9S 7H 8H 9H 7D 8D 9D 2C 4C 6C", 96, False),
    ],
)
def test_hands_of_fifteen(hand: str, best: int, goes_out: bool) -> None:
    frontier = solve(parse_hand(hand))
    assert frontier.points == tuple(oracle(tuple(hand.split())))
    assert frontier.goes_out() is goes_out
    check_layouts(frontier)
    if "JK" not in hand or goes_out:
        assert frontier.most_points().points == best


def test_questions_of_the_table() -> None:
    frontier = solve(parse_hand("7S 8S 9S JK QD KD AD 4H 4D 4C 2C 2D 3H 9H 10H"))
    assert frontier.most_points().points == 95
    reaching = frontier.reaching(81)
    assert reaching is not None
    assert reaching.n_cards == 12
    assert frontier.reaching(96) is None
    assert deadwood(frontier.least_deadwood().left_of(frontier.hand)) == 2 + 2 + 3
    whole = solve(parse_hand("7S 8S 9S"))
    assert whole.reaching(24) is None, "no card would be left to throw"
    assert whole.reaching(24, keep=0) is not None


def test_least_deadwood_prefers_to_lay_the_joker() -> None:
    frontier = solve(parse_hand("2H 3H JK 9S KD"))
    left = frontier.least_deadwood().left_of(frontier.hand)
    assert deadwood(left) == 9 + 10


def test_two_naturals_can_be_asked_for() -> None:
    strict = KonkanRules(min_naturals=2)
    assert solve(parse_hand("QS JK JK"), strict).most_points().points == 0
    assert solve(parse_hand("3S 4S 5S 6S JK JK"), strict).points[6] == 33
    with pytest.raises(IllegalStateError, match="too few natural cards"):
        parse_meld("QS JK JK", strict)


@pytest.mark.parametrize(("n_jokers", "chance"), [(0, 0.0086), (1, 0.0767), (2, 0.292)])
def test_chance_that_fifteen_cards_reach_the_threshold(n_jokers: int, chance: float) -> None:
    rng = np.random.default_rng(n_jokers)
    n_hands, reached = 40_000, 0
    for _ in range(n_hands):
        naturals = rng.permutation(104)[: 15 - n_jokers] % 52
        hand = bytes([*naturals.tolist(), *[JOKER_KIND] * n_jokers])
        reached += max(rust_meld.frontier(hand)) >= 81
    assert chance in wilson(reached, n_hands, z=4.0)


@pytest.mark.parametrize(
    "text", ["KS AS 2S", "7S 7S 7D", "7S 8S", "JK JK JK", "7S 9S 10S", "7S 8H 9S"]
)
def test_what_is_no_meld_is_named(text: str) -> None:
    with pytest.raises((IllegalStateError, CardError), match=r"is not a (run|meld)"):
        parse_meld(text)


def test_a_bare_joker_stands_for_what_is_missing() -> None:
    assert repr(parse_meld("9s 8s jk")) == "JK=7S 8S 9S"
    assert repr(parse_meld("7S JK 7D")) == "JK=7C 7D 7S"
    assert parse_meld("QH KH AH").points == 30
    assert not parse_meld("7S JK 7D").is_run


def test_too_many_cards_are_refused() -> None:
    with pytest.raises(CardError, match="17 cards"):
        solve([card_of_kind(i) for i in range(17)])

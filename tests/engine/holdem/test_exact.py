"""Exact odds against a plain enumeration, and against known values."""

from math import comb

import numpy as np
import pytest

from engine.cards import Card, parse_cards
from engine.control import Budget, Control
from engine.errors import Cancelled
from engine.holdem import exact
from engine.holdem.matchups import deals, merge_suits
from engine.holdem.ranges import Range, known_hand, parse_range, random_range
from engine.holdem.situation import Situation
from tests.engine.holdem.asking import exact_odds, table
from tests.engine.holdem.oracle import slow_odds, small_deck


def assert_same(situation: Situation) -> None:
    found = [(p.win, p.tie, p.equity) for p in exact_odds(situation).players]
    assert np.allclose(found, slow_odds(situation), atol=1e-12)


def random_small_table(rng: np.random.Generator, n_deck: int, suits: int) -> tuple[list[int], ...]:
    """Hero, opponent and a deck drawn from few suits, so that flushes are common."""
    cards = [i for i in range(52) if i % 4 < suits]
    chosen = rng.permutation(cards)[: n_deck + 4].tolist()
    return chosen[:2], chosen[2:4], chosen[4:]


def hand(cards: list[int]) -> Range:
    return known_hand(*(Card.from_index(i) for i in cards))


@pytest.mark.parametrize("seed", range(12))
def test_known_hands_before_the_flop(seed: int) -> None:
    rng = np.random.default_rng(seed)
    hero, opponent, deck = random_small_table(rng, 9, 1 + seed % 4)
    dead = small_deck(hero + opponent + deck)
    assert_same(Situation(hand(hero), (hand(opponent),), (), dead))


@pytest.mark.parametrize("seed", range(12))
def test_a_random_opponent_before_the_flop(seed: int) -> None:
    rng = np.random.default_rng(100 + seed)
    hero, opponent, deck = random_small_table(rng, 7, 1 + seed % 4)
    dead = small_deck(hero + opponent + deck)
    assert_same(Situation(hand(hero), (random_range(),), (), dead))


def test_three_known_hands_before_the_flop() -> None:
    deck = [c.index for c in parse_cards("2h 3h 5h 6h 9h Ts Td 7c 2s")]
    hands = [[c.index for c in parse_cards(t)] for t in ("AhKh", "AdQd", "9s9d")]
    dead = small_deck([*hands[0], *hands[1], *hands[2], *deck])
    assert_same(Situation(hand(hands[0]), (hand(hands[1]), hand(hands[2])), (), dead))


def test_ranges_before_the_flop_with_weights() -> None:
    keep = [c.index for c in parse_cards("Ah As Ad Kh Ks Kd 2h 3h 4h 9c Tc")]
    ranges = parse_range("AA, AKs:0.5"), parse_range("KK, AKo:0.25")
    assert_same(Situation(ranges[0], ranges[1:], (), small_deck(keep)))


@pytest.mark.parametrize(
    "situation",
    [
        table("AhKh", "random", board="Qh Jh 2c 3d"),
        table("AhKh", "QQ+, AKs:0.5", board="Qh Jh 2c"),
        table("QQ+", "JJ, AKs", board="Qh Jh 2c"),
        table("AhKh", "2c2d", "9h8h", board="Qh Jh 2s"),
        table("AhKh", "22, 33", "QQ:0.3, TT", board="Qh Jh 2s 3c 4d"),
        table("AhKh", "random", board="Qh Jh 2s 3c 4d", dead="Ac Ad"),
    ],
)
def test_from_the_flop_on(situation: Situation) -> None:
    assert_same(situation)


def test_two_random_opponents_on_the_river() -> None:
    keep = [c.index for c in parse_cards("AhKh Qh Jh 2s 3c 4d Ac Ad 9h 8h 2c")]
    board = parse_cards("Qh Jh 2s 3c 4d")
    situation = Situation(parse_range("AhKh"), (random_range(),) * 2, board, small_deck(keep))
    assert_same(situation)


def test_aces_against_kings() -> None:
    odds = exact_odds(table("AhAs", "KdKc"))
    wins, ties = odds.hero.win * odds.n_samples, odds.hero.tie * odds.n_samples
    assert odds.n_samples == 1_712_304
    assert (round(wins), round(ties)) == (1_388_072, 6_538)
    assert odds.exact
    assert odds.hero.equity_interval is None


def test_renaming_suits_changes_nothing() -> None:
    first = exact_odds(table("AhKh", "2c2d"))
    second = exact_odds(table("AcKc", "2s2h"))
    assert first.hero == second.hero
    assert first.n_samples == 1_712_304


@pytest.mark.parametrize(
    ("hero", "equity"), [("AhAs", 0.852037), ("AhKh", 0.670446), ("7h2d", 0.345836)]
)
def test_one_hand_against_a_random_one(hero: str, equity: float) -> None:
    odds = exact_odds(table(hero, "random"))
    assert odds.n_samples == 2_097_572_400
    assert odds.hero.equity == pytest.approx(equity, abs=1e-6)
    assert sum(p.equity for p in odds.players) == pytest.approx(1)
    assert sum(odds.hero_categories.values()) == pytest.approx(1)
    assert sum(odds.field_categories.values()) == pytest.approx(1)


def test_range_against_range() -> None:
    odds = exact_odds(table("QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+"))
    assert odds.hero.equity == pytest.approx(0.678245, abs=1e-6)


@pytest.mark.parametrize("board", ["", "Qh Jh 2c 3d"])
def test_two_ways_to_weigh_ranges_agree(board: str) -> None:
    """Sweeping both ranges on every kind of board, and every pair of hands by itself."""
    situation = table("KK+, AKs:0.5", "QQ, AQs, KQo:0.25", board=board)
    n_runouts = exact.N_BOARD_KINDS if not board else len(situation.runouts())
    swept = exact._plan_duel(situation, n_runouts)
    walked = exact._plan_runouts(situation) if board else exact._plan_matchups(situation, 10)
    assert walked is not None
    first, second = (exact.enumerate_odds(situation, p, Control()) for p in (swept, walked))
    assert first is not None
    assert second is not None
    for one, other in zip(first.players, second.players, strict=True):
        assert one.win == pytest.approx(other.win, abs=1e-10)
        assert one.equity == pytest.approx(other.equity, abs=1e-10)
    assert first.hero_categories == pytest.approx(second.hero_categories, abs=1e-10)
    assert first.field_categories == pytest.approx(second.field_categories, abs=1e-10)


def test_threads_do_not_change_exact_odds() -> None:
    situation = table("KK+, AKs:0.3", "QQ, AQs, KQo:0.7, 22+:0.1")
    plan = exact.plan(situation, 10)
    assert plan is not None
    one, three = (exact.enumerate_odds(situation, plan, Control(), n) for n in (1, 3))
    assert one == three


def test_boards_of_all_suits_are_stood_for() -> None:
    boards, weights = exact.canonical_boards()
    assert len(boards) == len(np.unique(boards, axis=0)) == exact.N_BOARD_KINDS
    assert weights.sum() == comb(52, 5)


def test_any_two_cards_against_any_two_on_a_flop() -> None:
    odds = exact_odds(table("random", "random", board="Qh Jh 2c"))
    assert odds.hero.equity == pytest.approx(0.5)
    assert odds.n_samples == comb(49, 2) * comb(47, 2) * comb(45, 2)


def test_next_cards_average_to_the_equity() -> None:
    odds = exact_odds(table("AhKh", "random", board="Qh Jh 2c"))
    assert len(odds.next_cards) == 47
    assert np.mean(list(odds.next_cards.values())) == pytest.approx(odds.hero.equity)
    turn = Card.from_index(max(odds.next_cards, key=odds.next_cards.__getitem__))
    assert turn == parse_cards("10h")[0]
    after = exact_odds(table("AhKh", "random", board="Qh Jh 2c 9c"))
    assert odds.next_cards[parse_cards("9c")[0].index] == pytest.approx(after.hero.equity)


def test_match_ups_are_merged_by_suit() -> None:
    every = deals((parse_range("AA"), parse_range("KK")), 10**6)
    assert every is not None
    kinds = merge_suits(every, ())
    assert (len(every.weights), len(kinds.weights)) == (36, 3)
    assert kinds.weights.sum() == 36
    fewer = merge_suits(every, parse_cards("2h"))
    assert len(fewer.weights) > 3


def test_too_many_deals_have_no_plan() -> None:
    assert exact.plan(table("random", "random", "random"), float("inf")) is None
    assert exact.plan(table("AhKh", "random", "random", board="Qh Jh 2c"), 1.0) is None


def test_a_cancelled_enumeration_stops(cancelled: Control) -> None:
    situation = table("AhKh", "22", "33", board="Qh Jh 2c")
    plan = exact.plan(situation, 10)
    assert plan is not None
    with pytest.raises(Cancelled):
        exact.enumerate_odds(situation, plan, cancelled)


@pytest.mark.parametrize("ranges", [("AhKh", "random"), ("AA", "KK")])
def test_before_the_flop_steps_hear_the_flag(ranges: tuple[str, str]) -> None:
    plan, stop, tally = (
        exact.plan(table(*ranges), 10),
        np.ones(1, np.uint8),
        np.zeros(exact.N_TALLY),
    )
    assert plan is not None
    for step in plan.steps(stop):
        step(tally)
    assert not tally.any()


def test_an_enumeration_out_of_time_gives_nothing() -> None:
    situation = table("QQ+,AK", "22+,A2s+")
    plan = exact.plan(situation, 10)
    assert plan is not None
    assert exact.enumerate_odds(situation, plan, Control(Budget(seconds=0.0))) is None

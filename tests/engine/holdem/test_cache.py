"""Recent answers come back for questions that are the same but for suits and seats."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, Suit, parse_cards
from engine.control import Control
from engine.holdem.cache import AnswerCache, canonical
from engine.holdem.result import Odds, PlayerOdds
from engine.holdem.sampling import Sampling
from engine.holdem.solver import solve
from tests.engine.holdem.asking import table

ODDS = Odds((PlayerOdds(0.5, 0, 0.5), PlayerOdds(0.5, 0, 0.5)), "sampled", False, 10)


def renamed(text: str, order: list[Suit]) -> str:
    return "".join(repr(Card(c.rank, order[c.suit])) for c in parse_cards(text))


@given(st.permutations(list(Suit)))
@settings(max_examples=24)
def test_suits_do_not_matter(order: list[Suit]) -> None:
    first = table("AhKh", "QdQc", "JJ+", board="Th 9d 2c", dead="3s")
    second = table(
        renamed("AhKh", order),
        "JJ+",
        renamed("QdQc", order),
        board=renamed("Th 9d 2c", order),
        dead=renamed("3s", order),
    )
    assert canonical(first).key == canonical(second).key


def test_other_questions_have_other_keys() -> None:
    keys = {
        canonical(t).key
        for t in (
            table("AhKh", "random"),
            table("AhKd", "random"),
            table("AhKh", "random", "random"),
            table("AhKh", "QQ"),
            table("AhKh", "QQ:0.5, JJ"),
            table("AhKh", "random", board="Th 9d 2c"),
            table("AhKh", "random", board="Td 9d 2c"),
            table("AhKh", "random", dead="Td 9d 2c"),
        )
    }
    assert len(keys) == 8


def test_an_answer_comes_back_in_the_suits_and_seats_of_the_question() -> None:
    cache = AnswerCache()
    first = table("AhKh", "QdQc", "JsJc", board="Th 9d 2c")
    second = table("AsKs", "JdJc", "QhQc", board="Ts 9h 2c")
    asked = [solve(s, Sampling(), Control(), cache=cache) for s in (first, second)]
    fresh = solve(second, Sampling(), Control())
    assert [odds.from_cache for odds in asked] == [False, True]
    for found, true in zip(asked[1].players, fresh.players, strict=True):
        assert found.equity == pytest.approx(true.equity)
    assert asked[1].next_cards == pytest.approx(fresh.next_cards)
    assert np.isclose(asked[1].hero.equity, asked[0].hero.equity)


def test_a_small_sample_does_not_answer_a_larger_question() -> None:
    cache, situation = AnswerCache(), table("AhKh", "random", "random", board="Th 9d 2c")
    small = solve(situation, Sampling(1_000, 1), Control(), cache=cache)
    large = solve(situation, Sampling(50_000, 1), Control(), cache=cache)
    again = solve(situation, Sampling(1_000, 1), Control(), cache=cache)
    assert small.n_samples < large.n_samples == again.n_samples
    assert again.from_cache


def test_the_oldest_answers_are_forgotten() -> None:
    cache = AnswerCache(size=2)
    asked = [table(f"{rank}h{rank}d", "random") for rank in "234"]
    cache.put(asked[0], ODDS)
    cache.put(asked[1], ODDS)
    assert cache.get(asked[0]) is not None
    cache.put(asked[2], ODDS)
    assert [cache.get(s) is not None for s in asked] == [True, False, True]
    assert len(cache) == 2

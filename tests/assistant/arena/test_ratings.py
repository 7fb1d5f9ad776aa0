"""Ratings against what is known: shares, ties, Bradley-Terry and true strengths."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.arena.batch import Games
from assistant.arena.plan import SessionPlan
from assistant.arena.ratings import ELO, bradley_terry, is_clear, rank
from assistant.arena.results import BatchSize, Chunk, Results, digest, split

NAMES = ("toy:high", "toy:low", "toy:random", "toy:random?pause_ms=1")
NO_MOVES = np.zeros(0, np.uint8)


def make_plan(
    line_ups: tuple[tuple[int, ...], ...], rounds: int, stop: bool = False
) -> SessionPlan:
    n_agents = max(map(max, line_ups)) + 1
    return SessionPlan("toy", NAMES[:n_agents], line_ups, rounds, 1, stop)


def played(plan: SessionPlan, places: np.ndarray) -> Results:
    """Results in which the seats of every game took these places (points: the place's negative)."""
    results = Results(plan)
    n = len(places)
    points = -places.astype(np.float32)
    results.add(Chunk(0, Games(places.astype(np.uint8), points, np.zeros(n, np.uint32), NO_MOVES)))
    return results


def drawn_by_strength(plan: SessionPlan, strengths: list[float], seed: int) -> Results:
    """Two-seat games won with Bradley-Terry chances."""
    who = plan.seatings(np.arange(plan.n_games))
    power = np.exp(np.array(strengths))[who]
    first_wins = np.random.default_rng(seed).random(plan.n_games) < power[:, 0] / power.sum(axis=1)
    places = np.where(first_wins[:, None], [[1, 2]], [[2, 1]])
    return played(plan, places)


def test_two_agents_have_the_closed_form() -> None:
    wins = np.array([[0.0, 30.0], [10.0, 0.0]])
    assert np.diff(bradley_terry(wins))[0] == pytest.approx(-math.log(3))


def test_an_extreme_score_is_found() -> None:
    wins = np.array([[0.0, 10_000.5], [0.5, 0.0]])
    assert np.diff(bradley_terry(wins))[0] == pytest.approx(-math.log(20_001))


@given(st.lists(st.floats(-2, 2), min_size=2, max_size=5))
def test_expected_scores_give_the_true_strengths(strengths: list[float]) -> None:
    power = np.exp(strengths)
    wins = 100 * power[:, None] / (power[:, None] + power[None, :])
    np.fill_diagonal(wins, 0)
    assert bradley_terry(wins) == pytest.approx(np.array(strengths) - np.mean(strengths), abs=1e-6)


def test_ratings_recover_strengths_and_intervals_hold_them() -> None:
    plan = make_plan(((0, 1), (0, 2), (1, 2)), rounds=400)
    true = [0.5, 0.0, -0.5]
    held = 0
    for seed in range(20):
        found = rank(drawn_by_strength(plan, true, seed))
        by_agent = {s.agent: s.rating for s in found.standings}
        held += sum(ELO * t in by_agent[a].interval for t, a in zip(true, plan.agents, strict=True))
    assert held >= 50  # of 60; 57 are expected at 95 %


def test_a_known_table() -> None:
    plan = make_plan(((0, 1),), rounds=3)
    # seats: (0, 1), (1, 0) for each deal; agent 0 wins four games, one is tied, one is lost
    places = np.array([[1, 2], [2, 1], [1, 2], [1, 1], [2, 1], [2, 1]])
    found = rank(played(plan, places))
    first, second = found.standings
    assert (first.agent, second.agent) == ("toy:high", "toy:low")
    assert (first.n_games, first.wins, second.wins) == (6, 4.5, 1.5)
    assert first.win_share.value == pytest.approx(0.75)
    assert first.place.value == pytest.approx(7 / 6)
    assert first.points.value == pytest.approx(-7 / 6)
    pairing = found.pairings[0]
    assert (pairing.n_games, pairing.score.value) == (6, pytest.approx(0.75))
    assert first.rating.value == pytest.approx(ELO * math.log(5.5 / 2.5) / 2)


def test_three_seats_of_one_agent_count_once_a_game() -> None:
    plan = make_plan(((0, 1, 1, 1),), rounds=1)
    places = np.array([[1, 2, 3, 4]] * 4)
    found = {s.agent: s for s in rank(played(plan, places)).standings}
    assert found["toy:high"].win_share.value == pytest.approx(0.25)
    assert found["toy:low"].win_share.value == pytest.approx(0.25)
    assert found["toy:low"].n_games == 4
    assert found["toy:high"].place.value == pytest.approx(2.5)


def test_all_wins_leave_an_honest_interval() -> None:
    plan = make_plan(((0, 1),), rounds=20)
    found = rank(drawn_by_strength(plan, [50.0, -50.0], 1))
    share = found.standings[0].win_share
    assert share.value == 1.0
    assert 0.75 < share.interval.low < 1.0
    rating = found.standings[0].rating
    assert rating.interval.low < rating.value - 50 < rating.value + 50 < rating.interval.high


def test_an_empty_session_has_a_table() -> None:
    found = rank(Results(make_plan(((0, 1),), rounds=5)))
    assert (found.n_games, found.standings, found.pairings) == (0, (), ())


def test_only_whole_rounds_count() -> None:
    plan = make_plan(((0, 1),), rounds=2)
    results = Results(plan)
    one = Games(
        np.array([[1, 2]], np.uint8), np.zeros((1, 2), np.float32), np.zeros(1, np.uint32), NO_MOVES
    )
    results.add(Chunk(2, one))
    assert rank(results).n_games == 0
    results.add(Chunk(3, one))
    assert rank(results).n_games == 2
    assert results.gaps(4) == [(0, 2)]


def test_a_clear_answer_is_seen_and_equal_agents_are_not_told_apart() -> None:
    plan = make_plan(((0, 1),), rounds=400, stop=True)
    assert is_clear(drawn_by_strength(plan, [1.0, -1.0], 1), 50)
    wrong = sum(
        any(
            is_clear(drawn_by_strength(plan, [0.0, 0.0], seed), look)
            for look in plan.interim_looks()
        )
        for seed in range(60)
    )
    assert wrong <= 6  # 5 % of 60 are 3


@given(st.lists(st.integers(0, 60), max_size=12), st.integers(1, 20), st.integers(1, 4))
def test_split_covers_every_gap_once(cuts: list[int], size: int, n_workers: int) -> None:
    edges = sorted(set(cuts))
    gaps = list(zip(edges[::2], edges[1::2], strict=False))
    pieces = list(split(gaps, BatchSize(n_workers, 1.0, size)))
    covered = [n for first, count in pieces for n in range(first, first + count)]
    assert covered == [n for first, stop in gaps for n in range(first, stop)]


def test_batches_grow_to_a_second_and_share_the_end() -> None:
    size = BatchSize(n_workers=2, batch_s=1.0)
    assert size.count(10_000) == 4
    for _ in range(5):
        size.learn(size.count(10**6), size.count(10**6) / 500)
    assert size.count(10**6) == 500
    assert size.count(600) == 150
    assert size.count(30) == 15
    size.learn(1, 30.0)
    assert size.count(100) == 1


@given(st.lists(st.integers(1, 9), min_size=1, max_size=4))
def test_digest_does_not_see_the_borders(cuts: list[int]) -> None:
    n = sum(cuts)
    rng = np.random.default_rng(n)
    places = rng.integers(1, 3, (n, 2)).astype(np.uint8)
    lengths = rng.integers(0, 5, n).astype(np.uint32)
    moves = rng.integers(0, 256, int(lengths.sum())).astype(np.uint8)
    starts = [0, *map(int, np.cumsum(lengths))]

    def chunk(a: int, b: int) -> Chunk:
        games = Games(
            places[a:b], places[a:b].astype(np.float32), lengths[a:b], moves[starts[a] : starts[b]]
        )
        return Chunk(a, games)

    edges = [0, *map(int, np.cumsum(cuts))]
    parts = [chunk(a, b) for a, b in pairwise(edges)]
    assert digest(reversed(parts)) == digest([chunk(0, n)])
    assert [chunk(0, n).games.moves_of(i) for i in range(n)] == [
        moves[starts[i] : starts[i + 1]].tobytes() for i in range(n)
    ]

"""Fairness: the same deals for every seating, every chair and neighbour equally often."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.arena.batch import player_seeds
from assistant.arena.plan import SessionPlan, plan_match, plan_round_robin
from engine.errors import InputError
from engine.slave.kernels.records import player_seed

FOUR = ["toy:high", "toy:low", "toy:random", "toy:random?pause_ms=0"]


def seatings(plan: SessionPlan) -> list[tuple[int, ...]]:
    return [tuple(map(int, row)) for row in plan.seatings(np.arange(plan.n_games))]


def test_four_agents_sit_in_every_order_equally_often() -> None:
    plan = plan_match(FOUR, rounds=6, seed=1)
    assert plan.games_a_round == 4
    assert Counter(seatings(plan)) == Counter(permutations(range(4)))


@pytest.mark.parametrize(
    ("line_up", "n_games"),
    [("AB", 2), ("ABC", 3), ("ABBB", 4), ("AABB", 6), ("AABC", 4), ("ABAC", 4)],
)
def test_each_round_gives_every_agent_every_chair_equally(line_up: str, n_games: int) -> None:
    names = {"A": "toy:high", "B": "toy:low", "C": "toy:random"}
    plan = plan_match([names[c] for c in line_up], rounds=3, seed=1)
    assert plan.games_a_round == n_games
    for first in range(0, plan.n_games, n_games):
        rows = seatings(plan)[first : first + n_games]
        assert len(set(rows)) == n_games
        for agent, count in Counter(r for row in rows for r in row).items():
            assert all(
                sum(row[s] == agent for row in rows) * len(line_up) == count
                for s in range(len(line_up))
            )


def test_a_round_is_one_deal_and_every_game_has_its_own_seed() -> None:
    plan = plan_match(FOUR, rounds=700, seed=5)
    batch = plan.batch(0, plan.n_games)
    deals = batch.deal_seeds.reshape(700, 4)
    assert (deals == deals[:, :1]).all()
    assert len(set(deals[:, 0])) == 700
    assert len(set(batch.play_seeds)) == plan.n_games
    assert not set(batch.play_seeds) & set(deals[:, 0])


@given(st.integers(0, 4000), st.integers(1, 300), st.integers(0, 2**63 - 1))
def test_a_game_is_the_same_in_any_batch(first: int, count: int, seed: int) -> None:
    plan = SessionPlan("toy", ("toy:high", "toy:low"), ((0, 1),), 3000, seed)
    batch = plan.batch(first, count)
    alone = plan.batch(first + count - 1, 1)
    assert batch.deal_seeds[-1] == alone.deal_seeds[0]
    assert batch.play_seeds[-1] == alone.play_seeds[0]
    assert (batch.seatings[-1] == alone.seatings[0]).all()
    assert int(batch.play_seeds.max()) < 2**63


@given(st.integers(0, 2**63 - 1))
def test_seats_have_seeds_of_their_own(seed: int) -> None:
    seeds = player_seeds(np.array([seed, seed ^ 1], np.uint64), 4)
    assert len(set(seeds.ravel())) == 8
    assert int(seeds.max()) < 2**63


# SplitMix64 from 0, as its authors' program prints it; seeds are the upper 63 bits.
SPLIT_MIX = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]


def test_seeds_stay_the_same_numbers() -> None:
    """A stored session is played on with them."""
    assert player_seeds(np.zeros(1, np.uint64), 4).tolist() == [[n >> 1 for n in SPLIT_MIX]]
    batch = plan_match(["greedy", "random", "greedy", "policy"], 3, 2026, "slave").batch(3, 3)
    assert batch.deal_seeds.tolist() == [
        3421411502284601874,
        773143745959583931,
        773143745959583931,
    ]
    assert batch.play_seeds.tolist() == [
        4047578626131163545,
        8831049487559313809,
        1179346775545039862,
    ]


@given(st.integers(0, 2**63 - 1))
def test_compiled_games_seed_their_players_alike(seed: int) -> None:
    expected = player_seeds(np.array([seed], np.uint64), 4)[0]
    assert [player_seed(np.uint64(seed), seat) for seat in range(4)] == expected.tolist()


def test_round_robin_lets_every_two_agents_meet_on_the_same_deals() -> None:
    plan = plan_round_robin(["toy:high", "toy:low", "toy:random"], rounds=2, seed=1, n_seats=4)
    assert plan.line_ups == ((0, 0, 1, 1), (0, 0, 2, 2), (1, 1, 2, 2))
    assert plan.games_a_round == 18
    assert plan_round_robin(["toy:high", "toy:low"], 1, 1).line_ups == ((0, 1),)


@pytest.mark.parametrize(
    ("agents", "n_games", "expected"),
    [
        (["random", *["greedy"] * 3], 2000, 2000),
        (["random", *["greedy"] * 3], 11, 8),
        (["random", *["greedy"] * 3], 1, 4),
        (["greedy"] * 4, 7, 7),
    ],
)
def test_so_many_games_are_whole_rounds(agents: list[str], n_games: int, expected: int) -> None:
    one = plan_match(agents, 1, 7, "slave")
    plan = one.lasting(n_games)
    assert plan.n_games == expected
    assert plan == plan_match(agents, expected // one.games_a_round, 7, "slave")


def test_too_many_games_are_refused() -> None:
    with pytest.raises(InputError, match="expected at most 100,000,000"):
        plan_match(["greedy"] * 4, 1, 7, "slave").lasting(10**12)


def test_a_race_has_all_agents_at_once_and_no_rotation() -> None:
    plan = plan_round_robin(["race:high", "race:low", "race:random"], rounds=2, seed=1)
    assert plan.line_ups == ((0, 1, 2),)
    assert plan.games_a_round == 1


@given(st.integers(1, 10**6), st.booleans(), st.integers(1, 100))
def test_plan_is_read_back(rounds: int, stop: bool, game_rounds: int) -> None:
    game, options = ("konkan", ("threshold=90",)) if stop else ("toy", ())
    agents = (f"{game}:greedy", f"{game}:random")
    plan = SessionPlan(game, agents, ((0, 1),), rounds, 3, stop, game_rounds, options)
    assert SessionPlan.from_json(plan.to_json()) == plan
    looks = plan.interim_looks()
    assert looks[-1] == rounds
    assert looks == sorted(set(looks))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: plan_match(["toy:high"], 1, 1), "toy needs 2 or 3 or 4 agents, not 1"),
        (
            lambda: plan_match(FOUR, 1, 1, options=("one_turn_each=1",)),
            'this game has no house rules: "one_turn_each=1"',
        ),
        (
            lambda: plan_match(["konkan:greedy"] * 2, 1, 1, options=("aces=1",)),
            '"aces=1" is not a house rule of this game: expected one of threshold, min_',
        ),
        (lambda: plan_match(FOUR, 0, 1), "0 rounds cannot be played"),
        (lambda: plan_match(FOUR, 10**9, 1), "4,000,000,000 games: expected at most"),
        (lambda: plan_match(FOUR, 1, -1), "-1 is not a seed"),
        (lambda: plan_match(FOUR, 1, 1, game_rounds=2), "2 rounds in a game of toy: expected 1"),
        (
            lambda: plan_match(["slave:greedy"] * 4, 1, 1, game_rounds=101),
            "101 rounds in a game of slave: expected 1 to 100",
        ),
        (lambda: plan_round_robin(["toy:high", "toy:high"], 1, 1), "two different agents"),
        (lambda: plan_round_robin(FOUR, 1, 1, n_seats=3), "3 seats cannot be shared"),
    ],
)
def test_refusals(make: object, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        make()  # type: ignore[operator]


def test_a_file_of_an_agent_has_its_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = plan_match(["slave:policy?file=mine.npz", "slave:random"] * 2, 1, 1)
    assert plan.agents[0] == f"slave:policy?file={tmp_path / 'mine.npz'}"

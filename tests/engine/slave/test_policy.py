import json
from pathlib import Path

import numpy as np
import pytest

from engine.errors import InputError, UnavailableError
from engine.slave.agents.policy_agent import PolicyAgent
from engine.slave.kernels.players import GREEDY, RANDOM
from engine.slave.match import SlaveMatch
from engine.slave.policy import Policy, load_policy, read_policy, save_policy
from engine.slave.row import PLAYED, derive
from engine.slave.solver import TitleCounts
from engine.slave.training.evaluator import evaluate
from engine.slave.view import forget


def toy(seed: int = 1) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(seed)
    return [
        (rng.normal(size=(481, 8)).astype(np.float32), np.zeros(8, np.float32)),
        (rng.normal(size=(8, 157)).astype(np.float32), np.ones(157, np.float32)),
    ]


def test_a_policy_goes_to_a_file_and_back(tmp_path: Path) -> None:
    path = tmp_path / "toy.npz"
    save_policy(path, toy(), {"seed": 1})
    policy = read_policy(path)
    assert policy.card["seed"] == 1
    match = SlaveMatch(1)
    view = match.view(match.current_seat)
    expected = Policy(tuple(toy()), {}).logits(view.observation()[None], view.action_mask()[None])
    actual = policy.logits(view.observation()[None], view.action_mask()[None])
    np.testing.assert_allclose(actual, expected, atol=0.2)


def test_a_damaged_policy_is_refused_with_its_checksum(tmp_path: Path) -> None:
    path = tmp_path / "toy.npz"
    save_policy(path, toy(), {})
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(InputError, match="SHA-256") as caught:
        read_policy(path)
    assert json.loads(path.with_suffix(".json").read_text())["sha256"][:16] in str(caught.value)


def test_a_damaged_card_and_a_missing_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "toy.npz"
    with pytest.raises(UnavailableError, match=r"toy\.npz"):
        read_policy(path)
    save_policy(path, toy(), {})
    path.with_suffix(".json").write_text("{")
    with pytest.raises(InputError, match=r"toy\.json"):
        read_policy(path)


def test_the_shipped_policy_has_a_full_card() -> None:
    card = load_policy().card
    assert {"how", "seconds", "seed", "strength", "sha256"} <= set(card)
    assert "against 3 greedy" in card["strength"]


def test_the_shipped_policy_is_as_strong_as_promised() -> None:
    greedy = evaluate(load_policy(), (GREEDY, GREEDY, GREEDY), 2_000, seed=99)
    assert greedy.shares[0] > 0.55
    assert greedy.expected_place < 1.62
    assert evaluate(load_policy(), (RANDOM, RANDOM, RANDOM), 2_000, seed=99).shares[0] > 0.89


def test_a_temperature_makes_choices_vary_but_repeat_by_seed() -> None:
    match = SlaveMatch(5)
    while len(match.legal_actions()) < 6:
        match.apply(match.legal_actions()[0])
    view = match.view(match.current_seat)
    warm = PolicyAgent(3, temperature=50.0)
    first = [warm.choose(view) for _ in range(20)]
    warm.reset()
    assert [warm.choose(view) for _ in range(20)] == first
    assert len(set(first)) > 1
    assert len({PolicyAgent(s).choose(view) for s in range(5)}) == 1


def test_features_follow_from_the_observation() -> None:
    match = SlaveMatch(5)
    view = match.view(match.current_seat)
    line = derive(view.observation()[None], view.action_mask()[None])[0]
    np.testing.assert_array_equal(line[:155], view.observation())
    np.testing.assert_array_equal(line[155:312], view.action_mask())
    assert line[312:364].sum() == 13
    assert line[364:416].sum() == 39
    assert line[429:468].sum() == 3
    n_groups = len({c // 4 for c in range(52) if view.hand >> c & 1})
    assert line[468 + n_groups - 1] == line[468:].sum() == 1


def test_strength_has_intervals() -> None:
    strength = TitleCounts((60, 20, 15, 5))
    assert strength.n_samples == 100
    assert strength.shares[0] == 0.6
    assert strength.expected_place == pytest.approx(1.65)
    assert 0.6 in strength.king_interval
    assert 1.65 in strength.place_interval
    assert "60.0%" in str(strength)


def test_a_short_memory_knows_only_the_last_plays() -> None:
    match, rng = SlaveMatch(4), np.random.default_rng(4)
    while len(match.view(match.current_seat).laid) < 14:
        match.apply(int(rng.choice(match.legal_actions())))
    view = match.view(match.current_seat)
    plays = view.laid[view.laid > 0]
    assert len(plays) > 4
    remembered = forget(view, 2)
    assert remembered.row[PLAYED] == plays[-1] | plays[-2]
    assert remembered.legal_actions() == view.legal_actions()
    assert forget(view, 0).row[PLAYED] == 0
    assert forget(view, len(plays)) is view
    agent = PolicyAgent(1, memory=0)
    assert agent.choose(view) == PolicyAgent(1).choose(forget(view, 0))

"""Slave's chances in a few matches: wide bounds, and a bias that must be found."""

from dataclasses import replace

import pytest

from assistant.calibration.report import condition_report
from assistant.calibration.slave import measure
from assistant.calibration.statements import CalibrationPlan, Condition
from engine.control import Control

N_GAMES = 8
N_TRIES = 16


@pytest.fixture(scope="module")
def conditions() -> list[Condition]:
    return list(measure(CalibrationPlan(N_GAMES, seed=5, n_tries=N_TRIES), Control()).conditions)


def test_chances_are_near_what_happens_and_a_planted_bias_is_found(
    conditions: list[Condition],
) -> None:
    assert [c.title.partition(": ")[2] for c in conditions] == [
        "chance of King",
        "chance of Slave",
    ] * 2
    for condition in conditions:
        report = condition_report(condition, seed=1)
        assert report.n_games == N_GAMES
        assert abs(report.bias.value) < 0.12
        assert report.seat_sum is not None
        assert 0.7 < report.seat_sum.value < 1.3
        assert {s.seat for s in condition.statements} == set(range(4))
        spoiled = [replace(s, said=min(1.0, s.said + 0.3)) for s in condition.statements]
        found = condition_report(replace(condition, statements=spoiled), seed=1)
        assert found.bias.low > 0.1


def test_titles_are_told_apart_after_an_exchange(conditions: list[Condition]) -> None:
    first, later = conditions[0], conditions[2]
    assert {s.phase for s in first.statements} == {"no title"}
    assert {s.phase for s in later.statements} == {"King", "Queen", "Commoner", "Slave"}


def test_the_same_seed_says_the_same(conditions: list[Condition]) -> None:
    again = measure(CalibrationPlan(1, seed=5, n_tries=N_TRIES), Control()).conditions
    for first, second in zip(conditions, again, strict=True):
        assert [s for s in first.statements if s.game == 0] == list(second.statements)

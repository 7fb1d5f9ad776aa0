"""Konkan's chances in a few rounds: wide bounds, and a bias that must be found."""

from dataclasses import replace

import pytest

from assistant.calibration.konkan import measure, play_round, replay_end
from assistant.calibration.report import condition_report
from assistant.calibration.statements import CalibrationPlan, Condition
from engine.control import Control

N_GAMES = 16
PLAN = CalibrationPlan(N_GAMES, seed=5, n_tries=16, n_replays=2)


@pytest.fixture(scope="module")
def conditions() -> list[Condition]:
    return list(measure(PLAN, Control()).conditions)


def test_chances_are_near_what_happens_and_a_planted_bias_is_found(
    conditions: list[Condition],
) -> None:
    for condition, n_players in zip(conditions[:2], (2, 3), strict=True):
        report = condition_report(condition, seed=1)
        assert report.n_games == N_GAMES
        assert abs(report.bias.value) < 0.12
        assert report.seat_sum is not None
        assert 0.8 < report.seat_sum.value < 1.25
        assert {s.seat for s in condition.statements} == set(range(n_players))
        spoiled = [replace(s, said=min(1.0, s.said + 0.3)) for s in condition.statements]
        found = condition_report(replace(condition, statements=spoiled), seed=1)
        assert found.bias.low > 0.12


def test_the_same_seed_says_the_same(conditions: list[Condition]) -> None:
    again = measure(replace(PLAN, n_games=1), Control()).conditions
    for first, second in zip(conditions, again, strict=True):
        assert [s for s in first.statements if s.game == 0] == list(second.statements)


def test_ends_are_played_again_with_the_hands_as_they_are(conditions: list[Condition]) -> None:
    for condition in conditions[2:]:
        report = condition_report(condition, seed=1)
        assert 0 < report.n_games < N_GAMES  # somebody comes down in some rounds
        assert report.seat_sum is None
        assert {s.replay for s in condition.statements} == {0, 1}
        assert "nobody down" not in {s.phase for s in condition.statements}
    starts = (play_round(number, 2, PLAN)[1] for number in range(N_GAMES))
    start = next(start for start in starts if start is not None)
    before = start.text
    first, second = (
        [s for s in replay_end(start, 0, PLAN) if s.replay == replay] for replay in range(2)
    )
    assert start.text == before
    assert first[0].turn == second[0].turn == start.turn
    assert [s.said for s in first[1:]] != [s.said for s in second[1:]]

"""The statistics of calibration: made-up statements whose bias, sum and drift are known."""

from dataclasses import replace

import numpy as np

from assistant.calibration.report import ConditionReport, condition_report
from assistant.calibration.statements import Condition, Statement

N_GAMES = 400
N_STATEMENTS = 8


def _fair_statements(seed: int) -> list[Statement]:
    """Two seats in games that are random walks of the chance, with a result by the last chance."""
    rng = np.random.default_rng(seed)
    statements: list[Statement] = []
    for game in range(N_GAMES):
        chances = [rng.uniform(0.2, 0.8)]
        for _ in range(N_STATEMENTS - 1):
            step = min(0.1, chances[-1], 1 - chances[-1])
            chances.append(chances[-1] + step * rng.choice([-1, 1]))
        wins = float(rng.random() < chances[-1])
        for turn, chance in enumerate(chances):
            phase = "early" if turn < 4 else "late"
            one = Statement(game, 0, phase, turn, "throw", chance, wins)
            statements += [one, replace(one, seat=1, said=1 - chance, happened=1 - wins)]
    return statements


def _report(statements: list[Statement]) -> ConditionReport:
    return condition_report(Condition("test", statements, (0, 4), n_seats=2), seed=1)


def test_fair_statements_have_no_bias_and_no_drift() -> None:
    report = _report(_fair_statements(3))
    assert report.n_games == N_GAMES
    assert report.n_statements == 2 * N_GAMES * N_STATEMENTS
    assert abs(report.bias.value) < 1e-9  # the two seats' errors cancel
    assert report.seat_sum is not None
    assert abs(report.seat_sum.value - 1) < 1e-9
    for drift in report.drifts:
        assert abs(drift.change.value) < 1e-9
    assert report.calibration_error.value < 0.05
    assert sum(row.n for row in report.bins) == report.n_statements


def test_the_drift_of_a_replay_ends_with_its_own_result() -> None:
    one = Statement(0, 0, "late", 5, "throw", 0.6, 1.0)
    (drift,) = _report([one, replace(one, happened=0.0, replay=1)]).drifts
    assert abs(drift.change.value + 0.1) < 1e-9


def test_a_planted_bias_is_found_where_it_was_planted() -> None:
    spoiled = [
        replace(s, said=min(1.0, s.said + 0.08)) if s.phase == "late" else s
        for s in _fair_statements(4)
    ]
    report = _report(spoiled)
    biases = {bucket.name: bucket.bias for bucket in report.buckets}
    assert biases["late, turn 4 and later"].low > 0.05
    assert abs(biases["early, turn 0 to 3"].value) < 0.02
    drifts = {drift.name: drift.change for drift in report.drifts}
    assert drifts["early, throw"].low > 0.01  # the step into the spoiled phase
    assert drifts["late, throw"].high < -0.01


def test_intervals_resample_games_not_statements() -> None:
    """Eight equal statements of a game say no more than one of them."""
    rng = np.random.default_rng(5)
    once = [
        Statement(game, 0, "all", 0, "throw", 0.5, float(rng.random() < 0.5))
        for game in range(N_GAMES)
    ]
    one = condition_report(Condition("one", once, (0,)), seed=1)
    eight = condition_report(Condition("eight", [s for s in once for _ in range(8)], (0,)), seed=1)
    assert eight.bias.high - eight.bias.low == one.bias.high - one.bias.low
    width = 2 * 1.96 * 0.5 / N_GAMES**0.5
    assert abs((one.bias.high - one.bias.low) / width - 1) < 0.15


def test_the_reliability_table_counts_what_happened() -> None:
    said = [(0.05, 0), (0.95, 1), (1.0, 1), (0.55, 0), (0.57, 1)]
    statements = [
        Statement(game, 0, "all", 0, "throw", chance, float(won))
        for game, (chance, won) in enumerate(said)
    ]
    report = condition_report(Condition("test", statements, (0,)), seed=1)
    rows = {(row.low, row.high): (row.n, row.happened) for row in report.bins}
    assert rows == {(0.0, 0.1): (1, 0.0), (0.5, 0.6): (2, 0.5), (0.9, 1.0): (2, 1.0)}
    gaps = 0.05 + abs(0.05 + 0.0) + abs(0.55 + 0.57 - 1)
    assert abs(report.calibration_error.value - gaps / 5) < 1e-9

"""The plain checks of the other games, on a few deals."""

import pytest

from assistant.calibration.games import measure
from assistant.calibration.odds import play_pokle
from assistant.calibration.statements import CalibrationPlan
from engine.control import Control


@pytest.mark.parametrize("game", ["holdem", "kings-lows"])
def test_sampled_intervals_hold_the_exact_equity_about_as_often_as_they_say(game: str) -> None:
    (check,) = measure(game, CalibrationPlan(40, 3, 1), Control()).checks
    assert check.n == 40
    assert check.low <= check.expected <= check.high
    assert check.found > 85


def test_a_stopped_measurement_has_no_figures() -> None:
    control = Control()
    control.cancel.set()
    for game in ("holdem", "kings-lows", "pokle"):
        assert not measure(game, CalibrationPlan(5, 3, 1), control).checks


def test_pokle_takes_about_as_many_guesses_as_expected() -> None:
    games = [play_pokle(seed) for seed in range(8)]
    assert all(1 <= expected <= 7 for expected, _ in games)
    assert all(1 <= made <= 7 for _, made in games)
    assert abs(sum(expected - made for expected, made in games) / len(games)) < 0.8

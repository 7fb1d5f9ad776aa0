"""Losses against what is known: planted differences, equal moves, and the winner's curse."""

from dataclasses import replace

import numpy as np
import pytest

from assistant.review.judgement import (
    THRESHOLDS,
    Judgement,
    Mark,
    Results,
    Thresholds,
    judge,
    mark_of,
    move_accuracy,
    paired_leads,
)
from assistant.review.summary import account_for, game_accuracy
from engine.errors import InputError


def sample(chances: list[float], n_worlds: int, seed: int) -> Results:
    """Results of moves that win with these chances, in worlds that they share."""
    luck = np.random.default_rng(seed).random(n_worlds)
    noise = np.random.default_rng(seed + 1).random((len(chances), n_worlds))
    draws = np.where(noise < 0.5, noise * 2, luck)  # half of the worlds differ between moves
    return (draws < np.array(chances)[:, None]).astype(float)


def test_a_planted_loss_is_found() -> None:
    found = judge(*args([0.7, 0.5, 0.4], 4000, played=1))
    assert found.best == 0
    assert found.mark is Mark.BLUNDER
    assert found.is_decided
    assert abs(found.loss - 0.2) < 0.04
    assert found.half_width < 0.04


def args(
    chances: list[float], n_worlds: int, played: int, seed: int = 5
) -> tuple[Results, int, Results, Thresholds]:
    results = sample(chances, n_worlds, seed)
    return results, played, results[played], THRESHOLDS["konkan"]


def test_equal_moves_cost_nothing_on_average() -> None:
    """Without two halves the best of twelve equal moves would seem clearly ahead."""
    losses, naive = [], []
    for seed in range(300):
        results = sample([0.5] * 12, 200, seed * 7)
        losses.append(paired_leads(results, 0).mean())
        naive.append(results.mean(axis=1).max() - results[0].mean())
    error = np.std(losses) / np.sqrt(len(losses))
    assert abs(np.mean(losses)) < 3 * error
    assert np.mean(naive) > 10 * error


def test_a_loss_within_the_noise_is_none() -> None:
    found = judge(*args([0.6, 0.5], 40, played=1, seed=0))
    assert found.half_width > 0.1
    assert found.loss == 0
    assert found.accuracy == pytest.approx(100, abs=0.01)
    assert not found.is_decided  # it may still be an inaccuracy


def test_a_mark_is_decided_only_if_the_noise_excludes_every_other() -> None:
    """A decision is looked at after every pass: one look uses an interval half as wide again."""
    results = np.zeros((2, 1600))
    results[1, :192] = 1
    found = judge(results, 0, results[0], THRESHOLDS["konkan"])
    assert found.loss == pytest.approx(0.12)
    assert found.loss - found.half_width > 0.1 > found.loss - 1.5 * found.half_width
    assert found.mark is found.worst_mark is Mark.MISTAKE
    assert not found.is_decided
    surer = judge(np.tile(results, 2), 0, np.zeros(3200), THRESHOLDS["konkan"])
    assert surer.is_decided


def test_a_wrong_choice_of_one_half_does_not_decide_a_mark() -> None:
    """Two moves that are good in different worlds: a half that takes the worse one says less."""
    results = np.zeros((3, 400))
    results[1, 0::2], results[2, 1::2] = 1, 1  # each half chooses the one that fails in the other
    found = judge(results, 0, results[0], THRESHOLDS["konkan"])
    assert found.lead == 0
    assert found.worst_mark is Mark.BLUNDER
    assert not found.is_decided


def test_a_move_that_was_left_out_of_some_worlds_is_not_the_best() -> None:
    results = np.array([[0.0, 1, 0, 1], [1, 1, 1, 1], [0.5, 0.5, 1, 0]])
    results[1, 2:] = np.nan
    found = judge(results, 0, np.array([0.0, 1, np.nan, np.nan]), THRESHOLDS["konkan"])
    assert found.best in (0, 2)
    assert found.values == (0.5, 1, 0.5)
    assert found.reference == found.value, "the same where both were tried"


def test_one_candidate_is_forced() -> None:
    found = judge(*args([0.3], 50, played=0))
    assert found.mark is Mark.FORCED
    assert not found.is_free


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, Mark.GOOD),
        (0.049, Mark.GOOD),
        (0.05, Mark.INACCURACY),
        (0.1, Mark.MISTAKE),
        (0.15, Mark.BLUNDER),
        (1.0, Mark.BLUNDER),
    ],
)
@pytest.mark.parametrize(("game", "scale"), [("konkan", 1), ("pokle", 1), ("slave", 2)])
def test_marks(game: str, scale: int, loss: float, mark: Mark) -> None:
    assert mark_of(min(scale * loss, 1.0), THRESHOLDS[game]) is mark


def test_the_best_value_is_as_far_ahead_as_was_measured() -> None:
    """The best of several noisy values looks better than it is."""
    for seed in range(20):
        found = judge(*args([0.5] * 8, 60, played=0, seed=seed))
        assert found.best_value == pytest.approx(found.value + max(found.lead, 0))
        assert found.best_value <= max(found.values) + 1e-12 or found.lead > 0
    lost = judge(*args([0.7, 0.5], 4000, played=1))
    assert lost.best_value - lost.value == pytest.approx(lost.loss)


def test_accuracy_falls_with_the_loss() -> None:
    assert [round(move_accuracy(loss)) for loss in (0, 0.05, 0.1, 0.15, 1)] == [100, 80, 64, 51, 0]


@pytest.mark.parametrize(
    "results", [np.zeros((2, 3)), np.zeros(5), np.full((2, 8), np.nan)], ids=["few", "flat", "nan"]
)
def test_bad_results_are_refused(results: Results) -> None:
    with pytest.raises(InputError):
        judge(results, 0, results[-1] if results.ndim > 1 else results, THRESHOLDS["slave"])


def test_a_move_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="number 2"):
        judge(np.zeros((2, 8)), 2, np.zeros(8), THRESHOLDS["slave"])


def games(n: int) -> list[list[Judgement]]:
    random = np.random.default_rng(3)
    return [
        [
            judge(
                *args(
                    list(random.random(4)), 64, int(random.integers(4)), int(random.integers(10**6))
                )
            )
            for _ in range(random.integers(0, 9))
        ]
        for _ in range(n)
    ]


def test_play_and_luck_add_up_to_the_result() -> None:
    for place, decisions in enumerate(games(60)):
        result = float(place % 2)
        parts = account_for(result, 0.25, decisions)
        assert parts.result == pytest.approx(result, abs=1e-12)
        assert parts.fair_share + parts.play + parts.luck == pytest.approx(result, abs=1e-12)


def test_the_accuracy_of_a_game_weighs_what_was_at_stake() -> None:
    large = judge(*args([0.9, 0.2], 2000, played=1))
    small = judge(*args([0.5, 0.5], 2000, played=0))
    forced = judge(*args([0.5], 2000, played=0))
    found = game_accuracy([large, small, forced])
    assert found is not None
    assert found.n_free == 2
    assert large.accuracy < found.value < (large.accuracy + small.accuracy) / 2
    assert game_accuracy([forced]) is None


def test_an_accuracy_is_not_more_uncertain_than_its_scale() -> None:
    unsure = replace(judge(*args([0.5, 0.5], 2000, played=0)), half_width=3.0)
    found = game_accuracy([unsure])
    assert found is not None
    assert found.half_width == 100
    assert (found.low, found.high) == (0, 100)

"""Ratings of a person against a player who has a known strength."""

import numpy as np
import pytest

from assistant.review.rating import PRIOR_MEAN, estimate_rating


def test_nobody_knows_a_new_player() -> None:
    rating = estimate_rating([])
    assert rating.value == pytest.approx(PRIOR_MEAN, abs=1)
    assert rating.half_width > 600


def test_a_known_strength_is_found() -> None:
    random = np.random.default_rng(2)
    opponents = random.choice([800.0, 1000.0, 1200.0, 1400.0], 400)
    chances = 1 / (1 + 10 ** ((opponents - 1250) / 400))
    scores = (random.random(400) < chances).astype(float)
    rating = estimate_rating(zip(opponents, scores, strict=True))
    assert abs(rating.value - 1250) < rating.half_width
    assert 20 < rating.half_width < 60


def test_a_win_raises_it_and_a_loss_lowers_it() -> None:
    even = estimate_rating([(1000.0, 0.5)]).value
    assert estimate_rating([(1000.0, 1.0)]).value > even > estimate_rating([(1000.0, 0.0)]).value

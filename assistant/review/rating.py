"""A person's rating from games against opponents whose ratings are known.

The scale is that of the arena's ladder: 400 more means ten wins to one. The rating is the mean of
the posterior over a grid, with a wide normal prior, so that a few games move it and its ± says how
little is known after them.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.statistics import Z_95

PRIOR_MEAN, PRIOR_SD = 1000.0, 350.0
GRID = np.arange(-600.0, 2601.0, 5.0)
SCALE = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its half-width of 95%."""

    value: float
    half_width: float
    n_games: int


def estimate_rating(results: Iterable[tuple[float, float]]) -> Rating:
    """Estimate a rating from pairs of an opponent's rating and a score: 1 won, 0.5 tied, 0 lost."""
    log_posterior = -0.5 * ((GRID - PRIOR_MEAN) / PRIOR_SD) ** 2
    n_games = 0
    for opponent, score in results:
        lead = (GRID - opponent) / SCALE
        log_posterior += -score * np.logaddexp(0, -lead) - (1 - score) * np.logaddexp(0, lead)
        n_games += 1
    weights = np.exp(log_posterior - log_posterior.max())
    weights /= weights.sum()
    mean = float(weights @ GRID)
    spread = math.sqrt(float(weights @ (GRID - mean) ** 2))
    return Rating(mean, Z_95 * spread, n_games)

"""Intervals of measured shares and means, and whether a difference is chance.

SciPy is imported inside the functions that need it: it costs half a second at start-up.
"""

import math
from dataclasses import dataclass

Z_95 = 1.959963984540054  # two-sided 95% quantile of the normal distribution
MANY = 20  # degrees of freedom


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval that holds the true value with the stated confidence."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of the interval's length: the ± of a result."""
        return (self.high - self.low) / 2

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def wilson(successes: float, n_samples: int, z: float = Z_95) -> Interval:
    """Return Wilson's score interval for a share; `successes` may hold half points (ties)."""
    if n_samples <= 0:
        return Interval(0.0, 1.0)
    if not 0 <= successes <= n_samples:
        raise ValueError(f"{successes} successes of {n_samples}: expected 0 to {n_samples}")
    share = successes / n_samples
    z2 = z * z
    centre = (share + z2 / (2 * n_samples)) / (1 + z2 / n_samples)
    spread = share * (1 - share) / n_samples + z2 / (4 * n_samples**2)
    half = z * math.sqrt(spread) / (1 + z2 / n_samples)
    return Interval(max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def wilson_of_error(share: float, error: float, n_samples: int, z: float = Z_95) -> Interval:
    """Return Wilson's interval of a share with a measured standard error.

    It is that of as many plain samples as would have this error; `n_samples` count where the
    error says nothing: a share of 0 or 1, or none measured.
    """
    worth = share * (1 - share) / error**2 if error > 0 and 0 < share < 1 else n_samples
    n_whole = max(1, round(worth))
    return wilson(share * n_whole, n_whole, z)


def mean_interval(mean: float, variance: float, n_samples: int, z: float = Z_95) -> Interval:
    """Return the interval of a mean from its sample variance; unbounded below two samples."""
    if n_samples < 2:
        return Interval(-math.inf, math.inf)
    half = z * math.sqrt(variance / n_samples)
    return Interval(mean - half, mean + half)


def student(df: int, z: float = Z_95) -> float:
    """Return the quantile of Student's t for a normal quantile: few samples widen an interval.

    From `MANY` degrees of freedom on, its expansion about the normal quantile is right to 1 in
    5,000.
    """
    if df >= MANY:
        return z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)
    from scipy.special import ndtr, stdtrit

    return float(stdtrit(max(1, df), ndtr(z)))


def sign_test(wins: int, losses: int) -> float:
    """Return the two-sided exact p-value that wins and losses are equally likely (ties left
    out).
    """
    if wins + losses == 0:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(wins, wins + losses).pvalue)

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm, t

from engine.statistics import (
    mean_interval,
    sign_test,
    student,
    wilson,
    wilson_of_error,
)


@given(st.integers(1, 100_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_equals_scipy(case: tuple[int, int]) -> None:
    successes, n = case
    ours = wilson(successes, n)
    theirs = binomtest(successes, n).proportion_ci(method="wilson")
    assert ours.low == pytest.approx(theirs.low, abs=1e-12)
    assert ours.high == pytest.approx(theirs.high, abs=1e-12)
    assert successes / n in ours


def test_wilson_without_samples_is_everything() -> None:
    assert wilson(0, 0).half_width == 0.5


def test_wilson_refuses_more_successes_than_samples() -> None:
    with pytest.raises(ValueError, match="3 successes of 2"):
        wilson(3, 2)


def test_wilson_covers_about_95_percent() -> None:
    rng = np.random.default_rng(3)
    hits = sum(0.3 in wilson(int(k), 200) for k in rng.binomial(200, 0.3, 2_000))
    assert 0.93 <= hits / 2_000 <= 0.97


def test_mean_interval() -> None:
    assert mean_interval(2.0, 4.0, 100).half_width == pytest.approx(0.392, abs=1e-3)
    assert mean_interval(2.0, 4.0, 1).half_width == math.inf


def test_sign_test() -> None:
    assert sign_test(0, 0) == 1.0
    assert sign_test(10, 0) == pytest.approx(2 / 1024)
    assert sign_test(5, 5) == pytest.approx(1.0)


def test_a_measured_error_is_worth_so_many_samples() -> None:
    share, n = 0.3, 2_000
    error = math.sqrt(share * (1 - share) / n)
    found, plain = wilson_of_error(share, error, 7), wilson(share * n, n)
    assert found.low == pytest.approx(plain.low)
    assert found.high == pytest.approx(plain.high)
    assert wilson_of_error(0.0, 0.01, 50) == wilson(0, 50)
    assert wilson_of_error(0.4, 0.0, 50) == wilson(20, 50)


@pytest.mark.parametrize("df", [1, 2, 4, 9, 19, 20, 30, 1_000])
def test_student_equals_scipy(df: int) -> None:
    assert student(df) == pytest.approx(t.ppf(0.975, df), rel=2e-4)
    assert student(df, 1.0) == pytest.approx(t.ppf(norm.cdf(1.0), df), rel=2e-4)


def test_without_freedom_student_is_as_wide_as_with_one() -> None:
    assert student(0) == student(1)

"""The price of a call against brute arithmetic."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.holdem.call import Call
from engine.statistics import Interval

chips = st.integers(1, 10_000)


@given(chips, chips, st.fractions(0, 1))
def test_a_call_gains_its_share_less_its_price(pot: int, price: int, equity: Fraction) -> None:
    call = Call(pot, price)
    mean = equity * pot + (1 - equity) * -price  # the pot is won, or the price lost
    assert call.value(float(equity)) == pytest.approx(float(mean), abs=1e-6)
    assert call.value(call.needed_equity) == pytest.approx(0, abs=1e-6)


def test_the_verdict_waits_for_the_interval() -> None:
    call = Call(100, 50)
    assert call.needed_equity == pytest.approx(1 / 3)
    assert call.verdict(0.34, None) == "call"
    assert call.verdict(0.33, None) == "fold"
    assert call.verdict(0.34, Interval(0.32, 0.36)) == "even"
    assert call.verdict(0.4, Interval(0.38, 0.42)) == "call"


@pytest.mark.parametrize(("pot", "price"), [(0, 5), (-1, 5), (10, 0), (9, float("nan")), (1e13, 1)])
def test_wrong_chips_are_quoted(pot: float, price: float) -> None:
    with pytest.raises(InputError, match="expected more than 0"):
        Call(pot, price)

"""The settings dialog: the accuracy that it names for each precision is what the panels sample."""

import math
from typing import get_args

import pytest

from assistant.settings import EQUITY_ERROR_OF, Precision
from engine.holdem.config import HoldemConfig
from gui.panels import holdem, kings_lows


@pytest.mark.parametrize("precision", get_args(Precision))
def test_the_named_accuracy_is_reached(precision: Precision) -> None:
    counts = HoldemConfig().n_samples(holdem.MODES[precision]), kings_lows.N_DEALS[precision]
    errors = [100 * 1.96 * 0.5 / math.sqrt(count) for count in counts]  # of an even share
    assert max(errors) <= EQUITY_ERROR_OF[precision] * 1.05

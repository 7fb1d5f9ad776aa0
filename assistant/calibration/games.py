"""The games that can be measured, each by a function `measure(plan, control)`."""

import importlib
from collections.abc import Callable

from assistant.calibration.statements import CalibrationPlan, Measurements
from engine.control import Control
from engine.errors import InputError

MODULES = {
    "konkan": "assistant.calibration.konkan",
    "slave": "assistant.calibration.slave",
    "holdem": "assistant.calibration.odds:measure_holdem",
    "kings-lows": "assistant.calibration.odds:measure_kings_lows",
    "pokle": "assistant.calibration.odds:measure_pokle",
    "slave-review": "assistant.review.truth:measure_slave",
    "konkan-review": "assistant.review.truth:measure_konkan",
    "slave-luck": "assistant.review.truth:measure_slave_luck",
    "konkan-luck": "assistant.review.truth:measure_konkan_luck",
}
"""A new game is one line here: a module with `measure`, or a module and the function's name."""


def measure(game: str, plan: CalibrationPlan, control: Control) -> Measurements:
    """Measure one game."""
    target = MODULES.get(game)
    if target is None:
        raise InputError(f'"{game}" cannot be measured. Choose one of {", ".join(MODULES)}.')
    module, _, name = target.partition(":")
    found = getattr(importlib.import_module(module), name or "measure")
    measure_game: Callable[[CalibrationPlan, Control], Measurements] = found
    return measure_game(plan, control)

"""The games that can be measured, each by a function `measure(plan, control)` of its module."""

import importlib
from collections.abc import Callable

from assistant.calibration.statements import CalibrationPlan, Measurements
from engine.control import Control
from engine.errors import InputError

MODULES = {
    "konkan": "assistant.calibration.konkan",
    "slave": "assistant.calibration.slave",
}
"""A new game is one line here and a module with `measure`."""


def measure(game: str, plan: CalibrationPlan, control: Control) -> Measurements:
    """Measure one game."""
    module = MODULES.get(game)
    if module is None:
        raise InputError(f'no game "{game}" to measure: expected one of {", ".join(MODULES)}')
    measure_game: Callable[[CalibrationPlan, Control], Measurements]
    measure_game = importlib.import_module(module).measure
    return measure_game(plan, control)

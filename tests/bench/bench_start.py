"""How long a command takes that has little to compute, against `python -c "import numpy"`.

Processor seconds of whole processes, the fewest of some runs in turns, all of them warm.
"""

import sys

from tests.bench.commands import COMMANDS, run_command, run_process
from tests.bench.harness import Bench

REPEATS = 5
TARGETS_S = {
    "--help": 0.25,
    "hand": 0.3,
    "konkan melds": 0.35,
    "holdem, hand against hand": 0.8,
    "kings-lows": 0.8,
    "slave advise": 0.8,
    "pokle solve": 0.6,
}


def run(bench: Bench) -> None:
    """Every command in turn, and the yardstick beside them."""
    names = list(TARGETS_S)
    rounds = [[_numpy_s(), *map(_command_s, names)] for _ in range(REPEATS + 1)][1:]
    numpy_s, *times = (min(column) for column in zip(*rounds, strict=True))
    bench.row('yardstick: python -c "import numpy"', numpy_s, "s of processor")
    for name, time_s in zip(names, times, strict=True):
        bench.row(name, time_s, "s of processor", at_most=TARGETS_S[name])
        bench.row(f"{name}: by the yardstick", time_s / numpy_s, "times")


def _numpy_s() -> float:
    return run_process(sys.executable, "-c", "import numpy").processor_s


def _command_s(name: str) -> float:
    return run_command(*COMMANDS[name]).processor_s

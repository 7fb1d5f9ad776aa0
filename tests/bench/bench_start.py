"""How long a command takes that has little to compute, against `python -c "import numpy"`.

Processor seconds of whole processes, the fewest of some runs in turns, all of them warm. Then, on
the clock, the first answers in an empty home, where nothing was ever compiled or stored.
"""

import sys
import tempfile
from pathlib import Path

from tests.bench.commands import COMMANDS, first_seconds, run_command, run_process
from tests.bench.harness import Bench

REPEATS = 5
TARGETS_S: dict[str, float | None] = {
    "--help": 0.25,
    "hand": 0.3,
    "konkan melds": 0.35,
    "holdem, hand against hand": 0.8,
    "kings-lows": 0.8,
    "slave advise": 1.5,
    "pokle solve": 0.6,
    "pokle solve, first guess": None,  # a search of 0.2 s, which bench_pokle measures
}
MOST_TIMES = {"holdem, hand against hand": 2, "kings-lows": 2, "pokle solve": 2}
FIRST_ANSWERS = (
    "holdem, hand against hand",
    "kings-lows",
    "pokle solve",
    "pokle solve, first guess",
    "konkan melds",
)


def run(bench: Bench) -> None:
    """Every command in turn, and the yardstick beside them; then the first answers."""
    names = list(TARGETS_S)
    rounds = [[_numpy_s(), *map(_command_s, names)] for _ in range(REPEATS + 1)][1:]
    numpy_s, *times = (min(column) for column in zip(*rounds, strict=True))
    bench.row('yardstick: python -c "import numpy"', numpy_s, "s of processor")
    for name, time_s in zip(names, times, strict=True):
        bench.row(name, time_s, "s of processor", at_most=TARGETS_S[name])
        ratio = time_s / numpy_s
        bench.row(f"{name}: by the yardstick", ratio, "times", at_most=MOST_TIMES.get(name))
    for name in FIRST_ANSWERS:
        bench.row(f"first answer in an empty home: {name}", _first_s(name)[-1], "s", at_most=1)
    *_, policy_s, full_s = _first_s("slave advise")
    words = "first answer in an empty home: slave advise"
    bench.row(f"{words}, the policy's move", policy_s, "s", at_most=1.5)
    bench.row(f"{words}, 20,000 playouts", full_s, "s", at_most=45)
    bench.row(
        "Slave's kernels compiled, as set-up does", _compile_s(), "s of processor", at_most=25
    )


def _first_s(name: str) -> list[float]:
    with tempfile.TemporaryDirectory() as home:
        return first_seconds(Path(home), *COMMANDS[name])


def _compile_s() -> float:
    with tempfile.TemporaryDirectory() as folder:
        command = (sys.executable, "-m", "engine.slave.compile")
        return run_process(*command, NUMBA_CACHE_DIR=folder).processor_s


def _numpy_s() -> float:
    return run_process(sys.executable, "-c", "import numpy").processor_s


def _command_s(name: str) -> float:
    return run_command(*COMMANDS[name]).processor_s

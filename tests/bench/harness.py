"""One row a figure: group, name, value, unit, target, met. Ratios to a peer of the same run.

A group is a module `tests/bench/bench_<group>.py` with `run(bench)`, which adds its rows.
"""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CRATE = Path(__file__).parents[2] / "rust_meld"
N_YARDSTICK_HANDS = 10_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure; `target` is text such as ">= 150", `met` is None without a target."""

    group: str
    name: str
    value: float
    unit: str
    target: str = ""
    met: bool | None = None


def best_seconds(job: Callable[[], object], repeats: int = 3) -> float:
    """Seconds of the fastest of some runs, after one warm-up run."""
    job()
    return min(seconds(job) for _ in range(repeats))


def seconds(job: Callable[[], object]) -> float:
    """Seconds of one run."""
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def thread_seconds(job: Callable[[], object]) -> float:
    """Processor seconds that this thread spent on one run: other work disturbs them least."""
    start = time.thread_time()
    job()
    return time.thread_time() - start


def both_seconds(job: Callable[[], object]) -> tuple[float, float]:
    """Seconds of one run on the clock and of the processor, all threads together."""
    start_cpu_s = time.process_time()
    return seconds(job), time.process_time() - start_cpu_s


def in_turns(
    jobs: dict[str, Callable[[], object]],
    clock: Callable[[Callable[[], object]], float] = seconds,
    repeats: int = 5,
) -> dict[str, float]:
    """The fewest seconds that each job took, all of them warmed up and then run in turns."""
    for job in jobs.values():
        job()
    rounds = [{name: clock(job) for name, job in jobs.items()} for _ in range(repeats)]
    return {name: min(times[name] for times in rounds) for name in jobs}


@dataclass
class Bench:
    """Collects the rows of one group."""

    group: str
    rows: list[Row] = field(default_factory=list)
    _yardstick_s: float = 0.0

    def row(
        self,
        name: str,
        value: float,
        unit: str,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> None:
        """Add a figure, with its target if it has one."""
        target, met = "", None
        if at_least is not None:
            target, met = f">= {at_least:g}", bool(value >= at_least)
        if at_most is not None:
            target, met = f"<= {at_most:g}", bool(value <= at_most)
        # numbers and bools of numpy's cannot be written as JSON
        self.rows.append(Row(self.group, name, float(value), unit, target, met))

    def yardstick_s(self) -> float:
        """Seconds that `evaluate_batch` takes for ten million seven-card hands, in this run."""
        if not self._yardstick_s:
            self._yardstick_s = measure_yardstick()
            self.row("yardstick: evaluate_batch, 10 million hands", self._yardstick_s, "s")
        return self._yardstick_s


def measure_yardstick() -> float:
    """Time `evaluate_batch` on ten million random seven-card hands, one thread."""
    import numpy as np

    from engine.poker.evaluator import evaluate_batch

    hands = np.tile(random_hands(N_YARDSTICK_HANDS // 10), (10, 1))
    return best_seconds(lambda: evaluate_batch(hands))


def random_hands(n_hands: int) -> "NDArray[np.uint8]":
    """Random hands of seven cards, the same every time."""
    import numpy as np

    order = np.random.default_rng(7).random((n_hands, 52), np.float32).argpartition(7, axis=1)
    return order[:, :7].astype(np.uint8)


def cargo_bench(name: str, *words: object) -> tuple[float, float, float]:
    """Mean, 99th percentile and worst microseconds, as a bench of the Rust crate prints them."""
    options = ["--locked", "--no-default-features", "--bench", name]
    command = ["cargo", "bench", "-q", *options, "--", *map(str, words)]
    done = subprocess.run(command, cwd=CRATE, check=True, stdout=subprocess.PIPE, text=True)
    mean, p99, worst = map(float, done.stdout.split())
    return mean, p99, worst

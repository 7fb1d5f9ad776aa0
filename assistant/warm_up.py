"""Compile every numba kernel once, into the user's cache folder: nobody waits twice.

`python -m assistant.warm_up` does it on set-up, the window on its first use (with `--tell`, which
prints how many stages are done), `assistant doctor --compile` when asked. A game with a few kernels
has a `warm_up` beside them; Slave and the arena play a small game instead.
"""

import importlib
import itertools
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.kernels import cache_folder

HOLDEM_KERNELS = ("hands", "random_hands", "sampling", "runouts", "boards", "duel", "decks")
KINGS_LOWS_KERNELS = ("values", "batches", "deals", "completions", "open_deals", "last_card")
KERNEL_MODULES = (
    "engine.poker.kernels",
    "engine.kernels.generator",
    "engine.kernels.showdown",
    *(f"engine.holdem.kernels.{name}" for name in HOLDEM_KERNELS),
    *(f"engine.kings_lows.kernels.{name}" for name in KINGS_LOWS_KERNELS),
)


def compile_kernels(tell: Callable[[str], None] = lambda _: None, half: str = "") -> None:
    """Run every kernel once, telling whose turn it is; or those of one of the `HALVES`."""
    for name, run in HALVES[half] if half else STAGES:
        tell(f"compiling {name}")
        run()


def _warm_up(module: str) -> None:
    getattr(importlib.import_module(module), "warm_up", lambda: None)()


def _compile_slave() -> None:
    from engine.slave.compile import compile_all

    compile_all()


def _play_arena() -> None:
    from assistant.arena import plan_match

    plan = plan_match(["heuristic", "greedy", "greedy", "random"], 1, 1, "slave")
    plan.load_game().play_batch(plan.batch(0, plan.n_games))


STAGES: tuple[tuple[str, Callable[[], None]], ...] = (
    *((name, partial(_warm_up, name)) for name in KERNEL_MODULES),
    ("Slave", _compile_slave),
    ("the arena", _play_arena),
)
_N_FIRST = KERNEL_MODULES.index("engine.kings_lows.kernels.values")
HALVES = {"1": STAGES[:_N_FIRST], "2": STAGES[_N_FIRST:]}
"""Hold'em with what all games share, and the other games: for two processes at the same time."""

WEIGHTS = {
    "engine.poker.kernels": 5.0,
    "engine.holdem.kernels.random_hands": 4.0,
    "engine.holdem.kernels.sampling": 8.0,
    "engine.holdem.kernels.runouts": 2.0,
    "engine.holdem.kernels.boards": 5.0,
    "engine.holdem.kernels.duel": 3.0,
    "engine.holdem.kernels.decks": 2.0,
    "engine.kings_lows.kernels.batches": 4.0,
    "engine.kings_lows.kernels.deals": 2.0,
    "engine.kings_lows.kernels.completions": 2.0,
    "Slave": 9.0,
    "the arena": 2.0,
}
"""Seconds of the stages that take long, on a machine of today."""


def share_done(n_stages: int) -> float:
    """The share of the whole time that the first stages take."""
    done = sum(WEIGHTS.get(name, 0.0) for name, _ in STAGES[:n_stages])
    return done / sum(WEIGHTS.values())


def missing_kernels() -> list[str]:
    """The kernel modules that have nothing in the cache, found without importing numba."""
    return [name for name in KERNEL_MODULES if not _is_cached(name)]


def _is_cached(module: str) -> bool:
    """True if numba has kept some of a module."""
    *packages, name = module.split(".")
    sources = Path(__file__).absolute().parent.parent.joinpath(*packages)
    return any(cache_folder(sources).glob(f"{name}.*.nbi"))


def main() -> None:
    """Compile; with `--tell` print the number of stages that are done, a line each.

    `--half 1` and `--half 2` compile one half.
    """
    count = itertools.count()
    tells = "--tell" in sys.argv
    half = sys.argv[sys.argv.index("--half") + 1] if "--half" in sys.argv else ""
    compile_kernels(lambda _: print(next(count), flush=True) if tells else None, half)  # noqa: T201


if __name__ == "__main__":
    main()

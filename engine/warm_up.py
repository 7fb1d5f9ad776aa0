"""Compile every numba kernel once, into the user's cache folder: nobody waits twice.

`python -m engine.warm_up` does it on set-up, the window does it behind a line of text.
A game takes part by a function `warm_up()` in its `kernels` module that calls each kernel once.
"""

import importlib
import os
from collections.abc import Callable
from pathlib import Path

KERNEL_MODULES = (
    "engine.poker.kernels",
    "engine.holdem.kernels",
    "engine.kings_lows.kernels",
    "engine.slave.kernels",
)


def compile_kernels(tell: Callable[[str], None] = lambda _: None) -> None:
    """Call each game's `warm_up`, telling which one is being compiled."""
    for name in KERNEL_MODULES:
        tell(f"compiling {name.split('.')[1]} kernels")
        importlib.import_module(name).warm_up()


def missing_kernels() -> list[str]:
    """The kernel modules that have nothing in the cache, found without importing numba."""
    return [name for name in KERNEL_MODULES if not _is_cached(name)]


def _is_cached(module: str) -> bool:
    package = module.split(".")[-2]
    cache = Path(os.environ["NUMBA_CACHE_DIR"])
    return any(cache.glob(f"{package}_*/kernels.*.nbi"))


if __name__ == "__main__":
    compile_kernels()

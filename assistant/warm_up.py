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

SLAVE_KERNELS = (
    "bits",
    "rounds",
    "encoding",
    "deals",
    "batches",
    "players",
    "quick",
    "worlds",
    "endgame",
    "playouts",
    "gifts",
)
KERNEL_MODULES = (
    "engine.poker.kernels",
    "engine.kernels.generator",
    "engine.kernels.showdown",
    *(f"engine.slave.kernels.{name}" for name in SLAVE_KERNELS),
    "assistant.arena.games.slave.kernels",
)


def compile_kernels(tell: Callable[[str], None] = lambda _: None, half: str = "") -> None:
    """Run every kernel once, telling whose turn it is; or those of one of the `HALVES`."""
    for name, run in HALVES[half] if half else STAGES:
        tell(f"compiling {name}")
        run()


def _warm_up(module: str) -> None:
    getattr(importlib.import_module(module), "warm_up", lambda: None)()


def _play_slave() -> None:
    import numpy as np

    from engine.slave.agents.registry import make_agent
    from engine.slave.exchange import exchange_of, rank_gifts
    from engine.slave.kernels.batches import play_random_games
    from engine.slave.match import SlaveMatch
    from engine.slave.solver import rank_moves

    play_random_games(1, np.array([1], np.int64))
    agents = [make_agent(spec) for spec in ("search?rollouts=20", "heuristic", "greedy", "random")]
    match = SlaveMatch(seed=1, n_rounds=2)
    rank_moves(match.view(match.current_seat), 300)
    while not match.is_over:
        seat = match.current_seat
        if match.phase == "exchange":
            rank_gifts(exchange_of(match.view(seat)), 100)
        match.apply(agents[seat].act(match.view(seat), match.phase))


def _play_arena() -> None:
    from assistant.arena import plan_match

    plan = plan_match(["heuristic", "greedy", "greedy", "random"], 1, 1, "slave")
    plan.load_game().play_batch(plan.batch(0, plan.n_games))


STAGES: tuple[tuple[str, Callable[[], None]], ...] = (
    *((name, partial(_warm_up, name)) for name in KERNEL_MODULES),
    ("Slave", _play_slave),
    ("the arena", _play_arena),
)
_N_FIRST = KERNEL_MODULES.index("engine.slave.kernels.bits")
HALVES = {"1": STAGES[:_N_FIRST], "2": STAGES[_N_FIRST:]}
"""What the poker games share, and the games: for two processes at the same time."""

WEIGHTS = {
    "engine.poker.kernels": 5.0,
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

"""Compile every numba kernel once, into the user's cache folder: nobody waits twice.

`python -m assistant.warm_up` does it on set-up, `assistant doctor --compile` when asked. A game
with a few kernels has a `warm_up` beside them; Slave and the arena play a small game instead.
"""

import importlib
import os
from collections.abc import Callable
from pathlib import Path

KERNEL_MODULES = (
    "engine.poker.kernels",
    "engine.holdem.kernels",
    "engine.holdem.boards.kernels",
    "engine.holdem.duel.kernels",
    "engine.holdem.preflop.kernels",
    "engine.kings_lows.kernels",
    "engine.slave.kernels",
    "engine.slave.playouts.kernels",
    "engine.slave.worlds.kernels",
    "assistant.arena.games.slave.kernels",
)


def compile_kernels(tell: Callable[[str], None] = lambda _: None) -> None:
    """Run every kernel once, telling whose turn it is."""
    for name in KERNEL_MODULES:
        warm_up = getattr(importlib.import_module(name), "warm_up", None)
        if warm_up is not None:
            tell(f"compiling {name}")
            warm_up()
    tell("compiling Slave and the arena")
    _play_slave()
    _play_arena()


def _play_slave() -> None:
    from engine.slave.agents.registry import make_agent
    from engine.slave.exchange import exchange_of, rank_gifts
    from engine.slave.match import SlaveMatch

    agents = [make_agent(spec) for spec in ("search?rollouts=20", "heuristic", "greedy", "random")]
    match = SlaveMatch(seed=1, n_rounds=2)
    while not match.is_over:
        seat = match.current_seat
        if match.phase == "exchange":
            rank_gifts(exchange_of(match.view(seat)), 100)
        match.apply(agents[seat].act(match.view(seat), match.phase))


def _play_arena() -> None:
    from assistant.arena import plan_match

    plan = plan_match(["heuristic", "greedy", "greedy", "random"], 1, 1, "slave")
    plan.load_game().play_batch(plan.batch(0, plan.n_games))


def missing_kernels() -> list[str]:
    """The kernel modules that have nothing in the cache, found without importing numba."""
    return [name for name in KERNEL_MODULES if not _is_cached(name)]


def _is_cached(module: str) -> bool:
    package = module.split(".")[-2]
    cache = Path(os.environ["NUMBA_CACHE_DIR"])
    return any(cache.glob(f"{package}_*/kernels.*.nbi"))


if __name__ == "__main__":
    compile_kernels()

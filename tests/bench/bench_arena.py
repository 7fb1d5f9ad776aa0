"""The arena against the bare engine: games a second, what the store costs, what a worker adds.

Overhead is the time of a whole session (plan, games, moves, store) in this process against the
engine's own loop over as many games with nothing kept; the fastest of some alternating runs. The
store writes in a thread of its own, so the CPU's time is told as well.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from assistant.arena.cluster import InProcess, Processes, Workers
from assistant.arena.game import player_seeds
from assistant.arena.plan import Plan, plan_match
from assistant.arena.runner import play_chunk, run_session
from assistant.arena.store import Store
from tests.bench.harness import Bench

REPEATS = 5
N_SLAVE, N_KONKAN = 1_000_000, 16_000  # games: two or three seconds of work


def run(bench: Bench) -> None:
    """Add the rows of both games."""
    slave = plan_match(["slave:greedy"] * 4, N_SLAVE, 7)
    konkan = plan_match(["konkan:greedy"] * 2, N_KONKAN, 7)
    for plan, bare in ((slave, bare_slave), (konkan, bare_konkan)):
        play_chunk(plan.to_json(), 0, 10)  # compile
        bare(plan)
        _overhead(bench, plan, lambda plan=plan, bare=bare: bare(plan))
        _scaling(bench, plan)


def bare_slave(plan: Plan) -> None:
    """As many greedy rounds in the engine's own kernel; only places are counted."""
    from engine.slave.playouts.kernels import play_games

    play_games(np.ones(4, np.int64), plan.n_games, 1, 0, np.array([plan.seed], np.int64))


def bare_konkan(plan: Plan) -> None:
    """The same greedy games in a plain loop over the engine's game; nothing is kept."""
    from engine.konkan.game import KonkanGame

    names = ["greedy", "greedy"]
    batch = plan.batch(0, plan.n_games)
    seeds = player_seeds(batch.play_seeds, 2).tolist()
    for row, deal_seed in enumerate(batch.deal_seeds.tolist()):
        game = KonkanGame.deal(deal_seed, 2)
        while not game.is_over:
            seat = game.seat
            seeds[row][seat] += 1
            game.apply(game.choose(names[seat], seeds[row][seat]))
        game.result()


def _overhead(bench: Bench, plan: Plan, bare: Callable[[], None]) -> None:
    runs = [(_spent(bare), _spent(lambda: _session(plan, InProcess()))) for _ in range(REPEATS)]
    bare_s, bare_cpu_s = map(min, zip(*(alone for alone, _ in runs), strict=True))
    full_s, full_cpu_s = map(min, zip(*(full for _, full in runs), strict=True))
    name = f"{plan.game} greedy"
    bench.row(f"{name}: bare engine", plan.n_games / bare_s, "games/s")
    bench.row(f"{name}: overhead", 100 * (full_s / bare_s - 1), "%", at_most=10)
    bench.row(f"{name}: overhead in CPU time", 100 * (full_cpu_s / bare_cpu_s - 1), "%")


def _scaling(bench: Bench, plan: Plan) -> None:
    with Processes(2) as two:
        _session(plan, two)  # start and compile
        pairs = [(_session(plan, InProcess()), _session(plan, two)) for _ in range(REPEATS)]
    one_s, two_s = (min(column) for column in zip(*pairs, strict=True))
    name = f"{plan.game} greedy"
    bench.row(f"{name}: 1 worker", plan.n_games / one_s, "games/s")
    bench.row(f"{name}: 2 workers", plan.n_games / two_s, "games/s")
    bench.row(f"{name}: scaling", one_s / two_s, "x", at_least=1.7)


def _session(plan: Plan, workers: Workers) -> float:
    """Seconds of a whole session in a fresh store."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "arena.sqlite") as store:
        start_s = time.perf_counter()
        run_session(store, store.create(plan), workers)
        return time.perf_counter() - start_s


def _spent(job: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock and of the CPU."""
    start_s, start_cpu_s = time.perf_counter(), time.process_time()
    job()
    return time.perf_counter() - start_s, time.process_time() - start_cpu_s

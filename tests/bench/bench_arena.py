"""The arena against the bare engine: games a second, what the store costs, what a worker adds.

Overhead is the time of a whole session in this process (store opened, seeds, deals, games, every
move written to disk, store closed) against the engine's own loop, which deals and plays as many
games between the same agents, in one thread as well, and keeps nothing; the fastest of some
alternating runs. The store writes in a thread of its own while the next games are played, which
hides its time where a second core is free, so the processor's time is printed as well. Two workers
cannot gain more than two processes of the bare engine do on the same machine.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from assistant.arena.batch import player_seeds
from assistant.arena.cluster import InProcess, Processes, Workers
from assistant.arena.plan import SessionPlan, plan_match
from assistant.arena.runner import play_chunk, run_session
from assistant.arena.store import Store
from tests.bench.harness import Bench, both_seconds

REPEATS = 9
N_SLAVE, N_KONKAN = 1_500_000, 40_000  # games: some seconds of work


def run(bench: Bench) -> None:
    """Add the rows of both games."""
    slave = plan_match(["slave:greedy"] * 4, N_SLAVE, 7)
    konkan = plan_match(["konkan:greedy"] * 2, N_KONKAN, 7)
    for plan, bare in ((slave, bare_slave), (konkan, bare_konkan)):
        play_chunk(plan.to_json(), 0, 10)  # compile
        _compare(bench, plan, bare)


def bare_slave(plan: SessionPlan) -> None:
    """Deals and plays as many greedy rounds in the engine's own kernel; only titles are counted."""
    from tests.engine.slave.batch_play import play_games

    play_games(np.ones(4, np.int64), plan.n_games, 1, 0, np.array([plan.seed], np.int64))


def bare_konkan(plan: SessionPlan) -> None:
    """The same greedy games, one call of the engine each; nothing is kept."""
    from engine.konkan.game import KonkanGame

    batch = plan.batch(0, plan.n_games)
    seeds = player_seeds(batch.play_seeds, 2).tolist()
    for row, deal_seed in enumerate(batch.deal_seeds.tolist()):
        game = KonkanGame.deal(deal_seed, 2)
        game.play_out(["greedy", "greedy"], seeds[row])
        game.result()


def _compare(bench: Bench, plan: SessionPlan, bare: Callable[[SessionPlan], None]) -> None:
    """The fastest of some alternating runs: bare and stored, alone and with two processes."""

    def bare_twice() -> None:
        list(two.run(bare, [(plan,), (plan,)]))

    with Processes(2) as two:
        _session(plan, two)  # the first of each starts and compiles
        bare(plan)
        bare_twice()
        runs = [
            (
                both_seconds(lambda: bare(plan)),
                _session(plan, InProcess()),
                _session(plan, two),
                both_seconds(bare_twice),
            )
            for _ in range(REPEATS)
        ]
    (alone_s, alone_cpu_s), (one_s, one_cpu_s), (two_s, _), (twice_s, _) = (
        np.array(runs).min(axis=0).tolist()
    )
    name, n_games = f"{plan.game} greedy", plan.n_games
    overhead, in_processor_time = 100 * (one_s / alone_s - 1), 100 * (one_cpu_s / alone_cpu_s - 1)
    bench.row(f"{name}: bare engine, deals included", n_games / alone_s, "games/s")
    bench.row(f"{name}: overhead of a stored session", overhead, "%", at_most=10)
    bench.row(f"{name}: the same in processor time", in_processor_time, "%")
    bench.row(f"{name}: 1 worker", n_games / one_s, "games/s")
    bench.row(f"{name}: 2 workers", n_games / two_s, "games/s")
    bench.row(f"{name}: scaling", one_s / two_s, "x", at_least=1.7)
    bench.row(f"{name}: scaling of the bare engine", 2 * alone_s / twice_s, "x")


def _session(plan: SessionPlan, workers: Workers) -> tuple[float, float]:
    """What a whole session in a fresh store takes, until its file is closed."""

    def play() -> None:
        with Store(Path(folder) / "arena.sqlite") as store:
            run_session(store, store.create(plan), workers)

    with tempfile.TemporaryDirectory() as folder:
        return both_seconds(play)

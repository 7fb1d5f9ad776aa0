"""Simulations a second of the search, one thread, three-player openings."""

import time

from engine.konkan.game import KonkanGame
from engine.konkan.search import SearchConfig, search
from tests.bench.harness import Bench

N_OPENINGS = 8
N_SIMULATIONS = 400
CUT_SHORT_TURNS = 6
ROUNDS = 3


def run(bench: Bench) -> None:
    """Playouts cut short and valued, full playouts, and the same with two threads."""
    cut = SearchConfig(N_SIMULATIONS, horizon=CUT_SHORT_TURNS)
    bench.row("cut-short simulations", simulations_per_s(cut), "1/s", at_least=3_000)
    full = SearchConfig(N_SIMULATIONS, horizon=0)
    bench.row("full playouts", simulations_per_s(full), "1/s", at_least=600)
    flat = SearchConfig(N_SIMULATIONS, horizon=0, flat=True)
    bench.row("full playouts, flat Monte Carlo", simulations_per_s(flat), "1/s")
    two = SearchConfig(N_SIMULATIONS, horizon=0, threads=2)
    bench.row("full playouts, two threads", simulations_per_s(two), "1/s")


def simulations_per_s(config: SearchConfig) -> float:
    """The fastest of some rounds over a few openings."""
    openings = [KonkanGame.deal(seed, 3).observation(0) for seed in range(N_OPENINGS)]
    fastest_s = float("inf")
    for _ in range(ROUNDS):
        start_s = time.perf_counter()
        for opening in openings:
            search(opening, config)
        fastest_s = min(fastest_s, time.perf_counter() - start_s)
    return N_OPENINGS * config.simulations / fastest_s

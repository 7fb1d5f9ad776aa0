"""Whole turns of real positions, simulations a second of the search, and the first advice."""

from time import process_time

from assistant.advisors.konkan import KonkanRequest, advise
from engine.control import Budget, Control, Progress
from engine.konkan.game import KonkanGame
from engine.konkan.search import SearchConfig, search
from tests.bench.harness import Bench, cargo_bench, seconds, thread_seconds

N_OPENINGS = 8
N_SIMULATIONS = 2_000
N_POSITIONS = 20_000
ROUNDS = 3
MAX_CANDIDATES = 12  # as many as a search of many tries considers
HAND = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C 10H"


def run(bench: Bench) -> None:
    """All turns of a position in Rust; the search's speed, one thread; the advisor's first word."""
    mean, p99, worst = cargo_bench("turns", N_POSITIONS, ROUNDS)
    bench.row("all turns of a position, mean", mean, "µs", at_most=30)
    bench.row("all turns of a position, p99", p99, "µs", at_most=1_000)
    bench.row("all turns of a position, worst", worst, "µs")
    cut = SearchConfig(N_SIMULATIONS)
    bench.row("cut-short simulations", simulations_per_s(cut), "1/s", at_least=20_000)
    full = SearchConfig(N_SIMULATIONS, horizon=0)
    bench.row("full playouts", simulations_per_s(full), "1/s", at_least=600)
    two = SearchConfig(N_SIMULATIONS, threads=2)
    bench.row("cut-short simulations, two threads", simulations_per_s(two), "1/s")
    for fewer, more in ((256, 2_048), (2_048, 16_384)):
        name = f"time of {more:,} tries by {fewer:,}"
        bench.row(name, time_ratio(more, fewer), "x")
        even = time_ratio(more, fewer, flat=True)
        bench.row(f"{name}, none of which looks further", even, "x", at_most=1.2 * more / fewer)
    bench.row("first advice", first_advice_s(), "s", at_most=0.3)


def simulations_per_s(config: SearchConfig) -> float:
    """The fastest of some rounds over a few three-player openings; one thread by its own clock."""
    openings = [KonkanGame.deal(seed, 3).observation(0) for seed in range(N_OPENINGS)]
    clock = thread_seconds if config.threads == 1 else seconds
    fastest_s = min(
        clock(lambda: [search(opening, config) for opening in openings]) for _ in range(ROUNDS)
    )
    return N_OPENINGS * config.simulations / fastest_s


def time_ratio(more: int, fewer: int, flat: bool = False) -> float:
    """How much longer so many tries take than so few, in processor time, on a few openings.

    If the search is flat, no candidate is dropped, so that no try looks further ahead.
    """
    openings = [KonkanGame.deal(seed, 3).observation(0) for seed in range(N_OPENINGS)]
    times_s = []
    for n_tries in (more, fewer):
        config = SearchConfig(n_tries, flat=flat, candidates=MAX_CANDIDATES)
        begun_s = process_time()
        for opening in openings:
            search(opening, config)
        times_s.append(process_time() - begun_s)
    return times_s[0] / times_s[1]


def first_advice_s() -> float:
    """Seconds until the window could show a turn that was searched."""
    request = KonkanRequest(hand=HAND, trash="3H JD", simulations=50_000)
    first_s: list[float] = []

    def report(progress: Progress) -> None:
        if progress.done and not first_s:
            first_s.append(control.elapsed_s)

    control = Control(Budget(1.0), on_progress=report)
    advise(request, control)
    return first_s[0]

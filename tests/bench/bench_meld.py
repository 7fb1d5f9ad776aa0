"""Microseconds a hand of the meld solver: in Rust, and what a call from Python adds."""

import timeit

import rust_meld
from engine.konkan.cards import parse_hand, to_kinds
from tests.bench.harness import Bench, cargo_bench

RANDOM_MEAN_US = (0.5, 1.2, 5.0)
LATE_P99_US = (4.0, 30.0, 130.0)
N_RANDOM, N_LATE, N_DENSE = 100_000, 3_000, 10_000
ROUNDS = 5


def run(bench: Bench) -> None:
    """Random, late-game and dense hands; fastest of some rounds for each."""
    for n_jokers, most_us in enumerate(RANDOM_MEAN_US):
        times = cargo_bench("melds", "random", N_RANDOM, n_jokers, ROUNDS)
        _report(bench, f"random hand, {n_jokers} jokers", times, mean=most_us)
    for n_jokers, most_us in enumerate(LATE_P99_US):
        times = cargo_bench("melds", "late", N_LATE, n_jokers, ROUNDS)
        _report(bench, f"late-game hand, {n_jokers} jokers", times, p99=most_us)
    _, _, worst = cargo_bench("melds", "dense", N_DENSE, 2, ROUNDS)
    bench.row("worst of 10,000 dense 16-card hands", worst, "µs", at_most=3_000)
    bench.row("call from Python", python_call_us(), "µs", at_most=3.0)


def _report(bench: Bench, name: str, times: tuple[float, float, float], **most_us: float) -> None:
    for figure, time_us in zip(("mean", "p99", "max"), times, strict=True):
        bench.row(f"{name}, {figure}", time_us, "µs", at_most=most_us.get(figure))


def python_call_us() -> float:
    """What a call costs where there is nothing to solve."""
    hand = to_kinds(parse_hand("AC 5D 9H"))
    calls = 20_000
    return min(timeit.repeat(lambda: rust_meld.frontier(hand), number=calls)) / calls * 1e6

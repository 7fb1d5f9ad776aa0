"""Microseconds a hand of the meld solver: in Rust, and what a call from Python adds."""

import subprocess
import timeit
from pathlib import Path

import rust_meld
from engine.konkan.cards import parse_hand, to_kinds
from tests.bench.harness import Bench

RANDOM_MEAN_US = (0.5, 1.2, 5.0)
LATE_P99_US = (4.0, 30.0, 130.0)
N_RANDOM, N_LATE, N_DENSE = 100_000, 3_000, 10_000
ROUNDS = 5
CRATE = Path(__file__).parents[2] / "rust_meld"


def run(bench: Bench) -> None:
    """Random, late-game and dense hands; fastest of some rounds for each."""
    for n_jokers in range(3):
        mean, p99, worst = time_melds("random", N_RANDOM, n_jokers, ROUNDS)
        name = f"random hand, {n_jokers} jokers"
        bench.row(f"{name}, mean", mean, "µs", at_most=RANDOM_MEAN_US[n_jokers])
        bench.row(f"{name}, p99", p99, "µs")
        bench.row(f"{name}, max", worst, "µs")
    for n_jokers in range(3):
        mean, p99, worst = time_melds("late", N_LATE, n_jokers, ROUNDS)
        name = f"late-game hand, {n_jokers} jokers"
        bench.row(f"{name}, mean", mean, "µs")
        bench.row(f"{name}, p99", p99, "µs", at_most=LATE_P99_US[n_jokers])
        bench.row(f"{name}, max", worst, "µs")
    _, _, worst = time_melds("dense", N_DENSE, 2, ROUNDS)
    bench.row("worst of 10,000 dense 16-card hands", worst, "µs", at_most=3_000)
    bench.row("call from Python", python_call_us(), "µs", at_most=3.0)


def time_melds(sort: str, n_hands: int, n_jokers: int, rounds: int) -> tuple[float, float, float]:
    """Mean, 99th percentile and worst microseconds a hand, as the crate's bench prints them."""
    options = ["--locked", "--no-default-features", "--bench", "melds"]
    words = [sort, *map(str, (n_hands, n_jokers, rounds))]
    command = ["cargo", "bench", "-q", *options, "--", *words]
    done = subprocess.run(command, cwd=CRATE, check=True, stdout=subprocess.PIPE, text=True)
    mean, p99, worst = map(float, done.stdout.split())
    return mean, p99, worst


def python_call_us() -> float:
    """What a call costs where there is nothing to solve."""
    hand = to_kinds(parse_hand("AC 5D 9H"))
    calls = 20_000
    return min(timeit.repeat(lambda: rust_meld.frontier(hand), number=calls)) / calls * 1e6

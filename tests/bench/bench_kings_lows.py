"""Kings and Lows: wild-card evaluation against the ordinary evaluator on the same arrays.

Both are timed in turn, many times, by the processor time of their one thread, and the fastest
runs compared: a busy machine then slows both alike.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.kings_lows.counting import count_hands
from engine.kings_lows.simulation import KingsAndLowsPlayer, KingsAndLowsSimulation
from engine.kings_lows.wild import WildCardRules
from engine.poker.evaluator import evaluate_batch
from tests.bench.harness import Bench, best_seconds, in_turns, random_hands, seconds, thread_seconds
from tests.engine.kings_lows.batch import evaluate_wild_batch

N_HANDS = 200_000
N_ROUNDS = 25
KING = 11
Hands = NDArray[np.uint8]


def run(bench: Bench) -> None:
    """Evaluator rates by number of wild cards, the full enumeration, a table of four."""
    hands = random_hands(N_HANDS)
    for name, array, job in [*marked_jobs(hands), *rule_jobs(hands)]:
        compare(bench, name, array, job)
    whole_s = seconds(lambda: count_hands(rules=WildCardRules()))
    bench.row("all 133,784,560 hands, categories with and without wild cards", whole_s, "s")
    table = KingsAndLowsSimulation(tuple(KingsAndLowsPlayer(f"Seat {i}") for i in range(4)))
    deals_s = best_seconds(lambda: table.simulate(100_000, n_threads=2), repeats=8)
    bench.row("four players, 100,000 deals, two threads", deals_s, "s", at_most=0.25)


def marked_jobs(hands: Hands) -> Iterator[tuple[str, Hands, Callable[[], object]]]:
    """The same hands with the first so many cards wild, and with random cards wild."""
    for n_wild in range(4):
        marks = np.full(len(hands), (1 << n_wild) - 1, np.uint8)
        yield f"{n_wild} wild cards, marked", hands, partial(evaluate_wild_batch, hands, wild=marks)
    marks = np.random.default_rng(3).integers(0, 128, len(hands), np.uint8)
    yield "random wild cards, marked", hands, partial(evaluate_wild_batch, hands, wild=marks)


def rule_jobs(hands: Hands) -> Iterator[tuple[str, Hands, Callable[[], object]]]:
    """Hands in which Kings and Lows finds so many wild cards, and hands as they come."""
    ranks = hands >> 2
    n_wild = ((ranks == KING) | (ranks == ranks.min(axis=1, keepdims=True))).sum(axis=1)
    no_king = hands[~(ranks == KING).any(axis=1)]
    cases = [(0, no_king, WildCardRules(king_required=True))]
    cases += [(n, hands[n_wild == n], WildCardRules()) for n in (1, 2, 3)]
    for n, chosen, rules in cases:
        array = np.resize(chosen, (N_HANDS, 7))
        yield f"{n} wild cards, by rule", array, partial(evaluate_wild_batch, array, rules)
    yield (
        "wild cards as they come, by rule",
        hands,
        partial(evaluate_wild_batch, hands, WildCardRules()),
    )


def compare(bench: Bench, name: str, hands: Hands, job: Callable[[], object]) -> None:
    """Rows of the rate, and of its ratio to the ordinary evaluator's on the same array."""
    jobs = {"ordinary": lambda: evaluate_batch(hands), "wild": job}
    took = in_turns(jobs, thread_seconds, N_ROUNDS)
    bench.row(name, len(hands) / took["wild"] / 1e6, "million hands/s")
    share = took["ordinary"] / took["wild"]
    bench.row(f"{name}: of the ordinary rate", share, "ratio", at_least=0.57)

"""How soon long jobs end once they are cancelled, and for how long they hold Python's lock.

Each job is far too long to end by itself. A job is cancelled after different times; a watching
thread sleeps for a millisecond again and again, and its longest sleep tells for how long nobody
else could run Python. Other work on the machine lengthens both, so the least of some runs counts
for the lock, and the median for the cancel.
"""

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from assistant.advisors import holdem, kings_lows, konkan, pokle, slave
from engine.cards import format_cards
from engine.control import Control
from engine.errors import Cancelled
from engine.holdem.preflop.build import build_preflop
from engine.kings_lows.counting import count_hands
from engine.kings_lows.wild import WildCardRules
from engine.pokle.generator import generate_puzzle
from tests.bench.harness import Bench

AFTER_S = (0.15, 0.25, 0.4, 0.55, 0.7)
CANCEL_MS = 100  # 50 until the flag is read, and what it takes to make the answer
LOCK_MS = 50
MANY = 10**9
SEATS = [{"name": "a", "hole": "KH 2D", "open": "3C"}, {"name": "b", "hole": "9H 9D"}]
ANY = "22+, A2+, K2+, Q2+, J2+, T2+, 92+, 82+"
HAND = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"
PUZZLE = 10  # seed of one whose proof takes five seconds
Job = Callable[[Control], object]


def run(bench: Bench) -> None:
    """Cancel each job several times."""
    for name, job in jobs().items():
        ends, locks = zip(*(cancelled_s(job, after_s) for after_s in AFTER_S), strict=True)
        bench.row(
            f"{name}: from the cancel to the end", median(ends) * 1e3, "ms", at_most=CANCEL_MS
        )
        bench.row(f"{name}: Python's lock held", min(locks) * 1e3, "ms", at_most=LOCK_MS)


def jobs() -> dict[str, Job]:
    """Long jobs that between them call every native function that may take long."""
    rounds = {"players": SEATS, "n_deals": MANY, "seed": 1}
    return {
        "holdem, sampled": _asked(
            holdem, holdem.HoldemRequest, hero="Ah Kh", opponents=["random"] * 6, n_samples=MANY
        ),
        "holdem, sampled ranges": _asked(
            holdem, holdem.HoldemRequest, hero="Ah Kh", opponents=["QQ+, AK", "22+"], n_samples=MANY
        ),
        "holdem, every deal of three": _asked(
            holdem,
            holdem.HoldemRequest,
            hero="JJ+",
            opponents=["AK, AQs", "22+"],
            exact=True,
        ),
        "holdem, every deal of ranges": _asked(
            holdem, holdem.HoldemRequest, hero=ANY, opponents=[ANY], exact=True, study_of=0
        ),
        "holdem, the preflop table": _build_preflop,
        "kings-lows, dealt": _asked(kings_lows, kings_lows.KingsLowsRequest, **rounds),
        "kings-lows, Baseball": _asked(
            kings_lows, kings_lows.KingsLowsRequest, **rounds, variant="baseball"
        ),
        "kings-lows, every hand": lambda control: count_hands(
            rules=WildCardRules(), control=control
        ),
        "konkan, search": _asked(
            konkan, konkan.KonkanRequest, hand=HAND, trash="3H JD 10S", simulations=10**6
        ),
        "slave, playouts": _asked(
            slave,
            slave.SlaveRequest,
            hand="3C 4D 5H 6S 7C 8D 9H 10S JC QD KH AS 2C",
            n_playouts=10**6,
        ),
        "pokle, first guess": _asked(pokle, pokle.PokleRequest, **_puzzle()),
    }


def _puzzle() -> dict[str, object]:
    puzzle = generate_puzzle(PUZZLE).puzzle
    flop, turn, river = puzzle.places
    hole = [format_cards(hand) for hand in puzzle.hole]
    return {"hole": hole, "flop": flop, "turn": turn, "river": river}


def _build_preflop(control: Control) -> None:
    with tempfile.TemporaryDirectory() as folder:
        build_preflop(Path(folder) / "table.npz", control)


def _asked(advisor: Any, kind: Any, **entries: object) -> Job:
    return partial(advisor.advise, kind.model_validate(entries))


def cancelled_s(job: Job, after_s: float) -> tuple[float, float]:
    """Run a job and cancel it; return the seconds until it ended, and of the longest sleep."""
    control, longest_s = Control(), 0.0

    def end_s() -> float:
        with suppress(Cancelled):
            job(control)
        return time.perf_counter()

    with ThreadPoolExecutor(1) as pool:
        end = pool.submit(end_s)
        now_s = time.perf_counter()
        until_s = now_s + after_s
        while now_s < until_s:
            time.sleep(0.001)
            before_s, now_s = now_s, time.perf_counter()
            longest_s = max(longest_s, now_s - before_s)
        if end.done():
            raise RuntimeError(f"done before it was cancelled, with {end.result()}")
        cancelled_at_s = time.perf_counter()
        control.cancel.set()
        return end.result() - cancelled_at_s, longest_s

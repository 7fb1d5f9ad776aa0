"""Sampled odds: chunks of deals, each with a generator of its own, on any number of threads.

A chunk's deals depend on the seed and the chunk's number alone, and chunks are added up as
integers: the answer is the same whatever the number of threads. After the flop the boards are
dealt as strata, each runout as often as any other, when nobody's range makes some more likely.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.errors import Cancelled
from engine.holdem.combos import COMBO_MASKS
from engine.holdem.result import Odds, odds_of_sample
from engine.holdem.situation import Situation
from engine.holdem.tally import N_TALLY

CHUNK = 1 << 15
MIN_CHUNK = 64
N_TRIALS = 4_096  # draws to guess how often ranges clash
ROUND_CHUNKS = 8  # between two looks at clock, flag and convergence
MIN_BATCHES = 30  # rounds through all runouts, below which the variance of a round is unknown


@dataclass(frozen=True, slots=True)
class Sampling:
    """How much to sample and how; `half_width` is the equity's ± at which to stop early."""

    n_samples: int = 100_000
    seed: int = 0
    n_threads: int = 0  # 0: one a core
    half_width: float | None = None
    min_samples: int = 10_000
    stratify: bool = True

    @property
    def threads(self) -> int:
        """The number of threads that is meant."""
        return self.n_threads or os.cpu_count() or 1


@dataclass(frozen=True)
class _Deal:
    """A situation as the kernel takes it."""

    seat_starts: NDArray[np.int64]
    combos: NDArray[np.int64]
    chances: NDArray[np.float64]
    aliases: NDArray[np.int64]
    board: NDArray[np.int64]
    deck: NDArray[np.int64]
    runouts: NDArray[np.int64]

    @property
    def batch(self) -> int:
        """How many deals go through all strata once; 1 without strata."""
        return max(1, len(self.runouts))

    @property
    def is_plain(self) -> bool:
        """True if only hero's hand is known and nothing is stratified."""
        sizes = np.diff(self.seat_starts)
        return not len(self.runouts) and sizes[0] == 1 and not sizes[1:].any()


def sample(situation: Situation, sampling: Sampling, control: Control) -> Odds:
    """Deal until the samples, the time or the wanted precision are reached."""
    deal = _prepare(situation, sampling)
    chunks = _chunk_sizes(sampling.n_samples, deal.batch, _accepted_share(situation))
    tally, n_done = np.zeros(N_TALLY, np.int64), 0

    def odds() -> Odds:
        n_seats = len(situation.seats)
        return odds_of_sample(tally, n_seats, n_done, deal.batch, sampling.seed)

    with mapping(sampling.threads) as map_chunks:
        for start in range(0, len(chunks), ROUND_CHUNKS):
            numbers = range(start, min(start + ROUND_CHUNKS, len(chunks)))
            fresh = sum(map_chunks(_runner(deal, sampling.seed, chunks, control), numbers))
            if control.cancel.is_set():  # some chunks were skipped: the round does not count
                break
            tally += fresh
            n_done = sum(chunks[: numbers.stop])
            finished = _is_settled(odds, n_done, sampling) or control.should_stop()
            if control.wants_report() or finished:
                control.report(n_done, sampling.n_samples, "dealing", odds())
            if finished:
                break
    if not n_done:
        raise Cancelled("the computation was cancelled")
    return odds()


@contextmanager
def mapping(n_threads: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """A `map` on threads, or the plain one."""
    if n_threads == 1:
        yield map
        return
    with ThreadPoolExecutor(n_threads) as pool:
        yield pool.map


def _runner(
    deal: _Deal, seed: int, chunks: list[int], control: Control
) -> Callable[[int], NDArray[np.int64]]:
    from engine.holdem.kernels import sample_chunk, sample_random_chunk

    n_seats, hero = len(deal.seat_starts) - 1, int(deal.combos[0]) if len(deal.combos) else 0

    def run(number: int) -> NDArray[np.int64]:
        tally = np.zeros(N_TALLY, np.int64)
        start = seed, number, chunks[number]
        if control.cancel.is_set():
            return tally
        if deal.is_plain:
            sample_random_chunk(*start, n_seats, hero, deal.board, deal.deck, tally)
        else:
            lists = deal.seat_starts, deal.combos, deal.chances, deal.aliases
            table = deal.board, deal.deck, deal.runouts
            sample_chunk(*start, *lists, *table, control.cancel.array, tally)
        return tally

    return run


def _is_settled(odds: Callable[[], Odds], n_done: int, sampling: Sampling) -> bool:
    if sampling.half_width is None or n_done < sampling.min_samples:
        return False
    interval = odds().hero.equity_interval
    return interval is not None and interval.half_width <= sampling.half_width


def _chunk_sizes(n_samples: int, batch: int, accepted: float) -> list[int]:
    """Full chunks and a rest, all whole batches; smaller where ranges clash and deals are slow."""
    size = -(-max(MIN_CHUNK, round(CHUNK * accepted)) // batch) * batch
    total = -(-n_samples // batch) * batch
    return [size] * (total // size) + ([total % size] if total % size else [])


def _accepted_share(situation: Situation) -> float:
    """About how often hands drawn from each range by itself share no card."""
    ranges = [
        r for r, free in zip(situation.seats, situation.random_seats, strict=True) if not free
    ]
    if sum(r.n_combos > 1 for r in ranges) < 2:
        return 1.0
    rng = np.random.default_rng(0)
    used, clash = np.zeros(N_TRIALS, np.uint64), np.zeros(N_TRIALS, bool)
    for r in ranges:
        drawn = COMBO_MASKS[rng.choice(len(COMBO_MASKS), N_TRIALS, p=r.weights / r.weights.sum())]
        clash |= (used & drawn) != 0
        used |= drawn
    return float(1 - clash.mean())


def _prepare(situation: Situation, sampling: Sampling) -> _Deal:
    starts, combos, chances, aliases = [0], [], [], []
    for seat, is_random in zip(situation.seats, situation.random_seats, strict=True):
        held = np.flatnonzero(seat.weights) if not is_random else np.zeros(0, np.int64)
        chance, alias = alias_table(seat.weights[held])
        combos.append(held)
        chances.append(chance)
        aliases.append(alias + starts[-1])
        starts.append(starts[-1] + len(held))
    return _Deal(
        np.array(starts, np.int64),
        np.concatenate(combos),
        np.concatenate(chances),
        np.concatenate(aliases),
        np.array([c.index for c in situation.board], np.int64),
        situation.deck,
        _strata(situation, sampling),
    )


def _strata(situation: Situation, sampling: Sampling) -> NDArray[np.int64]:
    """All runouts if they are few enough and equally likely, else none."""
    missing = 5 - len(situation.board)
    known = [r.n_combos == 1 for r in situation.seats]
    fair = all(r or k for r, k in zip(situation.random_seats, known, strict=True))
    n_runouts = {1: len(situation.deck), 2: situation.free_combos}.get(missing, 0)
    if not (sampling.stratify and fair and 0 < n_runouts * MIN_BATCHES <= sampling.n_samples):
        return np.zeros((0, missing), np.int64)
    return situation.runouts()


def alias_table(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Walker's tables: draw a place evenly, keep it with its chance, else take its alias."""
    n = len(weights)
    chances, aliases = np.ones(n), np.arange(n)
    scaled = weights * (n / weights.sum()) if n else weights.copy()
    small = [i for i in range(n) if scaled[i] < 1]
    large = [i for i in range(n) if scaled[i] >= 1]
    while small and large:
        low, high = small.pop(), large.pop()
        chances[low], aliases[low] = scaled[low], high
        scaled[high] -= 1 - scaled[low]
        (small if scaled[high] < 1 else large).append(high)
    return chances, aliases

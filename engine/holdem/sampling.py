"""Sampled odds: chunks of deals, each with a generator of its own, on any number of threads.

A chunk's deals depend on the seed and the chunk's number alone, and chunks are added up as
integers: the answer is the same whatever the number of threads. After the flop the boards are
dealt as strata, each runout as often as any other, unless a range makes some of them more likely.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.control import Control
from engine.errors import Cancelled, IllegalStateError, InputError
from engine.holdem.matchups import Matchups, deals
from engine.holdem.result import Odds, odds_of_sample
from engine.holdem.situation import Situation
from engine.holdem.tables import COMBO_MASKS
from engine.holdem.tally import N_TALLY
from engine.waves import in_waves

MAX_SAMPLES = 10**9  # sums of squares of so many deals still fit into 64 bits
CHUNK = 1 << 15
MIN_CHUNK = 64
# The least share of deals without a clash; below it, all deals are listed if they are few.
MIN_ACCEPTED = 0.05
MAX_LISTED = 200_000
N_TRIALS = 4_096  # draws to estimate how often ranges clash
ROUND_CHUNKS = 8  # between two checks of clock, flag and convergence
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

    def __post_init__(self) -> None:
        if not 1 <= self.n_samples <= MAX_SAMPLES:
            raise InputError(f"{self.n_samples:,} samples: expected 1 to {MAX_SAMPLES:,}")
        if not 0 <= self.seed < 1 << 63:
            raise InputError(f"the seed {self.seed}: expected 0 to 2^63 - 1")

    @property
    def threads(self) -> int:
        """The number of threads that is meant."""
        return self.n_threads or os.cpu_count() or 1


@dataclass(frozen=True)
class _Deal:
    """A situation as the native functions take it."""

    native: rust_meld.HoldemDeal
    batch: int  # how many deals go through all strata once; 1 without strata
    is_plain: bool  # only hero's hand is known and nothing is stratified
    accepted: float  # how often hands that are drawn do not clash


@dataclass(frozen=True, slots=True)
class _Chunks:
    """How deals are divided: chunks of whole batches, smaller ones where ranges clash and deals are
    slow.
    """

    total: int
    size: int

    @classmethod
    def of(cls, n_samples: int, deal: _Deal) -> "_Chunks":
        """Return the chunks of at least so many deals."""
        size = max(MIN_CHUNK, round(CHUNK * deal.accepted))
        return cls(*(-(-n // deal.batch) * deal.batch for n in (n_samples, size)))

    @property
    def n(self) -> int:
        """How many there are."""
        return -(-self.total // self.size)

    def size_of(self, number: int) -> int:
        """Return how many deals a chunk has."""
        return min(self.size, self.total - number * self.size)


def sample(situation: Situation, sampling: Sampling, control: Control) -> Odds:
    """Deal until the samples, the time or the wanted precision are reached."""
    deal = _prepare(situation, sampling)
    chunks = _Chunks.of(sampling.n_samples, deal)
    tally, n_done, gave_up = np.zeros(N_TALLY, np.int64), 0, False

    def odds() -> Odds:
        n_seats = len(situation.seats)
        return odds_of_sample(tally, n_seats, n_done, deal.batch, sampling.seed)

    with control.watch() as stop:
        run, numbers = _runner(deal, sampling.seed, chunks, control, stop), range(chunks.n)
        rounds = in_waves(run, numbers, sampling.threads, ROUND_CHUNKS, control.should_stop)
        try:
            for dealt in rounds:
                for part in dealt:
                    tally += part.tally
                    n_done += part.n_deals
                    gave_up |= part.gave_up
                early = odds if n_done else None
                goes_on = control.goes_on(n_done, sampling.n_samples, "dealing", early)
                if gave_up or not goes_on or _is_settled(odds, n_done, sampling):
                    break
        finally:
            stop[0] = 1  # stops the round that was handed out ahead
            rounds.close()
    if not n_done:
        control.check()
        if gave_up:
            raise IllegalStateError(
                "These ranges hardly ever fit together: no deal was found. Widen some of them."
            )
        raise Cancelled("Time was up before a deal was found in which no two ranges clash.")
    return odds()


@dataclass(frozen=True, slots=True)
class _Part:
    """The counts of one chunk; `gave_up` if its hands clashed too often to deal it whole."""

    tally: NDArray[np.int64]
    n_deals: int
    gave_up: bool = False


def _runner(
    deal: _Deal, seed: int, chunks: _Chunks, control: Control, stop: NDArray[np.uint8]
) -> Callable[[int], _Part]:
    """Return a function that deals the chunk of a number."""

    def run(number: int) -> _Part:
        tally, n_deals = np.zeros(N_TALLY, np.int64), chunks.size_of(number)
        if control.cancel.is_set() or (number and stop[0]):  # the first is dealt, however late
            return _Part(tally, 0)
        if deal.is_plain:
            deal.native.sample_random(seed, number, n_deals, tally)
            return _Part(tally, n_deals)
        n_dealt = sample_chunk(deal.native, seed, number, n_deals, stop, tally)
        if n_dealt % deal.batch:  # a part of the strata: some runouts would count more than others
            return _Part(np.zeros(N_TALLY, np.int64), 0)
        return _Part(tally, n_dealt, gave_up=n_dealt < n_deals and not stop[0])

    return run


def sample_chunk(
    native: rust_meld.HoldemDeal,
    seed: int,
    number: int,
    n_deals: int,
    stop: NDArray[np.uint8],
    tally: NDArray[np.int64],
) -> int:
    """Deal one chunk from ranges; return how many deals it found, fewer where hands clash."""
    return native.sample(seed, number, n_deals, stop, tally)


def _is_settled(odds: Callable[[], Odds], n_done: int, sampling: Sampling) -> bool:
    if sampling.half_width is None or n_done < sampling.min_samples:
        return False
    interval = odds().hero.equity_interval
    return interval is not None and interval.half_width <= sampling.half_width


def _accepted_share(situation: Situation) -> float:
    """Estimate how often hands drawn from each range by itself share no card."""
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
    accepted = _accepted_share(situation)
    joint = _list_hands(situation) if accepted < MIN_ACCEPTED else None
    strata = _strata(situation, sampling)
    native = rust_meld.HoldemDeal(
        situation.board_indices,
        situation.deck.tobytes(),
        strata,
        starts=np.array(starts, np.int64),
        combos=np.concatenate(combos),
        chances=np.concatenate(chances),
        aliases=np.concatenate(aliases),
        rows=np.zeros((0, len(situation.seats)), np.int64) if joint is None else joint.combos,
        row_sums=np.zeros(0) if joint is None else np.cumsum(joint.weights),
    )
    is_plain = not len(strata) and len(combos[0]) == 1 and not any(map(len, combos[1:]))
    return _Deal(native, max(1, len(strata)), is_plain, accepted if joint is None else 1.0)


def _list_hands(situation: Situation) -> Matchups | None:
    """Return all ways to give the seats that are not random their hands, -1 for the others'
    seats.
    """
    fixed = [i for i, is_random in enumerate(situation.random_seats) if not is_random]
    found = deals(tuple(situation.seats[i] for i in fixed), MAX_LISTED)
    if found is None:
        return None
    combos = np.full((len(found.combos), len(situation.seats)), -1, np.int64)
    combos[:, fixed] = found.combos
    return Matchups(combos, found.weights)


def _strata(situation: Situation, sampling: Sampling) -> NDArray[np.uint8]:
    """Return all runouts if they are few enough and equally likely, else none."""
    missing = 5 - len(situation.board)
    known = [r.n_combos == 1 for r in situation.seats]
    fair = all(r or k for r, k in zip(situation.random_seats, known, strict=True))
    n_runouts = {1: len(situation.deck), 2: situation.free_combos}.get(missing, 0)
    if not (sampling.stratify and fair and 0 < n_runouts * MIN_BATCHES <= sampling.n_samples):
        return np.zeros((0, missing), np.uint8)
    return situation.runouts()


def alias_table(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return Walker's alias table: draw a place evenly, keep it with its chance, else take its
    alias.
    """
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

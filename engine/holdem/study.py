"""The study of a range: how each of its hands fares, by starting hand, made hand and draw.

Heads-up from the flop on, one sweep of the runouts answers for every hand at once, exactly. With
more players, or before the flop, each part of the range is a question of its own for the solver.
How the equity spreads over the cards to come is the same sweep, seen by runout.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.control import POLL_S, Control
from engine.errors import IllegalStateError
from engine.holdem.combos import CLASS_NAMES
from engine.holdem.exact import expected_board_s
from engine.holdem.made_hands import DRAWS, MADE, kinds_of
from engine.holdem.ranges import Range
from engine.holdem.result import Odds, PlayerOdds
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.solver import solve
from engine.holdem.tables import CLASS_OF_COMBO, N_COMBOS
from engine.statistics import Interval

N_BINS = 10
N_BOARDS = 2_000  # whole boards that are dealt before the flop, where all would be too many
SLICE_RUNOUTS = 64
PART_S = 0.01  # how long the enumeration of one part may take
SAMPLES_OF_PART = 5  # one part has a fifth of the samples of a whole question
Parts = dict[str, NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class PartOdds:
    """A part of a range: how many combinations (by weight), which share of it, its equity.

    The equity is None if the part cannot be dealt or was not reached; its ends are None if exact.
    """

    name: str
    n_combos: float
    share: float
    equity: float | None
    half_width: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """How the equity spreads over what may come: whole boards, or the next card alone."""

    over: str  # "boards" or "next cards"
    exact: bool
    n: int
    bins: tuple[float, ...]  # the share of boards by equity, a tenth each
    quartiles: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Study:
    """The parts of hero's range, strongest made hands first, and the spread of its equity."""

    hands: tuple[PartOdds, ...]
    made: tuple[PartOdds, ...]
    draws: tuple[PartOdds, ...]
    spread: Spread | None


@dataclass(frozen=True, slots=True)
class _Sweep:
    """Hero's share of the pot and the weight of all pairs, by hand and by runout."""

    by_hand: NDArray[np.float64]
    by_runout: NDArray[np.float64]


def study(situation: Situation, odds: Odds, sampling: Sampling, control: Control) -> Study:
    """Study hero's range; `odds` is the answer to the whole question, hero first."""
    n_board, heads_up = len(situation.board), len(situation.seats) == 2
    swept = _sweep(situation, _runouts(situation, sampling.seed), control) if heads_up else None
    solver = _PartSolver(situation, odds.hero, sampling, control, swept if n_board else None)
    made, draws = _made_parts(situation) if n_board else ({}, {})
    spread = None if n_board == 5 else _spread_of(swept, odds, is_exact=n_board > 0)
    hands = solver.solve(_hand_parts(situation))
    return Study(hands, solver.solve(made), solver.solve(draws), spread)


def _hand_parts(situation: Situation) -> Parts:
    held = situation.seats[0].weights > 0
    places = np.unique(CLASS_OF_COMBO[held]).tolist()
    return {CLASS_NAMES[place]: held & (place == CLASS_OF_COMBO) for place in places}


def _made_parts(situation: Situation) -> tuple[Parts, Parts]:
    """Return the range by made hands and by draws, the strongest first."""
    held = np.flatnonzero(situation.seats[0].weights)
    kinds = list(kinds_of(held, situation.board))
    found: list[Parts] = []
    for names, column in ((MADE, 0), (DRAWS, 1)):
        own = np.array([kind[column] for kind in kinds])
        found.append({n: _mask(held[own == n]) for n in names if (own == n).any()})
    return found[0], found[1]


def _mask(held: NDArray[np.int64]) -> NDArray[np.bool_]:
    mask = np.zeros(N_COMBOS, bool)
    mask[held] = True
    return mask


@dataclass(frozen=True, slots=True)
class _PartSolver:
    """Odds of parts of hero's range: from a sweep, or solved one by one."""

    situation: Situation
    whole: PlayerOdds
    sampling: Sampling
    control: Control
    swept: _Sweep | None

    def solve(self, parts: Parts) -> tuple[PartOdds, ...]:
        """Return the odds of each part."""
        return tuple(self._solve_all(parts))

    def _solve_all(self, parts: Parts) -> Iterator[PartOdds]:
        weights = self.situation.seats[0].weights
        for done, (name, mask) in enumerate(parts.items()):
            n_combos = float(weights[mask].sum())
            share = n_combos / float(weights.sum())
            equity, ends = self._equity(weights * mask)
            bounds = (ends.half_width, ends.low, ends.high) if ends else ()
            yield PartOdds(name, n_combos, share, equity, *bounds)
            self.control.report(done + 1, len(parts), "hand by hand")

    def _equity(self, weights: NDArray[np.float64]) -> tuple[float | None, Interval | None]:
        if self.swept is not None:
            share, total = self.swept.by_hand[weights > 0].sum(axis=0).tolist()
            return (share / total if total else None), None
        if np.array_equal(weights, self.situation.seats[0].weights):
            return _figures(self.whole)  # known already: asked again it would differ a little
        if self.control.should_stop():
            return None, None
        return self._solve_part(weights)

    def _solve_part(self, weights: NDArray[np.float64]) -> tuple[float | None, Interval | None]:
        n_samples = max(1, self.sampling.n_samples // SAMPLES_OF_PART)
        sampling = replace(self.sampling, n_samples=n_samples, half_width=None)
        quiet = replace(self.control, on_progress=None)
        try:
            part = replace(self.situation, hero=Range(weights))
            return _figures(solve(part, sampling, quiet, exact_s=PART_S).hero)
        except IllegalStateError:  # the others' cards leave none of these hands
            return None, None


def _figures(player: PlayerOdds) -> tuple[float, Interval | None]:
    return player.equity, player.equity_interval


def _runouts(situation: Situation, seed: int) -> NDArray[np.uint8]:
    """Return all ways the board may go on, or some before the flop."""
    if situation.board:
        return situation.runouts()
    rng = np.random.default_rng(seed)
    boards = (rng.choice(situation.deck, 5, replace=False) for _ in range(N_BOARDS))
    return np.array(list(boards), np.uint8)


def _sweep(situation: Situation, runouts: NDArray[np.uint8], control: Control) -> _Sweep | None:
    """Sweep all runouts; None if time ran out first."""
    hero, opponent = (seat.weights for seat in situation.seats)
    weights = np.ones(len(runouts))
    duel = rust_meld.HoldemDuel(situation.board_indices, runouts, weights, hero, opponent)
    found = _Sweep(np.zeros((N_COMBOS, 2)), np.zeros((len(runouts), 2)))
    expected_s = len(runouts) * expected_board_s(situation)
    with control.watch(expected_s <= POLL_S) as flag:
        for first in range(0, len(runouts), SLICE_RUNOUTS):
            stop = min(first + SLICE_RUNOUTS, len(runouts))
            duel.sweep(first, stop, flag, found.by_hand, found.by_runout)
            control.check()
            if flag[0]:
                return None
    return found


def _spread_of(swept: _Sweep | None, odds: Odds, *, is_exact: bool) -> Spread | None:
    """Return the spread over whole boards where they were swept, else over the next card if
    known.
    """
    if swept is not None:
        likely = swept.by_runout[swept.by_runout[:, 1] > 0]
        return _spread("boards", is_exact, likely[:, 0] / likely[:, 1], likely[:, 1])
    equities = np.array(list(odds.next_cards.values()))
    return _spread("next cards", odds.exact, equities, np.ones(len(equities)))


def _spread(
    over: str, exact: bool, equities: NDArray[np.float64], weights: NDArray[np.float64]
) -> Spread | None:
    if not len(equities):
        return None
    places = np.minimum((equities * N_BINS + 1e-9).astype(np.int64), N_BINS - 1)
    bins = np.bincount(places, weights, N_BINS) / weights.sum()
    order = np.argsort(equities)
    sums = np.cumsum(weights[order]) / weights.sum()
    low, middle, high = (
        float(equities[order[np.searchsorted(sums, q)]]) for q in (0.25, 0.5, 0.75)
    )
    return Spread(over, exact, len(equities), tuple(bins.tolist()), (low, middle, high))

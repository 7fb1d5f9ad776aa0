"""Exact odds: every runout and every way to deal the players their hands, where that is few enough.

Heads-up from the flop on, two ranges are swept on every runout; with more players every deal is
walked. Before the flop boards are walked by their ranks, once for every kind of match-up or once
for all hands of a random opponent; wide ranges are swept on one board for each kind of board.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.control import POLL_S, Control
from engine.holdem.matchups import (
    MAX_RANGED_SEATS,
    Matchups,
    deals,
    merge_suits,
    renamed_combos,
)
from engine.holdem.result import Odds, odds_of_enumeration
from engine.holdem.situation import Situation
from engine.holdem.tables import COMBO_CARDS, N_COMBOS
from engine.holdem.tally import N_TALLY
from engine.waves import in_waves

MAX_DEALS = 2_000_000  # match-ups that are kept in memory
CASES_A_SECOND = 60e6  # cautious speeds of the kernels, to estimate what an enumeration costs
MATCHUP_S = 1e-3
RANDOM_OPPONENT_S = 0.06
DUEL_BOARD_S, DUEL_HAND_S = 2e-6, 50e-9
N_BOARD_KINDS = 134_459
SLICE_CASES = 500_000  # cases of one step
SLICE_S = 0.01
ROUND_STEPS = 16  # shared out between threads at once
WORTH_THREADS_S = 0.05

Tally = NDArray[np.float64]
PlanStep = Callable[[Tally], None]
Flag = NDArray[np.uint8]  # one byte that is polled: stop when it is set


@dataclass(frozen=True, slots=True)
class EnumerationPlan:
    """A planned enumeration: its expected duration, and its steps of a few milliseconds."""

    expected_s: float
    n_steps: int
    steps: Callable[[Flag], Iterator[PlanStep]]


def plan(situation: Situation, limit_s: float) -> EnumerationPlan | None:
    """Return a way to enumerate the situation within about `limit_s` seconds, if there is one."""
    found = _plan_postflop(situation) if situation.board else _plan_preflop(situation, limit_s)
    return found if found is not None and found.expected_s <= limit_s else None


def enumerate_odds(
    situation: Situation, chosen: EnumerationPlan, control: Control, n_threads: int = 1
) -> Odds | None:
    """Carry out a plan; None if time ran out first. Threads do not change the answer."""
    tally, done = np.zeros(N_TALLY), 0
    n_threads = n_threads if chosen.expected_s > WORTH_THREADS_S else 1

    def carry_out(step: PlanStep) -> Tally | None:
        part = np.zeros(N_TALLY)
        if not stop[0]:
            step(part)
        return None if stop[0] else part

    with control.watch(chosen.expected_s <= POLL_S) as stop:
        steps = chosen.steps(stop)
        for parts in in_waves(carry_out, steps, n_threads, ROUND_STEPS, lambda: bool(stop[0])):
            control.check()
            for part in parts:  # in order: sums of fractions depend on it
                if part is None:
                    return None
                tally += part
            done += len(parts)
            control.report(done, chosen.n_steps, "enumerating")
        if stop[0]:
            return None
    return odds_of_enumeration(tally, len(situation.seats), situation.is_weighted)


def _plan_postflop(situation: Situation) -> EnumerationPlan:
    """Plan to walk every deal, or heads-up to sweep the ranges if that is quicker."""
    plans = [_plan_runouts(situation)]
    if len(situation.seats) == 2:
        plans.append(_plan_duel(situation, comb(len(situation.deck), 5 - len(situation.board))))
    return min(plans, key=lambda p: p.expected_s)


def _plan_runouts(situation: Situation) -> EnumerationPlan:
    missing = 5 - len(situation.board)
    n_runouts = comb(len(situation.deck), missing)
    n_deals = prod(r.n_combos for r in situation.seats)
    size = max(1, SLICE_CASES // n_deals)
    return EnumerationPlan(
        n_runouts * n_deals / CASES_A_SECOND,
        -(-n_runouts // size),
        partial(_runout_steps, situation, size),
    )


def _runout_steps(situation: Situation, size: int, flag: Flag) -> Iterator[PlanStep]:
    runouts = situation.runouts()
    held = [np.flatnonzero(seat.weights) for seat in situation.seats]
    weights = [seat.weights[h] for seat, h in zip(situation.seats, held, strict=True)]
    question = rust_meld.HoldemRunouts(
        situation.board_indices,
        runouts,
        starts=np.cumsum([0, *map(len, held)]),
        combos=np.concatenate(held),
        weights=np.concatenate(weights),
    )
    for first in range(0, len(runouts), size):
        yield partial(question.enumerate, first, min(first + size, len(runouts)), flag)


def expected_board_s(situation: Situation) -> float:
    """Return about how long two ranges are swept on one board."""
    return DUEL_BOARD_S + DUEL_HAND_S * sum(seat.n_combos for seat in situation.seats)


def _plan_duel(situation: Situation, n_runouts: int) -> EnumerationPlan:
    board_s = expected_board_s(situation)
    size = max(1, round(SLICE_S / board_s))
    n_steps = -(-n_runouts // size)
    return EnumerationPlan(n_runouts * board_s, n_steps, partial(_duel_steps, situation, size))


def _duel_steps(situation: Situation, size: int, flag: Flag) -> Iterator[PlanStep]:
    if situation.board:
        runouts = situation.runouts()
        runout_weights = np.ones(len(runouts))
    else:
        runouts, runout_weights = canonical_boards()
    hero, opponent = (seat.weights for seat in situation.seats)
    question = rust_meld.HoldemDuel(
        situation.board_indices, runouts, runout_weights, hero, opponent
    )
    for first in range(0, len(runouts), size):
        yield partial(question.enumerate, first, min(first + size, len(runouts)), flag)


def canonical_boards() -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return one board for all that differ only by names of suits, and how many it stands for."""
    boards, weights = rust_meld.holdem_canonical_boards()
    return (
        np.frombuffer(boards, np.uint8).reshape(-1, 5),
        np.frombuffer(weights, np.uint8).astype(np.float64),
    )


def _plan_preflop(situation: Situation, limit_s: float) -> EnumerationPlan | None:
    """Plan by hero's hands against a random one, by kinds of boards, or by kinds of match-ups."""
    plans: list[EnumerationPlan | None] = []
    if len(situation.opponents) == 1:
        if situation.random_seats[1]:
            plans.append(_plan_random_opponent(situation))
        if not situation.dead and _is_symmetric(situation):
            plans.append(_plan_duel(situation, N_BOARD_KINDS))
    cheapest_s = min((p.expected_s for p in plans if p), default=limit_s)
    plans.append(_plan_matchups(situation, min(limit_s, cheapest_s)))
    return min((p for p in plans if p), key=lambda p: p.expected_s, default=None)


def _is_symmetric(situation: Situation) -> bool:
    """Return True if no range distinguishes suits."""
    renamed = renamed_combos()
    return all(bool((seat.weights[renamed] == seat.weights).all()) for seat in situation.seats)


def _plan_matchups(situation: Situation, limit_s: float) -> EnumerationPlan | None:
    if len(situation.seats) > MAX_RANGED_SEATS:
        return None
    every = deals(situation.seats, min(MAX_DEALS, 24 * limit_s / MATCHUP_S))
    if every is None:
        return None
    kinds = merge_suits(every, situation.dead)
    n = len(kinds.weights)
    return EnumerationPlan(n * MATCHUP_S, n, partial(_matchup_steps, situation, kinds))


def _matchup_steps(situation: Situation, kinds: Matchups, flag: Flag) -> Iterator[PlanStep]:
    dead = bytes(card.index for card in situation.dead)
    for combos, weight in zip(kinds.combos, kinds.weights.tolist(), strict=True):
        gone = COMBO_CARDS[combos].tobytes() + dead
        yield partial(rust_meld.holdem_known_hands, combos.tolist(), gone, weight, flag)


def _plan_random_opponent(situation: Situation) -> EnumerationPlan:
    hero = deals(situation.seats[:1], N_COMBOS)
    assert hero is not None  # one range is never too much
    kinds = merge_suits(hero, situation.dead)
    n = len(kinds.weights)
    return EnumerationPlan(n * RANDOM_OPPONENT_S, n, partial(_random_steps, situation, kinds))


def _random_steps(situation: Situation, kinds: Matchups, flag: Flag) -> Iterator[PlanStep]:
    dead = bytes(card.index for card in situation.dead)
    for (combo,), weight in zip(kinds.combos.tolist(), kinds.weights.tolist(), strict=True):
        gone = COMBO_CARDS[combo].tobytes() + dead
        yield partial(rust_meld.holdem_against_random, combo, gone, weight, flag)

"""Equity at the Hold'em table: the stored answer, an exact one, or a sampled one with its error.

`solve` answers any situation, `equity` one that is written as text.
"""

import secrets
from dataclasses import replace

from engine.cards import parse_cards
from engine.control import Budget, Control
from engine.errors import Cancelled, IllegalStateError, InputError
from engine.holdem import exact
from engine.holdem.cache import AnswerCache
from engine.holdem.config import HoldemConfig, Mode
from engine.holdem.preflop.table import look_up
from engine.holdem.ranges import parse_range
from engine.holdem.result import Odds
from engine.holdem.sampling import Sampling, sample
from engine.holdem.situation import Situation

EXACT_S = 1.0  # the longest expected time of an enumeration, unless an exact answer is required
INSIST_S = 60.0  # and if it is required
QUICK_S = 0.1  # an enumeration that takes longer is preceded by a sampled answer
N_FIRST = 10_000


def solve(
    situation: Situation,
    sampling: Sampling,
    control: Control,
    *,
    insist: bool = False,
    cache: AnswerCache | None = None,
    sampled: bool = False,
    exact_s: float = EXACT_S,
) -> Odds:
    """Return the odds of a situation; with `insist` exact, even if that takes a minute.

    With `sampled` a question before the flop is sampled, not looked up or enumerated; otherwise
    it is enumerated if that is expected to take `exact_s` seconds at most.

    A sampled answer is taken from the cache only if it has as many samples as are asked for.
    """
    if sampled and not situation.board and not insist:
        return sample(situation, sampling, control).timed(control.elapsed_s)
    stored = look_up(situation)
    if stored is not None and (stored.exact or not insist):
        return stored.timed(control.elapsed_s)
    known = cache.get(situation) if cache is not None else None
    if known is not None and (known.exact or _is_enough(known, sampling, insist)):
        return known.timed(control.elapsed_s)
    limit_s = INSIST_S if insist else min(exact_s, control.remaining_s)
    odds = _compute(situation, sampling, control, limit_s, insist).timed(control.elapsed_s)
    if cache is not None and (known is None or odds.exact or odds.n_samples > known.n_samples):
        cache.put(situation, odds)
    return odds


def _is_enough(known: Odds, sampling: Sampling, insist: bool) -> bool:
    return not insist and known.n_samples >= sampling.n_samples


def _compute(
    situation: Situation, sampling: Sampling, control: Control, limit_s: float, insist: bool
) -> Odds:
    plan = exact.plan(situation, limit_s)
    if plan is None and insist:
        raise InputError(
            "an exact answer is out of reach here: use fewer opponents or ranges, enter more "
            "board cards, or take a sampled answer"
        )
    if plan is None:
        return sample(situation, sampling, control)
    if plan.expected_s > QUICK_S and control.wants_report():
        first = _sample_first(situation, sampling, control)
        control.report(0, plan.n_steps, "enumerating", first)
    odds = exact.enumerate_odds(situation, plan, control, sampling.threads)
    return sample(situation, sampling, control) if odds is None else odds


def _sample_first(situation: Situation, sampling: Sampling, control: Control) -> Odds | None:
    """Return an early answer, if deals are found as fast as one is wanted early."""
    quick = Control(Budget(min(QUICK_S, control.remaining_s)), control.cancel)
    try:
        return sample(situation, replace(sampling, n_samples=N_FIRST), quick)
    except (Cancelled, IllegalStateError):  # no deal was found, but all can be enumerated
        control.check()
        return None


def equity(
    hero: str,
    *opponents: str,
    board: str = "",
    dead: str = "",
    mode: Mode = "default",
    exact: bool = False,
    seed: int | None = None,
    control: Control | None = None,
) -> Odds:
    """Return everybody's chances; players are two cards, a range or "random" (the default
    opponent).

    >>> equity("AhAs", "KdKc").hero.equity
    0.812554...
    """
    players = tuple(map(parse_range, opponents or ("random",)))
    situation = Situation(parse_range(hero), players, parse_cards(board), parse_cards(dead))
    sampling = HoldemConfig().sampling(mode, secrets.randbits(62) if seed is None else seed)
    return solve(situation, sampling, control or Control(), insist=exact)

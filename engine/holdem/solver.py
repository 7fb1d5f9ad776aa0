"""Equity at the Hold'em table: the stored answer, an exact one, or a sampled one with its error.

`solve` answers any situation, `equity` one that is written as text. `MonteCarloSolver` and
`solve_poker_hand` take a plain list of cards and a number of opponents.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cards import Card, parse_card, parse_cards
from engine.control import Budget, Control
from engine.errors import Cancelled, CardError, IllegalStateError, InputError
from engine.holdem import exact
from engine.holdem.cache import AnswerCache
from engine.holdem.config import HoldemConfig, Mode, load_config
from engine.holdem.preflop.table import look_up
from engine.holdem.ranges import known_hand, parse_range, random_range
from engine.holdem.result import Odds
from engine.holdem.sampling import Sampling, sample
from engine.holdem.situation import MAX_OPPONENTS, Situation

EXACT_S = 1.0  # how long an enumeration may be expected to take when nobody insists on one
INSIST_S = 60.0  # and when somebody does
QUICK_S = 0.1  # an enumeration that takes longer is preceded by a sampled answer
N_FIRST = 10_000
MODES = ("fast", "default", "precision")


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
    """The odds of a situation; with `insist` exact, even if that takes a minute.

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
            "an exact answer is out of reach here: fewer opponents, ranges or missing board cards"
            " would do, or a sampled answer"
        )
    if plan is None:
        return sample(situation, sampling, control)
    if plan.expected_s > QUICK_S and control.wants_report():
        first = _sample_first(situation, sampling, control)
        control.report(0, plan.n_steps, "enumerating", first)
    odds = exact.enumerate_odds(situation, plan, control, sampling.threads)
    return sample(situation, sampling, control) if odds is None else odds


def _sample_first(situation: Situation, sampling: Sampling, control: Control) -> Odds | None:
    """An early answer, if deals are found as fast as one is wanted early."""
    quick = Control(Budget(min(QUICK_S, control.remaining_s)), control.cancel)
    try:
        return sample(situation, replace(sampling, n_samples=N_FIRST), quick)
    except (Cancelled, IllegalStateError):  # no deal was found, which is no obstacle to enumerating
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
    """Everybody's chances; players are two cards, a range or "random" (the default opponent).

    >>> equity("AhAs", "KdKc").hero.equity
    0.812554...
    """
    players = tuple(map(parse_range, opponents or ("random",)))
    situation = Situation(parse_range(hero), players, parse_cards(board), parse_cards(dead))
    sampling = HoldemConfig().sampling(mode, secrets.randbits(62) if seed is None else seed)
    return solve(situation, sampling, control or Control(), insist=exact)


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """What `analyze_hand` answers; `confidence_interval` is None when the answer is exact."""

    win_probability: float
    tie_probability: float
    loss_probability: float
    equity: float
    simulations_run: int
    execution_time_ms: float
    confidence_interval: tuple[float, float] | None
    hand_category_frequencies: dict[str, float]
    exact: bool
    seed: int | None


class MonteCarloSolver:
    """Hero's hand against one to nine random hands."""

    def __init__(self, config_path: str | Path | None = None) -> None:
        self.config: HoldemConfig = load_config(config_path)
        self._cache = AnswerCache()

    def analyze_hand(
        self,
        hero_hand: Sequence[str | Card],
        num_opponents: int,
        board_cards: Sequence[str | Card] | None = None,
        simulation_mode: Mode = "default",
    ) -> SimulationResult:
        """Win, tie and loss of two cards against random opponents, on a board if there is one."""
        situation = read_situation(hero_hand, num_opponents, board_cards or ())
        if simulation_mode not in MODES:
            raise InputError(
                f"unknown simulation mode {simulation_mode!r}: expected {', '.join(MODES)}"
            )
        seed = self.config.simulation_settings.random_seed
        sampling = self.config.sampling(
            simulation_mode, secrets.randbits(62) if seed is None else seed
        )
        control = Control(Budget(self.config.performance_settings.max_simulation_time_ms / 1000))
        cache = self._cache if seed is None else None  # with a seed, history must not matter
        return _as_simulation(solve(situation, sampling, control, cache=cache))


def solve_poker_hand(
    hero_hand: Sequence[str | Card],
    num_opponents: int,
    board_cards: Sequence[str | Card] | None = None,
    simulation_mode: Mode = "default",
) -> SimulationResult:
    """`analyze_hand` with the default configuration."""
    return MonteCarloSolver().analyze_hand(hero_hand, num_opponents, board_cards, simulation_mode)


def read_situation(
    hero_hand: Sequence[str | Card], num_opponents: int, board_cards: Sequence[str | Card]
) -> Situation:
    """Hero's two cards against random hands, checked."""
    if isinstance(hero_hand, str) or len(hero_hand) != 2:
        raise InputError(f"Hero hand must be a list of exactly 2 cards, not {hero_hand!r}")
    if isinstance(num_opponents, bool) or num_opponents not in range(1, MAX_OPPONENTS + 1):
        raise InputError(
            f"Number of opponents must be between 1 and {MAX_OPPONENTS}, not {num_opponents!r}"
        )
    hero = tuple(map(_read_card, hero_hand))
    board = tuple(map(_read_card, board_cards))
    cards = (*hero, *board)
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        raise CardError(f"Duplicate cards detected: {twice!r} is given twice")
    return Situation(known_hand(*hero), (random_range(),) * num_opponents, board)


def _read_card(card: object) -> Card:
    if isinstance(card, Card):
        return card
    if not isinstance(card, str):
        raise CardError(f"Invalid card format: {card!r}")
    try:
        return parse_card(card)
    except CardError as error:
        raise CardError(f"Invalid card format: {error}") from None


def _as_simulation(odds: Odds) -> SimulationResult:
    hero = odds.hero
    interval = hero.win_interval
    return SimulationResult(
        win_probability=hero.win,
        tie_probability=hero.tie,
        loss_probability=hero.loss,
        equity=hero.equity,
        simulations_run=odds.n_samples,
        execution_time_ms=odds.elapsed_s * 1000,
        confidence_interval=(interval.low, interval.high) if interval else None,
        hand_category_frequencies=dict(reversed(odds.hero_categories.items())),
        exact=odds.exact,
        seed=odds.seed,
    )

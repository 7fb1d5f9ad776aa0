"""Poker Knight by the names of its founding document, on `engine/holdem` and `engine/poker`.

Scores have the document's form: a base for each category (9000 for a royal flush, 0 for a high
card) plus the hand's place among those of its category. Intervals, time-outs and the number of
opponents follow the rules of this project, not the document's.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.cards import Card, parse_card
from engine.control import Budget, Control
from engine.errors import CardError, InputError
from engine.holdem.cache import AnswerCache
from engine.holdem.config import HoldemConfig, Mode, load_config
from engine.holdem.ranges import known_hand, random_range
from engine.holdem.result import CATEGORY_NAMES, Odds
from engine.holdem.situation import MAX_OPPONENTS, Situation
from engine.holdem.solver import solve
from engine.poker.evaluator import evaluate
from engine.poker.hands import (
    PLACE_BITS,
    WHEEL,
    HandType,
    hand_type,
    ranks_in_order,
    ranks_of,
    straights,
)

__all__ = ["MonteCarloSolver", "SimulationResult", "solve_poker_hand"]
MODES = ("fast", "default", "precision")
CATEGORY_SIZE = 1_000  # points between a category's base and the next one's


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
        """Return win, tie and loss of two cards against random opponents, on a board if there is
        one.
        """
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

    def _evaluate_hand(self, cards: Sequence[str | Card]) -> float:
        """Return the score of the best five of five to seven cards."""
        value = evaluate([_read_card(card) for card in cards])
        category, place = hand_type(value), value % (1 << PLACE_BITS)
        share = place / len(ranks_in_order(category))
        if category is HandType.STRAIGHT_FLUSH and ranks_of(value) == straights()[-1]:
            share = 1  # a royal flush, where the next category would begin
        return CATEGORY_SIZE * (category - HandType.HIGH_CARD + share)

    def _evaluate_five_cards(self, cards: Sequence[str | Card]) -> float:
        """Return the score of five cards; larger is stronger, equal means tie."""
        if len(cards) != 5:
            raise CardError(f"{len(cards)} cards: expected five")
        return self._evaluate_hand(cards)

    def _get_hand_category(self, hand_strength: float) -> str:
        """Return the name of a score's category."""
        return CATEGORY_NAMES[int(hand_strength // CATEGORY_SIZE)]

    def _is_wheel_straight(self, ranks: Sequence[int]) -> bool:
        """Return True for the ranks A-2-3-4-5 in any order."""
        return sorted(ranks) == sorted(WHEEL)

    def _get_simulation_count(self, simulation_mode: Mode) -> int:
        """Return how many deals a mode samples."""
        return self.config.n_samples(simulation_mode)


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
    """Return Hero's two cards against random hands, checked."""
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

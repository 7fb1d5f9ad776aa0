"""Poker Knight by the names of its founding document, on `engine/holdem` and `engine/poker`.

Scores have the document's form: a base for each category (9000 for a royal flush, 0 for a high
card) plus the hand's place among those of its category. Intervals, time-outs and the number of
opponents follow the rules of this project, not the document's.
"""

import random
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.cards import Card, full_deck, parse_card
from engine.control import Budget, Control
from engine.errors import CardError, InputError
from engine.holdem.cache import AnswerCache
from engine.holdem.config import HoldemConfig, Mode, load_config
from engine.holdem.ranges import known_hand, random_range
from engine.holdem.result import CATEGORY_NAMES, Odds
from engine.holdem.sampling import Sampling, sample
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
from engine.statistics import wilson

__all__ = ["MonteCarloSolver", "SimulationResult", "solve_poker_hand"]
MODES = ("fast", "default", "precision")
CATEGORY_SIZE = 1_000  # points between a category's base and the next one's


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The answer of `analyze_hand`; `confidence_interval` is None when the answer is exact."""

    win_probability: float
    tie_probability: float
    loss_probability: float
    simulations_run: int
    execution_time_ms: float
    confidence_interval: tuple[float, float] | None
    hand_category_frequencies: dict[str, float]
    equity: float | None = None  # this and what follows: not in the document
    exact: bool = False
    seed: int | None = None


class MonteCarloSolver:
    """Hero's hand against one to nine random hands."""

    def __init__(self, config_path: str | Path | None = None) -> None:
        self._config: HoldemConfig = load_config(config_path)
        self._cache = AnswerCache()

    @property
    def config(self) -> dict[str, dict[str, Any]]:
        """The configuration as the file has it: sections of keys."""
        return self._config.model_dump()

    def _load_config(self, config_path: str | Path | None = None) -> dict[str, dict[str, Any]]:
        """Return the defaults, or a file merged over them."""
        return load_config(config_path).model_dump()

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
        seed = self._config.simulation_settings.random_seed
        sampling = self._config.sampling(
            simulation_mode, secrets.randbits(62) if seed is None else seed
        )
        control = Control(Budget(self._config.performance_settings.max_simulation_time_ms / 1000))
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
        return self._config.n_samples(simulation_mode)

    def _validate_input(
        self,
        hero_hand: Sequence[str | Card],
        num_opponents: int,
        board_cards: Sequence[str | Card] | None = None,
    ) -> None:
        """Raise a ValueError if this is not two cards against opponents on a board."""
        read_situation(hero_hand, num_opponents, board_cards or ())

    def _create_deck_with_removed_cards(self, removed_cards: Sequence[str | Card]) -> list[str]:
        """Return the other cards of the deck as the document writes them: aces first."""
        removed = set(map(_read_card, removed_cards))
        deck = sorted(full_deck(), key=lambda card: (-card.rank, -card.suit))
        return [f"{card.symbol}\ufe0f" for card in deck if card not in removed]

    def _deal_opponent_hands(self, deck: Sequence[str], num_opponents: int) -> list[list[str]]:
        """Return two random cards of the deck for each opponent."""
        dealt = random.sample(deck, 2 * num_opponents)
        return [dealt[i : i + 2] for i in range(0, len(dealt), 2)]

    def _run_simulation(
        self,
        hero_hand: Sequence[str | Card],
        num_opponents: int,
        board_cards: Sequence[str | Card],
        num_simulations: int,
    ) -> tuple[int, int, int, Counter[str]]:
        """Return how many deals are won, tied and lost, and how often Hero has each category."""
        situation = read_situation(hero_hand, num_opponents, board_cards)
        sampling = Sampling(num_simulations, secrets.randbits(62))
        odds = sample(situation, sampling, Control())
        shares = (odds.hero.win, odds.hero.tie, odds.hero.loss)
        win, tie, loss = (round(share * odds.n_samples) for share in shares)
        counts = {name: round(p * odds.n_samples) for name, p in odds.hero_categories.items()}
        return win, tie, loss, Counter(counts)

    _run_parallel_simulation = _run_simulation  # any number of threads gives the same answer

    def _calculate_confidence_interval(
        self, win_probability: float, num_simulations: int
    ) -> tuple[float, float]:
        """Return Wilson's 95% interval of a share of so many deals."""
        interval = wilson(win_probability * num_simulations, num_simulations)
        return interval.low, interval.high


def solve_poker_hand(
    hero_hand: Sequence[str | Card],
    num_opponents: int,
    board_cards: Sequence[str | Card] | None = None,
    simulation_mode: Mode = "default",
) -> SimulationResult:
    """Return what `analyze_hand` finds with the default configuration."""
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
        simulations_run=odds.n_samples,
        execution_time_ms=odds.elapsed_s * 1000,
        confidence_interval=(interval.low, interval.high) if interval else None,
        hand_category_frequencies=dict(reversed(odds.hero_categories.items())),
        equity=hero.equity,
        exact=odds.exact,
        seed=odds.seed,
    )

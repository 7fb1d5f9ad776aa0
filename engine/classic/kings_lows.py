"""Kings and Lows by the names of its founding document, on `engine/kings_lows`.

Methods are written as Python writes them: `WithHoleCards` is `with_hole_cards`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar

from engine.cards import Card, format_cards, parse_cards
from engine.errors import InputError
from engine.kings_lows import evaluator
from engine.kings_lows.hand import KingsAndLowsHand
from engine.kings_lows.odds import SimulationResult as StudSimulationResult
from engine.kings_lows.simulation import KingsAndLowsSimulation
from engine.kings_lows.table import KingsAndLowsPlayer
from engine.kings_lows.wild import WildCardRules
from engine.poker import hands
from engine.poker.evaluator import evaluate

__all__ = [
    "HandStrength",
    "HandType",
    "HandTypeDetermination",
    "HandTypeStrengthRanking",
    "KingsAndLowsHand",
    "KingsAndLowsPlayer",
    "KingsAndLowsSimulation",
    "StudSimulationResult",
    "WildCardHandEvaluator",
    "WildCardRules",
    "to_cards",
]


class HandType(IntEnum):
    """The categories by the document's names; equal to those of `engine.poker.hands`."""

    Incomplete = hands.HandType.INCOMPLETE
    HighCard = hands.HandType.HIGH_CARD
    OnePair = hands.HandType.PAIR
    TwoPair = hands.HandType.TWO_PAIR
    Trips = hands.HandType.THREE_OF_A_KIND
    Straight = hands.HandType.STRAIGHT
    Flush = hands.HandType.FLUSH
    FullHouse = hands.HandType.FULL_HOUSE
    Quads = hands.HandType.FOUR_OF_A_KIND
    StraightFlush = hands.HandType.STRAIGHT_FLUSH
    FiveOfAKind = hands.HandType.FIVE_OF_A_KIND

    @property
    def display(self) -> str:
        """The name for people: "Five of a Kind"."""
        label = hands.HandType(self).label.title()
        return label.replace(" Of A ", " of a ")


class HandTypeStrengthRanking:
    """Which category beats which: the larger number."""

    Classic: ClassVar[Mapping[HandType, int]] = MappingProxyType(
        {hand: int(hand) for hand in HandType}
    )


class HandTypeDetermination:
    """The category of cards as they lie, without wild cards."""

    @staticmethod
    def determine_hand_type(cards: Iterable[Card]) -> HandType:
        """Return the category of up to seven cards; five equal ranks are five of a kind."""
        hand = tuple(cards)
        if len(hand) < 5:
            return HandType.Incomplete
        if len(hand) == max(Counter(card.rank for card in hand).values()) == 5:
            return HandType.FiveOfAKind
        return HandType(hands.hand_type(evaluate(hand)))


class HandStrength:
    """How strong five cards are as they lie: larger is stronger, in one order for all types."""

    @staticmethod
    def calculate(
        hand: Sequence[Card],
        hand_type: HandType,
        ranking: Mapping[HandType, int] = HandTypeStrengthRanking.Classic,
    ) -> int:
        """Return the strength of cards that are of a type."""
        _verify_ranking(ranking)
        if hand_type != HandTypeDetermination.determine_hand_type(hand):
            raise InputError(f'"{format_cards(hand)}" is not of the type {hand_type.name}')
        if hand_type is HandType.FiveOfAKind:
            return HandStrength.calculate_five_of_a_kind(hand[0].rank)
        return evaluate(hand)

    @staticmethod
    def calculate_five_of_a_kind(value: int) -> int:
        """Return the strength of five cards of a rank."""
        return hands.value_of(hands.HandType.FIVE_OF_A_KIND, (value,))


class WildCardHandEvaluator:
    """The best hand of cards of which any number is wild."""

    @staticmethod
    def evaluate_best_hand(
        all_cards: Sequence[Card],
        wild_cards: Sequence[Card],
        ranking: Mapping[HandType, int] = HandTypeStrengthRanking.Classic,
    ) -> tuple[HandType, int]:
        """Return the category and the strength of the best five cards."""
        _verify_ranking(ranking)
        best = evaluator.WildCardHandEvaluator.evaluate_best_hand(all_cards, wild_cards)
        return HandType(best[0]), best[1]


def _verify_ranking(ranking: Mapping[HandType, int]) -> None:
    if ranking != HandTypeStrengthRanking.Classic:
        raise InputError("hands are ranked by HandTypeStrengthRanking.Classic alone")


def to_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text: "Kh 2d"."""
    return parse_cards(text)

"""Kings and Lows by the names of its founding document, on `engine/kings_lows`.

Methods are written as Python writes them: `WithHoleCards` is `with_hole_cards`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar

from engine.cards import Card, parse_cards
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.hand import KingsAndLowsHand
from engine.kings_lows.odds import SimulationResult as StudSimulationResult
from engine.kings_lows.simulation import KingsAndLowsSimulation
from engine.kings_lows.table import KingsAndLowsPlayer
from engine.kings_lows.wild import WildCardRules
from engine.poker import hands
from engine.poker.evaluator import evaluate

__all__ = [
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


def to_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text: "Kh 2d"."""
    return parse_cards(text)

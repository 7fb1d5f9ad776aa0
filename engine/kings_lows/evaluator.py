"""The best hand of five to seven cards of which any number is wild, exactly.

`WildCardHandEvaluator` is for one hand and for explanations, and goes by the rules. It gives the
values of `engine.poker`, one order for all.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import RANKS, Card, Suit, format_cards, require_distinct
from engine.errors import CardError
from engine.kings_lows.tables import MAX_HAND
from engine.kings_lows.values import value_by_ranks, value_by_suit
from engine.poker.hands import WHEEL, HandType, describe, hand_type, ranks_of

GROUP_SIZES = {
    HandType.PAIR: (2, 1, 1, 1),
    HandType.TWO_PAIR: (2, 2, 1),
    HandType.THREE_OF_A_KIND: (3, 1, 1),
    HandType.FULL_HOUSE: (3, 2),
    HandType.FOUR_OF_A_KIND: (4, 1),
    HandType.FIVE_OF_A_KIND: (5,),
}
SUITED = (HandType.FLUSH, HandType.STRAIGHT_FLUSH)


@dataclass(frozen=True, slots=True)
class BestHand:
    """The value of a hand, the five cards that make it, and what the wild ones stand for."""

    type: HandType
    strength: int
    five: tuple[Card, ...]
    stands_for: tuple[Card, ...]  # beside `five`: a natural card stands for itself

    @property
    def words(self) -> str:
        """The hand in words: "five of a kind, aces"."""
        return describe(self.strength)


class WildCardHandEvaluator:
    """The best five of five to eleven cards, some of them wild; INCOMPLETE below five."""

    @staticmethod
    def evaluate_best_hand(
        cards: Sequence[Card], wild_cards: Sequence[Card]
    ) -> tuple[HandType, int]:
        """Return the category and the strength: larger is stronger, equal means tie."""
        naturals = _natural_cards(cards, wild_cards)
        if len(cards) < 5:
            return HandType.INCOMPLETE, 0
        strength = _strength(naturals, len(cards) - len(naturals))
        return hand_type(strength), strength

    @staticmethod
    def best_hand(cards: Sequence[Card], wild_cards: Sequence[Card]) -> BestHand:
        """Return the best hand: its five cards, weightiest first, and what each stands for."""
        found, strength = WildCardHandEvaluator.evaluate_best_hand(cards, wild_cards)
        if found is HandType.INCOMPLETE:
            return BestHand(found, strength, (), ())
        naturals = _natural_cards(cards, wild_cards)
        wild = [card for card in cards if card not in naturals]
        pairs = _fill(_target_ranks(strength), naturals, wild, found in SUITED)
        return BestHand(found, strength, *map(tuple, zip(*pairs, strict=True)))


def _natural_cards(cards: Sequence[Card], wild_cards: Sequence[Card]) -> list[Card]:
    require_distinct(cards)
    if len(cards) > MAX_HAND:
        raise CardError(
            f'"{format_cards(cards)}" has {len(cards)} cards: expected at most {MAX_HAND}'
        )
    strange = [card for card in wild_cards if card not in cards]
    if strange:
        raise CardError(f'the wild card {strange[0]!r} is not in "{format_cards(cards)}"')
    return [card for card in cards if card not in wild_cards]


def _strength(naturals: list[Card], n_wild: int) -> int:
    counts = np.bincount([card.rank - 2 for card in naturals], minlength=len(RANKS))
    suits = [[c.rank for c in naturals if c.suit is suit] for suit in Suit]
    return max(value_by_ranks(counts, n_wild), *(value_by_suit(s, n_wild) for s in suits))


def _target_ranks(strength: int) -> list[int]:
    """Return the five ranks of a value, weightiest first, each as often as it is there."""
    ranks = ranks_of(strength)
    if ranks == WHEEL:
        return [*WHEEL[1:], WHEEL[0]]
    sizes = GROUP_SIZES.get(hand_type(strength), (1,) * 5)
    return [rank for rank, size in zip(ranks, sizes, strict=True) for _ in range(size)]


def _fill(
    target: list[int], naturals: list[Card], wild: list[Card], suited: bool
) -> list[tuple[Card, Card]]:
    """Return pairs of a card and what it stands for that make the target ranks."""
    suit = _flush_suit(target, naturals) if suited else None
    held = [card for card in naturals if suit in (None, card.suit)]
    spare = sorted(wild, key=lambda card: card.rank in target)  # a wild king last, as a king
    pairs: list[tuple[Card, Card]] = []
    for rank in target:
        card = next((c for c in held if c.rank == rank), None)
        if card is not None:
            held.remove(card)
            pairs.append((card, card))
        else:
            taken = naturals + [stand_in for _, stand_in in pairs]
            pairs.append(_take_wild(rank, suit, spare, taken))
    return pairs


def _take_wild(
    rank: int, suit: Suit | None, spare: list[Card], taken: list[Card]
) -> tuple[Card, Card]:
    """Return a wild card out of `spare` and the card it stands for: itself if that fits."""
    itself = next((c for c in spare if c.rank == rank and suit in (None, c.suit)), None)
    card = itself or spare[0]
    spare.remove(card)
    choices = [itself] if itself else [Card(rank, s) for s in ([suit] if suit else Suit)]
    return card, next((c for c in choices if c not in taken), choices[-1])


def _flush_suit(target: list[int], naturals: list[Card]) -> Suit:
    """Return the suit that has most of the target ranks."""
    suits = Counter(card.suit for card in naturals if card.rank in target)
    return max(Suit, key=suits.__getitem__)

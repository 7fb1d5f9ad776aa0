"""Made hands and draws of a range on a flop or turn: each hand has one of each.

Pairs are distinguished by where they come from. A draw is counted below a straight, and only if the
player's own cards are part of it.
"""

from collections.abc import Collection, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.holdem.ranges import Range
from engine.holdem.tables import COMBO_CARDS
from engine.poker.evaluator import evaluate_batch
from engine.poker.hands import HandType, straights

MADE = (
    "Straight flush",
    "Four of a kind",
    "Full house",
    "Flush",
    "Straight",
    "Three of a kind",
    "Two pair",
    "Overpair",
    "Top pair",
    "Second pair",
    "Low pair",
    "Underpair",
    "Pair on the board",
    "High card",
)
DRAWS = (
    "Flush and straight draw",
    "Flush draw",
    "Open-ended straight draw",
    "Gutshot",
    "No draw",
)
_BY_TYPE = {
    HandType.STRAIGHT_FLUSH: "Straight flush",
    HandType.FOUR_OF_A_KIND: "Four of a kind",
    HandType.FULL_HOUSE: "Full house",
    HandType.FLUSH: "Flush",
    HandType.STRAIGHT: "Straight",
    HandType.THREE_OF_A_KIND: "Three of a kind",
    HandType.TWO_PAIR: "Two pair",
    HandType.HIGH_CARD: "High card",
}
ONE_SHORT = 4  # cards of a suit that need one more for a flush


def keep_kinds(hands: Range, board: tuple[Card, ...], kinds: Collection[str]) -> Range:
    """Return the part of a range whose made hand or draw on the board is one of these."""
    hands = hands.without(sum(card.mask for card in board))
    held = np.flatnonzero(hands.weights)
    weights = hands.weights.copy()
    for place, found in zip(held.tolist(), kinds_of(held, board), strict=True):
        if not set(found) & set(kinds):
            weights[place] = 0.0
    return Range(weights)


def made_shares(hands: Range, board: tuple[Card, ...]) -> dict[str, float]:
    """Return which share of a range is which made hand on the board, the strongest first."""
    held = np.flatnonzero(hands.weights)
    shares = dict.fromkeys(MADE, 0.0)
    for place, (made, _) in zip(held.tolist(), kinds_of(held, board), strict=True):
        shares[made] += float(hands.weights[place])
    total = sum(shares.values())
    return {made: weight / total for made, weight in shares.items() if weight}


def kinds_of(held: NDArray[np.int64], board: tuple[Card, ...]) -> Iterator[tuple[str, str]]:
    """Yield the made hand and the draw of each combination on a flop, a turn or a river."""
    table = np.tile([card.index for card in board], (len(held), 1))
    hands = np.concatenate([COMBO_CARDS[held], table], axis=1).astype(np.uint8)
    for value, pair in zip(evaluate_batch(hands), COMBO_CARDS[held].tolist(), strict=True):
        own, kind = tuple(map(Card.from_index, pair)), HandType(int(value) >> 12)
        yield _BY_TYPE.get(kind) or _pair_kind(own, board), _draw(own, board, kind)


def _pair_kind(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    ranks = sorted({card.rank for card in board}, reverse=True)
    first, second = (card.rank for card in own)
    if first == second:
        return "Overpair" if first > ranks[0] else "Underpair"
    paired = next((rank for rank in (first, second) if rank in ranks), None)
    if paired is None:
        return "Pair on the board"
    return {0: "Top pair", 1: "Second pair"}.get(ranks.index(paired), "Low pair")


def _draw(own: tuple[Card, ...], board: tuple[Card, ...], kind: HandType) -> str:
    if kind >= HandType.STRAIGHT or len(board) == 5:
        return "No draw"
    suits = [card.suit for card in own + board]
    flush = any(suits.count(card.suit) == ONE_SHORT for card in own)
    n_ranks = len(_completing(own + board) - _completing(board))
    if flush:
        return DRAWS[0] if n_ranks else DRAWS[1]
    return DRAWS[2] if n_ranks > 1 else DRAWS[3] if n_ranks else DRAWS[4]


def _completing(cards: tuple[Card, ...]) -> frozenset[int]:
    """Return the ranks that would make a straight."""
    return _completing_ranks(frozenset(card.rank for card in cards))


@cache
def _completing_ranks(ranks: frozenset[int]) -> frozenset[int]:
    missing = [set(run) - ranks for run in straights()]
    return frozenset(rank for gap in missing if len(gap) == 1 for rank in gap)

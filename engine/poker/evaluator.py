"""Which of two hands is stronger: five to seven cards to one number, larger is better.

`evaluate` is for one hand and goes by the rules; `evaluate_batch` is for millions and loads NumPy
and the native module when it is first called.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.cards import N_CARDS, Card, format_cards, require_distinct
from engine.errors import CardError
from engine.poker.hands import N_HAND_CARDS, WHEEL, HandType, describe, hand_type, ranks_of
from engine.poker.values import value_of_cards
from engine.words import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["HandType", "best_five", "describe", "evaluate", "evaluate_batch", "hand_type"]


def evaluate(cards: Iterable[Card]) -> int:
    """Return the value of five to seven different cards: larger is stronger, equal means tie."""
    hand = tuple(cards)
    if len(hand) not in N_HAND_CARDS:
        raise CardError(
            f'"{format_cards(hand)}" has {counted(len(hand), "card")}: expected five to seven'
        )
    require_distinct(hand)
    return value_of_cards(hand)


def best_five(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the five cards that make the value, weightiest first: K K 9 9 A."""
    hand = tuple(cards)
    value = evaluate(hand)
    five = next(
        c for c in combinations(sorted(hand, reverse=True), 5) if value_of_cards(c) == value
    )
    ranks = WHEEL[1:] + WHEEL[:1] if ranks_of(value) == WHEEL else ranks_of(value)
    return tuple(sorted(five, key=lambda card: ranks.index(card.rank)))


def evaluate_batch(hands: "ArrayLike") -> "NDArray[np.uint16]":
    """Return the values of many hands: card indices 0 to 51 of shape (n, 5), (n, 6) or (n, 7).

    Raises ValueError on another shape, a dtype that is not an integer, or an index out of range.
    Duplicate cards are not detected: the value of such a row is meaningless.
    """
    import numpy as np

    from rust_meld import poker_values

    array = _as_bytes(np.asarray(hands))
    values = np.empty(len(array), np.uint16)
    bad_row = poker_values(array, values)
    if bad_row >= 0:
        raise _out_of_range(array[bad_row].max())
    return values


def _as_bytes(hands: "NDArray[Any]") -> "NDArray[np.uint8]":
    import numpy as np

    if hands.ndim != 2 or hands.shape[1] not in N_HAND_CARDS:
        raise ValueError(f"hands of shape {hands.shape}: expected (n, 5), (n, 6) or (n, 7)")
    if not np.issubdtype(hands.dtype, np.integer):
        raise ValueError(f"hands of dtype {hands.dtype}: expected integers, card indices 0 to 51")
    if hands.dtype != np.uint8:
        outside = hands[(hands < 0) | (hands >= N_CARDS)]
        if outside.size:
            raise _out_of_range(outside[0])
    return np.ascontiguousarray(hands, np.uint8)


def _out_of_range(index: object) -> ValueError:
    return ValueError(f"{index} is not a card index: expected 0 to 51")

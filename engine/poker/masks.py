"""Sets of cards as one number: sixteen bits a suit, one a card."""

from collections.abc import Iterable

from engine.cards import Card


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of different cards: bit `16 * suit + rank - 2` of each."""
    return sum(1 << 16 * card.suit + card.rank - 2 for card in cards)

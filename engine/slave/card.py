"""Cards in the order of Slave: 3 is the lowest rank, 2 the highest; suits ♣ < ♦ < ♥ < ♠.

The table's `Card` is used as it is; its place in Slave's order is `to_int`, 0 (3♣) to 51 (2♠),
which is also the bit of the card in a hand's mask. Comparing two cards is comparing two ints.
"""

import random
from collections.abc import Iterable
from enum import IntEnum

from engine.cards import Card, Suit
from engine.errors import CardError

N_CARDS = 52
N_SEATS = 4
FULL_DECK = (1 << N_CARDS) - 1


class Rank(IntEnum):
    """The thirteen ranks by strength in Slave."""

    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    TWO = 15


def slave_rank(card: Card) -> Rank:
    """Return the card's strength in Slave: 3 to 15, where the 2 is 15."""
    return Rank.TWO if card.rank == 2 else Rank(card.rank)


def to_int(card: Card) -> int:
    """Return the card's place in Slave's order: 0 (3♣) to 51 (2♠)."""
    return (slave_rank(card) - 3) * 4 + card.suit


def from_int(index: int) -> Card:
    """Return the card at a place of Slave's order."""
    if not 0 <= index < N_CARDS:
        raise CardError(f"{index} is not a card number: expected 0 (3♣) to 51 (2♠)")
    rank = index // 4 + 3
    return Card(2 if rank == Rank.TWO else rank, Suit(index % 4))


def create_deck() -> tuple[Card, ...]:
    """Return all 52 cards from 3♣ to 2♠."""
    return tuple(map(from_int, range(N_CARDS)))


def to_mask(cards: Iterable[Card]) -> int:
    """Return the bit mask of a set of cards in Slave's order."""
    mask = 0
    for card in cards:
        mask |= 1 << to_int(card)
    return mask


def from_mask(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, lowest first."""
    if not 0 <= mask <= FULL_DECK:
        raise CardError(f"{mask:#x} is not a card mask: expected 52 bits")
    return tuple(from_int(i) for i in range(N_CARDS) if mask >> i & 1)


def lowest(mask: int, n_cards: int) -> int:
    """Return the mask of the lowest `n_cards` cards of a hand."""
    taken = 0
    for _ in range(n_cards):
        bit = mask & -mask
        taken |= bit
        mask ^= bit
    return taken


def highest(mask: int, n_cards: int) -> int:
    """Return the mask of the highest `n_cards` cards of a hand."""
    taken = 0
    for _ in range(n_cards):
        bit = 1 << (mask.bit_length() - 1)
        taken |= bit
        mask ^= bit
    return taken


class Deck:
    """A pack of 52 cards that is shuffled from a seed and dealt to the seats."""

    def __init__(self) -> None:
        self.cards = list(create_deck())

    def shuffle(self, seed: int | None = None) -> None:
        """Shuffle in place; the same seed gives the same order."""
        self.cards.sort(key=to_int)
        random.Random(seed).shuffle(self.cards)

    def deal(self, n_players: int = N_SEATS, hand_size: int | None = None) -> list[list[Card]]:
        """Deal equal hands, all cards by default."""
        size = N_CARDS // n_players if hand_size is None else hand_size
        return [self.cards[i * size : (i + 1) * size] for i in range(n_players)]

"""The one card of the program, and the one codec between text, emoji, index and bit mask.

A card has an index from 0 (2♣) to 51 (A♠): `(rank - 2) * 4 + suit`, suits in the order
clubs, diamonds, hearts, spades. Cards are equal by rank and suit but ordered by rank alone;
a game with an order of its own (Slave, Konkan) has its own key and leaves this one be.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from engine.errors import CardError

N_CARDS = 52
FULL_DECK_MASK = (1 << N_CARDS) - 1
RANKS = range(2, 15)
RANK_NAMES = {r: str(r) for r in range(2, 11)} | {11: "J", 12: "Q", 13: "K", 14: "A"}
ACCEPTED = "a rank 2 to 10, J, Q, K or A and a suit H, D, C, S or ♥ ♦ ♣ ♠, such as AH, 10D or K♠"


class Suit(IntEnum):
    """Clubs, diamonds, hearts, spades, in the order of the card index."""

    C = 0
    D = 1
    H = 2
    S = 3

    @property
    def symbol(self) -> str:
        """The suit as one character: ♣ ♦ ♥ ♠."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """True for diamonds and hearts."""
        return self in (Suit.D, Suit.H)


_RANK_OF = {name: rank for rank, name in RANK_NAMES.items()} | {"T": 10}
_SUIT_OF: dict[str, Suit] = {s.name: s for s in Suit}
_SUIT_OF |= zip("♣♦♥♠♧♢♡♤", [*Suit, *Suit], strict=True)
_CARD = re.compile("(10|[2-9TJQKA])([CDHS♣♦♥♠♧♢♡♤])\ufe0f?", re.IGNORECASE)
_SEPARATOR = re.compile(r"[\s,;|]*")


@dataclass(frozen=True, slots=True, order=False)
class Card:
    """An immutable playing card: rank 2 to 14 (ace), suit. `repr` is "AH", "10D"."""

    rank: int
    suit: Suit

    def __post_init__(self) -> None:
        if self.rank not in RANKS:
            raise CardError(
                f"{self.rank!r} is not a rank: expected 2 to 14 (11 J, 12 Q, 13 K, 14 A)"
            )
        object.__setattr__(self, "suit", _read_suit(self.suit))

    @classmethod
    def from_index(cls, index: int) -> "Card":
        """Return the card of an index from 0 (2♣) to 51 (A♠)."""
        if not 0 <= index < N_CARDS:
            raise CardError(f"{index} is not a card index: expected 0 to 51")
        return cls(index // 4 + 2, Suit(index % 4))

    @property
    def index(self) -> int:
        """The place in the full deck: 0 (2♣) to 51 (A♠)."""
        return (self.rank - 2) * 4 + self.suit

    @property
    def mask(self) -> int:
        """One bit out of 52, at the card's index."""
        return 1 << self.index

    @property
    def rank_name(self) -> str:
        """The rank as printed: "10", "A"."""
        return RANK_NAMES[self.rank]

    @property
    def symbol(self) -> str:
        """The card with its suit's sign: "A♥", "10♦"."""
        return self.rank_name + self.suit.symbol

    def __repr__(self) -> str:
        return self.rank_name + self.suit.name

    def __str__(self) -> str:
        return ansi_card(self) if colours_wanted() else self.symbol

    def __lt__(self, other: "Card") -> bool:
        return self.rank < other.rank

    def __le__(self, other: "Card") -> bool:
        return self.rank <= other.rank

    def __gt__(self, other: "Card") -> bool:
        return self.rank > other.rank

    def __ge__(self, other: "Card") -> bool:
        return self.rank >= other.rank


def _read_suit(suit: object) -> Suit:
    if isinstance(suit, Suit):
        return suit
    found = _SUIT_OF.get(suit.upper()) if isinstance(suit, str) else None
    if found is None:
        raise CardError(f"{suit!r} is not a suit: expected H, D, C, S or ♥ ♦ ♣ ♠")
    return found


def parse_card(text: str) -> Card:
    """Read one card in any accepted notation: AH, ah, 10D, TD, A♠, A♠️."""
    match = _CARD.fullmatch(text.strip())
    if match is None:
        raise CardError(f'cannot read the card "{shorten(text)}": expected {ACCEPTED}')
    return Card(_RANK_OF[match[1].upper()], _SUIT_OF[match[2].upper()])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read any number of cards, with or without separators: "Ah Kd", "AsKd", "10♥, 2c"."""
    return tuple(_scan(text))


def _scan(text: str) -> Iterator[Card]:
    position = _SEPARATOR.match(text).end()  # type: ignore[union-attr]  # matches empty text too
    while position < len(text):
        match = _CARD.match(text, position)
        if match is None:
            word = re.split(r"[\s,;|]", text[position:], maxsplit=1)[0]
            raise CardError(f'cannot read the card "{shorten(word)}": expected {ACCEPTED}')
        yield Card(_RANK_OF[match[1].upper()], _SUIT_OF[match[2].upper()])
        position = _SEPARATOR.match(text, match.end()).end()  # type: ignore[union-attr]


def format_cards(cards: Iterable[Card]) -> str:
    """Return cards as plain text that `parse_cards` reads back: "AH 10D"."""
    return " ".join(map(repr, cards))


class HasSymbol(Protocol):
    """A card of any game."""

    @property
    def symbol(self) -> str:
        """The card as people read it: "A♥"."""


def in_symbols(cards: Iterable[HasSymbol]) -> str:
    """Return cards as people read them: "A♥ 10♦"."""
    return " ".join(card.symbol for card in cards)


def shorten(text: str, limit: int = 40) -> str:
    """Quote at most `limit` characters of what the user gave."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def require_distinct(cards: Iterable[Card]) -> None:
    """Raise if a card is there twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise CardError(f"the card {card.symbol} is given twice")
        seen.add(card)


def full_deck() -> tuple[Card, ...]:
    """Return all 52 cards in the order of their indices."""
    return tuple(Card.from_index(i) for i in range(N_CARDS))


def to_mask(cards: Iterable[Card]) -> int:
    """Return the bit mask of a set of cards."""
    mask = 0
    for card in cards:
        mask |= card.mask
    return mask


def from_mask(mask: int) -> tuple[Card, ...]:
    """Return the cards of a bit mask, by index."""
    if not 0 <= mask <= FULL_DECK_MASK:
        raise CardError(f"{mask:#x} is not a card mask: expected 52 bits")
    return tuple(Card.from_index(i) for i in range(N_CARDS) if mask >> i & 1)


def colours_wanted() -> bool:
    """Return True if standard output is a terminal and NO_COLOR is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def ansi_card(card: Card, background: str = "\033[47m") -> str:
    """Return the card in red or black on a background (white) for a terminal."""
    ink = "\033[38;2;200;0;0m" if card.suit.is_red else "\033[30m"
    return f"{background}{ink}{card.symbol}\033[0m"

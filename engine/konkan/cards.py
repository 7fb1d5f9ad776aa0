"""Cards of Konkan: the 52 of `engine.cards`, two of each, and two jokers.

A hand is a tuple of cards and jokers. Rust knows a card by its kind: `suit * 13 + rank` with the
ace as rank 0, and 52 for a joker; a joker that stands for a card is 64 plus that card's kind. Cards
cross to Rust by `to_kinds` and `to_codes`, and back by `from_codes`, one byte each.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import Card, Suit, parse_card, parse_cards
from engine.errors import CardError

N_COPIES = 2
JOKER_KIND = 52
DECLARED = 64  # added to the kind of the card that a joker stands for
ACE = 14
_JOKER = r"(?:joker|jk|🃏\ufe0f?|\*)"
_LONE_JOKER = re.compile(_JOKER, re.IGNORECASE)
_DECLARED = re.compile(rf"{_JOKER}\s*=\s*(\S+)", re.IGNORECASE)
_JOKERS = re.compile(rf"{_JOKER}(?:=[^\s,;|]+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker; on the table it stands for a card."""

    stands_for: Card | None = None

    @property
    def symbol(self) -> str:
        """The joker as printed, with what it stands for: "JK", "JK=9♠"."""
        return "JK" if self.stands_for is None else f"JK={self.stands_for.symbol}"

    def __repr__(self) -> str:
        return "JK" if self.stands_for is None else f"JK={self.stands_for!r}"


JOKER = Joker()
KonkanCard = Card | Joker
"""A natural card or a joker."""


def parse_konkan_card(text: str) -> KonkanCard:
    """Read a card or a joker: "AH", "10♦", "JK", "joker", "JK=9S"."""
    word = text.strip()
    declared = _DECLARED.fullmatch(word)
    if declared:
        return Joker(parse_card(declared[1]))
    return JOKER if _LONE_JOKER.fullmatch(word) else parse_card(word)


@lru_cache(maxsize=4096)
def parse_hand(text: str) -> tuple[KonkanCard, ...]:
    """Read any number of cards and jokers, with or without separators: "7S 8S JK", "7s8s,jk"."""
    cards: list[KonkanCard] = []
    position = 0
    spread = re.sub(r"\s*=\s*", "=", text)
    for joker in _JOKERS.finditer(spread):
        cards += parse_cards(spread[position : joker.start()])
        cards.append(parse_konkan_card(joker[0]))
        position = joker.end()
    return (*cards, *parse_cards(spread[position:]))


def format_hand(cards: Iterable[KonkanCard]) -> str:
    """Return cards as plain text that `parse_hand` reads back: "AH 10D JK"."""
    return " ".join(map(repr, cards))


def kind_of(card: KonkanCard) -> int:
    """Return the number by which Rust knows a card."""
    return JOKER_KIND if isinstance(card, Joker) else card.suit * 13 + (card.rank - 1) % 13


def card_of_kind(kind: int) -> KonkanCard:
    """Return the card of a number from 0 (A♣) to 52 (a joker)."""
    if not 0 <= kind <= JOKER_KIND:
        raise CardError(f"{kind} is not a kind of card: expected 0 to 52")
    if kind == JOKER_KIND:
        return JOKER
    return Card(kind % 13 + 1 if kind % 13 else ACE, Suit(kind // 13))


def to_kinds(cards: Iterable[KonkanCard]) -> bytes:
    """Return the kinds of cards in hand, where a joker stands for nothing."""
    return bytes(map(kind_of, cards))


def to_codes(cards: Iterable[KonkanCard]) -> bytes:
    """Return the cards of a meld with what its jokers stand for."""
    return bytes(
        DECLARED + kind_of(card.stands_for)
        if isinstance(card, Joker) and card.stands_for
        else kind_of(card)
        for card in cards
    )


def from_codes(codes: Iterable[int]) -> tuple[KonkanCard, ...]:
    """Return the cards of a hand, a pile or a meld that came from Rust."""
    return tuple(map(card_of_code, codes))


@lru_cache(maxsize=2 * DECLARED)
def card_of_code(code: int) -> KonkanCard:
    """Return one card that came from Rust."""
    card = card_of_kind(code % DECLARED)
    return Joker(card) if code >= DECLARED and isinstance(card, Card) else card


def require_two_copies(cards: Sequence[KonkanCard]) -> None:
    """Raise if a card or the joker is there more often than the two decks have it."""
    kind, count = max(Counter(to_kinds(cards)).items(), key=lambda item: item[1], default=(0, 0))
    if count > N_COPIES:
        name = "joker" if kind == JOKER_KIND else f"card {card_of_kind(kind).symbol}"
        raise CardError(f"the {name} is given {count} times: the two decks have it twice")


def hand_order(card: KonkanCard) -> tuple[int, int]:
    """Sort key of a hand: by suit, then ace to king; jokers last."""
    kind = kind_of(card)
    return kind // 13, kind % 13

"""The values of the Pokle table: cards with a colour, boards of three to five cards.

`Table.compare` is the game's feedback in plain Python, one card at a time; the solver works on
the patterns of `rust_meld/src/pokle/feedback.rs`, which the tests hold against it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import (
    Card,
    Suit,
    ansi_card,
    colours_wanted,
    format_cards,
    parse_card,
    parse_cards,
    require_distinct,
    shorten,
)
from engine.errors import CardError, IllegalStateError
from engine.words import counted

GREEN, YELLOW, GREY = "g", "y", "e"
COLORS = GREY + YELLOW + GREEN  # in the order of the pattern digits 0, 1, 2
UNKNOWN = "?"  # a colour that is not known yet
SQUARES = {GREEN: "🟩", YELLOW: "🟨", GREY: "⬛"}
_SIGNS = {
    **dict.fromkeys("gG2🟩", GREEN),
    **dict.fromkeys("yY1🟨", YELLOW),
    **dict.fromkeys("eExXbB0-.⬛⬜", GREY),
}
_EMOJI_MARK = "\ufe0f"  # some keyboards put it after a square
_BACKGROUNDS = {GREEN: "\033[42m", YELLOW: "\033[43m", GREY: "\033[48;2;160;160;160m"}


@dataclass(frozen=True, slots=True, order=False)
class ColorCard(Card):
    """A card of a guess with its colour: g exact, y rank or suit, e neither. `repr` "KS_g"."""

    color: str

    def __post_init__(self) -> None:
        Card.__post_init__(self)
        if len(self.color) != 1 or self.color not in COLORS:
            raise CardError(f"{self.color!r} is not a colour: expected g, y or e.")

    @classmethod
    def of(cls, card: Card, color: str) -> "ColorCard":
        """Return the card with a colour."""
        return cls(card.rank, Suit(card.suit), color)

    @property
    def card(self) -> Card:
        """The card without its colour."""
        return Card(self.rank, self.suit)

    def __repr__(self) -> str:
        return f"{Card.__repr__(self)}_{self.color}"

    def __str__(self) -> str:
        if colours_wanted():
            return ansi_card(self, _BACKGROUNDS[self.color])
        return f"{self.symbol}_{self.color}"


def parse_color_card(text: str) -> ColorCard:
    """Read a coloured card as its `repr` writes it: "KS_g"."""
    card, mark, color = text.strip().partition("_")
    if not mark:
        raise CardError(f'Cannot read "{shorten(text)}": expected a card and a colour, as in KS_g.')
    return ColorCard.of(parse_card(card), color.lower())


def read_color_signs(text: str) -> str:
    """Return colours as the letters g, y and e, from letters, digits or squares; 🟨⬛ is "ye"."""
    signs = [sign for sign in text if not sign.isspace() and sign != _EMOJI_MARK]
    if set(signs) - _SIGNS.keys():
        raise IllegalStateError(_no_colors(text))
    return "".join(_SIGNS[sign] for sign in signs)


def parse_colors(text: str) -> str:
    """Read the five colours of a guess, as letters, digits or squares: "gyege" or 🟩🟨⬛🟩⬛."""
    colors = read_color_signs(text)
    if len(colors) != 5:
        raise IllegalStateError(_no_colors(text))
    return colors


def parse_partial_colors(text: str) -> str:
    """Read up to five colours, where ? is one that is not known; unknown ones at the end go."""
    colors = UNKNOWN.join(map(read_color_signs, text.split(UNKNOWN))).rstrip(UNKNOWN)
    if len(colors) > 5:
        raise IllegalStateError(_no_colors(text))
    return colors


def _no_colors(text: str) -> str:
    return (
        f'Cannot read the colours "{shorten(text)}": expected five of g, y and e, as in gyege, '
        "or of 🟩, 🟨 and ⬛."
    )


def colors_of(guess: Sequence[Card], answer: Sequence[Card], suit_pardon: bool = False) -> str:
    """Return the colours of a guess against the true board, card by card as the guess was given.

    Exact flop cards are green and taken; the others are yellow if rank or suit meets any flop
    card that was not taken. With `suit_pardon`, an exact flop and right ranks are all green.
    """
    taken = set(guess[:3]) & set(answer[:3])
    free = [card for card in answer[:3] if card not in taken]
    flop = [GREEN if card in taken else _meet(card, free) for card in guess[:3]]
    later = zip(guess[3:], answer[3:], strict=True)
    rest = [GREEN if mine == true else _meet(mine, [true]) for mine, true in later]
    if suit_pardon and len(taken) == 3 and _same_ranks(guess[3:], answer[3:]):
        rest = [GREEN] * len(rest)
    return "".join(flop + rest)


def _meet(card: Card, others: Iterable[Card]) -> str:
    near = any(card.rank == other.rank or card.suit == other.suit for other in others)
    return YELLOW if near else GREY


def _same_ranks(ours: Sequence[Card], theirs: Sequence[Card]) -> bool:
    return [card.rank for card in ours] == [card.rank for card in theirs]


class Table:
    """An immutable board of three to five cards: the flop has no order, turn and river have."""

    __slots__ = ("_cards", "_flop")

    def __init__(self, *cards: Card) -> None:
        if not 3 <= len(cards) <= 5:
            raise IllegalStateError(f"A table of {counted(len(cards), 'card')}: expected 3 to 5.")
        require_distinct(Card(card.rank, Suit(card.suit)) for card in cards)
        self._cards = cards
        self._flop = frozenset(cards[:3])

    @classmethod
    def parse(cls, text: str) -> "Table":
        """Read a table from its cards: "QS 10S AS 6C 6D"."""
        return cls(*parse_cards(text))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order they were given."""
        return self._cards

    @property
    def flop(self) -> frozenset[Card]:
        """The first three cards."""
        return self._flop

    @property
    def turn(self) -> Card | None:
        """The fourth card, if it is there."""
        return self._cards[3] if len(self._cards) > 3 else None

    @property
    def river(self) -> Card | None:
        """The fifth card, if it is there."""
        return self._cards[4] if len(self._cards) > 4 else None

    def add_cards(self, *cards: Card) -> "Table":
        """Return a new table with these cards after the ones that are there."""
        return type(self)(*self._cards, *cards)

    def compare(self, other: "Table", suit_pardon: bool = False) -> "ColorTable":
        """Return this table as a guess, coloured by the answer `other`."""
        if len(self._cards) != len(other.cards):
            raise IllegalStateError(
                f"Cannot compare {self!r} with {other!r}: they have different numbers of cards."
            )
        colors = colors_of(self._cards, other.cards, suit_pardon)
        pairs = zip(self._cards, colors, strict=True)
        return ColorTable(*(ColorCard.of(card, color) for card, color in pairs))

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self._flop == other._flop and self._cards[3:] == other._cards[3:]

    def __hash__(self) -> int:
        return hash((self._flop, self._cards[3:]))

    def __repr__(self) -> str:
        return format_cards(self._cards)

    def __str__(self) -> str:
        return " ".join(map(str, self._cards))


class ColorTable(Table):
    """A guess with the colours it got."""

    __slots__ = ()
    _cards: tuple[ColorCard, ...]

    def __init__(self, *cards: ColorCard) -> None:
        super().__init__(*cards)

    @classmethod
    def parse(cls, text: str) -> "ColorTable":
        """Read a coloured table: "QS_g 10S_y AS_e 6C_g 6D_e"."""
        return cls(*map(parse_color_card, text.split()))

    @classmethod
    def of(cls, cards: Sequence[Card], colors: str) -> "ColorTable":
        """Return cards and their colours, in the same order."""
        return cls(*(ColorCard.of(card, c) for card, c in zip(cards, colors, strict=True)))

    @property
    def colors(self) -> str:
        """The colours in the order of the cards."""
        return "".join(card.color for card in self._cards)

    @property
    def guess(self) -> Table:
        """The guess without its colours."""
        return Table(*(card.card for card in self._cards))

    def is_match(self, table: Table, suit_pardon: bool = False) -> bool:
        """Return True if the guess would get these colours when `table` is the answer."""
        return self.guess.compare(table, suit_pardon) == self

    def __str__(self) -> str:
        if colours_wanted():
            return " ".join(map(str, self._cards))
        return format_cards(self._cards)

"""The cards and tables of the Pokle document: cards with colours, boards of three to five."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import (
    Card as EngineCard,
)
from engine.cards import (
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
from engine.pokle.colors import COLORS, GREEN, GREY, YELLOW, colors_of
from engine.words import counted

_BACKGROUNDS = {GREEN: "\033[42m", YELLOW: "\033[43m", GREY: "\033[48;2;160;160;160m"}


class LetterSuit(int):
    """A suit that equals its letter: `card.suit == "H"`."""

    @property
    def name(self) -> str:
        """The letter of the suit."""
        return Suit(self).name

    @property
    def symbol(self) -> str:
        """The suit as one character: ♣ ♦ ♥ ♠."""
        return Suit(self).symbol

    @property
    def is_red(self) -> bool:
        """True for diamonds and hearts."""
        return Suit(self).is_red

    def __eq__(self, other: object) -> bool:
        return self.name == other if isinstance(other, str) else int(self) == other

    __hash__ = int.__hash__


class Card(EngineCard):
    """A card whose suit equals its letter and that takes a colour; equal to the engine's card."""

    __slots__ = ()

    def __post_init__(self) -> None:
        EngineCard.__post_init__(self)
        object.__setattr__(self, "suit", LetterSuit(self.suit))

    def to_color(self, color: str) -> "ColorCard":
        """Return the card as a guess shows it: g exact, y rank or suit, e neither."""
        return ColorCard.of(self, color)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EngineCard) or isinstance(other, ColorCard):
            return NotImplemented
        return (self.rank, self.suit) == (other.rank, other.suit)

    def __hash__(self) -> int:
        return hash((self.rank, int(self.suit)))


@dataclass(frozen=True, slots=True, order=False)
class ColorCard(Card):
    """A card of a guess with its colour: g exact, y rank or suit, e neither. `repr` "KS_g"."""

    color: str

    def __post_init__(self) -> None:
        Card.__post_init__(self)
        if len(self.color) != 1 or self.color not in COLORS:
            raise CardError(f"{self.color!r} is not a colour: expected g, y or e.")

    @classmethod
    def of(cls, card: EngineCard, color: str) -> "ColorCard":
        """Return the card with a colour."""
        return cls(card.rank, Suit(card.suit), color)

    @property
    def card(self) -> Card:
        """The card without its colour."""
        return Card(self.rank, Suit(self.suit))

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


class Table:
    """An immutable board of three to five cards: the flop has no order, turn and river have."""

    __slots__ = ("_cards", "_flop")

    def __init__(self, *cards: EngineCard) -> None:
        if not 3 <= len(cards) <= 5:
            raise IllegalStateError(f"A table of {counted(len(cards), 'card')}: expected 3 to 5.")
        require_distinct(EngineCard(card.rank, Suit(card.suit)) for card in cards)
        self._cards = cards
        self._flop = frozenset(cards[:3])

    @classmethod
    def parse(cls, text: str) -> "Table":
        """Read a table from its cards: "QS 10S AS 6C 6D"."""
        return cls(*parse_cards(text))

    @property
    def cards(self) -> tuple[EngineCard, ...]:
        """The cards in the order they were given."""
        return self._cards

    @property
    def flop(self) -> frozenset[EngineCard]:
        """The first three cards."""
        return self._flop

    @property
    def turn(self) -> EngineCard | None:
        """The fourth card, if it is there."""
        return self._cards[3] if len(self._cards) > 3 else None

    @property
    def river(self) -> EngineCard | None:
        """The fifth card, if it is there."""
        return self._cards[4] if len(self._cards) > 4 else None

    def add_cards(self, *cards: EngineCard) -> "Table":
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
    def of(cls, cards: Sequence[EngineCard], colors: str) -> "ColorTable":
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

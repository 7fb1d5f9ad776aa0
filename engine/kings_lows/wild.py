"""Which cards of a hand are wild: one rule class for each variant, all on one protocol.

A variant is added here alone: a class with its title, its words and its help, listed in
`VARIANT_RULES`. Menus, command help, the guide and the tests read them from that list.

`determine_wild_cards` is the readable rule; `code` is the same rule as bits for the native module:
bits 0 to 12 are the ranks that are always wild (bit 0 the twos), `LOW_WILD` makes the lowest
rank of the hand wild too, and `LOW_NEEDS_WILD` does so only beside a card of those ranks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from engine.cards import RANK_NAMES, Card, shorten
from engine.errors import InputError

FOUR, QUEEN, KING = 4, 12, 13
LOW_WILD = 1 << 13  # above the bits of thirteen ranks: the hand's lowest rank is wild, too
LOW_NEEDS_WILD = 1 << 14  # but only beside a card of the ranks that are always wild
_RANK_OF = {name.lower(): rank for rank, name in RANK_NAMES.items()} | {"t": 10}


class WildRule(Protocol):
    """The interface of every variant: its names, the rule itself, and the rule as a number."""

    variant: ClassVar[str]
    title: ClassVar[str]
    """The name as people write it: "Follow the Queen"."""
    help: ClassVar[str]
    """Which cards are wild, for the guide and the documentation: "twos"."""

    @property
    def words(self) -> str:
        """The rule in a few words for a headline: "twos wild"."""

    @property
    def code(self) -> int:
        """The rule as bits for the native module."""

    def determine_wild_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Return the wild cards of a hand, in the hand's order."""


def _rank_bits(ranks: Sequence[int]) -> int:
    return sum(1 << (rank - 2) for rank in ranks)


@dataclass(frozen=True, slots=True)
class WildCardRules:
    """Kings and Lows: kings, and all cards of the hand's lowest value (ace high), are wild."""

    variant: ClassVar[str] = "kings-and-lows"
    title: ClassVar[str] = "Kings and Lows"
    help: ClassVar[str] = "kings, and the lowest rank of the hand"
    king_required: bool = False

    @property
    def words(self) -> str:
        """The rule in a few words for a headline."""
        return "kings wild, lows only with a king" if self.king_required else "kings and lows wild"

    @property
    def code(self) -> int:
        """The rule as bits for the native module."""
        return _rank_bits([KING]) | LOW_WILD | (LOW_NEEDS_WILD if self.king_required else 0)

    def determine_wild_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Return the wild cards of a hand, in the hand's order."""
        wild_ranks = {KING}
        has_king = any(card.rank == KING for card in hand)
        if hand and (has_king or not self.king_required):
            wild_ranks.add(min(card.rank for card in hand))
        return tuple(card for card in hand if card.rank in wild_ranks)


@dataclass(frozen=True, slots=True)
class FixedRankRules:
    """A variant in which the cards of some ranks are wild, whatever else the hand holds."""

    variant: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    ranks: ClassVar[tuple[int, ...]]

    @property
    def words(self) -> str:
        """The rule in a few words for a headline."""
        return f"{self.help} wild"

    @property
    def code(self) -> int:
        """The rule as bits for the native module."""
        return _rank_bits(self.ranks)

    def determine_wild_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Return the wild cards of a hand, in the hand's order."""
        return tuple(card for card in hand if card.rank in self.ranks)


@dataclass(frozen=True, slots=True)
class BaseballRules(FixedRankRules):
    """Baseball: threes and nines are wild; a four dealt face up may bring an extra card, down."""

    variant: ClassVar[str] = "baseball"
    title: ClassVar[str] = "Baseball"
    help: ClassVar[str] = "threes and nines"
    ranks: ClassVar[tuple[int, ...]] = (3, 9)
    extra_for_four: bool = False


class DeucesWildRules(FixedRankRules):
    """Deuces Wild: twos are wild."""

    variant = "deuces-wild"
    title = "Deuces Wild"
    help = "twos"
    ranks = (2,)


class DoctorPepperRules(FixedRankRules):
    """Doctor Pepper: tens, twos and fours are wild."""

    variant = "doctor-pepper"
    title = "Doctor Pepper"
    help = "tens, twos and fours"
    ranks = (2, 4, 10)


@dataclass(frozen=True, slots=True)
class FollowTheQueenRules:
    """Follow the Queen: queens are wild, and the rank of the card after the last queen dealt up.

    `followed` is that rank, None while no queen is up or nothing followed the last one. Which it
    is belongs to the whole table: `engine.kings_lows.open_cards` finds it.
    """

    variant: ClassVar[str] = "follow-the-queen"
    title: ClassVar[str] = "Follow the Queen"
    help: ClassVar[str] = "queens, and the rank dealt up right after the last open queen, if any"
    followed: int | None = None

    @property
    def words(self) -> str:
        """The rule in a few words for a headline."""
        now = f", now {RANK_NAMES[self.followed]}" if self.followed else ""
        return f"queens wild, and what follows the last one{now}"

    @property
    def code(self) -> int:
        """The rule as bits for the native module."""
        return _rank_bits(self._ranks)

    @property
    def _ranks(self) -> tuple[int, ...]:
        return (QUEEN,) if self.followed is None else (QUEEN, self.followed)

    def determine_wild_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Return the wild cards of a hand, in the hand's order."""
        return tuple(card for card in hand if card.rank in self._ranks)


VARIANT_RULES: dict[str, type[WildRule]] = {
    rules.variant: rules
    for rules in (
        WildCardRules,
        BaseballRules,
        DeucesWildRules,
        DoctorPepperRules,
        FollowTheQueenRules,
    )
}
"""Every variant by its name, in the order of the menu."""
VARIANTS = tuple(VARIANT_RULES)
_SHORT_NAMES = {
    "kings-lows": WildCardRules.variant,
    "deuces": DeucesWildRules.variant,
    "dr-pepper": DoctorPepperRules.variant,
}


def rules_of(variant: str, king_required: bool = False, extra_for_four: bool = False) -> WildRule:
    """Return the rule object of a variant's name; "follow-the-queen-7" says that a seven followed.

    `king_required` belongs to Kings and Lows alone, `extra_for_four` to Baseball alone.
    """
    name = variant.strip().lower().replace("_", "-").replace(" ", "-")
    name, followed = _split_followed(_SHORT_NAMES.get(name, name))
    if name not in VARIANT_RULES:
        raise InputError(f'unknown variant "{shorten(variant)}": expected {", ".join(VARIANTS)}')
    for given, words, owner in (
        (king_required, "king required", WildCardRules.variant),
        (extra_for_four, "an extra card for a four", BaseballRules.variant),
    ):
        if given and name != owner:
            raise InputError(f'{words} does not apply to "{name}": only to {owner}')
    if king_required:
        return WildCardRules(king_required=True)
    if extra_for_four:
        return BaseballRules(extra_for_four=True)
    return FollowTheQueenRules(followed) if followed else VARIANT_RULES[name]()


def describe_variants() -> str:
    """Return every variant with its wild cards, in one sentence for the guide."""
    return "; ".join(f"{rules.title} ({rules.help})" for rules in VARIANT_RULES.values())


def _split_followed(name: str) -> tuple[str, int | None]:
    """Return a variant's name, and the rank that stands behind Follow the Queen's."""
    head, _, rank = name.rpartition("-")
    if head == FollowTheQueenRules.variant and rank in _RANK_OF:
        return head, _RANK_OF[rank]
    return name, None

"""Which cards of a hand are wild: one rule object a variant, all on one protocol.

`determine_wild_cards` is the readable rule; `code` is the same rule as bits for the kernels:
bits 0 to 12 are the ranks that are always wild (bit 0 the twos), `LOW_WILD` makes the lowest
rank of the hand wild too, and `LOW_NEEDS_WILD` does so only beside a card of those ranks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from engine.cards import Card, shorten
from engine.errors import InputError
from engine.kings_lows.kernels.layout import LOW_NEEDS_WILD, LOW_WILD

KING = 13


class WildRule(Protocol):
    """What every variant offers: a name, the rule itself, and the rule as a number."""

    variant: ClassVar[str]

    @property
    def code(self) -> int:
        """The rule as bits for the kernels."""

    def determine_wild_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The wild cards of a hand, in the hand's order."""


def _rank_bits(ranks: Sequence[int]) -> int:
    return sum(1 << (rank - 2) for rank in ranks)


@dataclass(frozen=True, slots=True)
class WildCardRules:
    """Kings and Lows: kings, and all cards of the hand's lowest value (ace high), are wild."""

    variant: ClassVar[str] = "kings-and-lows"
    king_required: bool = False

    @property
    def code(self) -> int:
        """The rule as bits for the kernels."""
        return _rank_bits([KING]) | LOW_WILD | (LOW_NEEDS_WILD if self.king_required else 0)

    def determine_wild_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The wild cards of a hand, in the hand's order."""
        wild_ranks = {KING}
        has_king = any(card.rank == KING for card in hand)
        if hand and (has_king or not self.king_required):
            wild_ranks.add(min(card.rank for card in hand))
        return tuple(card for card in hand if card.rank in wild_ranks)


@dataclass(frozen=True, slots=True)
class FixedRankRules:
    """A variant in which the cards of some ranks are wild, whatever else the hand holds."""

    variant: ClassVar[str]
    ranks: ClassVar[tuple[int, ...]]

    @property
    def code(self) -> int:
        """The rule as bits for the kernels."""
        return _rank_bits(self.ranks)

    def determine_wild_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The wild cards of a hand, in the hand's order."""
        return tuple(card for card in hand if card.rank in self.ranks)


class BaseballRules(FixedRankRules):
    """Baseball: threes and nines are wild."""

    variant = "baseball"
    ranks = (3, 9)


class DeucesWildRules(FixedRankRules):
    """Deuces Wild: twos are wild."""

    variant = "deuces-wild"
    ranks = (2,)


VARIANTS = (WildCardRules.variant, BaseballRules.variant, DeucesWildRules.variant)
_SHORT_NAMES = {"kings-lows": VARIANTS[0], "deuces": VARIANTS[2]}


def rules_of(variant: str, king_required: bool = False) -> WildRule:
    """The rule object of a variant's name; `king_required` belongs to Kings and Lows alone."""
    name = variant.strip().lower().replace("_", "-").replace(" ", "-")
    name = _SHORT_NAMES.get(name, name)
    if name not in VARIANTS:
        raise InputError(f'unknown variant "{shorten(variant)}": expected {", ".join(VARIANTS)}')
    if name == WildCardRules.variant:
        return WildCardRules(king_required)
    if king_required:
        raise InputError(f'king required does not apply to "{name}": only to {VARIANTS[0]}')
    return BaseballRules() if name == BaseballRules.variant else DeucesWildRules()

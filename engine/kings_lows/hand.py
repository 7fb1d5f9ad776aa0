"""One player's seven cards: two in the hole, up to four open, the last up or down.

Wild cards belong to the whole hand, so a hand of fewer than seven cards has none yet and is
INCOMPLETE; `wild_so_far` says what would be wild if no other card came.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import total_ordering

from engine.cards import Card, format_cards, require_distinct
from engine.errors import IllegalStateError
from engine.kings_lows.evaluator import BestHand, WildCardHandEvaluator
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import WildCardRules, WildRule
from engine.poker.hands import HandType

N_HOLE = 2
MAX_OPEN = 4


@total_ordering
@dataclass(frozen=True, eq=False)
class KingsAndLowsHand:
    """A hand under a rule; hands compare by strength, and equal strength is a tie."""

    hole_cards: Sequence[Card]
    open_cards: Sequence[Card]
    down_card: Card | None = None
    rules: WildRule = field(default_factory=WildCardRules)
    extra_cards: Sequence[Card] = ()  # for fours that were dealt up

    def __post_init__(self) -> None:
        if len(self.hole_cards) != N_HOLE:
            raise IllegalStateError(
                f'"{format_cards(self.hole_cards)}": Kings and Lows needs exactly two hole cards'
            )
        if len(self.open_cards) > MAX_OPEN:
            raise IllegalStateError(
                f'"{format_cards(self.open_cards)}": Kings and Lows has at most four open cards'
            )
        require_distinct(self.cards)
        best = BestHand(HandType.INCOMPLETE, 0, (), ())
        if self.is_complete:
            best = WildCardHandEvaluator.best_hand(self.cards, self.wild_cards)
        object.__setattr__(self, "_best", best)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards: hole, open, last, extra."""
        last = () if self.down_card is None else (self.down_card,)
        return (*self.hole_cards, *self.open_cards, *last, *self.extra_cards)

    @property
    def is_complete(self) -> bool:
        """True with all seven cards, or more."""
        return len(self.cards) >= N_HAND

    @property
    def wild_cards(self) -> tuple[Card, ...]:
        """The wild cards of a complete hand."""
        return self.rules.determine_wild_cards(self.cards) if self.is_complete else ()

    @property
    def wild_so_far(self) -> tuple[Card, ...]:
        """The cards that would be wild if no other card came."""
        return self.rules.determine_wild_cards(self.cards)

    @property
    def best(self) -> BestHand:
        """The five cards that count and what each stands for."""
        best: BestHand = self._best  # type: ignore[attr-defined]
        return best

    @property
    def type(self) -> HandType:
        """The category; INCOMPLETE while cards are missing."""
        return self.best.type

    @property
    def strength(self) -> int:
        """Larger is stronger; 0 while cards are missing."""
        return self.best.strength

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KingsAndLowsHand) and self.strength == other.strength

    def __lt__(self, other: "KingsAndLowsHand") -> bool:
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

"""House rules of Konkan, as one frozen value."""

from dataclasses import dataclass
from typing import Annotated

from engine.rules import RuleOption, Rules

MIN_PLAYERS, MAX_PLAYERS = 2, 3
HAND_SIZE = 14
FULL_HAND = 15


@dataclass(frozen=True, slots=True)
class KonkanRules(Rules):
    """House rules of Konkan, in the order in which Rust reads them.

    The melds of the turn of coming down make a player's total, which the others must beat;
    `raise_by_later_melds` lets melds of later turns raise it.
    """

    threshold: Annotated[
        int, RuleOption("Threshold", 1, 140, " points", "Points needed to come down.")
    ] = 81
    min_naturals: Annotated[
        int, RuleOption("Natural cards in a meld", 1, 2, "", "Natural cards that a meld needs.")
    ] = 1
    raise_by_later_melds: Annotated[
        bool,
        RuleOption(
            "Later melds raise the total",
            help="Melds of later turns raise the total that others must beat.",
        ),
    ] = False
    swap_own: Annotated[
        bool,
        RuleOption(
            "Own jokers may be swapped", help="Jokers may be swapped from one's own melds, too."
        ),
    ] = False
    keep_top: Annotated[
        bool,
        RuleOption(
            "The trash keeps its top",
            help="The top of the trash stays when the trash becomes the deck.",
        ),
    ] = False
    joker_deadwood: Annotated[
        int, RuleOption("A joker in hand", 0, 50, " points", "Points of a joker left in hand.")
    ] = 25
    max_turns: Annotated[
        int,
        RuleOption("Drawn after", 1, 10_000, " turns", "Turns after which the round is drawn."),
    ] = 400

    def as_tuple(self) -> tuple[int, int, bool, bool, bool, int, int]:
        """Return the options in the order that Rust reads them."""
        return (
            self.threshold,
            self.min_naturals,
            self.raise_by_later_melds,
            self.swap_own,
            self.keep_top,
            self.joker_deadwood,
            self.max_turns,
        )


DEFAULT_RULES = KonkanRules()

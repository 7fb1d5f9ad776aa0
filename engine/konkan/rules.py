"""What a table may play differently, in one frozen value."""

from dataclasses import dataclass

from engine.errors import InputError

MIN_PLAYERS, MAX_PLAYERS = 2, 3
HAND_SIZE = 14
FULL_HAND = 15


@dataclass(frozen=True, slots=True)
class KonkanRules:
    """Options of Konkan.

    The melds of the turn of coming down make a player's total, which the others must beat;
    `raise_by_later_melds` lets melds of later turns raise it.
    """

    threshold: int = 81
    min_naturals: int = 1
    raise_by_later_melds: bool = False
    swap_own: bool = False
    keep_top: bool = False
    joker_deadwood: int = 25
    max_turns: int = 400

    def __post_init__(self) -> None:
        if not 1 <= self.threshold <= 140:
            raise InputError(f"a threshold of {self.threshold} points: expected 1 to 140")
        if self.min_naturals not in (1, 2):
            raise InputError(f"{self.min_naturals} natural cards in a meld: expected 1 or 2")
        if not 0 <= self.joker_deadwood <= 50:
            raise InputError(f"a joker of {self.joker_deadwood} points: expected 0 to 50")
        if not 1 <= self.max_turns <= 10_000:
            raise InputError(f"{self.max_turns} turns: expected 1 to 10000")

    def as_tuple(self) -> tuple[int, int, bool, bool, bool, int, int]:
        """The options in the order that Rust reads them."""
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

"""A question at the Hold'em table: who may hold what, which cards lie open, which are gone.

A `Situation` is checked when it is made; past that line nobody checks again.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.cards import FULL_DECK_MASK, Card, require_distinct, to_mask
from engine.errors import IllegalStateError, InputError
from engine.holdem.ranges import Range, format_range
from engine.holdem.room import can_be_dealt
from engine.holdem.tables import COMBO_CARDS, COMBO_MASKS

MAX_OPPONENTS = 9
BOARD_SIZES = (0, 3, 4, 5)


@dataclass(frozen=True)
class Situation:
    """Hero's hand or range, the opponents' (one to nine), the board and dead cards."""

    hero: Range
    opponents: tuple[Range, ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.opponents) <= MAX_OPPONENTS:
            raise InputError(
                f"Number of opponents must be between 1 and {MAX_OPPONENTS}, "
                f"not {len(self.opponents)}"
            )
        if len(self.board) not in BOARD_SIZES:
            raise InputError(f"the board has {len(self.board)} cards: expected 0, 3, 4 or 5")
        require_distinct(self.known_cards)
        for seat, (before, after) in enumerate(zip(self.given, self.seats, strict=True)):
            if not after.n_combos:
                raise IllegalStateError(_impossible(seat, before))
        self._count_cards()
        if not can_be_dealt([s for s in self.seats if not self._is_random(s)]):
            raise IllegalStateError("the ranges leave no way to deal every player different cards")

    def _count_cards(self) -> None:
        """Raise if the deck is too small for the hands that are not known and for the board."""
        n_hands, n_board = sum(r.n_combos != 1 for r in self.given), 5 - len(self.board)
        n_needed = 2 * n_hands + n_board
        if n_needed > len(self.deck):
            raise IllegalStateError(
                f"the deck has {len(self.deck)} cards left, but {n_hands} unknown hands and"
                f" {n_board} cards of the board need {n_needed}: expected fewer dead cards"
                " or opponents"
            )

    @property
    def given(self) -> tuple[Range, ...]:
        """All ranges as they were given, hero first."""
        return (self.hero, *self.opponents)

    @property
    def known_cards(self) -> tuple[Card, ...]:
        """Every card whose place is known: single hands, board, dead cards."""
        holes = (COMBO_CARDS[np.argmax(r.weights)] for r in self.given if r.n_combos == 1)
        cards = tuple(Card.from_index(int(i)) for pair in holes for i in pair[::-1])
        return cards + self.board + self.dead

    @cached_property
    def seats(self) -> tuple[Range, ...]:
        """All ranges, hero first, without the cards that are known to be elsewhere."""
        table = to_mask(self.board + self.dead)
        known = [to_mask(()) if r.n_combos != 1 else self._mask_of(r) for r in self.given]
        return tuple(
            r.without(table | sum(m for j, m in enumerate(known) if j != i))
            for i, r in enumerate(self.given)
        )

    @staticmethod
    def _mask_of(known: Range) -> int:
        return int(COMBO_MASKS[np.argmax(known.weights)])

    @cached_property
    def deck(self) -> NDArray[np.int64]:
        """The cards that may still turn up, as indices."""
        gone = to_mask(self.known_cards)
        return np.array([i for i in range(52) if (FULL_DECK_MASK & ~gone) >> i & 1], np.int64)

    @cached_property
    def free_combos(self) -> int:
        """How many hole cards the deck can make."""
        return len(self.deck) * (len(self.deck) - 1) // 2

    def _is_random(self, seat: Range) -> bool:
        """True if a seat may hold any two cards of the deck with the same chance."""
        return seat.n_combos == self.free_combos and bool(
            (seat.weights[seat.weights > 0] == 1).all()
        )

    @cached_property
    def random_seats(self) -> tuple[bool, ...]:
        """Which seats hold any two cards of the deck."""
        return tuple(map(self._is_random, self.seats))

    @property
    def is_weighted(self) -> bool:
        """True if some hand counts more than another of its range."""
        return any(((r.weights != 0) & (r.weights != 1)).any() for r in self.seats)

    def runouts(self) -> NDArray[np.int64]:
        """All boards' missing cards when at most two are missing, shape (n, missing)."""
        missing = 5 - len(self.board)
        rows = list(combinations(self.deck.tolist(), missing))
        return np.array(rows, np.int64).reshape(len(rows), missing)


def _impossible(seat: int, hands: Range) -> str:
    who = "hero" if seat == 0 else f"opponent {seat}"
    return f'the range "{format_range(hands)}" of {who} is impossible: its cards are elsewhere'

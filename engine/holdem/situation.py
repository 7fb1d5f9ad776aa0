"""A question at the Hold'em table: each player's range, the board and dead cards.

A `Situation` is checked when it is made; it is not checked again after that.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.cards import FULL_DECK_MASK, N_CARDS, Card, require_distinct, to_mask
from engine.errors import IllegalStateError, InputError
from engine.holdem.dealable import can_be_dealt
from engine.holdem.ranges import Range, format_range
from engine.holdem.tables import COMBO_CARDS
from engine.words import counted

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
            n_cards = counted(len(self.board), "card")
            raise InputError(f"the board has {n_cards}: expected 0, 3, 4 or 5")
        require_distinct(self._given_cards)
        for seat, left in enumerate(self._narrowed(self.given)):
            if not left.n_combos:
                raise IllegalStateError(_impossible(seat, self.given[seat]))
        self._count_cards()
        fixed = [s for s in self.seats if not self._is_random(s)]
        if not all(s.n_combos for s in self.seats) or not can_be_dealt(fixed):
            raise IllegalStateError("the ranges leave no way to deal every player different cards")

    def _count_cards(self) -> None:
        """Raise if the deck is too small for the hands that are not given and for the board."""
        n_hands, n_board = sum(r.n_combos != 1 for r in self.given), 5 - len(self.board)
        n_needed, n_left = 2 * n_hands + n_board, N_CARDS - len(self._given_cards)
        if n_needed > n_left:
            raise IllegalStateError(
                f"the deck has {counted(n_left, 'card')} left, but"
                f" {counted(n_hands, 'unknown hand')} and {counted(n_board, 'card')} of the board"
                f" need {n_needed}: expected fewer dead cards or opponents"
            )

    @property
    def given(self) -> tuple[Range, ...]:
        """All ranges as they were given, hero first."""
        return (self.hero, *self.opponents)

    @property
    def _given_cards(self) -> tuple[Card, ...]:
        """Every card that was given a place: single hands, board, dead cards."""
        return _cards_of(self.given) + self.board + self.dead

    @property
    def known_cards(self) -> tuple[Card, ...]:
        """Every card whose place is known: also those of a range with one hand left."""
        return _cards_of(self.seats) + self.board + self.dead

    @cached_property
    def seats(self) -> tuple[Range, ...]:
        """All ranges, hero first, without the cards that are known to be elsewhere.

        A range with one hand left makes these cards known to the others, and so on.
        """
        before, after = self.given, self._narrowed(self.given)
        while _cards_of(before) != _cards_of(after) and all(r.n_combos for r in after):
            before, after = after, self._narrowed(after)
        return after

    def _narrowed(self, ranges: tuple[Range, ...]) -> tuple[Range, ...]:
        """Return the ranges without the cards of the table and of the others' single hands."""
        table = self.board + self.dead
        return tuple(
            r.without(to_mask(table + _cards_of(ranges[:i] + ranges[i + 1 :])))
            for i, r in enumerate(ranges)
        )

    @cached_property
    def deck(self) -> NDArray[np.uint8]:
        """The cards that may still turn up, as indices."""
        gone = to_mask(self.known_cards)
        return np.array([i for i in range(52) if (FULL_DECK_MASK & ~gone) >> i & 1], np.uint8)

    @cached_property
    def free_combos(self) -> int:
        """How many hole cards the deck can make."""
        return len(self.deck) * (len(self.deck) - 1) // 2

    def _is_random(self, seat: Range) -> bool:
        """Return True if a seat may hold any two cards of the deck with the same chance."""
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

    @property
    def board_indices(self) -> bytes:
        """The cards of the board, one byte each."""
        return bytes(card.index for card in self.board)

    def runouts(self) -> NDArray[np.uint8]:
        """Return all boards' missing cards when at most two are missing, shape (n, missing)."""
        missing = 5 - len(self.board)
        rows = list(combinations(self.deck.tolist(), missing))
        return np.array(rows, np.uint8).reshape(len(rows), missing)


def _cards_of(ranges: tuple[Range, ...]) -> tuple[Card, ...]:
    """Return the cards of the ranges that are a single hand."""
    holes = (COMBO_CARDS[np.argmax(r.weights)] for r in ranges if r.n_combos == 1)
    return tuple(Card.from_index(int(i)) for pair in holes for i in pair[::-1])


def _impossible(seat: int, hands: Range) -> str:
    whose = "your" if seat == 0 else f"opponent {seat}'s"
    return f'{whose} range "{format_range(hands)}" is impossible: its cards are in use'

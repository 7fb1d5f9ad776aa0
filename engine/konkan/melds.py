"""Exact meld solver: for every number of cards laid, the most points and the melds.

From this frontier follow the questions of the table: most points, most cards, least deadwood,
"reach the threshold and keep one to throw", "fourteen of fifteen".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import rust_meld
from engine.cards import Card, in_symbols
from engine.errors import CardError, IllegalStateError
from engine.konkan.cards import (
    Joker,
    KonkanCard,
    format_hand,
    from_codes,
    parse_hand,
    require_two_copies,
    to_codes,
    to_kinds,
)
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.tabular import Row, Tabular

MAX_CARDS = 16


@dataclass(frozen=True, slots=True)
class Meld:
    """A run or a set; its jokers say what they stand for. `repr` can be read back."""

    cards: tuple[KonkanCard, ...]
    points: int

    @property
    def faces(self) -> tuple[Card, ...]:
        """The cards with every joker replaced by what it stands for."""
        return tuple(c.stands_for if isinstance(c, Joker) else c for c in self.cards)  # type: ignore[misc]  # a laid joker is declared

    @property
    def is_run(self) -> bool:
        """True for cards of one suit in a row, False for a set of one rank."""
        return len({card.suit for card in self.faces}) == 1

    def __repr__(self) -> str:
        return format_hand(self.cards)

    def __str__(self) -> str:
        return in_symbols(self.cards)


def parse_meld(text: str, rules: KonkanRules = DEFAULT_RULES) -> Meld:
    """Read a meld, "7S 8S JK" or "7S 8S JK=9S"; a bare joker stands for what is missing."""
    return find_meld(parse_hand(text), rules)


def find_meld(cards: Iterable[KonkanCard], rules: KonkanRules = DEFAULT_RULES) -> Meld:
    """Return the meld that cards make, in order; a bare joker stands for what is missing."""
    try:
        return meld_of(rust_meld.find_meld(to_codes(cards), rules.min_naturals))
    except ValueError as error:
        raise IllegalStateError(str(error)) from None


def meld_of(value: tuple[bytes, int]) -> Meld:
    """Return a meld that came from Rust: its cards and its points."""
    codes, points = value
    return Meld(from_codes(codes), points)


@dataclass(frozen=True, slots=True)
class Layout:
    """Melds that a hand can lay together, with their points and number of cards."""

    melds: tuple[Meld, ...]

    @property
    def points(self) -> int:
        """Points on the table."""
        return sum(meld.points for meld in self.melds)

    @property
    def n_cards(self) -> int:
        """Cards laid."""
        return sum(len(meld.cards) for meld in self.melds)

    def left_of(self, hand: Iterable[KonkanCard]) -> tuple[KonkanCard, ...]:
        """Return the cards of a hand that stay in it."""
        left = list(hand)
        for meld in self.melds:
            for card in meld.cards:
                left.remove(Joker() if isinstance(card, Joker) else card)
        return tuple(left)


@dataclass(frozen=True, slots=True, repr=False)
class Frontier(Tabular):
    """The most points for every number of cards laid; layouts are found when asked for."""

    hand: tuple[KonkanCard, ...]
    points: tuple[int, ...]
    rules: KonkanRules = DEFAULT_RULES

    def rows(self) -> list[Row]:
        """Return one row for every number of cards that can be laid, fewest first."""
        return [
            {"cards": layout.n_cards, "points": layout.points, "melds": _text(layout.melds)}
            for layout in self.layouts()
        ]

    def footnote(self) -> str:
        """Return how they were found."""
        return "most points for every number of cards, exact"

    def layout(self, n_cards: int) -> Layout | None:
        """Return the best layout of exactly so many cards; None if there is none."""
        melds = rust_meld.layout(to_kinds(self.hand), n_cards, self.rules.min_naturals)
        return None if melds is None else Layout(tuple(map(meld_of, melds)))

    def layouts(self) -> tuple[Layout, ...]:
        """Return a best layout for every number of cards that can be laid, fewest cards first."""
        found = (self.layout(n) for n, points in enumerate(self.points) if n == 0 or points > 0)
        return tuple(layout for layout in found if layout is not None)

    def most_points(self) -> Layout:
        """Return the layout of most points."""
        return self._at(max(range(len(self.hand) + 1), key=lambda n: self.points[n]))

    def reaching(self, threshold: int, keep: int = 1) -> Layout | None:
        """Return the layout of most cards that reaches a threshold; a card to throw is kept."""
        laid = range(len(self.hand) - keep, 0, -1)
        found = next((n for n in laid if self.points[n] >= threshold), None)
        return None if found is None else self._at(found)

    def least_deadwood(self, keep: int = 0) -> Layout:
        """Return the layout that leaves the fewest points in hand, a joker counting its own."""
        kinds, joker = to_kinds(self.hand), self.rules.joker_deadwood
        points = rust_meld.frontier(kinds, self.rules.min_naturals, joker)
        laid = range(max(0, len(self.hand) - keep) + 1)
        n_cards = max(laid, key=lambda n: points[n - 1] if n else 0)
        melds = rust_meld.layout(kinds, n_cards, self.rules.min_naturals, joker)
        return Layout(tuple(map(meld_of, melds or ())))

    def goes_out(self) -> bool:
        """Return True if all cards but one come down together: fourteen of fifteen, for the
        threshold.
        """
        return len(self.hand) > 1 and self.points[len(self.hand) - 1] >= self.rules.threshold

    def _at(self, n_cards: int) -> Layout:
        layout = self.layout(n_cards)
        assert layout is not None, "the frontier has a layout wherever it has points"
        return layout


def _text(melds: Iterable[Meld]) -> str:
    return " / ".join(map(repr, melds))


def best_melds(hand: str, rules: KonkanRules = DEFAULT_RULES) -> Frontier:
    """Return the exact frontier of a hand that is written as text, "7S 8S 9S JK".

    >>> best_melds("7S 8S 9S JK").most_points().points
    34
    """
    return solve(parse_hand(hand), rules)


def solve(hand: Sequence[KonkanCard], rules: KonkanRules = DEFAULT_RULES) -> Frontier:
    """Return the exact frontier of a hand of up to 16 cards."""
    if len(hand) > MAX_CARDS:
        raise CardError(f"{len(hand)} cards: a hand has at most {MAX_CARDS}")
    if any(isinstance(card, Joker) and card.stands_for for card in hand):
        raise CardError(f"{format_hand(hand)!r}: a joker in hand stands for nothing yet, write JK")
    require_two_copies(hand)
    points = rust_meld.frontier(to_kinds(hand), rules.min_naturals)
    return Frontier(tuple(hand), (0, *points), rules)


def deadwood(cards: Iterable[KonkanCard], rules: KonkanRules = DEFAULT_RULES) -> int:
    """Return the points of cards left in hand."""
    return rust_meld.deadwood(to_kinds(cards), rules.joker_deadwood)

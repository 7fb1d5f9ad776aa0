"""Every hand that some cards can become, counted: five of a kind, categories, lifts by wild cards.

From no card at all these are the frequencies of the variant: 133,784,560 hands in some seconds.
"""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, format_cards, full_deck, require_distinct
from engine.control import Control
from engine.errors import IllegalStateError
from engine.kings_lows.kernels.layout import KIND_SHAPE, Completions, Hand
from engine.kings_lows.odds import HandOdds, Tally, hand_odds
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import WildCardRules, WildRule
from engine.poker.hands import HandType
from engine.poker.tables import card_masks

WAVE = 16  # slices between two looks at the clock
TWO_LEVELS = 6  # so many missing cards are cut by their first two, fewer by their first


@dataclass(frozen=True, slots=True)
class WildRow:
    """How many hands have so many wild cards, and how many of those are five of a kind."""

    n_wild: int
    n_hands: int
    n_five: int


@dataclass(frozen=True, slots=True)
class HandCounts:
    """All completions of some cards, counted; `exact` is False if there was no time for all."""

    rules: WildRule
    n_hands: int
    n_possible: int
    with_wild: dict[HandType, int]
    natural: dict[HandType, int]
    n_lifted: int
    by_wild_count: tuple[WildRow, ...]
    odds: HandOdds
    elapsed_s: float

    @property
    def exact(self) -> bool:
        """True if every possible hand was counted."""
        return self.n_hands == self.n_possible

    @property
    def five_of_a_kind(self) -> float:
        """The chance of five of a kind."""
        return self.with_wild.get(HandType.FIVE_OF_A_KIND, 0) / self.n_hands


@dataclass(frozen=True, slots=True)
class _Slice:
    """A part of the completions: cards held, how many more, and the first of them."""

    held: int
    n_missing: int
    deck: NDArray[np.uint8]
    first: int


def count_hands(
    known: Iterable[Card] = (),
    dead: Iterable[Card] = (),
    rules: WildRule | None = None,
    *,
    n_threads: int | None = None,
    control: Control | None = None,
) -> HandCounts:
    """Count what the known cards become with all cards that are neither known nor dead."""
    held, gone = tuple(known), tuple(dead)
    require_distinct((*held, *gone))
    rules, control = rules or WildCardRules(), control or Control()
    deck = [card.index for card in full_deck() if card not in held and card not in gone]
    n_missing = N_HAND - len(held)
    if n_missing < 0 or n_missing > len(deck):
        raise IllegalStateError(
            f'"{format_cards(held)}" and {len(gone)} dead cards: expected at most seven cards, '
            "and enough others in the deck"
        )
    tally = _count(held, n_missing, np.array(deck, np.uint8), rules, n_threads, control)
    return _counts(tally, comb(len(deck), n_missing), held, rules, control.elapsed_s)


def _count(
    held: tuple[Card, ...],
    n_missing: int,
    deck: NDArray[np.uint8],
    rules: WildRule,
    n_threads: int | None,
    control: Control,
) -> Tally:
    def count_piece(piece: _Slice) -> Tally:
        late = piece is not slices[0] and control.should_stop()
        return Tally(1) if late else _count_slice(piece, rules.code)

    slices = list(_slices(int(card_masks()[[c.index for c in held]].sum()), n_missing, deck))
    total = Tally(1)
    control.check()
    with ThreadPoolExecutor(n_threads or os.cpu_count() or 1) as pool:
        for first in range(0, len(slices), WAVE):
            for part in pool.map(count_piece, slices[first : first + WAVE]):
                total.add(part)
            control.report(min(first + WAVE, len(slices)), len(slices), "counting hands")
            if control.should_stop():
                break
    return total


def _slices(held: int, n_missing: int, deck: NDArray[np.uint8]) -> Iterator[_Slice]:
    """Cut the completions by their first card, and by the second if they are many."""
    if n_missing == 0:
        yield _Slice(held, 0, deck, 0)
        return
    masks = card_masks()
    for i in range(len(deck) - n_missing + 1):
        if n_missing < TWO_LEVELS:
            yield _Slice(held, n_missing, deck, i)
            continue
        rest = deck[i + 1 :]
        for j in range(len(rest) - n_missing + 2):
            yield _Slice(held | int(masks[deck[i]]), n_missing - 1, rest, j)


def _count_slice(piece: _Slice, code: int) -> Tally:
    from engine.kings_lows.kernels.completions import complete_hand

    part = Tally(1)
    hand = Hand(np.uint64(piece.held), piece.n_missing, piece.deck, code)
    room = Completions(np.zeros(1, np.uint64), np.zeros(1, np.uint16))
    part.n_deals = complete_hand(hand, piece.first, 0, part.counts, room)
    return part


def _counts(
    tally: Tally, n_possible: int, held: tuple[Card, ...], rules: WildRule, elapsed_s: float
) -> HandCounts:
    by_kind = tally.counts.kinds[0].reshape(KIND_SHAPE)
    natural, with_wild = by_kind.sum(axis=(1, 2)), by_kind.sum(axis=(0, 2))
    by_naturals = by_kind.sum(axis=0)
    rows = [(N_HAND - n, by_naturals[:, n]) for n in range(N_HAND, -1, -1)]
    exact = tally.n_deals == n_possible
    return HandCounts(
        rules,
        tally.n_deals,
        n_possible,
        {hand: int(with_wild[hand]) for hand in HandType if with_wild[hand]},
        {hand: int(natural[hand]) for hand in HandType if natural[hand]},
        int(np.triu(by_kind.sum(axis=2), 1).sum()),
        tuple(
            WildRow(n, int(row.sum()), int(row[HandType.FIVE_OF_A_KIND]))
            for n, row in rows
            if row.sum()
        ),
        hand_odds(tally.counts.kinds[0], tally.counts.lows[0], held, rules, exact),
        elapsed_s,
    )

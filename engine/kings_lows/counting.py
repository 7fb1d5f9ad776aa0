"""Every hand that some cards can become, counted: types, and how often wild cards improve them.

From no card at all these are the frequencies of the variant: 133,784,560 hands in some seconds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import comb
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, full_deck, require_distinct
from engine.control import Control
from engine.errors import IllegalStateError
from engine.kings_lows.deals import KIND_SHAPE
from engine.kings_lows.odds import HandOdds, Tally, hand_odds, wild_rows
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import WildCardRules, WildRule
from engine.poker.hands import HandType
from engine.poker.masks import mask_of
from engine.waves import in_waves
from engine.words import counted
from rust_meld import stud_complete

WAVE = 16  # slices between two checks of the clock
TWO_LEVELS = 6  # from this many missing cards on, slices are cut by two cards, not one


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
    n_improved: int
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
    deck = [card for card in full_deck() if card not in held and card not in gone]
    n_missing = N_HAND - len(held)
    if n_missing < 0 or n_missing > len(deck):
        raise IllegalStateError(
            f"{counted(len(held), 'card')} and {counted(len(gone), 'dead card')}: expected at most "
            f"{N_HAND} cards, and enough others in the deck"
        )
    tally = _count(held, n_missing, deck, rules, n_threads, control)
    return _counts(tally, comb(len(deck), n_missing), held, rules, control.elapsed_s)


def _count(
    held: tuple[Card, ...],
    n_missing: int,
    deck: list[Card],
    rules: WildRule,
    n_threads: int | None,
    control: Control,
) -> Tally:
    """Count slice by slice until all are done or the control says stop.

    Deck and slices are in random order, so that a count which is stopped early is not one of the
    lowest cards alone. The first slice is always counted: there is an answer even without time.
    """
    order = Random(0)
    slices = list(_slices(mask_of(held), n_missing, order.sample(deck, len(deck))))
    order.shuffle(slices)
    control.check()
    total = _count_slice(slices[0], rules.code, np.zeros(1, np.uint8)) or Tally(1)
    done = 1
    with control.watch() as stop:
        count = partial(_count_slice, code=rules.code, stop=stop)
        for parts in in_waves(count, slices[1:], n_threads, WAVE, control.should_stop):
            for part in parts:
                if part is not None:
                    total.add(part)
            done += len(parts)
            control.report(done, len(slices), "counting hands")
    return total


def _slices(held: int, n_missing: int, deck: list[Card]) -> Iterator[_Slice]:
    """Cut the completions by their first card, and by the second if they are many."""
    indices = np.array([card.index for card in deck], np.uint8)
    if n_missing == 0:
        yield _Slice(held, 0, indices, 0)
        return
    for i in range(len(deck) - n_missing + 1):
        if n_missing < TWO_LEVELS:
            yield _Slice(held, n_missing, indices, i)
            continue
        with_first, rest = held | mask_of(deck[i : i + 1]), indices[i + 1 :]
        for j in range(len(rest) - n_missing + 2):
            yield _Slice(with_first, n_missing - 1, rest, j)


def _count_slice(piece: _Slice, code: int, stop: NDArray[np.uint8]) -> Tally | None:
    """Count one slice; None if it was stopped before its end."""
    part = Tally(1)
    hand = piece.held, piece.n_missing, piece.deck, code, piece.first
    not_listed = np.empty(0, np.uint64), np.empty(0, np.uint16)
    counted = stud_complete(*hand, stop, part.counts.kinds[0], part.counts.lows[0], *not_listed)
    if counted is None:
        return None
    part.n_deals = counted
    return part


def _counts(
    tally: Tally, n_possible: int, held: tuple[Card, ...], rules: WildRule, elapsed_s: float
) -> HandCounts:
    by_kind = tally.counts.kinds[0].reshape(KIND_SHAPE)
    natural, with_wild = by_kind.sum(axis=(1, 2)), by_kind.sum(axis=(0, 2))
    return HandCounts(
        rules,
        tally.n_deals,
        n_possible,
        {hand: int(with_wild[hand]) for hand in HandType if with_wild[hand]},
        {hand: int(natural[hand]) for hand in HandType if natural[hand]},
        int(np.triu(by_kind.sum(axis=2), 1).sum()),
        tuple(WildRow(*row) for row in wild_rows(by_kind.sum(axis=0))),
        hand_odds(tally.counts.kinds[0], tally.counts.lows[0], held, rules, sampled=False),
        elapsed_s,
    )

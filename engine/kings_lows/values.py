"""The value of a hand with wild cards by the rules, readable and slow: what the tables hold."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS
from engine.poker.hands import HandType, straights, value_of
from engine.poker.values import value_of_counts


def best_run(ranks: Iterable[int], n_wild: int) -> tuple[int, ...] | None:
    """Return the highest straight that these ranks and some wild cards make."""
    held = set(ranks)
    runs = reversed(straights())
    return next((run for run in runs if len(held.intersection(run)) + n_wild >= 5), None)


def value_by_ranks(counts: NDArray[np.int64], n_wild: int) -> int:
    """Return the best value of natural cards, as counts of 13 ranks, and wild cards, flushes
    aside.
    """
    if n_wild == 0:
        return value_of_counts(counts)
    if n_wild >= 5:
        return value_of(HandType.FIVE_OF_A_KIND, (RANKS[-1],))
    held = [(int(n), rank) for rank, n in zip(RANKS, counts, strict=True) if n]
    of_a_kind = _value_of_a_kind(held, n_wild)
    run = best_run((rank for _, rank in held), n_wild)
    return max(of_a_kind, value_of(HandType.STRAIGHT, run) if run else 0)


def _value_of_a_kind(held: list[tuple[int, int]], n_wild: int) -> int:
    """Return the value with all wild cards on one rank: the most of a kind, then the
    highest rank.
    """
    size, rank = max((min(5, n + n_wild), rank) for n, rank in held)
    others = [(n, other) for n, other in held if other != rank]
    pairs = [other for n, other in others if n == 2]
    if size == 3 and pairs:
        return value_of(HandType.FULL_HOUSE, (rank, max(pairs)))
    hand = (HandType.PAIR, HandType.THREE_OF_A_KIND, HandType.FOUR_OF_A_KIND)
    kickers = sorted((other for _, other in others), reverse=True)[: 5 - size]
    return value_of((*hand, HandType.FIVE_OF_A_KIND)[size - 2], (rank, *kickers))


def value_by_suit(ranks: Iterable[int], n_wild: int) -> int:
    """Return the best flush or straight flush of one suit's ranks and wild cards; 0 if there is
    none.

    A wild card in a flush is the highest rank not there, so no ace is there twice.
    """
    held = set(ranks)
    if len(held) + n_wild < 5:
        return 0
    run = best_run(held, n_wild)
    if run:
        return value_of(HandType.STRAIGHT_FLUSH, run)
    missing = [rank for rank in reversed(RANKS) if rank not in held]
    return value_of(HandType.FLUSH, tuple(sorted(held.union(missing[:n_wild]))[:-6:-1]))

"""Check whether some ranges can all be dealt at once: a hand for everybody, no card twice.

Wide ranges are never in each other's way and are left out first, and of many hands that share a
card only as many are kept as the others could take: what is left to try is small.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS
from engine.holdem.ranges import Range
from engine.holdem.tables import COMBO_CARDS, COMBO_MASKS

Hands = NDArray[np.int64]  # indices of combinations


def can_be_dealt(ranges: Sequence[Range]) -> bool:
    """Return True if every range can have one of its hands while no card is used twice."""
    hands = [np.flatnonzero(r.weights) for r in ranges]
    while wide := [h for h in hands if _min_disjoint(h) > 2 * (len(hands) - 1)]:
        hands = [h for h in hands if not any(h is w for w in wide)]
    hands.sort(key=len)
    if any(_max_disjoint(np.concatenate(hands[:n])) < n for n in range(1, len(hands) + 1)):
        return False
    kept = [_thin_out(h, 2 * len(hands) - 1) for h in hands]
    return _fits([COMBO_MASKS[h].tolist() for h in kept])


def _min_disjoint(hands: Hands) -> int:
    """Return a lower bound on the number of disjoint hands, found greedily.

    Each card of another player blocks at most one of them.
    """
    used, n = 0, 0
    for mask in COMBO_MASKS[hands].tolist():
        if not used & mask:
            used |= mask
            n += 1
    return n


def _max_disjoint(hands: Hands) -> int:
    """Return an upper bound on disjoint hands: the size of a set of cards that meets every hand."""
    n, cards = 0, COMBO_CARDS[hands]
    while len(cards):
        most = np.bincount(cards.ravel(), minlength=N_CARDS).argmax()
        cards = cards[(cards != most).all(axis=1)]
        n += 1
    return n


def _thin_out(hands: Hands, most: int) -> Hands:
    """Drop hands whose cards are in `most` others already: one of those is always free."""
    counts = np.zeros(N_CARDS, np.int64)
    kept = []
    for hand in hands.tolist():
        pair = COMBO_CARDS[hand]
        if (counts[pair] < most).all():
            counts[pair] += 1
            kept.append(hand)
    return np.array(kept, np.int64)


def _fits(seats: list[list[int]]) -> bool:
    """Return True if every seat can get a hand; backtracks, fewest hands first."""
    tried: set[tuple[tuple[int, ...], int]] = set()

    def fits(left: tuple[int, ...], used: int) -> bool:
        if not left:
            return True
        if (left, used) in tried:
            return False
        tried.add((left, used))
        free = {seat: [mask for mask in seats[seat] if not used & mask] for seat in left}
        next_seat = min(left, key=lambda seat: len(free[seat]))
        rest = tuple(seat for seat in left if seat != next_seat)
        return any(fits(rest, used | mask) for mask in free[next_seat])

    return fits(tuple(range(len(seats))), 0)

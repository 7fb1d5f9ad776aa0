"""Ranges before the flop as match-ups: one for all that differ only by the names of suits."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.holdem.ranges import Range
from engine.holdem.tables import COMBO_CARDS, COMBO_MASKS, N_COMBOS

MAX_RANGED_SEATS = 5  # 1326^5 still fits into 64 bits with room to spare


@dataclass(frozen=True, slots=True)
class Matchups:
    """One row of combinations for each kind of match-up, and how much it weighs."""

    combos: NDArray[np.int64]
    weights: NDArray[np.float64]


@cache
def renamed_combos() -> NDArray[np.int64]:
    """Return what each combination becomes under each of the 24 renamings of suits: shape (24,
    1326).
    """
    rows = []
    for order in permutations(range(4)):
        cards = COMBO_CARDS // 4 * 4 + np.array(order)[COMBO_CARDS % 4]
        low, high = cards.min(axis=1).astype(np.int64), cards.max(axis=1).astype(np.int64)
        rows.append(high * (high - 1) // 2 + low)
    return np.array(rows)


def deals(seats: tuple[Range, ...], most: float) -> Matchups | None:
    """Return every way to give each seat one of its combinations; None if there are too many."""
    combos, masks = np.zeros((1, 0), np.int64), np.zeros(1, np.uint64)
    weights = np.ones(1)
    for seat in seats:
        held = np.flatnonzero(seat.weights)
        if len(combos) * len(held) > 4 * most:  # a part of them will clash
            return None
        old, new = np.nonzero((masks[:, None] & COMBO_MASKS[held]) == 0)
        combos = np.column_stack([combos[old], held[new]])
        masks = masks[old] | COMBO_MASKS[held[new]]
        weights = weights[old] * seat.weights[held[new]]
    return Matchups(combos, weights) if len(weights) <= most else None


def merge_suits(all_deals: Matchups, dead: tuple[Card, ...]) -> Matchups:
    """Return one deal for all that a renaming of suits makes equal; dead cards must not change."""
    gone = {card.index for card in dead}
    numbers = np.full(len(all_deals.combos), np.iinfo(np.int64).max)
    for renaming, order in zip(renamed_combos(), permutations(range(4)), strict=True):
        if {i // 4 * 4 + order[i % 4] for i in gone} == gone:
            code = np.zeros(len(numbers), np.int64)
            for column in all_deals.combos.T:
                code = code * N_COMBOS + renaming[column]
            numbers = np.minimum(numbers, code)
    _, first, kind = np.unique(numbers, return_index=True, return_inverse=True)
    weights = np.bincount(kind, all_deals.weights).astype(np.float64)
    return Matchups(all_deals.combos[first], weights)

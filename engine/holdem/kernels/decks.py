"""Whole decks dealt out for the preflop table: 23 hands on every board, each of them a sample.

Any of the hands and any choice among the others is a fair deal. So a hand that beats `b` of the
22 others and ties with `e` gives, by counting choices, its chances against any number of
opponents at once: less variance than one table, and 23 samples for one shuffle. How often the
rivals split among themselves is read off three tables of seven.
"""

import numpy as np
from numpy.typing import NDArray

from engine.holdem.kernels.hands import COMBO_KEYS, COMBO_MASKS
from engine.holdem.tables import CLASS_OF_COMBO
from engine.kernels.compiled import njit
from engine.kernels.generator import seed_state, shuffle_to
from engine.poker.kernels import CARD_KEYS, CARD_MASKS, SUIT_BIAS, hand_value

N_HANDS = 23
N_OTHERS = N_HANDS - 1
OUTCOME_STARTS = np.array([e * (2 * N_HANDS + 1 - e) // 2 for e in range(N_HANDS + 1)])
N_TABLES, TABLE_SEATS = 3, 7
N_OUTCOMES = int(OUTCOME_STARTS[-1])  # (beaten, tied) with beaten + tied <= 22


@njit(nogil=True, cache=True)
def deal_decks(
    seed: int,
    chunk: int,
    n_decks: int,
    counts: NDArray[np.int32],
    seated: NDArray[np.int64],
    splits: NDArray[np.int64],
) -> None:
    """Deal decks out and count.

    `counts[class, outcome]`: hands by how many others they beat and tie with.
    `seated[seat, class]`: hands by their seat at a table of seven.
    `splits[n, class]`: pots that the first `n` seats split while one of them holds the class, and
    by how many players (the last axis).
    """
    state = seed_state(seed, chunk)
    deck = np.arange(52)
    values = np.zeros(N_HANDS, np.uint16)
    classes = np.zeros(N_HANDS, np.int64)
    for _ in range(n_decks):
        state = shuffle_to(state, deck, 51)
        key, mask = SUIT_BIAS, np.uint64(0)
        for i in range(5):
            key += CARD_KEYS[deck[i]]
            mask |= CARD_MASKS[deck[i]]
        for hand in range(N_HANDS):
            a, b = deck[5 + 2 * hand], deck[6 + 2 * hand]
            combo = a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a
            classes[hand] = CLASS_OF_COMBO[combo]
            values[hand] = hand_value(key + COMBO_KEYS[combo], mask | COMBO_MASKS[combo])
        for hand in range(N_HANDS):
            value, below, equal = values[hand], 0, -1
            for other in range(N_HANDS):
                below += values[other] < value
                equal += values[other] == value
            counts[classes[hand], OUTCOME_STARTS[equal] + below] += 1
        for first in range(0, N_TABLES * TABLE_SEATS, TABLE_SEATS):
            _watch_table(values[first:], classes[first:], seated, splits)


@njit(nogil=True, cache=True)
def _watch_table(
    values: NDArray[np.uint16],
    classes: NDArray[np.int64],
    seated: NDArray[np.int64],
    splits: NDArray[np.int64],
) -> None:
    """Who sits where at one table, and which of its pots are split as the seats fill up."""
    best, n_best = np.uint16(0), 0
    for seat in range(TABLE_SEATS):
        seated[seat, classes[seat]] += 1
        if values[seat] > best:
            best, n_best = values[seat], 1
        elif values[seat] == best:
            n_best += 1
        if n_best > 1:
            for other in range(seat + 1):
                splits[seat, classes[other], 0] += 1
                splits[seat, classes[other], 1] += n_best


def warm_up() -> None:
    """Compile every kernel once."""
    counts, seated = np.zeros((169, N_OUTCOMES), np.int32), np.zeros((7, 169), np.int64)
    deal_decks(0, 0, 1, counts, seated, np.zeros((7, 169, 2), np.int64))

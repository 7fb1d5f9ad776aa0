"""Heads-up odds of any two ranges: both sides sorted by value and swept once a board.

While the sweep climbs, the weight of the rival's weaker hands is known in all and for each card;
what shares a card with hero's hand is taken off, so that a board costs time in the number of
hands, not of pairs. Boards that differ by names of suits alone may be given once, with a weight.
"""

import numpy as np
from numpy.typing import NDArray

from engine.holdem.kernels.hands import COMBO_CARDS, COMBO_KEYS, COMBO_MASKS, ROYAL
from engine.holdem.kernels.layout import (
    CATEGORIES,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    N_TALLY,
    NEXT_CARDS,
    TIE_SHARES,
    TIES,
    WINS,
    Boards,
    Ranges,
)
from engine.kernels import POT
from engine.kernels.compiled import njit
from engine.poker.kernels import CARD_KEYS, CARD_MASKS, SUIT_BIAS, hand_value

N_COMBOS = len(COMBO_CARDS)
N_SUIT_BOARDS = 134_459  # boards of five cards that no renaming of suits makes equal


def canonical_boards() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """One board for all that differ only by names of suits, and how many it stands for."""
    boards = np.empty((N_SUIT_BOARDS, 5), np.int64)
    weights = np.empty(N_SUIT_BOARDS)
    _fill_boards(boards, weights)
    return boards, weights


@njit(nogil=True, cache=True)
def _fill_boards(boards: NDArray[np.int64], weights: NDArray[np.float64]) -> None:
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        suits = np.zeros(4, np.int64)
                        for card in (a, b, c, d, e):
                            suits[card % 4] |= 1 << card // 4
                        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
                            weight, same = 24, 1
                            for i in range(1, 4):
                                same = same + 1 if suits[i] == suits[i - 1] else 1
                                weight //= same
                            boards[n] = (a, b, c, d, e)
                            weights[n] = weight
                            n += 1


@njit(nogil=True, cache=True)
def _sort_by_value(
    n: int,
    values: NDArray[np.uint16],
    combos: NDArray[np.int64],
    spare_values: NDArray[np.uint16],
    spare_combos: NDArray[np.int64],
) -> None:
    """Sort values and their combinations, smallest first, by their low and then their high byte."""
    for shift in (0, 8):
        starts = np.zeros(257, np.int64)
        for i in range(n):
            starts[(values[i] >> shift & 255) + 1] += 1
        for i in range(256):
            starts[i + 1] += starts[i]
        for i in range(n):
            byte = values[i] >> shift & 255
            spare_values[starts[byte]], spare_combos[starts[byte]] = values[i], combos[i]
            starts[byte] += 1
        values[:n], combos[:n] = spare_values[:n], spare_combos[:n]


@njit(nogil=True, cache=True)
def _value_hands(
    held: NDArray[np.int64],
    key: np.uint64,
    mask: np.uint64,
    drawn: np.uint64,
    values: NDArray[np.uint16],
    combos: NDArray[np.int64],
) -> int:
    """Fill in the hands that the drawn cards leave, and their values; returns how many."""
    n = 0
    for combo in held:
        if COMBO_MASKS[combo] & drawn == np.uint64(0):
            combos[n] = combo
            values[n] = hand_value(key + COMBO_KEYS[combo], mask | COMBO_MASKS[combo])
            n += 1
    return n


@njit(nogil=True, cache=True)
def _add_up(
    n: int, combos: NDArray[np.int64], weights: NDArray[np.float64], sums: NDArray[np.float64]
) -> None:
    """The weight of all hands, at index 52, and of those that hold each card."""
    sums[:] = 0.0
    for i in range(n):
        weight = weights[combos[i]]
        sums[52] += weight
        sums[COMBO_CARDS[combos[i], 0]] += weight
        sums[COMBO_CARDS[combos[i], 1]] += weight


@njit(nogil=True, cache=True)
def _beside(combo: int, sums: NDArray[np.float64]) -> float:
    """The summed weight of the hands that share no card; one that is equal is missed twice."""
    return sums[52] - sums[COMBO_CARDS[combo, 0]] - sums[COMBO_CARDS[combo, 1]]


@njit(nogil=True, cache=True)
def enumerate_duel(
    first: int,
    stop: int,
    ranges: Ranges,
    boards: Boards,
    stop_flag: NDArray[np.uint8],
    tally: NDArray[np.float64],
) -> None:
    """Weigh all pairs of hands on runouts `first` to `stop`; weights are by combination."""
    hero_weights, rival_weights = ranges.hero_weights, ranges.rival_weights
    board, runouts, runout_weights = boards.known, boards.runouts, boards.weights
    hero, rival = np.empty(N_COMBOS, np.int64), np.empty(N_COMBOS, np.int64)
    hero_values, rival_values = np.empty(N_COMBOS, np.uint16), np.empty(N_COMBOS, np.uint16)
    spare_values, spare = np.empty(N_COMBOS, np.uint16), np.empty(N_COMBOS, np.int64)
    hero_sums, rival_sums = np.empty(53), np.empty(53)
    below, level = np.empty(53), np.empty(53)
    for r in range(first, stop):
        if stop_flag[0]:
            return
        key, mask, drawn = SUIT_BIAS, np.uint64(0), np.uint64(0)
        for card in board:
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        for card in runouts[r]:
            key += CARD_KEYS[card]
            drawn |= CARD_MASKS[card]
        mask |= drawn
        n_hero = _value_hands(ranges.hero_held, key, mask, drawn, hero_values, hero)
        n_rival = _value_hands(ranges.rival_held, key, mask, drawn, rival_values, rival)
        _add_up(n_hero, hero, hero_weights, hero_sums)
        _add_up(n_rival, rival, rival_weights, rival_sums)
        _sort_by_value(n_hero, hero_values, hero, spare_values, spare)
        _sort_by_value(n_rival, rival_values, rival, spare_values, spare)
        scale = runout_weights[r]
        below[:] = 0.0
        wins, ties, total, met, n_level = 0.0, 0.0, 0.0, 0, 0
        level_value = np.int64(-1)
        for i in range(n_hero):
            value, combo = np.int64(hero_values[i]), hero[i]
            while met < n_rival and rival_values[met] < value:
                weight = rival_weights[rival[met]]
                below[52] += weight
                below[COMBO_CARDS[rival[met], 0]] += weight
                below[COMBO_CARDS[rival[met], 1]] += weight
                met += 1
            if value != level_value:
                level_value, n_level = value, 0
                while met + n_level < n_rival and rival_values[met + n_level] == value:
                    n_level += 1
                _add_up(n_level, rival[met:], rival_weights, level)
            weight, same = hero_weights[combo], rival_weights[combo]
            pairs = weight * (_beside(combo, rival_sums) + same)
            total += pairs
            wins += weight * _beside(combo, below)
            if n_level:
                ties += weight * (_beside(combo, level) + same)
            tally[CATEGORIES + (value >> 12) + (value == ROYAL)] += scale * pairs
        for i in range(n_rival):
            value, combo = np.int64(rival_values[i]), rival[i]
            pairs = rival_weights[combo] * (_beside(combo, hero_sums) + hero_weights[combo])
            tally[CATEGORIES + N_CATEGORIES + (value >> 12) + (value == ROYAL)] += scale * pairs
        tally[WINS] += scale * wins
        tally[N_SEAT_COUNTS + WINS] += scale * (total - wins - ties)
        for seat in range(2):
            tally[seat * N_SEAT_COUNTS + TIES] += scale * ties
            tally[seat * N_SEAT_COUNTS + TIE_SHARES] += scale * ties * (POT // 2)
        for card in runouts[r]:
            tally[NEXT_CARDS + 2 * card] += scale * total
            tally[NEXT_CARDS + 2 * card + 1] += scale * (wins + ties / 2) * POT


@njit(nogil=True, cache=True)
def sweep_hands(
    first: int,
    stop: int,
    ranges: Ranges,
    boards: Boards,
    stop_flag: NDArray[np.uint8],
    by_hand: NDArray[np.float64],
    by_runout: NDArray[np.float64],
) -> None:
    """Hero's share of the pot and the weight of all pairs, by hand and by runout.

    Both are written as rows of two: `by_hand` for each combination, `by_runout` for the runouts
    `first` to `stop`.
    """
    rival_weights, known_key, known_mask = ranges.rival_weights, SUIT_BIAS, np.uint64(0)
    hero, rival = np.empty(N_COMBOS, np.int64), np.empty(N_COMBOS, np.int64)
    hero_values, rival_values = np.empty(N_COMBOS, np.uint16), np.empty(N_COMBOS, np.uint16)
    spare_values, spare = np.empty(N_COMBOS, np.uint16), np.empty(N_COMBOS, np.int64)
    rival_sums, below, level = np.empty(53), np.empty(53), np.empty(53)
    for card in boards.known:
        known_key += CARD_KEYS[card]
        known_mask |= CARD_MASKS[card]
    for r in range(first, stop):
        if stop_flag[0]:
            return
        key, drawn = known_key, np.uint64(0)
        for card in boards.runouts[r]:
            key += CARD_KEYS[card]
            drawn |= CARD_MASKS[card]
        mask = known_mask | drawn
        n_hero = _value_hands(ranges.hero_held, key, mask, drawn, hero_values, hero)
        n_rival = _value_hands(ranges.rival_held, key, mask, drawn, rival_values, rival)
        _add_up(n_rival, rival, rival_weights, rival_sums)
        _sort_by_value(n_hero, hero_values, hero, spare_values, spare)
        _sort_by_value(n_rival, rival_values, rival, spare_values, spare)
        below[:] = 0.0
        met, n_level, level_value = 0, 0, np.int64(-1)
        for i in range(n_hero):
            value, combo = np.int64(hero_values[i]), hero[i]
            if value != level_value:
                while met < n_rival and rival_values[met] < value:
                    weight = rival_weights[rival[met]]
                    below[52] += weight
                    below[COMBO_CARDS[rival[met], 0]] += weight
                    below[COMBO_CARDS[rival[met], 1]] += weight
                    met += 1
                level_value, n_level = value, 0
                while met + n_level < n_rival and rival_values[met + n_level] == value:
                    n_level += 1
                _add_up(n_level, rival[met:], rival_weights, level)
            weight, same = ranges.hero_weights[combo], rival_weights[combo]
            share = _beside(combo, below)
            if n_level:
                share += (_beside(combo, level) + same) / 2
            total = weight * (_beside(combo, rival_sums) + same)
            by_hand[combo, 0] += boards.weights[r] * weight * share
            by_hand[combo, 1] += boards.weights[r] * total
            by_runout[r, 0] += weight * share
            by_runout[r, 1] += total


def warm_up() -> None:
    """Compile every kernel once."""
    held, weights = np.array([0], np.int64), np.ones(N_COMBOS)
    boards = Boards(np.zeros(0, np.int64), np.arange(10, 15).reshape(1, 5), np.ones(1))
    ranges = Ranges(held, held, weights, weights)
    enumerate_duel(0, 1, ranges, boards, np.zeros(1, np.uint8), np.zeros(N_TALLY))
    flag, by_hand = np.zeros(1, np.uint8), np.zeros((N_COMBOS, 2))
    sweep_hands(0, 1, ranges, boards, flag, by_hand, np.zeros((1, 2)))
    canonical_boards()

"""Every runout of a board, and every way to deal the seats their hands on it."""

import numpy as np
from numpy.typing import NDArray

from engine.holdem.kernels.hands import COMBO_KEYS, COMBO_MASKS, share_pot
from engine.holdem.kernels.layout import MAX_SEATS, N_TALLY, NEXT_CARDS, Lists
from engine.kernels.compiled import njit
from engine.poker.kernels import CARD_KEYS, CARD_MASKS, SUIT_BIAS, hand_value

CASES_A_LOOK = 1 << 16  # deals enumerated between two looks at the flag


@njit(nogil=True, cache=True)
def enumerate_runouts(
    first: int,
    stop: int,
    lists: Lists,
    board: NDArray[np.int64],
    runouts: NDArray[np.int64],
    stop_flag: NDArray[np.uint8],
    tally: NDArray[np.float64],
) -> None:
    """Every way to deal the seats their lists on runouts `first` to `stop`, weighted.

    The seats are walked depth first; a seat that clashes with those before it is skipped.
    """
    seat_starts, combos, weights = lists.starts, lists.combos, lists.weights
    n_seats = len(seat_starts) - 1
    values = np.empty(len(combos), np.uint16)
    live = np.empty(len(combos), np.int64)  # combos that the runout leaves, packed by seat
    live_starts = np.zeros(MAX_SEATS, np.int64)
    live_stops = np.zeros(MAX_SEATS, np.int64)
    at = np.zeros(MAX_SEATS, np.int64)
    used = np.zeros(MAX_SEATS + 1, np.uint64)
    weight = np.ones(MAX_SEATS + 1, np.float64)
    seat_values = np.zeros(MAX_SEATS, np.uint16)
    n_cases = 0
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
        for seat in range(n_seats):
            n = seat_starts[seat]
            live_starts[seat] = n
            for i in range(seat_starts[seat], seat_starts[seat + 1]):
                if COMBO_MASKS[combos[i]] & drawn == np.uint64(0):
                    values[i] = hand_value(
                        key + COMBO_KEYS[combos[i]], mask | COMBO_MASKS[combos[i]]
                    )
                    live[n] = i
                    n += 1
            live_stops[seat] = n
        total, hero_share = 0.0, 0.0
        seat = 0
        at[0] = live_starts[0]
        while seat >= 0:
            if at[seat] == live_stops[seat]:
                seat -= 1
                continue
            i = live[at[seat]]
            at[seat] += 1
            combo_mask = COMBO_MASKS[combos[i]]
            if used[seat] & combo_mask:
                continue
            seat_values[seat] = values[i]
            weight[seat + 1] = weight[seat] * weights[i]
            if seat < n_seats - 1:
                used[seat + 1] = used[seat] | combo_mask
                seat += 1
                at[seat] = live_starts[seat]
                continue
            n_cases += 1
            if n_cases % CASES_A_LOOK == 0 and stop_flag[0]:
                return
            total += weight[n_seats]
            hero_share += share_pot(seat_values, n_seats, weight[n_seats], tally)
        for card in runouts[r]:
            tally[NEXT_CARDS + 2 * card] += total
            tally[NEXT_CARDS + 2 * card + 1] += hero_share


def warm_up() -> None:
    """Compile every kernel once."""
    lists = Lists(np.array([0, 1, 2], np.int64), np.array([0, 5], np.int64), np.ones(2))
    runouts, flag = np.zeros((1, 0), np.int64), np.zeros(1, np.uint8)
    enumerate_runouts(0, 1, lists, np.arange(8, 13), runouts, flag, np.zeros(N_TALLY))

"""Every way to complete hands, and every deal in which completed hands share no card."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels import POT
from engine.kernels.compiled import njit
from engine.kernels.showdown import best_of
from engine.kings_lows.kernels.layout import Completions, Counts, Hand, no_counts
from engine.kings_lows.kernels.values import CARD_MASKS, tally_hand


@njit(nogil=True, cache=True)
def complete_hand(
    hand: Hand, first: int, player: int, counts: Counts, completed: Completions
) -> int:
    """Tally every way to add `n_missing` cards of the deck, `deck[first]` the first of them.

    Writes the added cards and the value of each hand while there is room; returns how many.
    """
    known, n_missing, deck = hand.known, hand.n_missing, hand.deck
    added, values = completed.added, completed.values
    rule, row = np.uint64(hand.code), np.uint64(player)
    if n_missing == 0:
        added[0] = 0
        values[0] = tally_hand(known, rule, row, counts)
        return 1
    chosen = np.zeros(8, np.int64)
    masks = np.zeros(8, np.uint64)  # of the cards chosen before this depth
    n_deck = deck.shape[0]
    count = 0
    depth = 0
    chosen[0] = first
    while depth >= 0:
        if depth == n_missing - 1:
            stop = first + 1 if depth == 0 else n_deck
            for i in range(chosen[depth], stop):
                cards = masks[depth] | CARD_MASKS[deck[i]]
                value = tally_hand(known | cards, rule, row, counts)
                if count < values.shape[0]:
                    added[count] = cards
                    values[count] = value
                count += 1
        elif chosen[depth] <= n_deck - (n_missing - depth) and (depth or chosen[0] == first):
            masks[depth + 1] = masks[depth] | CARD_MASKS[deck[chosen[depth]]]
            chosen[depth + 1] = chosen[depth] + 1
            depth += 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
    return count


@njit(nogil=True, cache=True)
def play_out(
    completed: Completions,
    starts: NDArray[np.int64],
    first: int,
    stop: int,
    stop_flag: NDArray[np.uint8],
    results: NDArray[np.int64],
) -> int:
    """Score every way in which the players' completed hands share no card; how many there are.

    The completions of player p are `added[starts[p]:starts[p + 1]]`; player 0's are taken from
    `first` to `stop` only, so that the work can be cut.
    """
    added, values = completed.added, completed.values
    last = starts.shape[0] - 2
    place = starts[:-1].copy()
    used = np.zeros(last + 1, np.uint64)
    chosen = np.zeros(last, np.uint16)
    place[0] = first
    count = 0
    p = 0
    while p >= 0 and not stop_flag[0]:
        if p == last:
            count += meet_last(completed, starts, used[p], chosen, results)
        else:
            end = stop if p == 0 else starts[p + 1]
            while place[p] < end and added[place[p]] & used[p]:
                place[p] += 1
            if place[p] < end:
                chosen[p] = values[place[p]]
                used[p + 1] = used[p] | added[place[p]]
                p += 1
                place[p] = starts[p]
                continue
        p -= 1
        if p >= 0:
            place[p] += 1
    return count


@njit(nogil=True, cache=True)
def meet_last(
    completed: Completions,
    starts: NDArray[np.int64],
    used: np.uint64,
    chosen: NDArray[np.uint16],
    results: NDArray[np.int64],
) -> int:
    """Score every hand of the last player against the chosen hands of the others."""
    added, values, last = completed.added, completed.values, chosen.shape[0]
    best, n_best, _ = best_of(chosen, last)
    n_above, n_equal, n_all = 0, 0, 0
    for i in range(starts[last], starts[last + 1]):
        free = added[i] & used == np.uint64(0)
        n_all += free
        n_above += free & (values[i] > best)
        n_equal += free & (values[i] == best)
    n_below = n_all - n_above - n_equal
    results[last, 0] += n_above
    results[last, 1] += n_equal
    results[last, 2] += n_above * POT + n_equal * (POT // (n_best + 1))
    for p in range(last):
        if chosen[p] == best:
            results[p, 0 if n_best == 1 else 1] += n_below
            results[p, 1] += n_equal
            results[p, 2] += n_below * (POT // n_best)
            results[p, 2] += n_equal * (POT // (n_best + 1))
    return n_all


def warm_up() -> None:
    """Compile every kernel once."""
    completed = Completions(np.zeros(2, np.uint64), np.zeros(2, np.uint16))
    hand = Hand(np.uint64(0), 1, np.arange(52, dtype=np.uint8), 0)
    complete_hand(hand, 0, 0, no_counts(1), completed)
    flag, results = np.zeros(1, np.uint8), np.zeros((2, 3), np.int64)
    play_out(completed, np.array([0, 1, 2]), 0, 1, flag, results)

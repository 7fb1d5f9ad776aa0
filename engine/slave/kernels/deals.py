"""Dealing a round at random, with the exchange where there are titles."""

import numpy as np

from engine.slave.kernels.bits import (
    Array,
    Int,
    next_random,
    random_below,
    take_highest,
    take_lowest,
)
from engine.slave.kernels.jit import njit
from engine.slave.kernels.rounds import NO_TITLES, begin_round


@njit(nogil=True)
def shuffle_deck(deck: Array, rng: Array, n_needed: Int) -> None:
    """Shuffle the first `n_needed` places of a deck."""
    for i in range(n_needed):
        j = i + random_below(rng, len(deck) - i)
        deck[i], deck[j] = deck[j], deck[i]


@njit(nogil=True)
def exchange_lowest(hands: Array, titles: Int) -> None:
    """Exchange in place: Slave and Commoner give their best, King and Queen their lowest."""
    holder = np.zeros(4, np.int64)
    for seat in range(4):
        holder[(titles >> (2 * seat)) & 3] = seat
    for title in range(2):
        high, low = holder[title], holder[3 - title]
        n_cards = 2 - title
        down, up = take_lowest(hands[high], n_cards), take_highest(hands[low], n_cards)
        hands[high] = hands[high] ^ down | up
        hands[low] = hands[low] ^ up | down


@njit(nogil=True)
def deal_round(
    row: Array, rng: Array, titles: Int, round_number: Int, lap: Int, hand_size: Int
) -> None:
    """Deal a new round at random, exchange if there are titles, and set the row to its start."""
    deck = np.arange(52)
    shuffle_deck(deck, rng, 4 * hand_size)
    hands = np.zeros(4, np.int64)
    for i in range(4 * hand_size):
        hands[i // hand_size] |= 1 << deck[i]
    if titles != NO_TITLES:
        exchange_lowest(hands, titles)
    begin_round(row, hands, titles, round_number, lap, True)


@njit(nogil=True, cache=True)
def reset_row(row: Array, rng: Array, titled_share: float, lap: Int, hand_size: Int) -> None:
    """Deal one row, with random titles for `titled_share` of the games."""
    if next_random(rng) < titled_share * 2147483648.0:
        seats = np.arange(4)
        shuffle_deck(seats, rng, 4)
        titles = 0
        for place in range(4):
            titles |= place << (2 * seats[place])
        deal_round(row, rng, titles, 2, lap, hand_size)
    else:
        deal_round(row, rng, NO_TITLES, 1, lap, hand_size)

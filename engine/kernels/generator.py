"""The one random generator of all kernels: SplitMix64, a counter whose steps are mixed well.

Streams of one seed are told apart by a number, and never depend on threads or on each other.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import njit
from engine.kernels.split_mix import GOLDEN, MIX_1, MIX_2

_FRACTION_BITS = np.uint64(58)  # times at most 52 cards still fits into 64 bits
_FRACTION = np.uint64((1 << 58) - 1)
CARDS_A_NUMBER = 4  # the fourth card from one random number still has 41 fair bits
BLOCK = 48  # deals whose numbers are drawn at once


@njit(nogil=True, cache=True)
def mix(state: np.uint64) -> np.uint64:
    """The 64 random bits of one state."""
    z = (state ^ (state >> np.uint64(30))) * MIX_1
    z = (z ^ (z >> np.uint64(27))) * MIX_2
    return z ^ (z >> np.uint64(31))


@njit(nogil=True, cache=True)
def seed_state(seed: int, stream: int) -> np.uint64:
    """Where one stream of one seed starts."""
    return mix(mix(np.uint64(seed) + GOLDEN) + np.uint64(stream) * MIX_1)


@njit(nogil=True, cache=True)
def draw_next(
    state: np.uint64, fraction: np.uint64, deck: NDArray[np.generic], place: int
) -> tuple[np.uint64, np.uint64]:
    """Put a random card of those from a place on there; returns the new state and fraction.

    Places are drawn one after another from the first: some share a random number, and what is
    left of it for the next is the fraction.
    """
    if place % CARDS_A_NUMBER == 0:
        state += GOLDEN
        fraction = mix(state) >> np.uint64(6)
    fraction *= np.uint64(len(deck) - place)
    other = place + np.int64(fraction >> _FRACTION_BITS)
    deck[place], deck[other] = deck[other], deck[place]
    return state, fraction & _FRACTION


@njit(nogil=True, cache=True)
def shuffle_to(state: np.uint64, deck: NDArray[np.generic], n_cards: int) -> np.uint64:
    """Put a random choice of cards at the first `n_cards` places; returns the new state."""
    fraction = np.uint64(0)
    for place in range(n_cards):
        state, fraction = draw_next(state, fraction, deck, place)
    return state


@njit(nogil=True, cache=True)
def draw_steps(state: np.uint64, n_deck: int, n_cards: int, steps: NDArray[np.uint8]) -> np.uint64:
    """Draw a block of deals at once: the numbers that `shuffle_to` would draw for each in turn.

    `steps[BLOCK * place + deal]` says how far behind its place each card is taken, for
    `take_card`. Returns the state after the whole block.
    """
    n_numbers = -(-n_cards // CARDS_A_NUMBER)
    for number in range(n_numbers):
        for deal in range(BLOCK):
            own = state + np.uint64(deal * n_numbers + number + 1) * GOLDEN
            fraction = mix(own) >> np.uint64(6)
            for i in range(CARDS_A_NUMBER):
                place = CARDS_A_NUMBER * number + i
                fraction *= np.uint64(n_deck - place)
                steps[BLOCK * place + deal] = fraction >> _FRACTION_BITS
                fraction &= _FRACTION
    return state + np.uint64(BLOCK * n_numbers) * GOLDEN


@njit(nogil=True, cache=True)
def no_steps(n_cards: int) -> NDArray[np.uint8]:
    """Room for the steps of a block of deals."""
    return np.empty(BLOCK * (n_cards + CARDS_A_NUMBER), np.uint8)


@njit(nogil=True, inline="always")
def take_card(deck: NDArray[np.generic], place: np.uint64, step: np.uint8) -> np.generic:
    """Put the card so many steps behind a place there, and give it."""
    other = place + np.uint64(step)
    card = deck[other]
    deck[other] = deck[place]
    deck[place] = card
    return card

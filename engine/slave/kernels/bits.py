"""Sets of cards as bits, and random numbers.

A hand is a 52-bit mask in Slave's order, so one nibble holds one rank; the counts of all ranks
are found at once by arithmetic on nibbles.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numpy.typing import NDArray

from engine.slave.kernels.jit import intrinsic, njit

Array = NDArray[Any]
Int = Any  # an int64 of compiled code, or a flag

ONES = 0x1111111111111
GE1, GE2, GE3 = 7 * ONES, 6 * ONES, 5 * ONES
EIGHTS = 8 * ONES
DECK = (1 << 52) - 1
UNIT = 2147483648.0  # one more than the highest random number
# SplitMix64, a counter whose steps are mixed well.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@intrinsic
def ctz(typing_context, x):  # type: ignore[no-untyped-def]  # numba's own protocol
    """Return the place of the lowest bit that is set; 64 for zero."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@intrinsic
def clz(typing_context, x):  # type: ignore[no-untyped-def]
    """Return how many zeros stand above the highest bit that is set."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@intrinsic
def popcount(typing_context, x):  # type: ignore[no-untyped-def]
    """Return how many bits are set."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@njit(nogil=True)
def mix(state: Int) -> Int:
    """Return the 64 random bits of one state."""
    z = (state ^ (state >> np.uint64(30))) * MIX_1
    z = (z ^ (z >> np.uint64(27))) * MIX_2
    return z ^ (z >> np.uint64(31))


@njit(nogil=True)
def next_random(rng: Array) -> Int:
    """Return the next 31 random bits of a one-element int64 state."""
    state = np.uint64(rng[0]) + GOLDEN
    rng[0] = np.int64(state)
    return np.int64(mix(state) >> np.uint64(33))


@njit(nogil=True)
def random_below(rng: Array, n: Int) -> Int:
    """Return a random number from 0 to n - 1."""
    return (next_random(rng) * n) >> 31


@njit(nogil=True)
def random_card(mask: Int, rng: Array) -> Int:
    """Return the mask of one card of a non-empty set, at random."""
    for _ in range(random_below(rng, popcount(mask))):
        mask &= mask - 1
    return mask & -mask


@njit(nogil=True)
def rank_counts(hand: Int) -> Int:
    """Return the number of cards of each rank, one nibble a rank."""
    x = hand - ((hand >> 1) & 0x5555555555555)
    return (x & 0x3333333333333) + ((x >> 2) & 0x3333333333333)


@njit(nogil=True)
def take_lowest(hand: Int, n_cards: Int) -> Int:
    """Return the mask of a hand's lowest cards."""
    rest = hand
    for _ in range(n_cards):
        rest &= rest - 1
    return hand ^ rest


@njit(nogil=True)
def take_highest(hand: Int, n_cards: Int) -> Int:
    """Return the mask of a hand's highest cards."""
    rest = hand
    for _ in range(n_cards):
        rest ^= 1 << (63 - clz(rest))
    return hand ^ rest

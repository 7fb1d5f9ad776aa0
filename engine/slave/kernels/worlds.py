"""Sampled deals of the hidden cards, as likely as they make the moves that were seen.

A Markov chain swaps cards between rivals, who are of three types: greedy, heuristic, unknown.
The true hidden cards never enter: the row that comes in has only the searcher's own hand.
"""

import numpy as np
from numba import njit

from engine.slave.kernels.bits import (
    DECK,
    Array,
    Int,
    next_random,
    popcount,
    random_below,
    random_card,
)
from engine.slave.kernels.players import GREEDY, HEURISTIC, greedy_action, heuristic_action
from engine.slave.kernels.rounds import COUNTS, CUR, PLAYED, ROW, cards_of

# How often a rival of a type departs from it, and how an unknown rival chooses.
GREEDY_SLIP, HEURISTIC_SLIP = 0.02, 0.15
UNKNOWN_PASS, UNKNOWN_PLAY = 0.3, 0.35
N_TYPES = 3  # greedy, heuristic, unknown (who plays on as the heuristic)
PRIOR = np.array([0.4, 0.3, 0.3])


@njit(nogil=True, cache=True)
def seat_likelihood(
    seat: Int, hand: Int, past: Array, laid: Array, scratch: Array, out: Array
) -> Int:
    """The weight of a rival's hand under each type, given all moves seen; returns the sum."""
    out[:] = PRIOR
    for i in range(len(laid) - 1, -1, -1):
        if past[i, CUR] != seat:
            continue
        hand |= laid[i]
        for field in range(4, ROW):
            scratch[field] = past[i, field]
        scratch[seat] = hand
        greedy = greedy_action(scratch)
        if greedy == 0:
            continue  # a forced pass tells nothing more
        greedy_cards = cards_of(greedy, hand)
        out[0] *= 1.0 - GREEDY_SLIP if greedy_cards == laid[i] else GREEDY_SLIP
        same = cards_of(heuristic_action(scratch), hand) == laid[i]
        out[1] *= 1.0 - HEURISTIC_SLIP if same else HEURISTIC_SLIP
        out[2] *= UNKNOWN_PLAY if laid[i] else UNKNOWN_PASS
    return out[0] + out[1] + out[2]


@njit(nogil=True, cache=True)
def first_world(row: Array, seat: Int, known: Array, hands: Array, rng: Array) -> None:
    """Deal the unseen cards at random to the rivals; slot 4 holds those that were not dealt."""
    unseen = DECK & ~row[PLAYED] & ~row[seat]
    for other in range(4):
        hands[other] = known[other] & unseen if other != seat else 0
        unseen &= ~hands[other]
    for other in range(4):
        if other == seat:
            continue
        for _ in range(((row[COUNTS] >> (4 * other)) & 15) - popcount(hands[other])):
            card = random_card(unseen, rng)
            hands[other] |= card
            unseen ^= card
    hands[4] = unseen


@njit(nogil=True, cache=True)
def weigh(
    seat: Int, hands: Array, past: Array, laid: Array, scratch: Array, weights: Array
) -> None:
    """Fill the type weights of every rival for the present deal."""
    for other in range(4):
        if other != seat:
            seat_likelihood(other, hands[other], past, laid, scratch, weights[other])


@njit(nogil=True, cache=True)
def swap_cards(
    seat: Int,
    known: Array,
    hands: Array,
    past: Array,
    laid: Array,
    scratch: Array,
    weights: Array,
    rng: Array,
    n_swaps: Int,
) -> None:
    """Walk the chain: swap a card between two rivals, accepted by the ratio of likelihoods."""
    new = np.empty((2, N_TYPES))
    for _ in range(n_swaps):
        a = random_below(rng, 5)
        b = random_below(rng, 5)
        if a in (b, seat) or b == seat:
            continue
        free_a = hands[a] & ~known[a] if a < 4 else hands[4]
        free_b = hands[b] & ~known[b] if b < 4 else hands[4]
        if free_a == 0 or free_b == 0:
            continue
        swap = random_card(free_a, rng) | random_card(free_b, rng)
        before = after = 1.0
        for i, s in enumerate((a, b)):
            if s < 4:
                before *= weights[s].sum()
                after *= seat_likelihood(s, hands[s] ^ swap, past, laid, scratch, new[i])
        if next_random(rng) * before < after * 2147483648.0:
            hands[a] ^= swap
            hands[b] ^= swap
            for i, s in enumerate((a, b)):
                if s < 4:
                    weights[s] = new[i]


@njit(nogil=True, cache=True)
def pick_types(seat: Int, weights: Array, types: Array, rng: Array) -> None:
    """Draw each rival's policy by the weights of the present deal."""
    for other in range(4):
        types[other] = HEURISTIC
        if other != seat and next_random(rng) * weights[other].sum() < (
            weights[other, 0] * 2147483648.0
        ):
            types[other] = GREEDY

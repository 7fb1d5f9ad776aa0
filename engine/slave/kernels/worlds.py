"""Sampled deals of the hidden cards, as likely as they make the moves that were seen.

A Markov chain swaps cards between rivals. Each is greedy, heuristic, or plays as the policy does;
how likely his moves were under each type weighs both his hand and his type.
The true hidden cards never enter: the row that comes in has only the searcher's own hand.
"""

from typing import NamedTuple

import numpy as np

from engine.kernels.compiled import njit
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
from engine.slave.kernels.quick import Quick, Scratch, quick_share
from engine.slave.kernels.rounds import COUNTS, CUR, PLAYED, ROW, cards_of

POLICY = 3  # plays as the policy's quick form; the other types are numbered with the players
TYPES = np.array([GREEDY, HEURISTIC, POLICY])
N_TYPES = 3
PRIOR = np.array([0.35, 0.15, 0.5])
# How often a rival of a type departs from it.
GREEDY_SLIP, HEURISTIC_SLIP, POLICY_SLIP = 0.02, 0.15, 0.03
HARDLY = 1e-4  # a type that is so much less likely than another is not looked at further
UNIT = 2147483648.0  # one more than the highest random number


class Seen(NamedTuple):
    """What the searcher knows: the fields of a `PlayerView`."""

    row: Array
    seat: Int
    known: Array
    past: Array
    laid: Array


class Chain(NamedTuple):
    """The present deal: `hands` with the cards of nobody in slot 4, and `weights` of all types."""

    hands: Array
    weights: Array


def make_chain() -> Chain:
    """A chain that has not begun."""
    return Chain(np.zeros(5, np.int64), np.zeros((4, N_TYPES)))


@njit(nogil=True, cache=True)
def seat_likelihood(
    seen: Seen, seat: Int, hand: Int, net: Quick, scratch: Scratch, out: Array
) -> float:
    """The weight of a rival's hand under each type, given all moves seen; returns the sum."""
    out[:] = PRIOR
    row = scratch.row
    for i in range(len(seen.laid) - 1, -1, -1):
        if seen.past[i, CUR] != seat:
            continue
        laid = seen.laid[i]
        hand |= laid
        for field in range(4, ROW):
            row[field] = seen.past[i, field]
        row[seat] = hand
        greedy = greedy_action(row)
        if greedy == 0:
            continue  # a forced pass tells nothing more
        out[0] *= 1.0 - GREEDY_SLIP if cards_of(greedy, hand) == laid else GREEDY_SLIP
        same = cards_of(heuristic_action(row), hand) == laid
        out[1] *= 1.0 - HEURISTIC_SLIP if same else HEURISTIC_SLIP
        if out[2] > HARDLY * (out[0] + out[1]):
            share = quick_share(row, laid, net, scratch)
            out[2] *= POLICY_SLIP * 0.3 + (1.0 - POLICY_SLIP) * share
        else:
            out[2] *= 0.3
    return out[0] + out[1] + out[2]


@njit(nogil=True, cache=True)
def first_world(seen: Seen, net: Quick, chain: Chain, scratch: Scratch, rng: Array) -> None:
    """Deal the unseen cards at random to the rivals, and weigh the deal."""
    row, hands = seen.row, chain.hands
    unseen = DECK & ~row[PLAYED] & ~row[seen.seat]
    for other in range(4):
        hands[other] = seen.known[other] & unseen if other != seen.seat else 0
        unseen &= ~hands[other]
    for other in range(4):
        if other == seen.seat:
            continue
        for _ in range(((row[COUNTS] >> (4 * other)) & 15) - popcount(hands[other])):
            card = random_card(unseen, rng)
            hands[other] |= card
            unseen ^= card
    hands[4] = unseen
    for other in range(4):
        if other != seen.seat:
            seat_likelihood(seen, other, hands[other], net, scratch, chain.weights[other])


@njit(nogil=True, cache=True)
def free_cards(seen: Seen, hands: Array, slot: Int) -> Int:
    """The cards of a slot that may lie elsewhere: none of the searcher's, none that is known."""
    if slot == 4:
        return hands[4]
    return hands[slot] & ~seen.known[slot]


@njit(nogil=True, cache=True)
def swap_cards(
    seen: Seen, net: Quick, chain: Chain, scratch: Scratch, rng: Array, n_swaps: Int
) -> None:
    """Walk the chain: swap a card between two rivals, accepted by the ratio of likelihoods."""
    hands, weights = chain.hands, chain.weights
    new = np.empty((2, N_TYPES))
    for _ in range(n_swaps):
        a = random_below(rng, 5)
        b = random_below(rng, 5)
        free_a, free_b = free_cards(seen, hands, a), free_cards(seen, hands, b)
        if a == b or free_a == 0 or free_b == 0:
            continue
        swap = random_card(free_a, rng) | random_card(free_b, rng)
        before = after = 1.0
        for k, s in enumerate((a, b)):
            if s < 4:
                before *= weights[s].sum()
                after *= seat_likelihood(seen, s, hands[s] ^ swap, net, scratch, new[k])
        if next_random(rng) * before < after * UNIT:
            hands[a] ^= swap
            hands[b] ^= swap
            for k, s in enumerate((a, b)):
                if s < 4:
                    weights[s] = new[k]


@njit(nogil=True, cache=True)
def pick_types(seat: Int, weights: Array, types: Array, rng: Array) -> None:
    """Draw each rival's type by the weights of the present deal; the searcher is a policy."""
    for other in range(4):
        types[other] = POLICY
        if other != seat:
            left = next_random(rng) * weights[other].sum() / UNIT
            for i in range(N_TYPES - 1):
                left -= weights[other, i]
                if left < 0:
                    types[other] = TYPES[i]
                    break


@njit(nogil=True, cache=True)
def start_chain(
    seen: Seen, net: Quick, chain: Chain, scratch: Scratch, rng: Array, n_burn: Int
) -> None:
    """Begin with a random deal and swap cards until it fits the moves that were seen."""
    first_world(seen, net, chain, scratch, rng)
    swap_cards(seen, net, chain, scratch, rng, n_burn)

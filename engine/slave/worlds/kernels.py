"""Sampled deals and playouts: what the search agent computes.

Hidden cards are sampled by a Markov chain that swaps cards between rivals. A deal is as likely
as the moves seen so far are under it, for rivals of three types: greedy, heuristic, unknown.
The true hidden cards never enter: the row that comes in has only the searcher's own hand.
"""

import numpy as np
from numba import njit

from engine.slave.kernels import (
    COUNTS,
    CUR,
    DECK,
    GREEDY,
    HEURISTIC,
    PLAYED,
    ROW,
    Array,
    Int,
    apply_action,
    begin_round,
    cards_of,
    ctz,
    decided_place,
    exchange_lowest,
    legal_actions,
    next_random,
    popcount,
    random_below,
    shuffle_deck,
)
from engine.slave.playouts.kernels import greedy_action, heuristic_action, policy_action

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
def random_card(mask: Int, rng: Array) -> Int:
    """The mask of one card of a non-empty set, at random."""
    for _ in range(random_below(rng, popcount(mask))):
        mask &= mask - 1
    return mask & -mask


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


@njit(nogil=True, cache=True)
def search_slice(
    row: Array,
    seat: Int,
    known: Array,
    past: Array,
    laid: Array,
    hands: Array,
    actions: Array,
    alive: Array,
    tally: Array,
    n_worlds: Int,
    n_burn: Int,
    n_swaps: Int,
    rng: Array,
) -> None:
    """Play out every action that is alive in sampled deals; adds to tally[action, title].

    `hands` keeps the chain between slices; a slice with `n_burn` > 0 starts it anew.
    """
    scratch = np.zeros(ROW, np.int64)
    weights = np.zeros((4, N_TYPES))
    types = np.zeros(4, np.int64)
    buffer = np.empty(64, np.int64)
    if n_burn > 0:
        first_world(row, seat, known, hands, rng)
    weigh(seat, hands, past, laid, scratch, weights)
    swap_cards(seat, known, hands, past, laid, scratch, weights, rng, n_burn)
    for _ in range(n_worlds):
        swap_cards(seat, known, hands, past, laid, scratch, weights, rng, n_swaps)
        pick_types(seat, weights, types, rng)
        for i in range(len(actions)):
            if not alive[i]:
                continue
            scratch[:] = row
            for other in range(4):
                if other != seat:
                    scratch[other] = hands[other]
            apply_action(scratch, actions[i])
            place = decided_place(scratch, seat)
            while place < 0:
                mover = scratch[CUR]
                apply_action(scratch, policy_action(scratch, types[mover], buffer, rng))
                place = decided_place(scratch, seat)
            tally[i, place] += 1


@njit(nogil=True, cache=True)
def search_actions(row: Array, out: Array, buffer: Array) -> Int:
    """The legal actions worth searching: of a rank only the lowest and highest."""
    n = legal_actions(row, buffer)
    n_out = 0
    for i in range(n):
        action = buffer[i]
        kind = 1 if action < 53 else 2
        size = 4 if kind == 1 else 6
        start = 1 if kind == 1 else 53
        group = (action - start) // size
        inner = (
            0 < action < 131
            and i > 0
            and i + 1 < n
            and buffer[i - 1] >= start
            and (buffer[i - 1] - start) // size == group
            and buffer[i + 1] < (53 if kind == 1 else 131)
            and (buffer[i + 1] - start) // size == group
        )
        if not inner:
            out[n_out] = action
            n_out += 1
    return n_out


@njit(nogil=True, cache=True)
def deal_rest(deck: Array, ceilings: Array, hands: Array, rng: Array) -> None:
    """Deal a shuffled rest to 13 cards a hand; a hand takes nothing above its ceiling if it can."""
    n = len(deck)
    shuffle_deck(deck, rng, n)
    for seat in range(4):
        i = 0
        while popcount(hands[seat]) < 13 and ceilings[seat] < 52 and i < n:
            if deck[i] < ceilings[seat]:
                hands[seat] |= 1 << deck[i]
                n -= 1
                deck[i], deck[n] = deck[n], deck[i]
            else:
                i += 1
    for seat in range(4):
        while popcount(hands[seat]) < 13 and n > 0:
            n -= 1
            hands[seat] |= 1 << deck[n]


@njit(nogil=True, cache=True)
def gift_slice(
    seat: Int,
    dealt: Int,
    incoming: Int,
    titles: Int,
    round_number: Int,
    lap: Int,
    gifts: Array,
    alive: Array,
    tally: Array,
    n_worlds: Int,
    rng: Array,
) -> None:
    """Play out rounds after every gift that is alive; `dealt` is the chooser's hand as dealt.

    The giver had no card above those that come, so no unseen card above them is dealt to him.
    """
    title = (titles >> (2 * seat)) & 3
    partner = 0
    for other in range(4):
        if (titles >> (2 * other)) & 3 == 3 - title:
            partner = other
    unseen = DECK & ~dealt & ~incoming
    rest = np.empty(52 - popcount(dealt | incoming), np.int64)
    ceilings = np.full(4, 52)
    ceilings[partner] = ctz(incoming)
    hands, before = np.zeros(4, np.int64), np.zeros(4, np.int64)
    row = np.zeros(ROW, np.int64)
    for _ in range(n_worlds):
        n = 0
        for card in range(52):
            if (unseen >> card) & 1:
                rest[n] = card
                n += 1
        before[:] = 0
        before[seat], before[partner] = dealt, incoming
        deal_rest(rest, ceilings, before, rng)
        for i in range(len(gifts)):
            if not alive[i]:
                continue
            hands[:] = before
            exchange_lowest(hands, titles)
            hands[seat] = dealt ^ gifts[i] | incoming
            hands[partner] = before[partner] ^ incoming | gifts[i]
            begin_round(row, hands, titles, round_number, lap, False)
            place = -1
            while place < 0:
                apply_action(row, heuristic_action(row))
                place = decided_place(row, seat)
            tally[i, place] += 1

"""Sampled deals of the hidden cards, as likely as they make what was seen.

A Markov chain swaps cards between opponents. Each opponent plays as the policy does or, where the
question says so, may be greedy or heuristic; how likely his moves were under each type weighs both
his hand and his type. After an exchange the chain also knows which cards went up and down between
King and Slave and between Queen and Commoner (`kernels.trades`).
The true hidden cards never enter: the row that comes in has only the searcher's own hand.
"""

from typing import NamedTuple

import numpy as np

from engine.slave.kernels.bits import (
    DECK,
    UNIT,
    Array,
    Int,
    mix,
    next_random,
    popcount,
    random_below,
    random_card,
    take_highest,
    take_lowest,
)
from engine.slave.kernels.jit import njit
from engine.slave.kernels.players import GREEDY, HEURISTIC, greedy_action, heuristic_action
from engine.slave.kernels.quick import Scratch, quick_share
from engine.slave.kernels.rounds import COUNTS, CUR, NO_TITLES, PLAYED, ROW, TITLES, cards_of
from engine.slave.kernels.trades import (
    DOWN,
    DOWN_BIT,
    GIFT_RULE,
    GIVER,
    N_CARDS,
    RULES,
    SUPPOSED,
    TAKER,
    TOP_RULE,
    UP,
    UP_BIT,
    trade_weight,
)
from engine.slave.layout import Quick

POLICY = 3  # plays as the policy's quick form; the other types are numbered with the players
TYPES = np.array([GREEDY, HEURISTIC, POLICY])
N_TYPES = 3
# How often an opponent of a type departs from it.
GREEDY_SLIP, HEURISTIC_SLIP, POLICY_SLIP = 0.02, 0.15, 0.03
NEGLIGIBLE = 1e-4  # a type that is so much less likely than another is not looked at further
N_MET = 4096  # hands whose weights are kept: late in a round the same few come again and again
LABEL_STEPS = 4  # one step of the chain in so many supposes another card to have been traded


class Evidence(NamedTuple):
    """What the searcher knows: a `PlayerView`, and how likely each type of opponent is.

    `known[other]` are cards that the searcher gave to an opponent, `received` those that he got.
    """

    row: Array
    seat: Int
    known: Array
    past: Array
    laid: Array
    received: Int
    prior: Array


class Chain(NamedTuple):
    """The present deal: `hands` with the cards of nobody in slot 4, and `weights` of all types.

    `start` are the hands after the exchange, the searcher's among them. `trades` are those of King
    and Slave and of Queen and Commoner, with the fields of `kernels.trades`, and `factors` their
    weights; a trade without rules weighs nothing. A chain belongs to one view, because `met` are
    hands that were weighed before, one in each place with its seat, and `met_weights` their weights
    and whether these are whole (1) or were left as soon as they were too small (0).
    """

    hands: Array
    weights: Array
    start: Array
    trades: Array
    factors: Array
    met: Array
    met_weights: Array


def make_chain() -> Chain:
    """Return a chain that has not begun."""
    return Chain(
        np.zeros(5, np.int64),
        np.zeros((4, N_TYPES)),
        np.zeros(4, np.int64),
        np.zeros((2, 7), np.int64),
        np.ones(2),
        np.zeros(N_MET, np.int64),
        np.zeros((N_MET, N_TYPES + 1)),
    )


@njit(nogil=True)
def seat_likelihood(
    seen: Evidence, seat: Int, hand: Int, net: Quick, scratch: Scratch, out: Array, least: float
) -> float:
    """Write the weight of an opponent's hand under each type, given all moves; return the sum.

    No move raises a weight, so as soon as the sum is not above `least` the rest is left out.
    """
    out[:] = seen.prior
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
            continue  # a forced pass carries no information
        if out[0] > 0.0:
            out[0] *= 1.0 - GREEDY_SLIP if cards_of(greedy, hand) == laid else GREEDY_SLIP
        if out[1] > 0.0:
            same = cards_of(heuristic_action(row), hand) == laid
            out[1] *= 1.0 - HEURISTIC_SLIP if same else HEURISTIC_SLIP
        if out[2] > NEGLIGIBLE * (out[0] + out[1]):
            share = quick_share(row, laid, net, scratch)
            out[2] *= POLICY_SLIP * 0.3 + (1.0 - POLICY_SLIP) * share
        else:
            out[2] *= 0.3
        if out[0] + out[1] + out[2] <= least:
            break
    return out[0] + out[1] + out[2]


@njit(nogil=True)
def hand_weight(
    seen: Evidence,
    seat: Int,
    hand: Int,
    net: Quick,
    chain: Chain,
    scratch: Scratch,
    out: Array,
    least: float,
) -> float:
    """Do as `seat_likelihood` does, and remember the answer."""
    key = hand | (seat + 1) << 52
    place = np.int64(mix(np.uint64(key)) >> np.uint64(32)) % N_MET
    found = chain.met_weights[place]
    if chain.met[place] == key:
        total = found[0] + found[1] + found[2]
        if found[N_TYPES] == 1.0 or total <= least:
            out[:] = found[:N_TYPES]
            return total
    total = seat_likelihood(seen, seat, hand, net, scratch, out, least)
    chain.met[place] = key
    found[:N_TYPES] = out
    found[N_TYPES] = 1.0 if total > least else 0.0
    return total


@njit(nogil=True)
def first_world(seen: Evidence, net: Quick, chain: Chain, scratch: Scratch, rng: Array) -> None:
    """Deal the unseen cards at random to the opponents, suppose an exchange, and weigh the deal."""
    row, hands = seen.row, chain.hands
    unseen = DECK & ~row[PLAYED] & ~row[seen.seat]
    hands[seen.seat] = 0
    for other in range(4):
        if other != seen.seat:
            hands[other] = seen.known[other] & unseen
            unseen &= ~hands[other]
    for other in range(4):
        if other == seen.seat:
            continue
        for _ in range(((row[COUNTS] >> (4 * other)) & 15) - popcount(hands[other])):
            card = random_card(unseen, rng)
            hands[other] |= card
            unseen ^= card
    hands[4] = unseen
    open_trades(seen, chain)
    for p in range(2):
        chain.factors[p] = weigh_trade(seen, chain.trades[p], chain.start)
    for other in range(4):
        if other != seen.seat:
            seat_likelihood(seen, other, hands[other], net, scratch, chain.weights[other], 0.0)


@njit(nogil=True)
def open_trades(seen: Evidence, chain: Chain) -> None:
    """Find what is known of the exchange, and suppose the rest.

    Who gave what follows only from the hands after the exchange, so all moves must be known;
    a King or Queen who remembers both sets needs only the cards that the other still holds.
    """
    row, seat, start, trades = seen.row, seen.seat, chain.start, chain.trades
    trades[:] = 0
    for other in range(4):
        start[other] = chain.hands[other] if other != seat else row[seat]
    for i in range(len(seen.laid)):
        start[seen.past[i, CUR]] |= seen.laid[i]
    if row[TITLES] == NO_TITLES:
        return
    is_whole = True
    for other in range(1, 4):
        is_whole &= popcount(start[other]) == popcount(start[0])
    for other in range(4):
        title = (row[TITLES] >> (2 * other)) & 3
        trade = trades[min(title, 3 - title)]
        trade[TAKER if title < 2 else GIVER] = other
        trade[N_CARDS] = 2 if title == 0 or title == 3 else 1
    for p in range(2):
        trade = trades[p]
        taker, giver, n = trade[TAKER], trade[GIVER], trade[N_CARDS]
        own_up, own_down = np.int64(0), np.int64(0)
        if taker == seat:
            own_up, own_down = seen.received, seen.known[giver]
        elif giver == seat:
            own_up, own_down = seen.known[taker], seen.received
        knows_up, knows_down = popcount(own_up) == n, popcount(own_down) == n
        if is_whole and popcount(start[0]) >= 2 * n:
            trade[RULES] = TOP_RULE | (0 if taker == seat and knows_down else GIFT_RULE)
        elif taker == seat and knows_up and knows_down:
            trade[RULES] = TOP_RULE
        else:
            continue
        trade[SUPPOSED] = (0 if knows_up else UP_BIT) | (0 if knows_down else DOWN_BIT)
        if taker != seat and giver != seat:
            exchange_hidden(chain, trade)
        else:
            trade[UP] = own_up if knows_up else take_highest(start[taker], n)
            trade[DOWN] = own_down if knows_down else take_lowest(start[giver], n)


@njit(nogil=True)
def exchange_hidden(chain: Chain, trade: Array) -> None:
    """Suppose that two opponents exchanged cards that they still hold, or else their extremes."""
    hands, start = chain.hands, chain.start
    taker, giver, n = trade[TAKER], trade[GIVER], trade[N_CARDS]
    if popcount(hands[taker]) >= n and popcount(hands[giver]) >= n:
        up, down = take_highest(hands[giver], n), take_lowest(hands[taker], n)
        hands[taker] ^= up | down
        hands[giver] ^= up | down
        start[taker] ^= up | down
        start[giver] ^= up | down
    else:
        up, down = take_highest(start[taker], n), take_lowest(start[giver], n)
    trade[UP], trade[DOWN] = up, down


@njit(nogil=True)
def weigh_trade(seen: Evidence, trade: Array, start: Array) -> float:
    """Return the weight of a trade with these hands after it."""
    if trade[RULES] == 0:
        return 1.0
    return trade_weight(trade, start[trade[TAKER]], start[trade[GIVER]], seen.prior[2])


@njit(nogil=True)
def free_cards(seen: Evidence, hands: Array, slot: Int) -> Int:
    """Return the cards of a slot that may lie elsewhere: none of the searcher's, none that is
    known.
    """
    if slot == 4:
        return hands[4]
    return hands[slot] & ~seen.known[slot]


@njit(nogil=True, cache=True)
def swap_cards(
    seen: Evidence, net: Quick, chain: Chain, scratch: Scratch, rng: Array, n_swaps: Int
) -> None:
    """Walk the chain: swap a card between two opponents, accepted by the ratio of likelihoods."""
    hands, weights = chain.hands, chain.weights
    slots = np.empty(4, np.int64)
    n_slots = 0
    for slot in range(5):
        if free_cards(seen, hands, slot):
            slots[n_slots] = slot
            n_slots += 1
    new = np.empty((2, N_TYPES))
    factors = np.empty(2)
    trades, start = chain.trades.copy(), chain.start.copy()
    for step in range(n_swaps):
        if step % LABEL_STEPS == 0:
            relabel(seen, chain, rng)
        if n_slots < 2:
            continue
        i = random_below(rng, n_slots)
        j = (i + 1 + random_below(rng, n_slots - 1)) % n_slots
        a, b = slots[i], slots[j]
        swap = random_card(free_cards(seen, hands, a), rng)
        swap |= random_card(free_cards(seen, hands, b), rng)
        before = after = 1.0
        trades[:] = chain.trades
        start[:] = chain.start
        for s in (a, b):
            if s < 4:
                start[s] ^= swap
        for p in range(2):
            factors[p] = chain.factors[p]
            trade = trades[p]
            if trade[RULES] and (trade[TAKER] in (a, b) or trade[GIVER] in (a, b)):
                # The card that takes the place of a traded card counts as the traded one.
                for field in (UP, DOWN):
                    if trade[field] & swap:
                        trade[field] ^= swap
                factors[p] = weigh_trade(seen, trade, start)
                before *= chain.factors[p]
                after *= factors[p]
        if after < before * 1e-12:
            continue
        for s in (a, b):
            if s < 4:
                before *= weights[s].sum()
        least = next_random(rng) * before / UNIT
        for k, s in enumerate((a, b)):
            if s < 4 and after > least:
                enough = least / after
                hand = hands[s] ^ swap
                after *= hand_weight(seen, s, hand, net, chain, scratch, new[k], enough)
        if after > least:
            hands[a] ^= swap
            hands[b] ^= swap
            chain.trades[:] = trades
            chain.start[:] = start
            chain.factors[:] = factors
            for k, s in enumerate((a, b)):
                if s < 4:
                    weights[s] = new[k]


@njit(nogil=True)
def relabel(seen: Evidence, chain: Chain, rng: Array) -> None:
    """Suppose that another card of the same hand was traded, accepted by the ratio of weights."""
    for p in range(2):
        trade = chain.trades[p]
        for field, bit, holder in ((UP, UP_BIT, TAKER), (DOWN, DOWN_BIT, GIVER)):
            rest = chain.start[trade[holder]] & ~trade[field]
            if trade[RULES] == 0 or not trade[SUPPOSED] & bit or rest == 0:
                continue
            swap = random_card(trade[field], rng) | random_card(rest, rng)
            trade[field] ^= swap
            factor = weigh_trade(seen, trade, chain.start)
            if next_random(rng) * chain.factors[p] < factor * UNIT:
                chain.factors[p] = factor
            else:
                trade[field] ^= swap


@njit(nogil=True)
def pick_types(seat: Int, weights: Array, types: Array, rng: Array) -> None:
    """Draw each opponent's type by the weights of the present deal; the searcher is a policy."""
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
    seen: Evidence, net: Quick, chain: Chain, scratch: Scratch, rng: Array, n_burn: Int
) -> None:
    """Begin with a random deal and swap cards until it fits what was seen."""
    first_world(seen, net, chain, scratch, rng)
    swap_cards(seen, net, chain, scratch, rng, n_burn)

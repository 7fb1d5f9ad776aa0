"""The exchange between two players: what the policy gives, and how likely a trade was.

The Slave and the Commoner give their best cards; King and Queen give by the rule of shape, of which
`Exchange.shapes` is the readable twin.
"""

import numpy as np

from engine.slave.kernels.bits import (
    ONES,
    Array,
    Int,
    ctz,
    popcount,
    take_highest,
    take_lowest,
)
from engine.slave.kernels.jit import njit
from engine.slave.rules import GROUP_RANKS

# Fields of a trade: who takes the best cards, who gives them, how many; which cards went up and
# down; which rules weigh it; which of the two sets is only supposed and may change.
TAKER, GIVER, N_CARDS, UP, DOWN, RULES, SUPPOSED = range(7)
TOP_RULE, GIFT_RULE = 1, 2  # the giver's best went up; the taker chose what went down
UP_BIT, DOWN_BIT = 1, 2
NOT_TOP = 1e-4  # the weight of each card of the giver's that is better than one that went up
NOT_CHOSEN = 1e-3  # the weight of a gift that the taker would not have chosen


@njit(nogil=True)
def shape_value(dealt: Int, incoming: Int, gift: Int) -> Int:
    """Return the rule of shape's value of a gift, in ranks: few groups in hand, low cards given."""
    after = dealt & ~gift | incoming
    held = (after | after >> 1 | after >> 2 | after >> 3) & ONES
    value = -GROUP_RANKS * popcount(held)
    while gift:
        value -= ctz(gift) >> 2
        gift &= gift - 1
    return value


@njit(nogil=True)
def shape_gift(dealt: Int, incoming: Int, n_cards: Int) -> Int:
    """Return what the policy gives as King (two cards) or Queen (one); the lowest of equal
    gifts.
    """
    best, best_value = np.int64(0), np.int64(-1_000)
    first_rest = dealt
    while first_rest:
        first = first_rest & -first_rest
        first_rest ^= first
        if n_cards == 1:
            value = shape_value(dealt, incoming, first)
            if value > best_value:
                best, best_value = first, value
            continue
        second_rest = first_rest
        while second_rest:
            second = second_rest & -second_rest
            second_rest ^= second
            value = shape_value(dealt, incoming, first | second)
            if value > best_value:
                best, best_value = first | second, value
    return best


@njit(nogil=True)
def exchange_by_shape(hands: Array, titles: Int) -> None:
    """Exchange in place: Slave and Commoner give their best, the others by the rule of shape."""
    holder = np.zeros(4, np.int64)
    for seat in range(4):
        holder[(titles >> (2 * seat)) & 3] = seat
    for title in range(2):
        high, low = holder[title], holder[3 - title]
        up = take_highest(hands[low], 2 - title)
        down = shape_gift(hands[high], up, 2 - title)
        hands[high] = hands[high] & ~down | up
        hands[low] = hands[low] & ~up | down


@njit(nogil=True)
def trade_weight(trade: Array, taker_hand: Int, giver_hand: Int, policy_share: float) -> float:
    """Return how likely a trade left the two with these hands; weaker players give their lowest
    cards.
    """
    up, down, weight = trade[UP], trade[DOWN], 1.0
    if trade[RULES] & TOP_RULE:
        for _ in range(popcount((giver_hand & ~down) >> ctz(up))):
            weight *= NOT_TOP
    if trade[RULES] & GIFT_RULE:
        dealt = taker_hand & ~up | down
        chosen = NOT_CHOSEN
        if shape_gift(dealt, up, trade[N_CARDS]) == down:
            chosen += policy_share
        if policy_share < 1.0 and take_lowest(dealt, trade[N_CARDS]) == down:
            chosen += 1.0 - policy_share
        weight *= chosen
    return weight

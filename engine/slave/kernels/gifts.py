"""Playouts of the gifts of a King or Queen, from the deal of the other cards on."""

import numpy as np

from engine.slave.kernels.bits import DECK, Array, Int, ctz, popcount
from engine.slave.kernels.deals import exchange_lowest, shuffle_deck
from engine.slave.kernels.jit import njit
from engine.slave.kernels.playouts import Tools, play_out
from engine.slave.kernels.rounds import ROW, begin_round
from engine.slave.kernels.trades import exchange_by_shape
from engine.slave.kernels.worlds import N_TYPES, POLICY, pick_types
from engine.slave.rules import HAND_SIZE


@njit(nogil=True)
def deal_rest(deck: Array, ceilings: Array, hands: Array, rng: Array) -> None:
    """Deal a shuffled rest to full hands; a hand takes nothing above its ceiling if it can."""
    n = len(deck)
    shuffle_deck(deck, rng, n)
    for seat in range(4):
        i = 0
        while popcount(hands[seat]) < HAND_SIZE and ceilings[seat] < 52 and i < n:
            if deck[i] < ceilings[seat]:
                hands[seat] |= 1 << deck[i]
                n -= 1
                deck[i], deck[n] = deck[n], deck[i]
            else:
                i += 1
    for seat in range(4):
        while popcount(hands[seat]) < HAND_SIZE and n > 0:
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
    tools: Tools,
    prior: Array,
    slips: Array,
    rng: Array,
) -> None:
    """Play out rounds after every gift that is alive; `dealt` is the chooser's hand as dealt.

    The giver had no card above those that come, so no unseen card above them is dealt to him.
    Opponents are of the types that `prior` says; `slips` are those of `play_out`.
    """
    weights, types = np.empty((4, N_TYPES)), np.zeros(4, np.int64)
    weights[:] = prior
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
    row, other_taker = np.zeros(ROW, np.int64), 0
    for other in range(4):
        if (titles >> (2 * other)) & 3 == 1 - title:
            other_taker = other
    for _ in range(n_worlds):
        n = 0
        for card in range(52):
            if (unseen >> card) & 1:
                rest[n] = card
                n += 1
        before[:] = 0
        before[seat], before[partner] = dealt, incoming
        deal_rest(rest, ceilings, before, rng)
        pick_types(seat, weights, types, rng)
        for i in range(len(gifts)):
            if not alive[i]:
                continue
            hands[:] = before
            if types[other_taker] == POLICY:
                exchange_by_shape(hands, titles)
            else:
                exchange_lowest(hands, titles)
            hands[seat] = dealt ^ gifts[i] | incoming
            hands[partner] = before[partner] ^ incoming | gifts[i]
            begin_round(row, hands, titles, round_number, lap, False)
            tally[i, play_out(row, seat, types, tools.net, tools.scratch, rng, slips)] += 1

"""The policy's quick form: a small network over a few table rows, a quarter of a microsecond.

Each rank of the deck is one of 81 states (each of its four cards in hand, out of play or unseen),
and each state has a row of a table; the sum of the rows of a position is the first layer.
What does not follow from the ranks alone (the last play, cards left, titles) has rows of its own.
"""

from typing import NamedTuple

import numpy as np

from engine.slave.kernels.bits import (
    DECK,
    EIGHTS,
    GE1,
    GE2,
    GE3,
    UNIT,
    Array,
    Int,
    clz,
    next_random,
    popcount,
    rank_counts,
)
from engine.slave.kernels.jit import njit
from engine.slave.kernels.rounds import (
    COUNTS,
    CUR,
    KIND,
    NO_TITLES,
    OUT,
    PLAYED,
    ROW,
    TITLES,
    TOP,
    cards_of,
    legal_actions,
)
from engine.slave.kernels.vectors import dot_row, sum_rows
from engine.slave.layout import (
    CARD_AT,
    LEAST_AT,
    MOST_AT,
    N_INPUTS,
    N_STATES,
    PAIR_AT,
    QUICK_GROUPS_AT,
    QUICK_LAST_AT,
    QUICK_LEFT_AT,
    QUICK_OUT_AT,
    QUICK_TITLE_AT,
    TRIPLE_AT,
    WIDTH,
    Quick,
)

STATE_OF = np.array([sum(3**suit for suit in range(4) if m >> suit & 1) for m in range(16)])


class Scratch(NamedTuple):
    """Room to work in: a row, a list of actions with their scores, inputs and their sum."""

    row: Array
    actions: Array
    scores: Array
    inputs: Array
    layer: Array


def make_scratch() -> Scratch:
    """Return room for one search; not to be shared between threads."""
    sizes = ((ROW, np.int64), (64, np.int64), (64, np.float32), (N_INPUTS, np.int64))
    return Scratch(*(np.zeros(size, kind) for size, kind in (*sizes, (WIDTH, np.float32))))


@njit(nogil=True)
def quick_inputs(row: Array, out: Array) -> None:
    """Write the numbers of the table rows that describe the mover's position."""
    seat = row[CUR]
    hand, played = row[seat], row[PLAYED]
    for rank in range(13):
        held, gone = (hand >> (4 * rank)) & 15, (played >> (4 * rank)) & 15
        out[rank] = N_STATES * rank + STATE_OF[held] + 2 * STATE_OF[gone]
    out[13] = QUICK_LAST_AT + (1 + 52 * (row[KIND] - 1) + row[TOP] if row[KIND] > 0 else 0)
    least, most, passed = 14, 0, 0
    for offset in range(1, 4):
        other = (seat + offset) & 3
        left = (row[COUNTS] >> (4 * other)) & 15
        out[13 + offset] = QUICK_LEFT_AT + 14 * (offset - 1) + left
        if left > 0:
            least, most = min(least, left), max(most, left)
        passed |= ((row[OUT] >> other) & 1) << (offset - 1)
    out[17] = QUICK_OUT_AT + passed
    for offset in range(4):
        title = (row[TITLES] >> (2 * ((seat + offset) & 3))) & 3
        out[18 + offset] = QUICK_TITLE_AT + 5 * offset + (4 if row[TITLES] == NO_TITLES else title)
    out[22] = LEAST_AT + least - 1
    out[23] = MOST_AT + most - 1
    out[24] = QUICK_GROUPS_AT + popcount((rank_counts(hand) + GE1) & EIGHTS)
    unseen = DECK & ~played & ~hand
    counts = rank_counts(unseen)
    out[25] = CARD_AT + 64 - clz(unseen)
    out[26] = PAIR_AT + highest_rank((counts + GE2) & EIGHTS)
    out[27] = TRIPLE_AT + highest_rank((counts + GE3) & EIGHTS)


@njit(nogil=True, cache=True)
def inputs_of_rows(rows: Array, out: Array) -> None:
    """Write the inputs of every game's player to move."""
    for game in range(rows.shape[0]):
        quick_inputs(rows[game], out[game])


@njit(nogil=True)
def highest_rank(ranks: Int) -> Int:
    """Return one more than the highest rank of a set of nibbles; 0 if there is none."""
    return 1 + ((63 - clz(ranks)) >> 2) if ranks else 0


@njit(nogil=True)
def quick_scores(row: Array, net: Quick, scratch: Scratch, n: Int) -> None:
    """Score the first `n` actions of the scratch, as the mover of the row sees them."""
    quick_inputs(row, scratch.inputs)
    sum_rows(net.rows, net.bias, scratch.inputs, N_INPUTS, scratch.layer)
    for k in range(n):
        action = scratch.actions[k]
        scratch.scores[k] = dot_row(net.out, action, scratch.layer) + net.out_bias[action]


@njit(nogil=True, cache=True)
def quick_action(row: Array, net: Quick, scratch: Scratch) -> Int:
    """Return what the policy would play, as far as its quick form knows."""
    n = legal_actions(row, scratch.actions)
    if n == 1:
        return scratch.actions[0]
    quick_scores(row, net, scratch, n)
    best = 0
    for k in range(1, n):
        if scratch.scores[k] > scratch.scores[best]:
            best = k
    return scratch.actions[best]


@njit(nogil=True)
def other_choice(row: Array, net: Quick, scratch: Scratch, rng: Array) -> Int:
    """Return a random action other than the policy's first choice, by the policy's shares."""
    first = quick_action(row, net, scratch)
    n = legal_actions(row, scratch.actions)
    if n == 1:
        return first
    highest, total = scratch.scores[:n].max(), 0.0
    for k in range(n):
        is_first = scratch.actions[k] == first
        scratch.scores[k] = 0.0 if is_first else np.exp(scratch.scores[k] - highest)
        total += scratch.scores[k]
    left, chosen = total * next_random(rng) / UNIT, first
    for k in range(n):
        if scratch.scores[k] > 0.0 and left >= 0.0:
            chosen = scratch.actions[k]
            left -= scratch.scores[k]
    return chosen


@njit(nogil=True, cache=True)
def quick_actions(rows: Array, net: Quick, scratch: Scratch) -> Array:
    """Return what the quick form plays in every game."""
    actions = np.empty(len(rows), np.int64)
    for game in range(len(rows)):
        actions[game] = quick_action(rows[game], net, scratch)
    return actions


@njit(nogil=True)
def quick_share(row: Array, laid: Int, net: Quick, scratch: Scratch) -> float:
    """Return how likely the policy lays just these cards (0: passes) in the mover's place."""
    n = legal_actions(row, scratch.actions)
    if n == 1:
        return 1.0
    quick_scores(row, net, scratch, n)
    hand, highest = row[row[CUR]], scratch.scores[:n].max()
    total, own = 0.0, 0.0
    for k in range(n):
        share = np.exp(scratch.scores[k] - highest)
        total += share
        if cards_of(scratch.actions[k], hand) == laid:
            own = share
    return own / total

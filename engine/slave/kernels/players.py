"""Compiled policies, and games that they carry on.

A policy is a function of the row that reads the mover's hand and public fields alone.
"""

import numpy as np

from engine.slave.actions import FIRST_QUAD, FIRST_SINGLE, FIRST_TRIPLE
from engine.slave.kernels.bits import (
    DECK,
    EIGHTS,
    GE1,
    GE2,
    GE3,
    ONES,
    Array,
    Int,
    clz,
    ctz,
    popcount,
    random_below,
    rank_counts,
)
from engine.slave.kernels.jit import njit
from engine.slave.kernels.rounds import (
    COUNTS,
    CUR,
    KIND,
    MUST,
    N_DONE,
    PLAYED,
    TOP,
    apply_action,
    legal_actions,
    low_pair,
)

RANDOM, GREEDY, HEURISTIC = 0, 1, 2


@njit(nogil=True)
def greedy_action(row: Array) -> Int:
    """Return the lowest legal action that is not a pass: singles first, lowest cards first."""
    hand, kind, top = row[row[CUR]], row[KIND], row[TOP]
    if kind == 0:
        return FIRST_SINGLE + ctz(
            hand
        )  # the lowest card; it is the one that a first lead must contain
    if kind == 1:
        above = hand & ~((2 << top) - 1)
        if above:
            return FIRST_SINGLE + ctz(above)
    counts = rank_counts(hand)
    if kind == 2:
        pair = pair_over(hand, (counts + GE2) & EIGHTS, top)
        if pair:
            return pair
    return bomb(counts, kind, top)


@njit(nogil=True)
def pair_over(hand: Int, ranks: Int, top: Int) -> Int:
    """Return the lowest pair of these ranks (high bits of nibbles) that beats a pair, else 0."""
    ranks &= ~((1 << (top & ~3)) - 1)
    while ranks:
        rank = ctz(ranks) >> 2
        nibble = (hand >> (4 * rank)) & 15
        if rank > top >> 2 or 63 - clz(nibble) > top & 3:
            return low_pair(hand, rank)
        ranks &= ranks - 1
    return 0


@njit(nogil=True)
def bomb(counts: Int, kind: Int, top: Int) -> Int:
    """Return the lowest triple or quad that beats the last play, else a pass."""
    above = ~((16 << (top & ~3)) - 1)
    if kind == 1 or kind == 3:
        triples = (counts + GE3) & EIGHTS
        if kind == 3:
            triples &= above
        return FIRST_TRIPLE + (ctz(triples) >> 2) if triples else 0
    quads = counts & (4 * ONES)
    if kind == 4:
        quads &= above
    return FIRST_QUAD + (ctz(quads) >> 2) if quads else 0


@njit(nogil=True)
def group_action(hand: Int, rank: Int) -> Int:
    """Return the action that plays all cards of a rank."""
    nibble = (hand >> (4 * rank)) & 15
    n_cards = popcount(nibble)
    if n_cards == 1:
        return FIRST_SINGLE + 4 * rank + ctz(nibble)
    if n_cards == 2:
        return low_pair(hand, rank)
    return FIRST_TRIPLE + rank if n_cards == 3 else FIRST_QUAD + rank


@njit(nogil=True)
def is_boss(
    unseen: Int, unseen_counts: Int, rank: Int, n_cards: Int, top_suit: Int, most_left: Int
) -> Int:
    """Return True if no unseen cards can beat this whole group, given the most cards an opponent
    holds.
    """
    above = ~((16 << (4 * rank)) - 1)
    if n_cards == 1:
        if unseen & ~((2 << (4 * rank + top_suit)) - 1):
            return False
        return most_left < 3 or (unseen_counts + GE3) & EIGHTS == 0
    if n_cards == 2:
        if most_left < 2:
            return True
        if (unseen_counts + GE2) & EIGHTS & above:
            return False
        rest = (unseen >> (4 * rank)) & 15
        if popcount(rest) == 2 and 63 - clz(rest) > top_suit:
            return False
        return most_left < 4 or unseen_counts & (4 * ONES) == 0
    if n_cards == 3:
        return most_left < 3 or (unseen_counts + GE3) & EIGHTS & above == 0
    return most_left < 4 or unseen_counts & (4 * ONES) & above == 0


@njit(nogil=True, cache=True)
def heuristic_action(row: Array) -> Int:
    """Lead the whole lowest group, keep sets together, cash unbeatable groups when ahead."""
    seat = row[CUR]
    hand, kind, top = row[seat], row[KIND], row[TOP]
    counts = rank_counts(hand)
    least, most = 14, 0
    for other in range(4):
        left = (row[COUNTS] >> (4 * other)) & 15
        if other != seat and left > 0:
            least, most = min(least, left), max(most, left)
    unseen = DECK & ~row[PLAYED] & ~hand
    if kind == 0:
        return heuristic_lead(row, hand, counts, unseen, least, most)
    return heuristic_follow(row, hand, counts, kind, top, unseen, least, most)


@njit(nogil=True)
def heuristic_lead(row: Array, hand: Int, counts: Int, unseen: Int, least: Int, most: Int) -> Int:
    """Return what the heuristic leads."""
    groups = (counts + GE1) & EIGHTS
    lowest = ctz(groups) >> 2
    n_groups = popcount(groups)
    if row[MUST] >= 0 or n_groups == 1:
        return group_action(hand, lowest)
    unseen_counts = rank_counts(unseen)
    n_weak, boss, rest = 0, -1, groups
    while rest:
        rank = ctz(rest) >> 2
        rest &= rest - 1
        nibble = (hand >> (4 * rank)) & 15
        top_suit = 63 - clz(nibble)
        if is_boss(unseen, unseen_counts, rank, popcount(nibble), top_suit, most):
            boss = rank
        else:
            n_weak += 1
    if boss >= 0 and n_weak <= 1:
        return group_action(hand, boss)
    if least == 1:
        sets = (counts + GE2) & EIGHTS
        if sets:
            return group_action(hand, ctz(sets) >> 2)
        return FIRST_SINGLE + 63 - clz(hand)
    return group_action(hand, lowest)


@njit(nogil=True)
def heuristic_follow(
    row: Array, hand: Int, counts: Int, kind: Int, top: Int, unseen: Int, least: Int, most: Int
) -> Int:
    """Return what the heuristic plays on the last play, or 0 to pass."""
    n_cards = popcount(hand)
    if kind == 1:
        above = hand & ~((2 << top) - 1)
        lone = (counts + GE1) & EIGHTS & ~((counts + GE2) & EIGHTS)
        lone |= lone >> 1
        lone |= lone >> 2
        exact = above & lone
        if exact:
            return FIRST_SINGLE + ctz(exact)
        if above:
            high = 63 - clz(above)
            if least <= 2 or n_cards <= 3:
                return FIRST_SINGLE + high
            if above >> 48:
                return FIRST_SINGLE + 48 + ctz(above >> 48)
    if kind == 2:
        pairs = (counts + GE2) & EIGHTS
        exact = pair_over(hand, pairs & ~((counts + GE3) & EIGHTS), top)
        if exact:
            return exact
        higher = pairs & ~((16 << (top & ~3)) - 1)
        if higher and least <= 2:
            return low_pair(hand, ctz(higher) >> 2)
    return bomb(counts, kind, top)


@njit(nogil=True, cache=True)
def policy_action(row: Array, policy: Int, buffer: Array, rng: Array) -> Int:
    """Return the action of a simple policy: 0 random, 1 greedy, 2 heuristic."""
    if policy == GREEDY:
        return greedy_action(row)
    if policy == RANDOM:
        return buffer[random_below(rng, legal_actions(row, buffer))]
    return heuristic_action(row)


@njit(nogil=True, cache=True)
def advance(rows: Array, policies: Array, rng: Array) -> None:
    """Play simple seats and forced moves until each game is done or a network has a choice.

    `policies[game, seat]` below zero is a seat that somebody else decides for.
    """
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        row = rows[game]
        while row[N_DONE] < 4:
            policy = policies[game, row[CUR]]
            if policy >= 0:
                apply_action(row, policy_action(row, policy, buffer, rng))
            elif legal_actions(row, buffer) == 1:
                apply_action(row, buffer[0])
            else:
                break

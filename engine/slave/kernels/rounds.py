"""One round as a row of 17 integers, equal to `engine.slave.row` move by move.

Policies read only the hand of the player to move and the public fields of the row: counts,
cards played, the last play, titles.
"""

import numpy as np

from engine.slave.actions import (
    FIRST_PAIR,
    FIRST_QUAD,
    FIRST_SINGLE,
    FIRST_TRIPLE,
    FIXED_MASKS,
    PAIR_SUITS,
)
from engine.slave.kernels.bits import (
    EIGHTS,
    GE2,
    GE3,
    ONES,
    Array,
    Int,
    clz,
    ctz,
    popcount,
    rank_counts,
)
from engine.slave.kernels.jit import njit
from engine.slave.row import (
    COUNTS,
    CUR,
    KIND,
    LAP,
    LAST,
    MUST,
    N_DONE,
    NO_TITLES,
    ORDER,
    OUT,
    PLAYED,
    ROUND,
    ROW,
    TITLES,
    TOP,
)
from engine.slave.rules import TITLE_REWARDS

__all__ = [
    "COUNTS",
    "CUR",
    "KIND",
    "LAP",
    "LAST",
    "MUST",
    "NO_TITLES",
    "N_DONE",
    "ORDER",
    "OUT",
    "PLAYED",
    "ROUND",
    "ROW",
    "TITLES",
    "TOP",
]

FIXED = np.array(FIXED_MASKS, np.int64)
PAIR_AT = np.full((4, 4), -1, np.int64)
for _i, (_low, _high) in enumerate(PAIR_SUITS):
    PAIR_AT[_low, _high] = _i
REWARDS = np.array(TITLE_REWARDS)


@njit(nogil=True)
def low_pair(hand: Int, rank: Int) -> Int:
    """Return the action of the two lowest cards of a rank."""
    nibble = (hand >> (4 * rank)) & 15
    low = ctz(nibble)
    return FIRST_PAIR + 6 * rank + PAIR_AT[low, ctz(nibble & (nibble - 1))]


@njit(nogil=True, cache=True)
def legal_actions(row: Array, out: Array) -> Int:
    """Write the current player's legal actions, ascending, into `out`; return their number."""
    hand, kind, top, must = row[row[CUR]], row[KIND], row[TOP], row[MUST]
    n = 0
    if kind > 0:
        out[0] = 0
        n = 1
    counts = rank_counts(hand)
    if must >= 0:
        hand &= 15 << (must & ~3)
        counts &= 15 << (must & ~3)
    if kind <= 1:
        singles = hand & ~((2 << top) - 1) if kind == 1 else hand
        if must >= 0:
            singles = 1 << must
        while singles:
            out[n] = FIRST_SINGLE + ctz(singles)
            n += 1
            singles &= singles - 1
    if kind == 0 or kind == 2:
        ranks = (counts + GE2) & EIGHTS
        if kind == 2:
            ranks &= ~((1 << (top & ~3)) - 1)
        while ranks:
            rank = ctz(ranks) >> 2
            ranks &= ranks - 1
            nibble = (hand >> (4 * rank)) & 15
            for i in range(6):
                pair = FIXED[FIRST_PAIR + i]
                if nibble & pair == pair:
                    high = 4 * rank + 63 - clz(pair)
                    if (kind == 0 or high > top) and (must < 0 or pair >> (must & 3) & 1):
                        out[n] = FIRST_PAIR + 6 * rank + i
                        n += 1
    if kind != 2 and kind != 4:
        ranks = (counts + GE3) & EIGHTS
        if kind == 3:
            ranks &= ~((16 << (top & ~3)) - 1)
        while ranks:
            rank = ctz(ranks) >> 2
            ranks &= ranks - 1
            out[n] = FIRST_TRIPLE + rank
            n += 1
    if kind == 0 or kind == 2 or kind == 4:
        ranks = counts & (4 * ONES)
        if kind == 4:
            ranks &= ~((16 << (top & ~3)) - 1)
        while ranks:
            rank = ctz(ranks) >> 2
            ranks &= ranks - 1
            out[n] = FIRST_QUAD + rank
            n += 1
    return n


@njit(nogil=True, cache=True)
def cards_of(action: Int, hand: Int) -> Int:
    """Return the mask of the cards that an action takes from a hand."""
    if action < FIRST_TRIPLE:
        return FIXED[action]
    if action >= FIRST_QUAD:
        return 15 << (4 * (action - FIRST_QUAD))
    held = hand & (15 << (4 * (action - FIRST_TRIPLE)))
    if popcount(held) == 4:
        held ^= 8 << (4 * (action - FIRST_TRIPLE))
    return held


@njit(nogil=True)
def apply_cards(row: Array, mask: Int) -> None:
    """Let the current player lay the cards of `mask` (0: pass) and find who is next."""
    seat = row[CUR]
    n_cards = popcount(mask)
    if n_cards == 0 or row[LAP] == 1:
        row[OUT] |= 1 << seat
    if n_cards > 0:
        row[seat] &= ~mask
        row[PLAYED] |= mask
        row[KIND], row[TOP], row[LAST], row[MUST] = n_cards, 63 - clz(mask), seat, -1
        row[COUNTS] -= n_cards << (4 * seat)
        if (row[COUNTS] >> (4 * seat)) & 15 == 0:
            row[ORDER] |= seat << (2 * row[N_DONE])
            row[N_DONE] += 1
            if row[N_DONE] == 3:
                for other in range(4):
                    if (row[COUNTS] >> (4 * other)) & 15:
                        row[ORDER] |= other << 6
                row[N_DONE] = 4
                return
    for step in range(1, 4):
        other = (seat + step) & 3
        active = (row[COUNTS] >> (4 * other)) & 15
        if active and other != row[LAST] and not (row[OUT] >> other) & 1:
            row[CUR] = other
            return
    leader = row[LAST]
    while (row[COUNTS] >> (4 * leader)) & 15 == 0:
        leader = (leader + 1) & 3
    row[CUR], row[KIND], row[TOP], row[LAST], row[OUT] = leader, 0, -1, -1, 0


@njit(nogil=True, cache=True)
def apply_action(row: Array, action: Int) -> None:
    """Play an action that is known to be legal."""
    apply_cards(row, cards_of(action, row[row[CUR]]))


@njit(nogil=True)
def begin_round(
    row: Array, hands: Array, titles: Int, round_number: Int, lap: Int, must_lowest: Int
) -> None:
    """Set a row to the start of a round with these hands (after any exchange)."""
    row[:] = 0
    low, leader = 64, 0
    for seat in range(4):
        row[seat] = hands[seat]
        row[COUNTS] |= popcount(hands[seat]) << (4 * seat)
        if ctz(hands[seat]) < low:
            low, leader = ctz(hands[seat]), seat
    row[TOP], row[LAST], row[MUST], row[TITLES], row[LAP] = -1, -1, -1, titles, lap
    row[ROUND] = round_number
    if titles == NO_TITLES:
        row[CUR] = leader
        row[MUST] = low if must_lowest else -1
        return
    for seat in range(4):
        if (titles >> (2 * seat)) & 3 == 3:
            row[CUR] = seat


@njit(nogil=True, cache=True)
def place_of(row: Array, seat: Int) -> Int:
    """Return the title (0 King to 3 Slave) of a seat in a finished round, with the King's fall."""
    place = 0
    while (row[ORDER] >> (2 * place)) & 3 != seat:
        place += 1
    if row[TITLES] == NO_TITLES:
        return place
    king = old_king(row[TITLES])
    if row[ORDER] & 3 == king:
        return place
    if seat == king:
        return 3
    king_place = 0
    while (row[ORDER] >> (2 * king_place)) & 3 != king:
        king_place += 1
    return place - (1 if king_place < place else 0)


@njit(nogil=True)
def old_king(titles: Int) -> Int:
    """Return the seat that holds the King's title in a packed word (two bits a seat)."""
    for seat in range(4):
        if (titles >> (2 * seat)) & 3 == 0:
            return seat
    return 0


@njit(nogil=True)
def decided_place(row: Array, seat: Int) -> Int:
    """Return the seat's title as soon as it is certain, else -1."""
    n_done = row[N_DONE]
    if n_done == 4:
        return place_of(row, seat)
    king = old_king(row[TITLES]) if row[TITLES] != NO_TITLES else -1
    fallen = king >= 0 and n_done > 0 and row[ORDER] & 3 != king
    if fallen and seat == king:
        return 3
    before = 0
    for place in range(n_done):
        finisher = (row[ORDER] >> (2 * place)) & 3
        if finisher == seat:
            return before
        if not (fallen and finisher == king):
            before += 1
    return -1


@njit(nogil=True)
def packed_titles(row: Array) -> Int:
    """Return all seats' titles of a finished round, two bits a seat."""
    titles = 0
    for seat in range(4):
        titles |= place_of(row, seat) << (2 * seat)
    return titles

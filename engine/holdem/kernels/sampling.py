"""Deals sampled: all hands random but hero's, or ranges drawn until no two share a card."""

import numpy as np
from numpy.typing import NDArray

from engine.holdem.kernels.hands import (
    COMBO_CARDS,
    COMBO_KEYS,
    COMBO_MASKS,
    share_pot,
)
from engine.holdem.kernels.layout import (
    BATCH_SHARE_SQUARES,
    BATCH_WIN_SQUARES,
    MAX_SEATS,
    N_SEAT_COUNTS,
    N_TALLY,
    NEXT_CARDS,
    TIE_SHARES,
    WINS,
    Seats,
    Table,
)
from engine.kernels import POT
from engine.kernels.compiled import njit
from engine.kernels.generator import draw_next, mix, seed_state
from engine.kernels.split_mix import GOLDEN
from engine.poker.kernels import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    SUIT_BIAS,
    random_flush_value,
    rank_value,
)

TRIES_A_LOOK = 1 << 10  # clashing hands drawn between two looks at the flag


@njit(nogil=True, cache=True)
def _draw_ranges(
    state: np.uint64,
    fixed: np.uint64,
    seats: Seats,
    chosen: NDArray[np.int64],
    stop: NDArray[np.uint8],
) -> tuple[np.uint64, np.uint64, bool]:
    """Draw a combination for every seat that has a list, again while two clash; -1 for the others.

    Returns the generator's state, the cards used, `fixed` ones among them, and whether the hands
    fit: they may not when it was stopped.
    """
    n_tries = 0
    while True:
        used, clash = fixed, False
        n_tries += 1
        for seat in range(len(seats.starts) - 1):
            start, n = seats.starts[seat], seats.starts[seat + 1] - seats.starts[seat]
            chosen[seat] = -1
            if n == 0:
                continue
            place = start
            if n > 1:
                state += GOLDEN
                point = (mix(state) >> np.uint64(11)) * (n / 9007199254740992.0)
                whole = min(int(point), n - 1)
                place += whole
                if point - whole >= seats.chances[place]:
                    place = seats.aliases[place]
            mask = COMBO_MASKS[seats.combos[place]]
            chosen[seat] = seats.combos[place]
            clash |= (used & mask) != np.uint64(0)
            used |= mask
        if not clash or (n_tries % TRIES_A_LOOK == 0 and stop[0]):
            return state, used, not clash


@njit(nogil=True, cache=True)
def _close_batch(n_seats: int, before: NDArray[np.int64], tally: NDArray[np.int64]) -> None:
    """Add the squares of what each seat won in this batch."""
    for seat in range(n_seats):
        base = seat * N_SEAT_COUNTS
        wins = tally[base + WINS] - before[seat, 0]
        shares = POT * wins + tally[base + TIE_SHARES] - before[seat, 1]
        before[seat, 0] += wins
        before[seat, 1] = tally[base + TIE_SHARES]
        tally[base + BATCH_WIN_SQUARES] += wins * wins
        tally[base + BATCH_SHARE_SQUARES] += shares * shares


@njit(nogil=True, cache=True)
def _draw_unused(
    state: np.uint64,
    deck: NDArray[np.int64],
    used: np.uint64,
    drawn: NDArray[np.int64],
    first: int,
    stop: int,
) -> np.uint64:
    """Fill `drawn[first:stop]` with random cards of the deck that are not used."""
    place, fraction = 0, np.uint64(0)
    while first < stop:
        state, fraction = draw_next(state, fraction, deck, place)
        drawn[first] = deck[place]
        first += (used & CARD_MASKS[deck[place]]) == np.uint64(0)
        place += 1
    return state


@njit(nogil=True, cache=True)
def _mask_of(cards: NDArray[np.int64], n_cards: int) -> np.uint64:
    mask = np.uint64(0)
    for i in range(n_cards):
        mask |= CARD_MASKS[cards[i]]
    return mask


@njit(nogil=True, cache=True)
def sample_chunk(
    seed: int,
    chunk: int,
    n_deals: int,
    seats: Seats,
    table: Table,
    stop: NDArray[np.uint8],
    tally: NDArray[np.int64],
) -> int:
    """Deal `n_deals` times from the chunk's own generator and add to the tally.

    Returns how many were dealt: fewer if it was stopped while ranges clashed.
    """
    state = seed_state(seed, chunk)
    n_seats, n_missing, n_runouts = len(seats.starts) - 1, 5 - len(table.board), len(table.runouts)
    cards = table.deck.copy()  # shuffled on and on, never put back
    drawn = np.empty(2 * MAX_SEATS + 6, np.int64)
    chosen = np.empty(MAX_SEATS, np.int64)
    values = np.empty(MAX_SEATS, np.uint16)
    before = np.zeros((MAX_SEATS, 2), np.int64)
    board_key, board_mask = SUIT_BIAS, _mask_of(table.board, len(table.board))
    for card in table.board:
        board_key += CARD_KEYS[card]
    n_wanted = n_missing
    for seat in range(n_seats):
        n_wanted += 2 * (seats.starts[seat] == seats.starts[seat + 1])
        before[seat, 0] = tally[seat * N_SEAT_COUNTS + WINS]
        before[seat, 1] = tally[seat * N_SEAT_COUNTS + TIE_SHARES]
    for deal in range(n_deals):
        used, n_drawn = np.uint64(0), 0
        if n_runouts:
            for i in range(n_missing):
                drawn[i] = table.runouts[deal % n_runouts, i]
            used, n_drawn = _mask_of(drawn, n_missing), n_missing
        fits = True
        if len(seats.joint):
            state += GOLDEN
            used = _draw_row(mix(state), seats, chosen)
        else:
            state, used, fits = _draw_ranges(state, used, seats, chosen, stop)
        if not fits:
            return deal
        state = _draw_unused(state, cards, used, drawn, n_drawn, n_wanted)
        key = board_key
        for i in range(n_missing):
            key += CARD_KEYS[drawn[i]]
        hole = n_missing
        for seat in range(n_seats):
            combo = chosen[seat]
            if combo < 0:
                a, b = drawn[hole], drawn[hole + 1]
                hole += 2
                own = key + CARD_KEYS[a] + CARD_KEYS[b]
            else:
                a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
                own = key + COMBO_KEYS[combo]
            if own & FLUSH_BITS:  # masks are wanted rarely, so they are made only here
                mask = board_mask | _mask_of(drawn, n_missing) | CARD_MASKS[a] | CARD_MASKS[b]
                values[seat] = random_flush_value(own, mask)
            else:
                values[seat] = rank_value(own)
        share = share_pot(values, n_seats, 1, tally)
        if n_missing < 3:  # either of two cards may have come first: both count as the next
            for i in range(n_missing):
                tally[NEXT_CARDS + 2 * drawn[i]] += 1
                tally[NEXT_CARDS + 2 * drawn[i] + 1] += share
        if n_runouts and (deal + 1) % n_runouts == 0:
            _close_batch(n_seats, before, tally)
    return n_deals


@njit(nogil=True, cache=True)
def _draw_row(random: np.uint64, seats: Seats, chosen: NDArray[np.int64]) -> np.uint64:
    """Deal all seats one row of hands that do not clash; returns the cards used."""
    point = (random >> np.uint64(11)) / 9007199254740992.0 * seats.joint_sums[-1]
    row = min(np.searchsorted(seats.joint_sums, point, side="right"), len(seats.joint) - 1)
    used = np.uint64(0)
    for seat in range(seats.joint.shape[1]):
        chosen[seat] = seats.joint[row, seat]
        if chosen[seat] >= 0:
            used |= COMBO_MASKS[chosen[seat]]
    return used


def warm_up() -> None:
    """Compile every kernel once."""
    none, one, tally = np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros(N_TALLY, np.int64)
    joint = np.zeros((0, 2), np.int64), np.zeros(0)
    seats = Seats(np.array([0, 1, 1], np.int64), one, np.ones(1), one, *joint)
    table = Table(none, np.arange(2, 52), np.zeros((0, 5), np.int64))
    sample_chunk(0, 0, 1, seats, table, np.zeros(1, np.uint8), tally)

"""Deals sampled where all hands are random but hero's.

Deals go in blocks. The random numbers of a block are drawn together and its pots shared out
together, in loops over deals that the compiler turns into vectors; only the cards are dealt, and
hands looked up, one deal after another. `deal` is always a place in the block.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.holdem.kernels.hands import COMBO_KEYS, COMBO_MASKS, ROYAL, count_tie
from engine.holdem.kernels.layout import (
    CATEGORIES,
    MAX_SEATS,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    N_TALLY,
    NEXT_CARDS,
    WINS,
    Table,
)
from engine.kernels import POT
from engine.kernels.compiled import njit
from engine.kernels.generator import BLOCK, draw_steps, no_steps, seed_state, take_card
from engine.poker.kernels import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    SUIT_BIAS,
    random_flush_value,
    rank_value,
)

PACKED_BITS = 6  # of one category's count in a word of them: a block has fewer deals than 2^6
PACKED_COUNT = np.uint64((1 << PACKED_BITS) - 1)
N_PACKED = N_CATEGORIES - 1
FIELD = CATEGORIES + N_CATEGORIES
ONE, ROW = np.uint64(1), np.uint64(BLOCK)


class Known(NamedTuple):
    """What does not change: the keys and masks of the board so far, and hero's combination."""

    key: np.uint64
    mask: np.uint64
    hero: int


class Block(NamedTuple):
    """The values of a block of deals, the best of each deal, and how many have it."""

    rows: NDArray[np.uint16]  # [seat, deal]
    best: NDArray[np.uint16]
    n_best: NDArray[np.uint16]


@njit(nogil=True, cache=True)
def sample_random_chunk(
    seed: int,
    chunk: int,
    n_deals: int,
    n_seats: int,
    hero: int,
    table: Table,
    tally: NDArray[np.int64],
) -> None:
    """Deal one known hand against random ones: the missing board cards, then hand after hand.

    The longest of the usual loops is written out with constants: unrolled it is a sixth quicker.
    """
    state, n_missing = seed_state(seed, chunk), 5 - len(table.board)
    if n_seats == 7 and n_missing == 5:
        _deal_random(state, n_deals, (7, 5), hero, table, tally)
    else:
        _deal_random(state, n_deals, (n_seats, n_missing), hero, table, tally)


@njit(nogil=True, inline="always")
def _deal_random(
    state: np.uint64,
    n_deals: int,
    counts: tuple[int, int],
    hero: int,
    table: Table,
    tally: NDArray[np.int64],
) -> None:
    """Deal block after block; `counts` are the seats and the missing cards of the board."""
    n_seats, n_missing = counts
    deck = table.deck.astype(np.uint8)  # shuffled on and on, never put back
    known = _know(table.board, hero)
    n_cards = n_missing + 2 * n_seats - 2
    steps, values = no_steps(n_cards), np.empty(MAX_SEATS * BLOCK, np.uint16)
    best, n_best = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint16)
    block = Block(values.reshape(MAX_SEATS, BLOCK), best, n_best)
    n_next = n_missing if n_missing < 3 else 0
    nexts = np.empty((2, BLOCK), np.int64)
    for first in range(0, n_deals, BLOCK):
        n = min(BLOCK, n_deals - first)
        state = draw_steps(state, len(deck), n_cards, steps)
        for deal in range(n):
            bits = _deal_hands(deck, known, counts, deal, steps, values)
            if bits & FLUSH_BITS:
                _value_flushes(deck, known, counts, deal, values, tally)
            for i in range(n_next):
                nexts[i, deal] = deck[i]
        _find_best(block, n_seats)
        _count_block(block, n_seats, n, tally)
        _count_next(block, nexts, n_next, n, tally)


@njit(nogil=True, cache=True)
def _know(board: NDArray[np.int64], hero: int) -> Known:
    key, mask = SUIT_BIAS, np.uint64(0)
    for card in board:
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    return Known(key, mask, hero)


@njit(nogil=True, inline="always")
def _deal_hands(
    deck: NDArray[np.uint8],
    known: Known,
    counts: tuple[int, int],
    deal: int,
    steps: NDArray[np.uint8],
    values: NDArray[np.uint16],
) -> np.uint64:
    """Deal once and put in all values by ranks alone; returns all bits that are in any key.

    Places are unsigned and counted on: numba then need not ask whether they are negative.
    """
    n_seats, n_missing = counts
    key, place, step, row = known.key, np.uint64(0), np.uint64(deal), np.uint64(deal)
    for _ in range(n_missing):
        key += CARD_KEYS[take_card(deck, place, steps[step])]
        place += ONE
        step += ROW
    bits = key + COMBO_KEYS[known.hero]
    values[row] = rank_value(bits)
    for _ in range(1, n_seats):
        own = key + CARD_KEYS[take_card(deck, place, steps[step])]
        own += CARD_KEYS[take_card(deck, place + ONE, steps[step + ROW])]
        place += ONE + ONE
        step += ROW + ROW
        row += ROW
        values[row] = rank_value(own)
        bits |= own
    return bits


@njit(nogil=True, inline="always")
def _value_flushes(
    deck: NDArray[np.uint8],
    known: Known,
    counts: tuple[int, int],
    deal: int,
    values: NDArray[np.uint16],
    tally: NDArray[np.int64],
) -> None:
    """Put in the values of flushes in the cards just dealt; royal ones are counted apart."""
    n_seats, n_missing = counts
    key, mask = known.key, known.mask
    for i in range(n_missing):
        key += CARD_KEYS[deck[i]]
        mask |= CARD_MASKS[deck[i]]
    own = key + COMBO_KEYS[known.hero]
    if own & FLUSH_BITS:
        value = random_flush_value(own, mask | COMBO_MASKS[known.hero])
        values[deal] = value
        _count_royal(value, CATEGORIES, tally)
    for seat in range(1, n_seats):
        hole = n_missing + 2 * seat - 2
        a, b = deck[hole], deck[hole + 1]
        own = key + CARD_KEYS[a] + CARD_KEYS[b]
        if own & FLUSH_BITS:
            value = random_flush_value(own, mask | CARD_MASKS[a] | CARD_MASKS[b])
            values[BLOCK * seat + deal] = value
            _count_royal(value, FIELD, tally)


@njit(nogil=True, cache=True)
def _count_royal(value: np.uint16, first: int, tally: NDArray[np.int64]) -> None:
    """Count a royal flush apart from the straight flushes, which it will be counted with."""
    if value == ROYAL:
        tally[first + N_CATEGORIES - 2] -= 1
        tally[first + N_CATEGORIES - 1] += 1


@njit(nogil=True, cache=True)
def _find_best(block: Block, n_seats: int) -> None:
    """Fill in the best value of every deal, and how many have it."""
    best, n_best = block.best, block.n_best
    best[:], n_best[:] = block.rows[0], 0
    for seat in range(1, n_seats):
        row = block.rows[seat]
        for deal in range(BLOCK):
            best[deal] = max(best[deal], row[deal])
    for seat in range(n_seats):
        row = block.rows[seat]
        for deal in range(BLOCK):
            n_best[deal] += row[deal] == best[deal]


@njit(nogil=True, cache=True)
def _count_block(block: Block, n_seats: int, n: int, tally: NDArray[np.int64]) -> None:
    """Count wins, ties and categories of the first `n` deals."""
    best, n_best = block.best, block.n_best
    for seat in range(n_seats):
        row = block.rows[seat]
        n_wins, packed = 0, np.uint64(0)
        for deal in range(n):
            n_wins += (row[deal] == best[deal]) & (n_best[deal] == 1)
            packed += ONE << np.uint64(row[deal] >> 12) * np.uint64(PACKED_BITS)
        tally[seat * N_SEAT_COUNTS + WINS] += n_wins
        _count_packed(packed, FIELD if seat else CATEGORIES, tally)
    for deal in range(n):
        if n_best[deal] > 1:
            for seat in range(n_seats):
                if block.rows[seat, deal] == best[deal]:
                    count_tie(seat, POT // np.int64(n_best[deal]), 1, tally)


@njit(nogil=True, cache=True)
def _count_packed(packed: np.uint64, first: int, tally: NDArray[np.int64]) -> None:
    """Add packed counts of categories."""
    for category in range(N_PACKED):
        count = packed >> np.uint64(PACKED_BITS * category) & PACKED_COUNT
        tally[first + category] += np.int64(count)


@njit(nogil=True, cache=True)
def _count_next(
    block: Block, nexts: NDArray[np.int64], n_next: int, n: int, tally: NDArray[np.int64]
) -> None:
    """Count hero's share by next card; either of two may have come first, so both count."""
    for i in range(n_next):
        for deal in range(n):
            is_best = block.rows[0, deal] == block.best[deal]
            place = NEXT_CARDS + 2 * nexts[i, deal]
            tally[place] += 1
            tally[place + 1] += POT // np.int64(block.n_best[deal]) if is_best else 0


def warm_up() -> None:
    """Compile every kernel once."""
    table = Table(np.zeros(0, np.int64), np.arange(2, 52), np.zeros((0, 5), np.int64))
    sample_random_chunk(0, 0, 1, 2, 0, table, np.zeros(N_TALLY, np.int64))

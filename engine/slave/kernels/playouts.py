"""Playouts of the moves of a position in sampled deals: what the search counts."""

import numpy as np
from numba import njit

from engine.slave.kernels.actions import FIRST_PAIR, FIRST_SINGLE, FIRST_TRIPLE
from engine.slave.kernels.bits import Array, Int
from engine.slave.kernels.players import policy_action
from engine.slave.kernels.rounds import CUR, ROW, apply_action, decided_place, legal_actions
from engine.slave.kernels.worlds import N_TYPES, first_world, pick_types, swap_cards, weigh


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
        kind = 1 if action < FIRST_PAIR else 2
        size = 4 if kind == 1 else 6
        start = FIRST_SINGLE if kind == 1 else FIRST_PAIR
        group = (action - start) // size
        inner = (
            0 < action < FIRST_TRIPLE
            and i > 0
            and i + 1 < n
            and buffer[i - 1] >= start
            and (buffer[i - 1] - start) // size == group
            and buffer[i + 1] < (FIRST_PAIR if kind == 1 else FIRST_TRIPLE)
            and (buffer[i + 1] - start) // size == group
        )
        if not inner:
            out[n_out] = action
            n_out += 1
    return n_out

"""Playouts of the moves of a position in sampled deals: what the search counts."""

from typing import NamedTuple

import numpy as np

from engine.slave.kernels.bits import UNIT, Array, Int, next_random
from engine.slave.kernels.endgame import MOST_CARDS, Solver, cards_in_play, solve
from engine.slave.kernels.jit import njit
from engine.slave.kernels.players import policy_action
from engine.slave.kernels.quick import Scratch, other_choice, quick_action
from engine.slave.kernels.rounds import CUR, apply_action, decided_place
from engine.slave.kernels.worlds import POLICY, Chain, Evidence, pick_types, swap_cards
from engine.slave.layout import Quick


class Tools(NamedTuple):
    """What playouts are made with: the policy's quick form, room to work in, a solver."""

    net: Quick
    scratch: Scratch
    solver: Solver


# Least spread, for a move whose results never differed from those of the best one.
LEAST_SPREAD = 0.3


class Moves(NamedTuple):
    """What is searched: actions with a bonus each, those still alive, and what came of them.

    `tally` counts (action, title); `spread` adds up the squared differences of the utilities of
    two moves in the same deal.
    """

    actions: Array
    bonus: Array
    alive: Array
    tally: Array
    spread: Array


@njit(nogil=True)
def play_out(
    row: Array, seat: Int, types: Array, net: Quick, scratch: Scratch, rng: Array, slips: Array
) -> Int:
    """Let players of these types play until the seat's title is certain; return the title.

    `slips` is how often a policy in each seat departs from its first choice.
    """
    place = decided_place(row, seat)
    while place < 0:
        kind, slip = types[row[CUR]], slips[row[CUR]]
        if kind == POLICY:
            if slip > 0.0 and next_random(rng) < slip * UNIT:
                apply_action(row, other_choice(row, net, scratch, rng))
            else:
                apply_action(row, quick_action(row, net, scratch))
        else:
            apply_action(row, policy_action(row, kind, scratch.actions, rng))
        place = decided_place(row, seat)
    return place


@njit(nogil=True, cache=True)
def search_slice(
    seen: Evidence,
    moves: Moves,
    utilities: Array,
    tools: Tools,
    chain: Chain,
    rng: Array,
    places: Array,
    n_swaps: Int,
    solves: Int,
    slips: Array,
) -> None:
    """Play out every move that is alive in the chain's next deals, and count the titles.

    `places` gets the title of each move in each deal, -1 for a move that is not alive. If it
    `solves`, a round with few cards left in all hands is solved instead. `slips` are those of
    `play_out`.
    """
    net, scratch, solver = tools
    row, seat = scratch.row, seen.seat
    solved = solves and cards_in_play(seen.row) <= MOST_CARDS
    types = np.zeros(4, np.int64)
    came = np.zeros(len(moves.actions))
    places[:] = -1
    for world in range(places.shape[1]):
        swap_cards(seen, net, chain, scratch, rng, n_swaps)
        pick_types(seat, chain.weights, types, rng)
        salt = rng[0]
        for i in range(len(moves.actions)):
            if moves.alive[i]:
                row[:] = seen.row
                for other in range(4):
                    if other != seat:
                        row[other] = chain.hands[other]
                apply_action(row, moves.actions[i])
                if solved:
                    solver.rows[0] = row
                    place = (solve(solver, salt) >> (2 * seat)) & 3
                else:
                    place = play_out(row, seat, types, net, scratch, rng, slips)
                places[i, world] = place
                moves.tally[i, place] += 1
                came[i] = utilities[place]
                for j in range(i):
                    if moves.alive[j]:
                        moves.spread[i, j] += (came[i] - came[j]) ** 2


@njit(nogil=True, cache=True)
def drop_weak(moves: Moves, utilities: Array, doubt: float, keep: Int) -> Int:
    """Drop moves that are `doubt` standard errors below the best; returns how many are alive.

    All that are alive were played out in the same deals, so the error is that of a difference.
    """
    values = moves.bonus.copy()
    best, n_alive = -1, 0
    for i in range(len(values)):
        if moves.alive[i]:
            n = max(1, moves.tally[i].sum())
            for place in range(4):
                values[i] += moves.tally[i, place] * utilities[place] / n
            n_alive += 1
            if best < 0 or values[i] > values[best]:
                best = i
    for i in range(len(values)):
        if moves.alive[i] and i != best and n_alive > keep:
            spread = moves.spread[max(i, best), min(i, best)] + LEAST_SPREAD
            if values[best] - values[i] > doubt * np.sqrt(spread / (n + 1) / n):
                moves.alive[i] = False
                n_alive -= 1
    return n_alive

"""A player's observation as 155 numbers from 0 to 1, and which of the 157 actions are legal.

Layout: own hand 52, cards out of play 52, last play 22 (kind 5, rank 13, suit of the highest
card 4), context 29: titles 4x4, cards left 4, round 1, current player 4, out of the trick 4.
Seats are counted clockwise from the observer. `row.observe` reads it from a row.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError
from engine.slave import row as rounds
from engine.slave.actions import N_ACTIONS
from engine.slave.card import N_CARDS, N_SEATS
from engine.slave.game_state import GameState
from engine.slave.layout import (
    CURRENT_AT,
    HAND_AT,
    KIND_AT,
    LEFT_AT,
    N_FEATURES,
    OUT_AT,
    PLAYED_AT,
    RANK_AT,
    ROUND_AT,
    ROUND_SCALE,
    SUIT_AT,
    TITLE_AT,
)
from engine.slave.rules import HAND_SIZE
from engine.slave.view import PlayerView, check_view, row_of


def encode_observation(game: GameState, player_id: int) -> NDArray[np.float32]:
    """Return what `player_id` sees, as 155 features."""
    return rounds.observe(row_of(game), player_id)


def get_action_mask(game: GameState, player_id: int) -> NDArray[np.int8]:
    """Return one for every action that is legal now; all zeros for a player who is not to act."""
    mask = np.zeros(N_ACTIONS, np.int8)
    if player_id == game.current_player:
        mask[game.valid_actions()] = 1
    return mask


def observe_rows(rows: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return observations and action masks of the players to move in a batch of compiled games."""
    observations = np.empty((len(rows), N_FEATURES), np.float32)
    masks = np.empty((len(rows), N_ACTIONS), np.int8)
    from engine.slave.kernels.encoding import observe_batch

    observe_batch(rows, observations, masks)
    return observations, masks


def check_observation(
    features: NDArray[np.float32], action_mask: NDArray[np.int8]
) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return an observation and its mask as arrays, or an error that says what cannot be."""
    seen, mask = _read(features, np.float32, N_FEATURES), check_mask(action_mask)
    if not np.isfinite(seen).all() or seen.min() < 0 or seen.max() > 1:
        wrong = int(np.flatnonzero(~((seen >= 0) & (seen <= 1)))[0])
        raise InputError(f"feature {wrong} of the observation is {seen[wrong]}: expected 0 to 1")
    for name, first, stop in ONE_OF_MANY:
        if np.count_nonzero(seen[first:stop]) > 1:
            raise InputError(f"the observation has more than one {name}")
    if (seen[HAND_AT:PLAYED_AT] * seen[PLAYED_AT:KIND_AT]).any():
        raise InputError("a card of the observation is both in hand and played")
    return seen, mask


def check_mask(action_mask: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return an action mask as an array of 0 and 1, or an error that says what is wrong with it."""
    mask = _read(action_mask, np.int8, N_ACTIONS)
    if mask.min() < 0 or mask.max() != 1:
        raise InputError("the action mask has other values than 0 and 1, or allows no action")
    return mask


ONE_OF_MANY = (
    ("kind of last play", KIND_AT, RANK_AT),
    ("rank of the last play", RANK_AT, SUIT_AT),
    ("suit of the last play", SUIT_AT, TITLE_AT),
    *(("title of a seat", TITLE_AT + 4 * s, TITLE_AT + 4 * s + 4) for s in range(N_SEATS)),
    ("current player", CURRENT_AT, OUT_AT),
)


def _read(array: object, kind: type, size: int) -> NDArray[Any]:
    """Return one row of numbers of the right size."""
    try:
        read: NDArray[Any] = np.asarray(array, dtype=kind)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"expected {size} numbers of an observation: {error}") from None
    if read.shape != (size,):
        raise InputError(f"an array of shape {read.shape}: expected {size} numbers")
    return read


def view_of_observation(features: NDArray[np.float32], action_mask: NDArray[np.int8]) -> PlayerView:
    """Return the position behind the observation of a player to move, who sits at seat 0; no past.

    Who made the last play is not observed: it is taken to be the nearest player before the
    observer who is still in the trick. The mask shows whether the first lead must hold a card.
    """
    features, action_mask = check_observation(features, action_mask)
    row = np.zeros(rounds.ROW, np.int64)
    powers = 1 << np.arange(N_CARDS, dtype=np.int64)
    row[0] = powers[features[HAND_AT:PLAYED_AT] > 0].sum()
    row[rounds.PLAYED] = powers[features[PLAYED_AT:KIND_AT] > 0].sum()
    counts = np.rint(features[LEFT_AT:ROUND_AT] * HAND_SIZE).astype(np.int64)
    out = features[OUT_AT:] > 0
    row[rounds.COUNTS] = sum(int(n) << (4 * s) for s, n in enumerate(counts))
    row[rounds.OUT] = sum(1 << s for s in range(N_SEATS) if out[s])
    row[rounds.ROUND] = round(float(features[ROUND_AT]) * ROUND_SCALE)
    row[rounds.KIND] = int(features[KIND_AT:RANK_AT].argmax())
    row[rounds.TOP] = row[rounds.LAST] = row[rounds.MUST] = -1
    if row[rounds.KIND]:
        rank, suit = features[RANK_AT:SUIT_AT].argmax(), features[SUIT_AT:TITLE_AT].argmax()
        row[rounds.TOP] = 4 * int(rank) + int(suit)
        row[rounds.LAST] = next((s for s in (3, 2, 1) if counts[s] and not out[s]), 3)
    elif not row[rounds.PLAYED]:
        row[rounds.MUST] = _must_of(int(row[0]), action_mask)
    titles = features[TITLE_AT:LEFT_AT].reshape(N_SEATS, 4)
    packed = sum(int(titles[s].argmax()) << (2 * s) for s in range(N_SEATS))
    row[rounds.TITLES] = packed if titles.any() else rounds.NO_TITLES
    done = [s for s in range(N_SEATS) if not counts[s]]
    row[rounds.N_DONE] = len(done)
    row[rounds.ORDER] = sum(s << (2 * i) for i, s in enumerate(done))
    view = PlayerView(0, row)
    check_view(view)
    return view


def _must_of(hand: int, action_mask: NDArray[np.int8]) -> int:
    singles = np.flatnonzero(action_mask[1 : N_CARDS + 1])
    return int(singles[0]) if len(singles) == 1 < hand.bit_count() else -1

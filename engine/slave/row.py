"""One round as a row of 17 integers, in plain Python: the readable twin of the compiled game.

A row is what kernels play on and views are cut from. Hands come first, so `row[seat]` is the hand
of a seat; masks have one bit a card in Slave's order. `kernels.rounds` and `kernels.encoding` do
the same, compiled, and are tested against this move by move.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.slave.actions import N_ACTIONS
from engine.slave.layout import (
    BOSS_AT,
    CURRENT_AT,
    GROUPS_AT,
    HAND_AT,
    HELD_AT,
    KIND_AT,
    LEFT_AT,
    LEGAL_AT,
    N_DERIVED,
    N_FEATURES,
    OPPONENT_AT,
    OUT_AT,
    PLAYED_AT,
    RANK_AT,
    ROUND_AT,
    ROUND_SCALE,
    SUIT_AT,
    TITLE_AT,
    UNSEEN_AT,
)
from engine.slave.rules import HAND_SIZE, Play, all_of, encode_play, play_of, valid_plays_of

Ints = NDArray[np.int64]

PLAYED, KIND, TOP, LAST, CUR, OUT, N_DONE, ORDER, MUST, ROUND, TITLES, LAP, COUNTS = range(4, 17)
ROW = 17
NO_TITLES = -1
CARDS = np.arange(52, dtype=np.int64)


def pack_titles(titles: Sequence[int] | None) -> int:
    """Return the titles of four seats in one word of a row, two bits a seat."""
    if titles is None:
        return NO_TITLES
    return sum(int(title) << (2 * seat) for seat, title in enumerate(titles))


def begin_round(
    hands: Sequence[int], titles: Sequence[int] | None, round_number: int, lap: bool, must: bool
) -> Ints:
    """Return a row at the start of a round; without titles the lowest card leads.

    With `must`, that first lead has to contain the lowest card.
    """
    row = np.zeros(ROW, np.int64)
    row[:4] = hands
    row[COUNTS] = sum(hand.bit_count() << (4 * seat) for seat, hand in enumerate(hands))
    row[TOP] = row[LAST] = row[MUST] = -1
    row[TITLES], row[LAP], row[ROUND] = pack_titles(titles), int(lap), round_number
    if titles is not None:
        row[CUR] = titles.index(3)
        return row
    lowest = min(hand & -hand for hand in hands if hand)
    row[CUR] = next(seat for seat, hand in enumerate(hands) if hand & lowest)
    row[MUST] = lowest.bit_length() - 1 if must else -1
    return row


def cards_left(row: Ints, seat: int) -> int:
    """Return how many cards a seat holds."""
    return int(row[COUNTS]) >> (4 * seat) & 15


def standing_play(row: Ints) -> Play | None:
    """Return a play that is as hard to beat as the last one; None if the trick is empty."""
    kind, top = int(row[KIND]), int(row[TOP])
    if kind == 0:
        return None
    if kind <= 2:
        below = 1 << (top & ~3) if kind == 2 else 0
        return play_of(1 << top | below)
    return play_of(all_of(top >> 2) >> (4 - kind) & all_of(top >> 2))


def legal_actions(row: Ints) -> list[int]:
    """Return the current player's legal actions, ascending."""
    must = 1 << int(row[MUST]) if row[MUST] >= 0 else 0
    plays = valid_plays_of(int(row[row[CUR]]), standing_play(row), must)
    return [encode_play(play) for play in plays]


def apply_cards(row: Ints, mask: int) -> None:
    """Let the current player lay the cards of `mask` (0: pass) and find who is next."""
    seat = int(row[CUR])
    if not mask or row[LAP]:
        row[OUT] |= 1 << seat
    if mask:
        row[seat] &= ~mask
        row[PLAYED] |= mask
        row[KIND], row[TOP] = mask.bit_count(), mask.bit_length() - 1
        row[LAST], row[MUST] = seat, -1
        row[COUNTS] -= mask.bit_count() << (4 * seat)
        if not cards_left(row, seat) and _finish(row, seat):
            return
    for other in ((seat + step) % 4 for step in range(1, 4)):
        if cards_left(row, other) and other != row[LAST] and not row[OUT] >> other & 1:
            row[CUR] = other
            return
    leader = int(row[LAST])
    while not cards_left(row, leader):
        leader = (leader + 1) % 4
    row[CUR], row[KIND], row[TOP], row[LAST], row[OUT] = leader, 0, -1, -1, 0


def _finish(row: Ints, seat: int) -> bool:
    """Note that a seat is out of cards; True if the round is over with that."""
    row[ORDER] |= seat << (2 * int(row[N_DONE]))
    row[N_DONE] += 1
    if row[N_DONE] < 3:
        return False
    last = next(other for other in range(4) if cards_left(row, other))
    row[ORDER] |= last << 6
    row[N_DONE] = 4
    return True


def observe(row: Ints, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees as 155 numbers from 0 to 1."""
    features = np.zeros(N_FEATURES, np.float32)
    features[HAND_AT:PLAYED_AT] = row[seat] >> CARDS & 1
    features[PLAYED_AT:KIND_AT] = row[PLAYED] >> CARDS & 1
    features[KIND_AT + row[KIND]] = 1
    if row[KIND]:
        features[RANK_AT + (row[TOP] >> 2)] = 1
        features[SUIT_AT + (row[TOP] & 3)] = 1
    for offset in range(4):
        other = (seat + offset) % 4
        if row[TITLES] != NO_TITLES:
            features[TITLE_AT + 4 * offset + (row[TITLES] >> (2 * other) & 3)] = 1
        features[LEFT_AT + offset] = cards_left(row, other) / HAND_SIZE
        features[OUT_AT + offset] = row[OUT] >> other & 1
    features[ROUND_AT] = min(1.0, row[ROUND] / ROUND_SCALE)
    features[CURRENT_AT + (row[CUR] - seat) % 4] = 1
    return features


def action_mask(row: Ints) -> NDArray[np.int8]:
    """Return one for every legal action of the current player."""
    mask = np.zeros(N_ACTIONS, np.int8)
    mask[legal_actions(row)] = 1
    return mask


def derive(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return what the policy's network takes (n, 481): all of it follows from observation and mask.

    155 as observed, 157 legal actions, 52 + 52 "at least 1 to 4 cards of the rank" in hand and
    unseen, 13 unbeatable singles, 39 cards left with each opponent, 13 groups in hand.
    """
    n = len(observations)
    features = np.zeros((n, N_DERIVED), np.float32)
    features[:, :N_FEATURES] = observations
    features[:, LEGAL_AT:HELD_AT] = masks
    held = observations[:, HAND_AT:PLAYED_AT] > 0
    unseen = ~held & (observations[:, PLAYED_AT:KIND_AT] == 0)
    counts = held.reshape(n, 13, 4).sum(axis=2)
    at_least = np.arange(4)
    for first, cards in ((HELD_AT, counts), (UNSEEN_AT, unseen.reshape(n, 13, 4).sum(axis=2))):
        features[:, first : first + 52] = (cards[:, :, None] > at_least).reshape(n, 52)
    above = np.flip(np.cumsum(np.flip(unseen, axis=1), axis=1), axis=1)  # unseen above
    features[:, BOSS_AT:OPPONENT_AT] = (held & (above == 0)).reshape(n, 13, 4).any(axis=2)
    left = (observations[:, LEFT_AT + 1 : ROUND_AT] * HAND_SIZE + 0.5).astype(np.int64)
    opponents = left[:, :, None] == np.arange(1, HAND_SIZE + 1)
    features[:, OPPONENT_AT:GROUPS_AT] = opponents.reshape(n, 3 * HAND_SIZE)
    groups = (counts > 0).sum(axis=1)[:, None]
    features[:, GROUPS_AT:] = groups == np.arange(1, HAND_SIZE + 1)
    return features

"""The offsets of the parts of an observation and of the networks' inputs.

Seats are counted clockwise from the observer.
"""

from typing import Any, NamedTuple

from engine.slave.actions import N_ACTIONS

# An observation.
N_FEATURES = 155
HAND_AT, PLAYED_AT, KIND_AT, RANK_AT, SUIT_AT = 0, 52, 104, 109, 122
TITLE_AT, LEFT_AT, ROUND_AT, CURRENT_AT, OUT_AT = 126, 142, 146, 147, 151
ROUND_SCALE = 10  # round 10 and later look the same

# What the policy's network takes: the observation, then the mask and what follows from both.
N_DERIVED = 481
LEGAL_AT, HELD_AT, UNSEEN_AT, BOSS_AT, OPPONENT_AT, GROUPS_AT = 155, 312, 364, 416, 429, 468

# Rows of the quick form's table: ranks, the last play (none, or its kind and highest card), cards
# left with each opponent, which of them are out of the trick, titles, least and most cards left,
# groups in hand, and the highest unseen card, pair and triple.
N_STATES = 81
QUICK_LAST_AT = 13 * N_STATES
QUICK_LEFT_AT = QUICK_LAST_AT + 1 + 4 * 52
QUICK_OUT_AT = QUICK_LEFT_AT + 3 * 14
QUICK_TITLE_AT = QUICK_OUT_AT + 8
LEAST_AT = QUICK_TITLE_AT + 4 * 5
MOST_AT = LEAST_AT + 14
QUICK_GROUPS_AT = MOST_AT + 14
CARD_AT = QUICK_GROUPS_AT + 14
PAIR_AT = CARD_AT + 53
TRIPLE_AT = PAIR_AT + 14
N_ROWS = TRIPLE_AT + 14
N_INPUTS = 28
WIDTH = 64  # width of the quick form's layer


class Quick(NamedTuple):
    """The quick form's layers: `rows` with their bias, and from their sum to the 157 actions."""

    rows: Any
    bias: Any
    out: Any
    out_bias: Any


SHAPES = ((N_ROWS, WIDTH), (WIDTH,), (N_ACTIONS, WIDTH), (N_ACTIONS,))

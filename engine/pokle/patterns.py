"""The colours of guesses as numbers, looked up in tables instead of compared card by card.

A guess's colours are one number below 243: flop pattern (27, in the order of the guess's sorted
flop) times 9, turn times 3, river; grey 0, yellow 1, green 2. The trick: three cards meet three
cards in nine ways of three values, so one table of 3^9 entries knows every flop pattern.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS, Card
from engine.pokle.table import COLORS

N_FLOP_PATTERNS = 27
N_PATTERNS = 243
WON = N_PATTERNS - 1  # all green

Patterns = NDArray[np.uint8]


def _card_table() -> Patterns:
    """How one card meets another: 2 the same, 1 rank or suit, 0 neither."""
    index = np.arange(N_CARDS)
    rank, suit = index // 4, index % 4
    near = (rank[:, None] == rank) | (suit[:, None] == suit)
    return np.asarray(near.astype(np.uint8) + np.eye(N_CARDS, dtype=np.uint8))


def _flop_table() -> Patterns:
    """The flop pattern of each 3x3 grid of meetings, read as a number in base 3.

    Digit 3 * i + j (lowest first) is how guess card i meets answer card j.
    """
    grid = np.indices((3,) * 9, np.uint8)[::-1].reshape(3, 3, -1)  # guess card, answer card, key
    green = grid == 2
    free = ~green.any(0)  # answer cards that no green has taken
    yellow = ((grid >= 1) & free).any(1)
    first, second, third = np.where(green.any(1), np.uint8(2), yellow)
    return np.asarray(9 * first + 3 * second + third)


CARD_PATTERN = _card_table()
FLOP_PATTERN = _flop_table()


def flop_meetings(answer_flops: NDArray[np.uint8]) -> NDArray[np.int16]:
    """How each card meets each answer flop, three digits in base 3: shape (52, answers)."""
    digits = CARD_PATTERN[:, answer_flops].astype(np.int16)
    meetings: NDArray[np.int16] = digits[:, :, 0] + 3 * digits[:, :, 1] + 9 * digits[:, :, 2]
    return meetings


def flop_patterns(guess_flops: NDArray[np.uint8], meetings: NDArray[np.int16]) -> Patterns:
    """The pattern of each guess flop against each answer flop: shape (guesses, answers)."""
    key = meetings[guess_flops[:, 0]]
    key += 27 * meetings[guess_flops[:, 1]]
    key += 729 * meetings[guess_flops[:, 2]]
    found: Patterns = FLOP_PATTERN[key]
    return found


def colors_to_pattern(guess: Sequence[Card], colors: str) -> int:
    """The number of the colours of a guess, given in the guess's own order."""
    digits = [COLORS.index(color) for color in colors]
    order = sorted(range(3), key=lambda i: guess[i].index)
    number = 0
    for digit in [*(digits[i] for i in order), *digits[3:]]:
        number = number * 3 + digit
    return number


def pattern_to_colors(guess: Sequence[Card], pattern: int) -> str:
    """The colours of a pattern, in the guess's own order: undoes `colors_to_pattern`."""
    digits = [pattern // 3**power % 3 for power in (4, 3, 2, 1, 0)]
    order = sorted(range(3), key=lambda i: guess[i].index)
    flop = [digits[order.index(i)] for i in range(3)]
    return "".join(COLORS[digit] for digit in [*flop, *digits[3:]])

"""Guesses that were made and their colours: which boards they leave, and which row is mistyped.

Colours are one number below 243, the pattern: flop (27, in the order of the guess's sorted flop)
× 9 + turn × 3 + river, where grey is 0, yellow 1 and green 2. The suit pardon is given only to
guesses that fit the trophies.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.cards import Card, format_cards, parse_cards, require_distinct, shorten
from engine.errors import IllegalStateError
from engine.pokle.boards import Boards
from engine.pokle.colors import COLORS, SQUARES, UNKNOWN, parse_partial_colors
from engine.pokle.rules import CardArray, Puzzle, as_indices, fits_trophies
from engine.words import counted

N_PATTERNS = 243
WON = N_PATTERNS - 1  # all green
Patterns = NDArray[np.uint8]


def colors_to_pattern(guess: Sequence[Card], colors: str) -> int:
    """Return the pattern of the colours of a guess, given in the guess's own order."""
    digits = [COLORS.index(color) for color in colors]
    order = sorted(range(3), key=lambda i: guess[i].index)
    number = 0
    for digit in [*(digits[i] for i in order), *digits[3:]]:
        number = number * 3 + digit
    return number


def pattern_to_colors(guess: Sequence[Card], pattern: int) -> str:
    """Return the colours of a pattern, in the guess's own order: undoes `colors_to_pattern`."""
    digits = [pattern // 3**power % 3 for power in (4, 3, 2, 1, 0)]
    order = sorted(range(3), key=lambda i: guess[i].index)
    flop = [digits[order.index(i)] for i in range(3)]
    return "".join(COLORS[digit] for digit in [*flop, *digits[3:]])


@dataclass(frozen=True, slots=True)
class Row:
    """Five cards as they were typed (flop, turn, river) and their colours, such as "gyege".

    A row whose colours are not all known is unfinished: it rules out no board.
    """

    guess: tuple[Card, ...]
    colors: str  # g, y, e, and ? where a colour is not known; missing ones at the end are left out

    def __post_init__(self) -> None:
        check_guess(self.guess)
        object.__setattr__(self, "colors", parse_partial_colors(self.colors))

    @property
    def n_missing(self) -> int:
        """How many colours are not known."""
        return len(self.guess) - sum(color != UNKNOWN for color in self.colors)

    @property
    def pattern(self) -> int:
        """The colours as a pattern number; raises if some are missing."""
        if self.n_missing:
            raise IllegalStateError(
                f"{counted(self.n_missing, 'colour')} of {format_cards(self.guess)} missing"
            )
        return colors_to_pattern(self.guess, self.colors)

    @property
    def is_won(self) -> bool:
        """True if all five are green."""
        return not self.n_missing and self.pattern == WON

    def __str__(self) -> str:
        return f"{format_cards(self.guess)}={self.colors}"


def finished(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows whose colours are all known."""
    return tuple(row for row in rows if not row.n_missing)


def parse_row(text: str) -> Row:
    """Read a row as it is written: "QS 10S AS 6C 6D=gyege"."""
    cards, equals, colors = text.partition("=")
    if not equals:
        raise IllegalStateError(
            f'Cannot read the guess "{shorten(text)}": expected five cards, =, and five colours, '
            'as in "QS 10S AS 6C 6D=gyege"'
        )
    return Row(parse_cards(cards), colors)


def check_guess(guess: Sequence[Card]) -> None:
    """Raise unless the guess has five different cards."""
    if len(guess) != 5:
        raise IllegalStateError(
            f'The guess "{format_cards(guess)}" has {counted(len(guess), "card")}: expected five'
        )
    require_distinct(guess)


def guess_rows(guesses: Sequence[Sequence[Card]]) -> CardArray:
    """Return guesses as rows of card indices, their flops in ascending order."""
    rows = as_indices(guesses).reshape(-1, 5)
    rows[:, :3].sort(axis=1)
    return rows


def patterns_of(puzzle: Puzzle, guess: Sequence[Card], boards: Boards) -> Patterns:
    """Return the pattern that one guess would get against each board."""
    row = guess_rows([guess])
    wins_class = puzzle.suit_pardon and bool(fits_trophies(puzzle, row)[0])
    return guess_patterns(row[0], boards, wins_class)


def guess_patterns(guess: CardArray, boards: Boards, wins_class: bool) -> Patterns:
    """Return the pattern of a row of cards against each board; `wins_class` is the suit pardon."""
    found = rust_meld.pokle_patterns(guess.tobytes(), boards.cards.tobytes(), wins_class)
    return np.frombuffer(found, np.uint8)


def matching(puzzle: Puzzle, boards: Boards, rows: Sequence[Row]) -> NDArray[np.bool_]:
    """Return True for the boards that would have given every finished row its colours."""
    fits = np.ones(len(boards), np.bool_)
    for row in finished(rows):
        fits &= patterns_of(puzzle, row.guess, boards) == row.pattern
    return fits


def boards_that_fit(puzzle: Puzzle, boards: Boards, rows: Sequence[Row]) -> Boards:
    """Return the boards that fit all finished rows; if there is none, the error says which row is
    most likely mistyped.
    """
    rows = finished(rows)
    left = boards.take(matching(puzzle, boards, rows)) if rows else boards
    if not len(left):
        raise IllegalStateError(
            f"No board fits these colours. {_what_to_check(puzzle, boards, rows)}"
        )
    return left


def _what_to_check(puzzle: Puzzle, boards: Boards, rows: Sequence[Row]) -> str:
    """Name the row that fits the others after changing the fewest colours, then the most boards."""
    repairs = (_nearest_colors(puzzle, boards, rows, number) for number in range(len(rows)))
    found = [(*repair, i) for i, repair in enumerate(repairs, 1) if repair is not None]
    if not found:
        return "Check the hands, the places and every guess."
    _, _, colors, number = min(found, key=lambda repair: repair[:2])
    return f"Check guess {number}: {''.join(SQUARES[color] for color in colors)} would fit."


def _nearest_colors(
    puzzle: Puzzle, boards: Boards, rows: Sequence[Row], number: int
) -> tuple[int, int, str] | None:
    """Return the colours nearest to those of a row that fit all other rows.

    Before them, how many colours differ, and less how many boards the other rows leave.
    """
    left = boards.take(matching(puzzle, boards, [*rows[:number], *rows[number + 1 :]]))
    if not len(left):
        return None
    row = rows[number]
    patterns, counts = np.unique(patterns_of(puzzle, row.guess, left), return_counts=True)
    options = [pattern_to_colors(row.guess, int(pattern)) for pattern in patterns]
    wrong = [sum(a != b for a, b in zip(c, row.colors, strict=True)) for c in options]
    best = min(range(len(options)), key=lambda i: (wrong[i], -counts[i]))
    return wrong[best], -len(left), options[best]


def boards_are(count: int) -> str:
    """Return a count with its verb: "1 board is", "2 boards are"."""
    return f"{counted(count, 'board')} {'is' if count == 1 else 'are'}"

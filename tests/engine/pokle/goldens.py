"""Positions whose best plans are known: whole puzzles, and groups that first guesses leave.

`golden.json` holds what the search proved of each: boards, guesses left, boards lost, guesses of
all boards together, the worst case, whether it was proven, and the lower bound.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.control import Control
from engine.pokle.boards import Boards, find_boards
from engine.pokle.feedback import patterns_of
from engine.pokle.rules import Puzzle, as_cards
from tests.engine.pokle.puzzles import REAL, SMALL, made_puzzles, puzzle

GOLDEN = Path(__file__).parent / "golden.json"
TINY = puzzle("9C JS", "7H 8S", "AD AH", flop="132", turn="231", river="132")
N_GROUPS = 200
GROUP_BOARDS = (3, 60)


@dataclass(frozen=True)
class Position:
    """Boards that are left of a puzzle, and the guesses left."""

    puzzle: Puzzle
    boards: Boards
    guesses_left: int


def whole_puzzles() -> Iterator[Position]:
    """The first position of each puzzle."""
    for known in (SMALL, TINY, REAL, *(made for made, _, _ in made_puzzles())):
        yield Position(known, find_boards(known, Control()), 6)


def groups() -> Iterator[Position]:
    """Groups that random boards leave as first guesses, with 2, 3 or 6 guesses left."""
    rng = np.random.default_rng(5)
    sources = [p for p in whole_puzzles() if len(p.boards) >= 40]
    for number in range(N_GROUPS):
        source = sources[number % len(sources)]
        small: list[int] = []
        while not small:
            guess = source.boards.cards[rng.integers(len(source.boards))]
            row = patterns_of(source.puzzle, as_cards(guess), source.boards)
            sizes = np.bincount(row, minlength=243)
            small = [p for p in range(242) if GROUP_BOARDS[0] <= sizes[p] <= GROUP_BOARDS[1]]
        left = source.boards.take(row == rng.choice(small))
        yield Position(source.puzzle, left, (2, 3, 6)[number % 3])


def golden() -> list[dict[str, int | bool]]:
    """What is known of the positions, whole puzzles first."""
    found: list[dict[str, int | bool]] = json.loads(GOLDEN.read_text())
    return found

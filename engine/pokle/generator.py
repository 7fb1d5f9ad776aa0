"""Puzzles like the real ones, from a seed: no kickers, places that change on every street.

Boards are drawn with as many cards outside the ranks of the hole cards as real puzzles have, then
kept if the rules allow them. A tie comes now and then, on turn or river, never three ways.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS, Card, parse_cards, require_distinct
from engine.control import Control
from engine.errors import Cancelled, IllegalStateError
from engine.pokle.boards import find_boards
from engine.pokle.rules import (
    STREETS,
    CardArray,
    Hole,
    Puzzle,
    all_places,
    as_cards,
    fits,
    obeys_rule,
    street_places,
)
from engine.words import counted

N_DRAWN = 1_500  # boards tried for one deal of hole cards
N_ATTEMPTS = 2_000  # deals tried before giving up; one in three or so is kept
OUTSIDE_SHARES = (0.37, 0.15, 0.38, 0.09, 0.01)  # 0 to 4 board cards outside the hole cards' ranks
TIE_SHARE = 64 / 1672  # share of real puzzles that have a tie
MAX_BOARDS = 12_258  # the most boards that fit a real puzzle
TYPICAL_BOARDS = 1_300  # real puzzles have fewer boards than random ones: harder ones are kept less


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle with its true board."""

    puzzle: Puzzle
    board: tuple[Card, ...]


def generate_puzzle(seed: int | str, control: Control | None = None) -> GeneratedPuzzle:
    """Return the puzzle of a seed: the same on every machine and in every run."""
    rng = np.random.default_rng(_as_number(seed))
    control = control or Control()
    wants_tie = bool(rng.random() < TIE_SHARE)
    for _ in range(N_ATTEMPTS):
        control.check()
        made = _attempt(rng, wants_tie)
        if made is not None and _is_fair(made, rng, control):
            return made
    raise Cancelled(f"No puzzle was found for the seed {seed!r}.")


def puzzle_of_cards(text: str) -> GeneratedPuzzle:
    """Return the puzzle of eleven cards: three hands of two, then flop, turn and river."""
    cards = parse_cards(text)
    if len(cards) != 11:
        raise IllegalStateError(
            f"A puzzle of {counted(len(cards), 'card')}: expected six hole and five board cards."
        )
    require_distinct(cards)
    hole: Hole = ((cards[0], cards[1]), (cards[2], cards[3]), (cards[4], cards[5]))
    made = _made(hole, cards[6:])
    if not fits(made.puzzle, made.board):
        raise IllegalStateError(
            f'The board of "{text}" has a kicker. The game never deals one: change the board.'
        )
    return made


def _as_number(seed: int | str) -> int:
    """Return the number of a seed; any text is a seed, and a number equals its text."""
    return int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8])


def _made(hole: Hole, board: tuple[Card, ...]) -> GeneratedPuzzle:
    flop, turn, river = all_places(hole, board)
    return GeneratedPuzzle(Puzzle(hole, flop, turn, river), board)


def _attempt(rng: np.random.Generator, wants_tie: bool) -> GeneratedPuzzle | None:
    """Deal hole cards and look for one board that makes a good puzzle of them."""
    deck = rng.permutation(N_CARDS).astype(np.uint8)
    hole_cards, live = deck[:6].reshape(3, 2), deck[6:]
    boards = _draw_boards(rng, hole_cards, live)
    boards = boards[_is_lively(hole_cards, boards, wants_tie)]
    boards = boards[obeys_rule(hole_cards, boards, "no_kickers")]
    if not len(boards):
        return None
    first, second, third = (as_cards(row) for row in hole_cards)
    hole: Hole = ((first[0], first[1]), (second[0], second[1]), (third[0], third[1]))
    return _made(hole, as_cards(boards[0]))


def _draw_boards(rng: np.random.Generator, hole_cards: CardArray, live: CardArray) -> CardArray:
    """Draw boards with as many cards outside the hole cards' ranks as real puzzles have."""
    outside = ~np.isin(live // 4, hole_cards // 4)
    n_outside = rng.choice(len(OUTSIDE_SHARES), p=OUTSIDE_SHARES)
    order = rng.random((N_DRAWN, len(live)))
    inner = np.where(outside, 2.0, order).argsort(1)[:, : 5 - n_outside]
    outer = np.where(outside, order, 2.0).argsort(1)[:, :n_outside]
    boards: CardArray = live[rng.permuted(np.hstack([inner, outer]), axis=1)]
    return boards


def _is_lively(hole_cards: CardArray, boards: CardArray, wants_tie: bool) -> NDArray[np.bool_]:
    """Return True if places change on every street, the lead does, and ties are as wanted."""
    flop, turn, river = (street_places(hole_cards, boards[:, :n]) for n in STREETS.values())
    changes = (flop != turn).any(1) & (turn != river).any(1)
    lead = [np.argmin(places, axis=1) for places in (flop, turn, river)]
    moves = (lead[0] != lead[1]) | (lead[1] != lead[2])
    ties = (turn.max(1) < 3) | (river.max(1) < 3)
    three_way = (turn.max(1) < 2) | (river.max(1) < 2)
    kept: NDArray[np.bool_] = changes & moves & (flop.max(1) == 3) & ~three_way
    kept &= ties == wants_tie
    return kept


def _is_fair(made: GeneratedPuzzle, rng: np.random.Generator, control: Control) -> bool:
    """Return True for about as many boards as real puzzles have, False for more than any has."""
    n_boards = len(find_boards(made.puzzle, control))
    return n_boards <= MAX_BOARDS and bool(rng.random() * n_boards < TYPICAL_BOARDS)

"""Boards as rows of card indices, and the search for all boards that fit a puzzle.

A row is flop (ascending), turn, river. How guesses split a set of boards is computed
natively, through `LegalGuesses.search`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS
from engine.control import Control
from engine.errors import Cancelled, IllegalStateError
from engine.pokle.rules import (
    N_MASKS,
    CardArray,
    Puzzle,
    all_straights,
    next_masks,
    obeys_rule,
    rank_masks,
    ranked_as,
)

SLICE = 60_000  # rows examined between two polls of the control
SAMPLE_BOARDS = 20_000  # enough boards for a first answer
SEED = 7  # seed of the order in which flops are visited
Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """A set of boards."""

    cards: CardArray  # (n, 5)

    def __len__(self) -> int:
        return len(self.cards)

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> "Boards":
        """Return some of the boards."""
        return Boards(self.cards[index])


def board_keys(cards: CardArray) -> NDArray[np.int32]:
    """Return one number for each row of five cards, in the order of the rows."""
    keys = cards[:, 0].astype(np.int32)
    for column in range(1, 5):
        keys = keys * np.int32(N_CARDS) + cards[:, column]
    return keys


def find_boards(
    puzzle: Puzzle, control: Control, on_sample: Callable[[Boards, float], None] | None = None
) -> Boards:
    """Return all boards that fit the puzzle, in the order of their cards; raise if there is none.

    Flops and turns are visited in a shuffled order; once many boards are found and more are to
    come, `on_sample` is called with those found and with the share of the search that is done.
    """
    kept: list[CardArray] = []
    n_kept = 0
    for share, rows in _shuffled_rivers(puzzle, control):
        kept.append(rows)
        n_kept += len(rows)
        if on_sample and n_kept >= SAMPLE_BOARDS and share < 0.5:
            on_sample(_in_order(list(kept)), share)
            on_sample = None
    if not n_kept:
        raise _explain_impossible(puzzle)
    return _in_order(kept)


def _shuffled_rivers(puzzle: Puzzle, control: Control) -> Iterator[tuple[float, CardArray]]:
    """Yield slices of the boards that fit, each with the share of the search done after it."""
    rng = np.random.default_rng(SEED)
    flops = rng.permutation(possible_flops(puzzle))
    step = SLICE // N_CARDS
    for start in range(0, len(flops), step):
        part = flops[start : start + step]
        turns = rng.permutation(possible_turns(puzzle, part))
        for begin in range(0, len(turns), step):
            if control.should_stop():
                raise Cancelled("The search for boards was stopped before it was complete.")
            done = start + len(part) * min(begin + step, len(turns)) / len(turns)
            control.report(int(done), len(flops), "searching boards")
            yield done / len(flops), possible_rivers(puzzle, turns[begin : begin + step])


def _in_order(parts: list[CardArray]) -> Boards:
    cards = np.concatenate([np.empty((0, 5), np.uint8), *parts])
    parts.clear()  # two copies of millions of boards would take too much memory
    keys = np.sort(board_keys(cards))
    for column in range(4, -1, -1):
        keys, cards[:, column] = np.divmod(keys, np.int32(N_CARDS))
    return Boards(cards)


def _explain_impossible(puzzle: Puzzle) -> IllegalStateError:
    """Return the error for a puzzle that no board fits; it names the impossible street."""
    flops = possible_flops(puzzle)
    if not len(flops):
        return IllegalStateError(_impossible("flop", puzzle.flop))
    turns = possible_turns(puzzle, flops)
    if not len(turns):
        return IllegalStateError(_impossible("turn", puzzle.turn))
    return IllegalStateError(
        _impossible("river", puzzle.river) + f" The board rule is {puzzle.board_rule}."
    )


def _impossible(street: str, places: Sequence[int]) -> str:
    given = " ".join(map(str, places))
    return f"These {street} trophies are impossible: no {street} gives the hands places {given}."


def possible_flops(puzzle: Puzzle) -> CardArray:
    """Return all flops that give the flop's places and that the board rule may allow."""
    live = live_cards(puzzle)
    flops = live[_triples(len(live))]
    flops = flops[_mask_tables(puzzle)[3][rank_masks(flops)]]
    return flops[ranked_as(puzzle.hole_cards, flops, puzzle.flop)]


def possible_turns(puzzle: Puzzle, flops: CardArray) -> CardArray:
    """Return all flops with a fourth card that gives the turn's places."""
    rows = _with_next_card(puzzle, flops)
    return rows[ranked_as(puzzle.hole_cards, rows, puzzle.turn)]


def possible_rivers(puzzle: Puzzle, turns: CardArray) -> CardArray:
    """Return all four cards with a fifth that gives the river's places and obeys the board rule."""
    rows = _with_next_card(puzzle, turns)
    rows = rows[ranked_as(puzzle.hole_cards, rows, puzzle.river)]
    return rows[obeys_rule(puzzle.hole_cards, rows, puzzle.board_rule)]


def live_cards(puzzle: Puzzle) -> CardArray:
    """Return the cards that no player holds."""
    return np.delete(np.arange(N_CARDS, dtype=np.uint8), puzzle.hole_cards.ravel())


@cache
def _triples(n: int) -> Index:
    """Return every three of n numbers, ascending."""
    number = np.arange(n)
    return np.argwhere((number[:, None, None] < number[:, None]) & (number[:, None] < number))


def _with_next_card(puzzle: Puzzle, rows: CardArray) -> CardArray:
    """Return each row with each further live card that the board rule may allow."""
    live = live_cards(puzzle)
    masks = rank_masks(rows)[:, None] | rank_masks(live[:, None])
    usable = _mask_tables(puzzle)[rows.shape[1] + 1][masks]
    for column in rows.T:
        usable &= column[:, None] != live
    row, card = np.nonzero(usable)
    return np.hstack([rows[row], live[card][:, None]])


@lru_cache(maxsize=8)
def _mask_tables(puzzle: Puzzle) -> dict[int, NDArray[np.bool_]]:
    """Return, by number of board cards and rank mask, False if the board rule is certainly
    broken.
    """
    legal = np.ones(N_MASKS, np.bool_)
    if puzzle.board_rule == "no_kickers":
        masks = np.arange(N_MASKS, dtype=np.int32)
        allowed = np.full(N_MASKS, rank_masks(puzzle.hole_cards.reshape(1, 6))[0])
        for hole in rank_masks(puzzle.hole_cards):
            allowed |= all_straights()[masks | hole]
        legal = (masks & ~allowed) == 0
    by_turn = next_masks(legal)
    return {3: next_masks(by_turn), 4: by_turn, 5: legal}

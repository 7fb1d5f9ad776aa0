"""Sets of boards as arrays, and the search for all boards that fit a puzzle.

A row is five card indices: flop (ascending), turn, river. Flops are kept once and referred to
by number, because most of a pattern is the flop's. With the suit pardon, boards of one flop and
equal ranks on turn and river are one class: guessing any of them wins against all.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS
from engine.control import Control
from engine.errors import Cancelled
from engine.pokle.patterns import CARD_PATTERN, WON, Patterns, flop_meetings, flop_patterns
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

SLICE = 60_000  # rows looked at between two looks at the clock
SAMPLE_BOARDS = 20_000  # so many boards are enough for a first answer
SEED = 7  # of the order in which flops are visited
Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Boards with their flops numbered and their classes named by a key."""

    cards: CardArray  # (n, 5)
    flops: CardArray  # (f, 3), each once
    flop_id: NDArray[np.int32]  # (n,)
    class_key: NDArray[np.int32]  # (n,), equal for boards that win together

    @classmethod
    def of(cls, cards: CardArray, suit_pardon: bool) -> "Boards":
        """Number the flops and name the classes of rows of five cards."""
        keys = flop_keys(cards)
        if len(keys) > 1 and (keys[1:] >= keys[:-1]).all():  # sorted: no need to sort millions
            is_new = np.diff(keys, prepend=-1) > 0
            values, flop_id = keys[is_new], np.cumsum(is_new, dtype=np.int32) - np.int32(1)
        else:
            values, inverse = np.unique(keys, return_inverse=True)
            flop_id = inverse.astype(np.int32)
        flops = np.stack([values // 2704, values // 52 % 52, values % 52], 1).astype(np.uint8)
        return cls(cards, flops, flop_id, class_keys(cards, suit_pardon))

    def __len__(self) -> int:
        return len(self.cards)

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> "Boards":
        """Some of the boards; flop numbers stay as they are."""
        return Boards(self.cards[index], self.flops, self.flop_id[index], self.class_key[index])


def flop_keys(cards: CardArray) -> NDArray[np.int32]:
    """One number for the flop of each row."""
    keys = cards[:, 0].astype(np.int32)
    for column in (1, 2):
        keys = keys * np.int32(N_CARDS) + cards[:, column]
    return keys


def class_keys(cards: CardArray, suit_pardon: bool) -> NDArray[np.int32]:
    """One number for each class: flop and ranks of turn and river, or the whole board."""
    keep = np.uint8(0b11111100 if suit_pardon else 0b11111111)  # the pardon drops the suits
    keys = flop_keys(cards)
    for column in (3, 4):
        keys = keys * np.int32(N_CARDS) + (cards[:, column] & keep)
    return keys


class Answers:
    """Boards made ready to be asked by many guesses."""

    def __init__(self, boards: Boards) -> None:
        seen, self._flop = np.unique(boards.flop_id, return_inverse=True)
        self._meetings = flop_meetings(boards.flops[seen])
        self._turns = CARD_PATTERN[:, boards.cards[:, 3]] * np.uint8(3)
        self._rivers = CARD_PATTERN[:, boards.cards[:, 4]]
        self.class_key = boards.class_key

    def patterns(self, guesses: CardArray) -> Patterns:
        """The pattern of each guess against each board, without the pardon."""
        flops = flop_patterns(guesses[:, :3], self._meetings) * np.uint8(9)
        matrix: Patterns = flops[:, self._flop]
        matrix += self._turns[guesses[:, 3]]
        matrix += self._rivers[guesses[:, 4]]
        return matrix

    def pardoned(self, guesses: Boards) -> Patterns:
        """The pattern of each guess against each board; the guess's class is all green."""
        matrix = self.patterns(guesses.cards)
        matrix[guesses.class_key[:, None] == self.class_key] = WON
        return matrix


def pattern_matrix(guesses: Boards, boards: Boards) -> Patterns:
    """The pattern of each guess against each board: shape (guesses, boards).

    All guesses are taken to be pardoned: their class is all green.
    """
    return Answers(boards).pardoned(guesses)


def pattern_row(cards: CardArray, boards: Boards, pardoned: bool) -> Patterns:
    """The pattern of one guess against any number of boards, in little memory."""
    flops = flop_patterns(cards[None, :3], flop_meetings(boards.flops))[0] * np.uint8(9)
    row: Patterns = flops[boards.flop_id]
    row += (CARD_PATTERN[cards[3]] * np.uint8(3))[boards.cards[:, 3]]
    row += CARD_PATTERN[cards[4]][boards.cards[:, 4]]
    if pardoned:
        row[boards.class_key == class_keys(cards[None], suit_pardon=True)[0]] = WON
    return row


def find_boards(
    puzzle: Puzzle, control: Control, on_sample: Callable[[Boards, float], None] | None = None
) -> Boards:
    """All boards that fit the puzzle, in the order of their cards; polls the control.

    Flops and turns are visited in a shuffled order; once many boards are found and more are to
    come, `on_sample` is told of those found and of the share of the search that is done.
    """
    kept: list[CardArray] = []
    n_kept = 0
    for share, rows in _shuffled_rivers(puzzle, control):
        kept.append(rows)
        n_kept += len(rows)
        if on_sample and n_kept >= SAMPLE_BOARDS and share < 0.5:
            on_sample(_in_order(list(kept), puzzle), share)
            on_sample = None
    return _in_order(kept, puzzle)


def _shuffled_rivers(puzzle: Puzzle, control: Control) -> Iterator[tuple[float, CardArray]]:
    """Slices of the boards that fit, each with the share of the search done after it."""
    rng = np.random.default_rng(SEED)
    flops = rng.permutation(possible_flops(puzzle))
    step = SLICE // N_CARDS
    for start in range(0, len(flops), step):
        part = flops[start : start + step]
        turns = rng.permutation(possible_turns(puzzle, part))
        for begin in range(0, len(turns), step):
            if control.should_stop():
                raise Cancelled("the search for boards was stopped before it was complete")
            done = start + len(part) * min(begin + step, len(turns)) / len(turns)
            control.report(int(done), len(flops), "searching boards")
            yield done / len(flops), possible_rivers(puzzle, turns[begin : begin + step])


def _in_order(parts: list[CardArray], puzzle: Puzzle) -> Boards:
    cards = np.concatenate([np.empty((0, 5), np.uint8), *parts])
    parts.clear()  # of millions of boards, two copies are one too many
    keys = np.sort(class_keys(cards, suit_pardon=False))  # a key has all five cards
    for column in range(4, -1, -1):
        keys, cards[:, column] = np.divmod(keys, np.int32(N_CARDS))
    return Boards.of(cards, puzzle.suit_pardon)


def possible_flops(puzzle: Puzzle) -> CardArray:
    """All flops that give the flop's places and that the board rule may allow."""
    live = live_cards(puzzle)
    flops = live[_triples(len(live))]
    flops = flops[_mask_tables(puzzle)[3][rank_masks(flops)]]
    return flops[ranked_as(puzzle.hole_cards, flops, puzzle.flop)]


def possible_turns(puzzle: Puzzle, flops: CardArray) -> CardArray:
    """All flops with a fourth card that gives the turn's places."""
    rows = _with_next_card(puzzle, flops)
    return rows[ranked_as(puzzle.hole_cards, rows, puzzle.turn)]


def possible_rivers(puzzle: Puzzle, turns: CardArray) -> CardArray:
    """All four cards with a fifth that gives the river's places and obeys the board rule."""
    rows = _with_next_card(puzzle, turns)
    rows = rows[ranked_as(puzzle.hole_cards, rows, puzzle.river)]
    return rows[obeys_rule(puzzle.hole_cards, rows, puzzle.board_rule)]


def live_cards(puzzle: Puzzle) -> CardArray:
    """The cards that no player holds."""
    return np.delete(np.arange(N_CARDS, dtype=np.uint8), puzzle.hole_cards.ravel())


@cache
def _triples(n: int) -> Index:
    """Every three of n numbers, ascending."""
    number = np.arange(n)
    return np.argwhere((number[:, None, None] < number[:, None]) & (number[:, None] < number))


def _with_next_card(puzzle: Puzzle, rows: CardArray) -> CardArray:
    """Each row with each live card that it does not hold and that the board rule may allow."""
    live = live_cards(puzzle)
    masks = rank_masks(rows)[:, None] | rank_masks(live[:, None])
    usable = _mask_tables(puzzle)[rows.shape[1] + 1][masks]
    for column in rows.T:
        usable &= column[:, None] != live
    row, card = np.nonzero(usable)
    return np.hstack([rows[row], live[card][:, None]])


@lru_cache(maxsize=8)
def _mask_tables(puzzle: Puzzle) -> dict[int, NDArray[np.bool_]]:
    """By number of board cards and by rank mask: False if the board rule is broken for sure."""
    legal = np.ones(N_MASKS, np.bool_)
    if puzzle.board_rule == "no_kickers":
        masks = np.arange(N_MASKS, dtype=np.int32)
        allowed = np.full(N_MASKS, rank_masks(puzzle.hole_cards.reshape(1, 6))[0])
        for hole in rank_masks(puzzle.hole_cards):
            allowed |= all_straights()[masks | hole]
        legal = (masks & ~allowed) == 0
    by_turn = next_masks(legal)
    return {3: next_masks(by_turn), 4: by_turn, 5: legal}

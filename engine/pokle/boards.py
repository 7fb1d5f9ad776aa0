"""Sets of boards as arrays, and the search for all boards that fit a puzzle.

A row is five card indices: flop (ascending), turn, river. Flops are kept once and referred to
by number, because most of a pattern is the flop's. With the suit pardon, boards of one flop and
equal ranks on turn and river are one class: guessing any of them wins against all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS
from engine.control import Control
from engine.errors import Cancelled
from engine.pokle.made_hands import STRAIGHT_WINDOWS, rank_masks
from engine.pokle.patterns import CARD_PATTERN, WON, Patterns, flop_patterns
from engine.pokle.rules import CardArray, Puzzle, obeys_rule, ranked_as

SLICE = 60_000  # rows looked at between two looks at the clock
Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Boards with their flops numbered and their classes named by a key."""

    cards: CardArray  # (n, 5)
    flops: CardArray  # (f, 3), each once
    flop_id: Index  # (n,)
    class_key: NDArray[np.int64]  # (n,), equal for boards that win together

    @classmethod
    def of(cls, cards: CardArray, suit_pardon: bool) -> "Boards":
        """Number the flops and name the classes of rows of five cards."""
        packed = flop_keys(cards)
        values, flop_id = np.unique(packed, return_inverse=True)
        flops = np.stack([values // 2704, values // 52 % 52, values % 52], 1).astype(np.uint8)
        return cls(cards, flops, flop_id.astype(np.intp), class_keys(cards, suit_pardon))

    def __len__(self) -> int:
        return len(self.cards)

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> "Boards":
        """Some of the boards; flop numbers stay as they are."""
        return Boards(self.cards[index], self.flops, self.flop_id[index], self.class_key[index])


def flop_keys(cards: CardArray) -> NDArray[np.int64]:
    """One number for the flop of each row."""
    wide = cards[:, :3].astype(np.int64)
    keys: NDArray[np.int64] = wide @ np.array([2704, 52, 1])
    return keys


def class_keys(cards: CardArray, suit_pardon: bool) -> NDArray[np.int64]:
    """One number for each class: flop and ranks of turn and river, or the whole board."""
    turn, river = cards[:, 3].astype(np.int64), cards[:, 4].astype(np.int64)
    if suit_pardon:
        turn, river = turn // 4 * 4, river // 4 * 4
    return (flop_keys(cards) * N_CARDS + turn) * N_CARDS + river


def pattern_matrix(guesses: Boards, answers: Boards) -> Patterns:
    """The pattern of each guess against each answer: shape (guesses, answers).

    All guesses are taken to be pardoned: their class is all green.
    """
    used, guess_flop = np.unique(guesses.flop_id, return_inverse=True)
    seen, answer_flop = np.unique(answers.flop_id, return_inverse=True)
    flops = flop_patterns(guesses.flops[used], answers.flops[seen]) * np.uint8(9)
    matrix: Patterns = flops[:, answer_flop][guess_flop]
    turns = CARD_PATTERN[:, answers.cards[:, 3]] * np.uint8(3)
    rivers = CARD_PATTERN[:, answers.cards[:, 4]]
    matrix += turns[guesses.cards[:, 3]]
    matrix += rivers[guesses.cards[:, 4]]
    matrix[guesses.class_key[:, None] == answers.class_key] = WON
    return matrix


def pattern_pairs(boards: Boards, guesses: Index, answers: Index) -> Patterns:
    """The pattern of each guess against the answer beside it, both boards of one set."""
    used, flop_id = np.unique(boards.flop_id, return_inverse=True)
    flops = flop_patterns(boards.flops[used], boards.flops[used])
    ours, theirs = boards.cards[guesses], boards.cards[answers]
    patterns: Patterns = flops[flop_id[guesses], flop_id[answers]] * np.uint8(9)
    patterns += CARD_PATTERN[ours[:, 3], theirs[:, 3]] * np.uint8(3)
    patterns += CARD_PATTERN[ours[:, 4], theirs[:, 4]]
    patterns[boards.class_key[guesses] == boards.class_key[answers]] = WON
    return patterns


def find_boards(puzzle: Puzzle, control: Control) -> Boards:
    """All boards that fit the puzzle, in the order of their cards; polls the control."""
    flops = possible_flops(puzzle)
    kept = [
        rivers
        for turns in _turn_slices(puzzle, flops, control)
        for rivers in _river_slices(puzzle, turns, control)
    ]
    cards = np.concatenate([np.empty((0, 5), np.uint8), *kept])
    return Boards.of(cards, puzzle.suit_pardon)


def possible_flops(puzzle: Puzzle) -> CardArray:
    """All flops that give the flop's places."""
    live = live_cards(puzzle)
    flops = np.array(list(combinations(live.tolist(), 3)), np.uint8)
    return flops[ranked_as(puzzle.hole_cards, flops, puzzle.flop)]


def possible_turns(puzzle: Puzzle, flops: CardArray) -> CardArray:
    """All flops with a fourth card that gives the turn's places."""
    rows = _with_next_card(flops, live_cards(puzzle))
    return rows[ranked_as(puzzle.hole_cards, rows, puzzle.turn)]


def possible_rivers(puzzle: Puzzle, turns: CardArray) -> CardArray:
    """All four cards with a fifth that gives the river's places and obeys the board rule."""
    rows = _with_next_card(turns, live_cards(puzzle))
    if puzzle.board_rule == "no_kickers":
        rows = rows[_may_have_no_kicker(puzzle, rows)]
    rows = rows[ranked_as(puzzle.hole_cards, rows, puzzle.river)]
    return rows[obeys_rule(puzzle.hole_cards, rows, puzzle.board_rule)]


def live_cards(puzzle: Puzzle) -> CardArray:
    """The cards that no player holds."""
    return np.setdiff1d(np.arange(N_CARDS, dtype=np.uint8), puzzle.hole_cards)


def _with_next_card(rows: CardArray, live: CardArray) -> CardArray:
    """Each row with each live card that it does not hold."""
    grown = np.hstack([np.repeat(rows, len(live), 0), np.tile(live, len(rows))[:, None]])
    return grown[(grown[:, :-1] != grown[:, -1:]).all(1)]


def _may_have_no_kicker(puzzle: Puzzle, boards: CardArray) -> NDArray[np.bool_]:
    """A quick look by ranks alone, before hands are evaluated: no legal board is refused."""
    masks = rank_masks(boards)
    allowed = np.full(len(boards), rank_masks(puzzle.hole_cards.reshape(1, 6))[0])
    kickers = masks & ~allowed
    for hole in rank_masks(puzzle.hole_cards):
        allowed |= _all_straights(masks | hole)
    return (kickers & ~allowed) == 0


def _union_of_straights() -> NDArray[np.int32]:
    """For each rank mask all ranks of all its straights."""
    union = np.zeros(1 << 13, np.int32)
    every = np.arange(1 << 13)
    for window in np.unique(STRAIGHT_WINDOWS)[1:]:
        union[(every & window) == window] |= window
    return union


_STRAIGHTS = _union_of_straights()


def _all_straights(masks: NDArray[np.int32]) -> NDArray[np.int32]:
    return _STRAIGHTS[masks]


def _turn_slices(puzzle: Puzzle, flops: CardArray, control: Control) -> Iterator[CardArray]:
    step = SLICE // N_CARDS
    for start in range(0, len(flops), step):
        _poll(control)
        control.report(start, len(flops), "searching boards")
        yield possible_turns(puzzle, flops[start : start + step])


def _river_slices(puzzle: Puzzle, turns: CardArray, control: Control) -> Iterator[CardArray]:
    step = SLICE // N_CARDS
    for start in range(0, len(turns), step):
        _poll(control)
        yield possible_rivers(puzzle, turns[start : start + step])


def _poll(control: Control) -> None:
    if control.should_stop():
        raise Cancelled("the search for boards was stopped before it was complete")

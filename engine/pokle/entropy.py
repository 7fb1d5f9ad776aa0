"""The exact maximum-entropy guess among any number of boards, without comparing all pairs.

A pattern is flop, turn and river, so a guess's entropy is at most H(flop, turn) + H(flop, river)
- H(flop), and those need only counts by flop and one card. Flops are visited from the best bound
down; only guesses whose bound beats the best so far are counted in full. With five million
boards this takes seconds where comparing pairs would take weeks.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import N_CARDS
from engine.control import Control
from engine.pokle.boards import Boards
from engine.pokle.patterns import (
    CARD_PATTERN,
    N_FLOP_PATTERNS,
    WON,
    Patterns,
    flop_meetings,
    flop_patterns,
)
from engine.pokle.rules import CardArray

Floats = NDArray[np.float64]
_ONE_HOT = (CARD_PATTERN[:, None, :] == np.arange(3)[:, None]).astype(
    np.float64
)  # card, digit, card
_FLOPS_AT_ONCE = 16
_ALL_GREEN = N_FLOP_PATTERNS - 1
_TOLERANCE = 1e-9
_COUNTED = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class EntropyGuess:
    """The guess with the most entropy; `exact` is False if the search was stopped early."""

    cards: CardArray
    entropy: float
    exact: bool
    n_counted: int  # guesses whose groups were counted in full


def max_entropy_guess(boards: Boards, suit_pardon: bool, control: Control) -> EntropyGuess:
    """The board with the most entropy against all boards; of equals, the first in their order."""
    return _EntropySearch(boards, suit_pardon).run(control)


class _EntropySearch:
    """Counts by flop, by flop and turn, by flop and river, and what they bound."""

    def __init__(self, boards: Boards, suit_pardon: bool) -> None:
        if (boards.flop_id[1:] < boards.flop_id[:-1]).any():
            boards = boards.take(np.argsort(boards.flop_id, kind="stable"))
        self.boards = boards
        self.suit_pardon = suit_pardon
        self.n = len(boards)
        is_new = np.ones(self.n, np.bool_)
        np.not_equal(boards.flop_id[1:], boards.flop_id[:-1], out=is_new[1:])
        self.starts = np.append(np.flatnonzero(is_new), self.n)
        self.flop_id = np.cumsum(is_new, dtype=np.int32) - np.int32(1)
        self.flops = boards.flops[boards.flop_id[is_new]]
        self.meetings = flop_meetings(self.flops)
        self.turns, self.rivers = self._count_cards(3), self._count_cards(4)
        self.best = EntropyGuess(boards.cards[0], -1.0, False, 0)
        self.best_number = self.n

    def run(self, control: Control) -> EntropyGuess:
        """Visit the flops from the best bound down until no bound is better."""
        bounds = self._flop_bounds(control)
        order = np.argsort(-bounds, kind="stable")
        for start in range(0, len(order), _FLOPS_AT_ONCE):
            chunk = order[start : start + _FLOPS_AT_ONCE]
            if bounds[chunk[0]] < self.best.entropy - _TOLERANCE:
                break
            for flop in chunk:
                if control.should_stop():
                    return self.best
                self._visit(int(flop))
            control.report(start, len(order), "exact maximum entropy")
        best = self.best
        return EntropyGuess(best.cards, best.entropy, True, best.n_counted)

    def _flop_bounds(self, control: Control) -> Floats:
        """For each guess flop the entropy of its pattern plus the best of turn and river."""
        weights = self.turns.sum(1)
        extra = _entropies(_ONE_HOT @ self.turns.sum(0)).max()
        extra += _entropies(_ONE_HOT @ self.rivers.sum(0)).max()
        bounds = np.full(len(self.flops), np.inf)
        for start in range(0, len(self.flops), 64):
            if control.should_stop():
                break
            rows = self._patterns(np.arange(start, min(start + 64, len(self.flops))))
            keys = rows + (np.arange(len(rows)) * N_FLOP_PATTERNS)[:, None]
            counts = np.bincount(
                keys.ravel(), np.tile(weights, len(rows)), len(rows) * N_FLOP_PATTERNS
            )
            bounds[start : start + 64] = (
                _entropies(counts.reshape(len(rows), -1).astype(np.float64)) + extra
            )
        return bounds + self._pardon_slack()

    def _pardon_slack(self) -> float:
        """The most that naming one class of at most 16 boards can add to an entropy."""
        share = min(16 / self.n, 0.5) if self.suit_pardon else 0.0
        return float(_entropies(np.array([[share, 1 - share]]))[0]) if share else 0.0

    def _patterns(self, flops: NDArray[np.intp]) -> Patterns:
        return flop_patterns(self.flops[flops], self.meetings)

    def _visit(self, flop: int) -> None:
        """Count in full those guesses with this flop whose bound beats the best."""
        row = self._patterns(np.array([flop]))[0]
        guesses = np.arange(self.starts[flop], self.starts[flop + 1])
        cards = self.boards.cards[guesses]
        bounds = self._guess_bounds(row, cards)
        hopeful = np.flatnonzero(bounds >= self.best.entropy - _TOLERANCE)
        if not len(hopeful):
            return
        grid = self._grid(row)
        for i in hopeful[np.argsort(-bounds[hopeful], kind="stable")]:
            if bounds[i] >= self.best.entropy - _TOLERANCE:
                self._offer(int(guesses[i]), self._entropy(grid, cards[i]))

    def _guess_bounds(self, row: Patterns, cards: CardArray) -> Floats:
        """H(flop, turn) + H(flop, river) - H(flop) of each guess, with the pardon's slack."""
        order = np.argsort(row, kind="stable")
        starts = np.flatnonzero(np.diff(row[order], prepend=N_FLOP_PATTERNS))
        turns = np.add.reduceat(self.turns[order], starts)  # flop pattern, card
        rivers = np.add.reduceat(self.rivers[order], starts)
        with_turn, with_river = _ONE_HOT @ turns.T, _ONE_HOT @ rivers.T  # card, digit, pattern
        alone = _entropies(turns.sum(1)[None])[0]
        turn_bits = _entropies(with_turn.reshape(N_CARDS, -1))
        river_bits = _entropies(with_river.reshape(N_CARDS, -1))
        bounds: Floats = turn_bits[cards[:, 3]] + river_bits[cards[:, 4]] - alone
        return bounds + self._pardon_slack()

    def _grid(self, row: Patterns) -> Floats:
        """How many boards have each flop pattern, turn card and river card."""
        counts = np.zeros(N_FLOP_PATTERNS * N_CARDS * N_CARDS, np.int64)
        for part in self._slices():
            cards = self.boards.cards[part]
            keys = row[self.flop_id[part]].astype(np.int32) * N_CARDS + cards[:, 3]
            keys = keys * N_CARDS + cards[:, 4]
            counts += np.bincount(keys, minlength=len(counts))
        return counts.reshape(N_FLOP_PATTERNS, N_CARDS, N_CARDS).astype(np.float64)

    def _count_cards(self, column: int) -> Floats:
        """How many boards have each flop and each card in a column."""
        counts = np.zeros(len(self.flops) * N_CARDS, np.int64)
        for part in self._slices():
            keys = self.flop_id[part] * np.int32(N_CARDS) + self.boards.cards[part, column]
            counts += np.bincount(keys, minlength=len(counts))
        return counts.reshape(-1, N_CARDS).astype(np.float64)

    def _slices(self) -> Iterator[slice]:
        """Boards that are counted together: counting takes room of its own."""
        return (slice(start, start + _COUNTED) for start in range(0, self.n, _COUNTED))

    def _entropy(self, grid: Floats, cards: CardArray) -> float:
        """The entropy of one guess from the grid of its flop."""
        turn, river = _ONE_HOT[cards[3]], _ONE_HOT[cards[4]]
        counts = turn @ grid @ river.T
        if self.suit_pardon:
            ranks = np.ix_(_same_rank(cards[3]), _same_rank(cards[4]))
            pardoned = grid[_ALL_GREEN][ranks]
            inside = turn[:, ranks[0].ravel()] @ pardoned @ river[:, ranks[1].ravel()].T
            counts[_ALL_GREEN] -= inside
            counts.reshape(-1)[WON] += pardoned.sum()
        return float(_entropies(counts.reshape(1, -1))[0])

    def _offer(self, number: int, bits: float) -> None:
        best = self.best
        equal = abs(bits - best.entropy) <= _TOLERANCE
        if bits > best.entropy + _TOLERANCE or (equal and number < self.best_number):
            self.best_number = number
            best = EntropyGuess(self.boards.cards[number], max(bits, best.entropy), False, 0)
        self.best = EntropyGuess(best.cards, best.entropy, False, self.best.n_counted + 1)


def _same_rank(card: np.uint8) -> NDArray[np.intp]:
    return np.arange(4) + int(card) // 4 * 4


def _entropies(counts: NDArray[np.floating]) -> Floats:
    """The entropy in bits of each row (the last axis) of counts."""
    total = counts.sum(-1)
    logs = np.log2(counts, out=np.zeros_like(counts), where=counts > 0)
    bits: Floats = np.log2(total) - (counts * logs).sum(-1) / total
    return bits

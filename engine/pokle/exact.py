"""The fewest guesses for a set of boards, over every legal guess, proven by branch and bound.

A guess costs one for each board and what its groups cost after it. A group costs at least two
guesses a board, less its largest class, and that only if one guess wins that class and tells
all the others apart; a guess that cannot win costs at least two a board. Most guesses are ruled
out so, many at once (`universe.py`); the rest are followed into their groups.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.pokle.boards import Answers, Boards, Index, class_keys
from engine.pokle.climb import GuessSpace
from engine.pokle.losses import grids_of
from engine.pokle.patterns import WON, Patterns
from engine.pokle.rules import CardArray
from engine.pokle.search import NEVER, Plan, name_largest
from engine.pokle.splits import LOSS, class_numbers, least_later, split_costs
from engine.pokle.universe import Splits, Universe

FREE = 99  # guesses left, where their number does not matter
Row = NDArray[np.uint8] | NDArray[np.uint16]  # equal numbers are one group
Guess = tuple[CardArray, Row, int]  # cards, groups, least cost
BLOCK = 64  # guesses whose patterns are made at once
SCAN_STEPS = 15  # a block of all guesses takes as long as so many guesses followed


class ProofStoppedError(Exception):
    """The proof was stopped before its end."""


@dataclass(slots=True)
class _Known:
    """What is known of a position: it costs at least `lower`; its best plan, once it is found."""

    lower: int
    plan: Plan | None = None


class ExactSearch:
    """Positions within one set of boards; each is solved once."""

    def __init__(
        self,
        boards: Boards,
        space: GuessSpace,
        control: Control,
        n_steps: float = float("inf"),
    ) -> None:
        self.boards = boards
        self.space = space
        self.control = control
        self.n_steps = n_steps  # left; counted, so that the answer never depends on the clock
        self.classes = class_numbers(boards.class_key)
        self._grids = grids_of(boards)
        self.found: Plan | None = None  # the best plan for all boards so far
        self._limit = FREE
        winners = Boards.of(winning_guesses(boards, space), space.suit_pardon)
        self._winners = winners.cards
        self._matrix = Answers(boards).pardoned(winners)
        owner = np.searchsorted(np.unique(boards.class_key), winners.class_key)
        self._winners_of = [np.flatnonzero(owner == c) for c in range(self.classes.max() + 1)]
        self._memory: dict[tuple[bytes, int], _Known] = {}

    def prove(self, limit: int, ceiling: float = NEVER) -> Plan | None:
        """The best plan for all boards; None if every one costs the ceiling or more."""
        self._limit = limit
        return self.solve(np.arange(len(self.boards)), limit, ceiling)

    def solve(self, position: Index, limit: int, ceiling: float = NEVER) -> Plan | None:
        """The best plan with `limit` guesses left; None if every one costs the ceiling or more."""
        sizes = np.bincount(self.classes[position])
        if limit == 1 or np.count_nonzero(sizes) <= 2:
            plan = name_largest(self.boards, self.classes, position, limit)
            return plan if plan.cost < ceiling else None
        if limit > 2:  # a plan that needs no limit is the best with one too
            free = self._search(position, FREE, ceiling)
            if free is None or free.worst <= limit:
                return free
        return self._search(position, limit, ceiling)

    def _search(self, position: Index, limit: int, ceiling: float) -> Plan | None:
        known = self.known(position, limit)
        if known.plan is None and known.lower < ceiling:
            known.plan = self._search_anew(position, limit, ceiling)
            known.lower = int(known.plan.cost if known.plan else ceiling)
        plan = known.plan
        return plan if plan and plan.cost < ceiling else None

    def _search_anew(self, position: Index, limit: int, ceiling: float) -> Plan | None:
        best, bound = None, ceiling
        deep = self._deep(position) if limit == FREE else 0
        for guesses in (self._inside, self._outside):
            for cards, row, least in guesses(position, limit, bound - deep):
                if least + deep >= bound:
                    break
                plan = self._follow(position, limit, cards, row, least, bound)
                if plan:
                    best, bound = plan, plan.cost
                    self._keep(plan, position, limit)
        return best

    def _keep(self, plan: Plan, position: Index, limit: int) -> None:
        """Remember a plan for all boards, for an answer should the proof be stopped."""
        in_time = limit < FREE or plan.worst <= self._limit
        is_better = self.found is None or plan.cost < self.found.cost
        if len(position) == len(self.boards) and in_time and is_better:
            self.found = plan

    def known(self, position: Index, limit: int) -> _Known:
        """What the memory has; at first, that no guess does better than its groups' bounds."""
        key = (position.tobytes(), limit)
        known = self._memory.get(key)
        if known is None:
            lower = min(int(self._winner_costs(position, limit)[2].min()), 2 * len(position))
            if limit < FREE:
                lost = self._grids.beyond(position, limit)
                lower = max(lower, len(position) + LOSS * lost)
            else:
                largest = int(np.bincount(self.classes[position]).max())
                deep = self._deep(position)
                third = self._grids.beyond(position, 2)
                lower = deep + max(lower, 2 * len(position) - largest + third)
            known = self._memory[key] = _Known(lower)
        return known

    def _deep(self, position: Index) -> int:
        """What boards cost at least from the fourth guess on; splits are rated by three."""
        return self._grids.beyond_each(position, 3)

    def _winner_costs(
        self, position: Index, limit: int
    ) -> tuple[Index, Patterns, NDArray[np.int64]]:
        """The guesses that may win, their patterns, and what each costs at least."""
        classes = self.classes[position]
        winners = np.concatenate([self._winners_of[c] for c in np.unique(classes)])
        matrix = self._matrix[np.ix_(winners, position)]
        return winners, matrix, split_costs(matrix, class_numbers(classes), limit == 2).least

    def _inside(self, position: Index, limit: int, bound: float) -> Iterator[Guess]:
        """The guesses that may win, from the least cost up."""
        winners, matrix, costs = self._winner_costs(position, limit)
        for i in np.argsort(costs, kind="stable"):
            yield self._winners[winners[i]], matrix[i], int(costs[i])

    def _outside(self, position: Index, limit: int, bound: float) -> Iterator[Guess]:
        """The guesses that may cost less than the bound without winning, the least cost first."""
        n = len(position)
        if self.space.boards_only or bound <= 2 * n:
            return
        step = LOSS if limit == 2 else 1  # what a board costs that is not told apart
        universe = Universe(self.boards.take(position), self.space)
        least_gain = n - (int(min(bound, 2 * n + n * step + 1)) - 1 - 2 * n) // step
        splits = self._all_splits(universe, least_gain)
        order = np.argsort(-splits.gains, kind="stable")
        met: set[bytes] = set()
        for start in range(0, len(order), BLOCK):
            some = order[start : start + BLOCK]
            rows = universe.rows(splits.flops[some], splits.pairs[some])
            for i, row in zip(some, rows, strict=True):
                split = row.tobytes()
                if split in met:
                    continue
                cards = universe.cards(int(splits.flops[i]), int(splits.pairs[i]))
                if cards is not None:
                    met.add(split)
                    yield cards, row, 2 * n + (n - int(splits.gains[i])) * step

    def _all_splits(self, universe: Universe, least_gain: int) -> Splits:
        parts = []
        for splits in universe.splitting(least_gain):
            parts.append((splits.flops, splits.pairs, splits.gains))
            self._spend(SCAN_STEPS if universe.is_large else SCAN_STEPS // 3)
        flops, pairs, gains = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Splits(flops, pairs, gains)

    def _spend(self, n_steps: int) -> None:
        self.n_steps -= n_steps
        self.control.report(0, 0, "proving the best guess")
        if self.n_steps < 0 or self.control.should_stop():
            raise ProofStoppedError

    def _follow(
        self, position: Index, limit: int, cards: CardArray, row: Row, least: int, bound: float
    ) -> Plan | None:
        """The plan that begins with a guess; None if it does not split, or reaches the bound."""
        self._spend(1 + len(position) // 50)
        later = limit if limit == FREE else limit - 1
        groups = _groups(row, position, self.classes[position])
        if len(groups) == 1 and len(groups[0].members) == len(position):
            return None
        cost, worst, lost = float(least), 1, 0
        open_groups = []
        for group in groups:
            if later == 1 or group.n_classes <= 2:
                left_over = len(group.members) - group.largest
                lost += left_over if later == 1 else 0
                worst = max(worst, 2 + (group.n_classes == 2 and later > 1))
            else:
                lower = self.known(group.members, later).lower
                cost += lower - least_later(len(group.members), group.largest, False)
                open_groups.append((lower, group.members))
        for lower, members in sorted(open_groups, key=lambda pair: -pair[0]):
            if cost >= bound:
                return None
            plan = self.solve(members, later, bound - cost + lower)
            if plan is None:
                return None
            cost += plan.cost - lower
            worst, lost = max(worst, 1 + plan.worst), lost + plan.lost
        return Plan(cost, worst, lost, cards, True) if cost < bound else None


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Boards that a guess does not tell apart."""

    members: Index
    n_classes: int
    largest: int  # boards of its largest class


def _groups(row: Row, position: Index, classes: Index) -> list[_Group]:
    """The groups of a guess that are not won."""
    n_classes = int(classes.max()) + 1
    keys = row.astype(np.intp) * n_classes + classes
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    runs = np.flatnonzero(np.diff(keys, prepend=-1))  # one class in one group
    lengths = np.diff(runs, append=len(keys))
    firsts = np.flatnonzero(np.diff(keys[runs] // n_classes, prepend=-1))
    largest = np.maximum.reduceat(lengths, firsts).tolist()
    counts = np.diff(firsts, append=len(runs)).tolist()
    parts = np.split(position[order], runs[firsts[1:]])
    won = (keys[runs[firsts]] // n_classes == WON).tolist()
    return [
        _Group(np.sort(part), count, size)
        for part, count, size, is_won in zip(parts, counts, largest, won, strict=True)
        if not is_won
    ]


def winning_guesses(boards: Boards, space: GuessSpace) -> CardArray:
    """The guesses that win against some class of boards: the boards, then all that are pardoned."""
    cards = boards.cards
    if space.suit_pardon and not space.boards_only:
        firsts = np.unique(boards.class_key, return_index=True)[1]
        near = np.repeat(cards[firsts], 16, axis=0)
        suits = np.arange(len(near)) % 16
        near[:, 3] = near[:, 3] // 4 * 4 + suits // 4
        near[:, 4] = near[:, 4] // 4 * 4 + suits % 4
        near = near[_are_distinct(near) & np.isin(near, space.live).all(1)]
        known = np.isin(class_keys(near, False), class_keys(cards, False))
        near = near[~known]
        cards = np.concatenate([cards, near[space.pardons(near)]])
    return cards[[space.allows(row) for row in cards]]


def _are_distinct(rows: CardArray) -> NDArray[np.bool_]:
    ordered = np.sort(rows, axis=1)
    return np.asarray((ordered[:, 1:] != ordered[:, :-1]).all(1))

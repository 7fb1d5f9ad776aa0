"""The fewest guesses for a set of boards: branch and bound over guesses, with a memory.

A position is a sorted array of board numbers. Its cost is the number of guesses that all its
boards take together; a board that is not found in time costs `LOSS` on top. Groups of one or
two classes are known at once; larger ones try the boards themselves in the order of their
likely cost and stop at the bound, then guesses from outside where those could still be better.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.pokle.boards import Boards, Index, pattern_matrix, pattern_pairs
from engine.pokle.climb import Candidate, GuessSpace, outside_guesses
from engine.pokle.losses import least_lost
from engine.pokle.patterns import WON, Patterns
from engine.pokle.rules import CardArray
from engine.pokle.splits import (
    LOSS,
    Costs,
    class_numbers,
    least_later,
    pair_costs,
    split_costs,
    surplus,
)

NEVER = 1 << 60
MATRIX_BOARDS = 4_000  # up to so many boards, all patterns are kept (16 MB)
DEEP = 4  # with so many guesses left, the limit no longer binds in a small position


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look; counted in positions, so that the answer never depends on the clock."""

    n_positions: int = 400  # positions searched before the rest is judged by its likely cost
    n_tried: int = 12  # boards tried in a position, by likely cost
    n_climbs: int = 1  # ways up to guesses from outside, in a position
    n_outside: int = 3  # guesses from outside tried in a position


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The best way found to play a position."""

    cost: float  # guesses of all boards together
    worst: int  # guesses of the unluckiest board
    lost: int  # boards that are not found in time
    cards: CardArray  # the guess to make
    searched: bool  # followed to the end, not judged by its likely cost


def name_largest(boards: Boards, classes: Index, position: Index, limit: int) -> Plan:
    """The plan for one or two classes, or for the last guess: name the largest class."""
    ours = classes[position]
    sizes = np.bincount(ours)
    n, largest = len(position), int(sizes.max())
    guess = position[np.argmax(ours == sizes.argmax())]
    lost = n - largest if limit == 1 else 0
    worst = 1 + (n - largest > lost)
    cost = least_later(n, largest, limit == 1)
    return Plan(cost, worst, lost, boards.cards[guess], True)


class Search:
    """Positions within one set of boards."""

    def __init__(self, boards: Boards, space: GuessSpace, control: Control, effort: Effort) -> None:
        self.boards = boards
        self.space = space
        self.control = control
        self.effort = effort
        self.classes = class_numbers(boards.class_key)
        self.n_positions = 0
        self._memory: dict[tuple[bytes, int], Plan] = {}
        small = len(boards) <= MATRIX_BOARDS
        self._matrix = pattern_matrix(boards, boards) if small else None

    def patterns(self, guesses: Index, answers: Index) -> Patterns:
        """The patterns of boards as guesses against boards as answers."""
        if self._matrix is not None:
            return self._matrix[np.ix_(guesses, answers)]
        return pattern_matrix(self.boards.take(guesses), self.boards.take(answers))

    def solve(self, position: Index, limit: int) -> Plan:
        """The best plan found for a position with `limit` guesses left."""
        if len(position) == 1:
            return Plan(1, 1, 0, self.boards.cards[position[0]], True)
        sizes = np.bincount(self.classes[position])
        if limit == 1 or np.count_nonzero(sizes) <= 2:
            return name_largest(self.boards, self.classes, position, limit)
        key = (position.tobytes(), min(limit, DEEP))
        plan = self._memory.get(key)
        if plan is None:
            plan = self._memory[key] = self._solve_anew(position, sizes, limit)
        return plan

    def _solve_anew(self, position: Index, sizes: NDArray[np.intp], limit: int) -> Plan:
        if self.n_positions >= self.effort.n_positions or self.control.should_stop():
            return self._judge(position, sizes, limit)
        self.n_positions += 1
        inside = self.inside(position, limit)
        plan = self._best_of(position, inside[: self.effort.n_tried], limit, None)
        if plan is None or plan.cost > 2 * len(position):  # else no outside guess is better
            starts = [candidate.cards for candidate in inside[: self.effort.n_climbs]]
            outside = self.outside(position, starts, limit)
            plan = self._best_of(position, outside[: self.effort.n_outside], limit, plan)
        return plan or self._judge(position, sizes, limit)

    def _judge(self, position: Index, sizes: NDArray[np.intp], limit: int) -> Plan:
        """A guess of the likely cost, without looking further."""
        n = len(position)
        lost = least_lost(self.boards.take(position), limit)
        likely = (2 + surplus(np.count_nonzero(sizes))) * n - sizes.max() + LOSS * lost
        guess = position[np.argmax(self.classes[position] == sizes.argmax())]
        return Plan(float(likely), 3, lost, self.boards.cards[guess], False)

    def inside(self, position: Index, limit: int) -> list[Candidate]:
        """The position's own boards as guesses, the likeliest best first."""
        matrix = self.patterns(position, position)
        classes = class_numbers(self.boards.class_key[position])
        costs = split_costs(matrix, classes, limit == 2)
        return self.candidates(self.boards.cards[position], matrix, costs)

    def candidates(self, cards: CardArray, matrix: Patterns, costs: Costs) -> list[Candidate]:
        """Guesses that are not refused, the likeliest best first."""
        order = np.argsort(costs.likely, kind="stable")
        return [
            Candidate(cards[i], matrix[i], int(costs.least[i]), float(costs.likely[i]))
            for i in order
            if self.space.allows(cards[i])
        ]

    def outside(self, position: Index, starts: Sequence[CardArray], limit: int) -> list[Candidate]:
        """Guesses that are no board of the position, the likeliest best first."""
        if self.space.boards_only:
            return []
        boards = self.boards.take(position)
        return outside_guesses(self.space, starts, boards, self.control, limit == 2)

    def _best_of(
        self, position: Index, candidates: list[Candidate], limit: int, best: Plan | None
    ) -> Plan | None:
        for candidate in candidates:
            bound = best.cost if best else NEVER
            if candidate.least < bound:
                plan = self.follow(position, candidate, limit, bound)
                if plan and plan.cost < bound:
                    best = plan
        return best

    def follow(
        self, position: Index, candidate: Candidate, limit: int, bound: float = NEVER
    ) -> Plan | None:
        """The plan that begins with a guess; None if it does not split, or reaches the bound."""
        order = np.argsort(candidate.row, kind="stable")
        row = candidate.row[order]
        cuts = np.flatnonzero(row[1:] != row[:-1]) + 1
        if not len(cuts) and row[0] != WON:
            return None
        cost, worst, lost, searched = float(candidate.least), 1, 0, True
        for group, pattern in zip(np.split(position[order], cuts), row[[0, *cuts]], strict=True):
            if pattern == WON:
                continue
            plan = self.solve(group, limit - 1)
            cost += plan.cost - self._bound(group, limit)
            if cost >= bound:
                return None
            worst, lost = max(worst, 1 + plan.worst), lost + plan.lost
            searched = searched and plan.searched
        return Plan(cost, worst, lost, candidate.cards, searched)

    def _bound(self, group: Index, limit: int) -> int:
        """What the candidate's least cost already counts for a group."""
        if len(group) == 1:
            return 1
        largest = int(np.bincount(self.classes[group]).max())
        return least_later(len(group), largest, limit == 2)

    def look_deeper(self, position: Index, candidate: Candidate, limit: int) -> float:
        """The likely cost of a guess if each group is then answered by its own best board."""
        order = np.argsort(candidate.row, kind="stable")
        order = order[candidate.row[order] != WON]
        if not len(order):
            return float(len(position))
        row, members = candidate.row[order], position[order]
        starts = np.flatnonzero(np.r_[True, row[1:] != row[:-1]])
        sizes = np.diff(starts, append=len(row))
        guesses, answers = _pairs_within(starts, sizes)
        patterns = self._paired(members[guesses], members[answers])
        classes = self.classes[members[answers]]
        costs = pair_costs(guesses, patterns, classes, len(members), limit == 3)
        return len(position) + float(np.minimum.reduceat(costs.likely, starts).sum())

    def _paired(self, guesses: Index, answers: Index) -> Patterns:
        """The pattern of each guess against the answer beside it."""
        if self._matrix is not None:
            return self._matrix[guesses, answers]
        return pattern_pairs(self.boards, guesses, answers)


def _pairs_within(starts: Index, sizes: Index) -> tuple[Index, Index]:
    """Each member of each group with each member of the same group."""
    size_of_row, start_of_row = np.repeat(sizes, sizes), np.repeat(starts, sizes)
    guesses = np.repeat(np.arange(len(size_of_row)), size_of_row)
    first_pair = np.cumsum(size_of_row) - size_of_row
    answers = np.arange(len(guesses)) - np.repeat(first_pair - start_of_row, size_of_row)
    return guesses, answers

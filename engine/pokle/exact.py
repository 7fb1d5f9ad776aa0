"""The fewest guesses for a set of boards, over every legal guess, proven by branch and bound.

The proof itself is native (`rust_meld/src/pokle/proof.rs`): a tree does not fit arrays. Here it
gets the boards, the guesses that may win, and the tables of colours; its effort is counted in
steps, a thousand looks at a board each, so that the answer never depends on the clock.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.control import Control
from engine.pokle.boards import Answers, Boards, class_keys
from engine.pokle.patterns import CARD_PATTERN, FLOP_PATTERN, Patterns
from engine.pokle.rules import CardArray
from engine.pokle.space import NEVER, GuessSpace, Plan
from engine.pokle.splits import class_numbers

STEP = 1_000  # looks at a board: about ten microseconds
_MOST_LOOKS = 1 << 60
_MOST_COST = 1 << 30
_Answer = tuple[bool, int, tuple[int, int, int, bytes] | None]


class ProofStoppedError(Exception):
    """The proof was stopped before its end."""


class ExactSearch:
    """A proof for one set of boards; what it learns is kept from call to call."""

    def __init__(self, boards: Boards, space: GuessSpace, control: Control) -> None:
        self.control = control
        self.n_steps = math.inf  # left
        self.found: Plan | None = None  # the best plan so far, if the proof was stopped
        self._order = np.argsort(boards.class_key, kind="stable")
        boards = boards.take(self._order)
        winners = Boards.of(winning_guesses(boards, space), space.suit_pardon)
        winners = winners.take(np.argsort(winners.class_key, kind="stable"))
        owners = np.searchsorted(np.unique(boards.class_key), winners.class_key)
        self._core = rust_meld.PokleProof(
            boards.cards.tobytes(),
            class_numbers(boards.class_key).tolist(),
            winners.cards.tobytes(),
            owners.tolist(),
            Answers(boards).pardoned(winners).tobytes(),
            live=space.live.tobytes(),
            refused=b"".join(sorted(space.refused)),
            boards_only=space.boards_only,
            card_patterns=CARD_PATTERN.tobytes(),
            flop_patterns=FLOP_PATTERN.tobytes(),
        )

    def prove(self, limit: int, ceiling: float = NEVER) -> Plan | None:
        """The best plan with `limit` guesses left; None if every one costs the ceiling or more."""
        below = int(min(math.ceil(ceiling), _MOST_COST))
        answer = self._core.prove(limit, below, self._looks, self._goes_on)
        done, plan = self._read(answer)
        if not done:
            self.found = plan
            raise ProofStoppedError
        return plan

    def rate(self, cards: CardArray, row: Patterns, limit: int) -> Plan | None:
        """The plan that begins with a guess of these patterns; None if it tells nothing.

        It is the best one, unless the steps end before: then one that keeps its promise too.
        """
        answer = self._core.rate(row[self._order].tobytes(), limit, self._looks, self._goes_on)
        _, plan = self._read(answer)
        return plan and replace(plan, cards=cards)

    @property
    def least_guesses(self) -> int:
        """Guesses of all boards together that no way of playing can beat, as far as it is known."""
        return self._core.lower()

    @property
    def _looks(self) -> int:
        return max(0, round(min(self.n_steps * STEP, _MOST_LOOKS)))

    def _read(self, answer: _Answer) -> tuple[bool, Plan | None]:
        done, n_looks_left, parts = answer
        self.n_steps -= (self._looks - n_looks_left) / STEP
        if parts is None:
            return done, None
        cost, worst, lost, cards = parts
        return done, Plan(cost, worst, lost, np.frombuffer(cards, np.uint8), searched=True)

    def _goes_on(self) -> bool:
        self.control.report(0, 0, "proving the best guess")
        return not self.control.should_stop()


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

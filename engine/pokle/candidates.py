"""Guesses worth a look, from the boards and from outside, and what they cost two guesses deep.

Guesses from outside the boards that are left are found by changing one card at a time: from a good
guess, the best change of one card is made again and again, until no change is better. The counting
is native (`rust_meld/src/pokle/candidates.rs`); of many boards a sample is asked on the way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import rust_meld
from engine.control import Control
from engine.pokle.boards import Boards, class_keys, pattern_row
from engine.pokle.patterns import CARD_PATTERN, FLOP_PATTERN, WON, Patterns
from engine.pokle.rules import CardArray
from engine.pokle.space import GuessSpace, sample_of

ASKED_BOARDS = 300  # boards asked on the way up
KEPT = 4  # neighbours kept at each step
OUTSIDE_KEPT = 32  # of all of them
BY_ENTROPY = 120  # boards that are looked at as guesses
N_CLIMBS = 2  # ways up from the best of them to guesses from outside
N_RANDOM = 4  # ways up from random guesses
MOST_TWINS = 5  # guesses looked at for each that is wanted: some split as others do
GUESSED_BOARDS = 500  # of more boards, a sample is tried as guesses
ASKED_BY_BOARDS = 1_500  # and of more than these, a sample is asked
TRIED_IN_A_GROUP = 12  # boards of a group that are tried as the second guess


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """What guesses cost in all boards' guesses together, and the bits that they tell."""

    least: "np.ndarray[tuple[int], np.dtype[np.int64]]"  # no play after the guess can do better
    likely: "np.ndarray[tuple[int], np.dtype[np.float64]]"  # with what large groups cost as a rule
    bits: "np.ndarray[tuple[int], np.dtype[np.float64]]"


class AskedBoards:
    """Boards made ready to be asked by many guesses, natively; at most some ten thousand."""

    def __init__(self, boards: Boards, space: GuessSpace) -> None:
        self._order = np.argsort(boards.class_key, kind="stable")
        self._core = rust_meld.PokleBoards(
            boards.cards[self._order].tobytes(),
            suit_pardon=space.suit_pardon,
            boards_only=space.boards_only,
            live=space.live.tobytes(),
            card_patterns=CARD_PATTERN.tobytes(),
            flop_patterns=FLOP_PATTERN.tobytes(),
        )

    def rate(self, guesses: CardArray, pardoned: bool, last_next: bool = False) -> Costs:
        """The costs of guesses; those that are `pardoned` win against all of their class.

        With `last_next` only one guess will follow: it names the largest class, the rest is lost.
        """
        parts = self._core.rate(guesses.tobytes(), pardoned, last_next)
        least, likely, bits = np.array(parts, np.float64).reshape(-1, 3).T
        return Costs(least.astype(np.int64), likely, bits)

    def climb(self, start: CardArray, space: GuessSpace, last_next: bool) -> dict[bytes, float]:
        """The best guesses met on the way up from a start, with their likely costs."""
        refused = b"".join(sorted(space.refused))
        met = self._core.climb(start.tobytes(), space.live.tobytes(), refused, KEPT, last_next)
        return {bytes(cards): likely for cards, (_, likely, _) in met}

    def look_deeper(self, row: Patterns, last_but_one: bool = False) -> float:
        """The likely cost of a guess if each group is then answered by its own best board."""
        labels = row[self._order].tobytes()
        return self._core.look_deeper(labels, last_but_one, TRIED_IN_A_GROUP)

    def play(self, row: Patterns, limit: int) -> tuple[int, int, int]:
        """A guess played to the end, each group by its own best board: cost, worst case, lost."""
        return self._core.play(row[self._order].tobytes(), limit, TRIED_IN_A_GROUP)

    def most_won_second(self, live: CardArray, control: Control) -> int | None:
        """The most boards that second guesses win after any first guess; None if stopped."""
        most, cards = 0, live.tobytes()
        for first in live[:-2]:
            if control.should_stop():
                return None
            most = max(most, self._core.most_won_second(int(first), cards))
        return most


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A guess with its patterns against a set of boards, and what it costs there."""

    cards: CardArray  # (5,)
    row: Patterns  # (boards,)
    least: int
    likely: float
    twins: tuple[CardArray, ...] = ()  # guesses that split the boards in the same way


class Candidates:
    """Candidates for the next guess at one set of boards, with `limit` guesses left."""

    def __init__(self, boards: Boards, space: GuessSpace, control: Control, limit: int) -> None:
        self.boards = boards
        self.space = space
        self.control = control
        self.limit = limit
        self.asked = AskedBoards(boards, space)

    def likeliest(self, count: int) -> list[Candidate]:
        """The best boards and the best guesses from outside, the likeliest best first."""
        guesses = self.inside(BY_ENTROPY)
        if len(self.boards) > 2 and not self.space.boards_only:
            starts = [*self.best_of(guesses)[:N_CLIMBS], *self.space.random_guesses(N_RANDOM)]
            guesses = np.concatenate([guesses, self.outside(starts)])
        return self._fold_twins(guesses, count)

    def inside(self, count: int) -> CardArray:
        """The boards with the most entropy as guesses; of many, a sample is looked at."""
        guesses = self.boards.cards
        if len(guesses) > count:
            guesses = guesses[sample_of(len(guesses), GUESSED_BOARDS)]
            sample = self.boards.take(sample_of(len(self.boards), ASKED_BY_BOARDS))
            bits = AskedBoards(sample, self.space).rate(guesses, pardoned=True).bits
            guesses = guesses[np.sort(np.argsort(-np.round(bits, 9), kind="stable")[:count])]
        return guesses

    def outside(self, starts: Sequence[CardArray]) -> CardArray:
        """Guesses that are no board and share no class with any, from the ways up."""
        sample = self.boards.take(sample_of(len(self.boards), ASKED_BOARDS))
        asked = AskedBoards(sample, self.space)
        met: dict[bytes, float] = {}
        for start in starts:
            if not self.control.should_stop():
                met |= asked.climb(start, self.space, self.limit == 2)
        best = sorted(met, key=lambda cards: met[cards])[:OUTSIDE_KEPT]
        guesses = np.frombuffer(b"".join(best), np.uint8).reshape(-1, 5)
        keys = class_keys(guesses, self.space.suit_pardon)  # the sample does not know every class
        return guesses[np.all(keys[:, None] != self.boards.class_key, axis=1)]

    def best_of(self, guesses: CardArray) -> CardArray:
        """Guesses that are not refused, the likeliest best first."""
        costs = self._rate(guesses)
        best = guesses[np.argsort(costs.likely, kind="stable")]
        return best[[self.space.allows(cards) for cards in best]]

    def look_deeper(self, candidate: Candidate) -> float:
        """The likely cost of a guess if each group is then answered by its own best board."""
        return self.asked.look_deeper(candidate.row, self.limit == 3)

    def _rate(self, guesses: CardArray) -> Costs:
        """Boards are pardoned; the others share no class with any, so that it is the same."""
        return self.asked.rate(guesses, self.space.suit_pardon, self.limit == 2)

    def _fold_twins(self, guesses: CardArray, count: int) -> list[Candidate]:
        """The best guesses that split the boards differently, each with its twins."""
        best = self.best_of(guesses)[: MOST_TWINS * count]
        costs = self._rate(best)
        twins: dict[bytes, list[int]] = {}
        rows = [pattern_row(cards, self.boards, self.space.suit_pardon) for cards in best]
        for i, row in enumerate(rows):
            twins.setdefault(split_key(row), []).append(i)
        return [
            Candidate(
                best[i], rows[i], int(costs.least[i]), float(costs.likely[i]), _at(best, others)
            )
            for i, *others in list(twins.values())[:count]
        ]


def _at(guesses: CardArray, numbers: list[int]) -> tuple[CardArray, ...]:
    return tuple(guesses[number] for number in numbers)


def split_key(row: Patterns) -> bytes:
    """Equal for guesses that split boards in the same way, whatever the colours; won is won."""
    _, first, group = np.unique(row, return_index=True, return_inverse=True)
    key: bytes = first[group].tobytes() + (row == WON).tobytes()
    return key

"""Guesses from outside the boards that are left, found by changing one card at a time.

Any five different cards may be guessed, the players' too. From a good guess, the best change
of one card is made again and again, until no change is better. Of many boards a sample is asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.pokle.boards import Answers, Boards, class_keys, pattern_row
from engine.pokle.patterns import Patterns
from engine.pokle.rules import CardArray, Puzzle, fits_trophies
from engine.pokle.splits import class_numbers, split_costs

SEED = 20_011  # of samples and of random starts: equal questions get equal answers
ASKED_BOARDS = 300  # boards asked on the way up
KEPT = 4  # neighbours kept at each step


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A guess with its patterns against a set of boards, and what it costs there."""

    cards: CardArray  # (5,)
    row: Patterns  # (boards,)
    least: int
    likely: float


@dataclass(frozen=True, slots=True, eq=False)
class GuessSpace:
    """The cards that may be guessed, and the guesses that the site refused."""

    live: CardArray
    refused: frozenset[bytes] = frozenset()
    suit_pardon: bool = True
    boards_only: bool = False  # no guess from outside: this site seems to refuse them
    puzzle: Puzzle | None = None  # None: every guess is taken to fit the trophies

    def allows(self, cards: CardArray) -> bool:
        """True unless the site refused this guess."""
        return cards.tobytes() not in self.refused

    def pardons(self, guesses: CardArray) -> NDArray[np.bool_]:
        """True for the guesses that win against all boards of their class."""
        if self.suit_pardon and self.puzzle:
            return fits_trophies(self.puzzle, guesses)
        return np.full(len(guesses), self.suit_pardon)

    def row(self, cards: CardArray, boards: Boards) -> Patterns:
        """The pattern of one guess against each board, pardoned if it fits."""
        return pattern_row(cards, boards, bool(self.pardons(cards[None])[0]))

    def neighbours(self, cards: CardArray) -> CardArray:
        """The guesses that differ from this one in one card, flops ascending."""
        fresh = np.setdiff1d(self.live, cards)
        rows = np.tile(cards, (5 * len(fresh), 1))
        for place in range(5):
            rows[place * len(fresh) : (place + 1) * len(fresh), place] = fresh
        rows[:, :3].sort(axis=1)
        return rows

    def random_guesses(self, count: int) -> CardArray:
        """The same guesses every time, drawn from the live cards."""
        rng = np.random.default_rng(SEED)
        rows = np.array([rng.permutation(self.live)[:5] for _ in range(count)], np.uint8)
        rows = rows.reshape(-1, 5)
        rows[:, :3].sort(axis=1)
        return rows


def sample_of(n_boards: int, count: int) -> NDArray[np.intp]:
    """The numbers of `count` boards, the same every time; all of them if they are no more."""
    if n_boards <= count:
        return np.arange(n_boards)
    rng = np.random.default_rng(SEED)
    return np.sort(rng.choice(n_boards, count, replace=False))


def outside_guesses(
    space: GuessSpace,
    starts: Sequence[CardArray],
    boards: Boards,
    control: Control,
    last_next: bool = False,
) -> list[Candidate]:
    """The best guesses met on the ways up from some starts, the likeliest best first."""
    asked = boards.take(sample_of(len(boards), ASKED_BOARDS))
    met: dict[bytes, Candidate] = {}
    for start in starts:
        met |= _climb(space, start, _Asked(asked, last_next), control)
    best = sorted(met.values(), key=lambda candidate: candidate.likely)
    if len(asked) < len(boards) and best:
        cards = np.stack([candidate.cards for candidate in best[: 8 * KEPT]])
        best = list(_Asked(boards, last_next).rate(space, cards, len(cards)))
    return best


def _climb(
    space: GuessSpace, start: CardArray, asked: "_Asked", control: Control
) -> dict[bytes, Candidate]:
    met: dict[bytes, Candidate] = {}
    cards, cost = start, np.inf
    while not control.should_stop():
        found = list(asked.rate(space, space.neighbours(cards), KEPT))
        met.update((candidate.cards.tobytes(), candidate) for candidate in found)
        if not found or found[0].likely >= cost:
            break
        cards, cost = found[0].cards, found[0].likely
    return met


class _Asked:
    """The boards that guesses are tried on."""

    def __init__(self, boards: Boards, last_next: bool) -> None:
        self.answers = Answers(boards)
        self.classes = class_numbers(boards.class_key)
        self.last_next = last_next

    def rate(self, space: GuessSpace, guesses: CardArray, keep: int) -> Iterator[Candidate]:
        """The best of some guesses, the best first.

        A guess that shares its class with a board is left out: whether the site would pardon
        a guess that does not fit the trophies is not known.
        """
        keys = class_keys(guesses, space.suit_pardon)
        guesses = guesses[~np.isin(keys, self.answers.class_key)]
        if not len(guesses):
            return
        matrix = self.answers.patterns(guesses)
        costs = split_costs(matrix, self.classes, self.last_next)
        for i in np.argsort(costs.likely, kind="stable")[:keep]:
            if space.allows(guesses[i]):
                yield Candidate(guesses[i], matrix[i], int(costs.least[i]), float(costs.likely[i]))

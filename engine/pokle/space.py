"""What may be guessed, what a way to play costs, and the figures of a guess: words that all share.

A guess is five different cards that no player holds; a `GuessSpace` knows what was refused. A
`Plan` is a way to play some boards to the end; a `RatedGuess` is what people are shown of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.pokle.boards import Boards, live_cards, pattern_row
from engine.pokle.feedback import guess_rows
from engine.pokle.patterns import N_PATTERNS, WON, Patterns
from engine.pokle.rules import CardArray, Puzzle, fits_trophies
from engine.pokle.splits import LOSS, entropies

SEED = 20_011  # of samples and of random starts: equal questions get equal answers
NEVER = 1 << 60  # more than any plan costs


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

    def random_guesses(self, count: int) -> CardArray:
        """The same guesses every time, drawn from the live cards."""
        rng = np.random.default_rng(SEED)
        rows = np.array([rng.permutation(self.live)[:5] for _ in range(count)], np.uint8)
        rows = rows.reshape(-1, 5)
        rows[:, :3].sort(axis=1)
        return rows


def guess_space(puzzle: Puzzle, refused: Sequence[Sequence[Card]] = ()) -> GuessSpace:
    """All cards that no player holds, without the guesses that the site refused.

    A site that refuses twice what does not fit the trophies is not asked such a thing again.
    """
    rows = guess_rows(refused) if refused else np.empty((0, 5), np.uint8)
    n_unfit = len(rows) - int(fits_trophies(puzzle, rows).sum())
    return GuessSpace(
        live=live_cards(puzzle),
        refused=frozenset(row.tobytes() for row in rows),
        suit_pardon=puzzle.suit_pardon,
        boards_only=n_unfit >= 2,
        puzzle=puzzle,
    )


def sample_of(n_boards: int, count: int) -> NDArray[np.intp]:
    """The numbers of `count` boards, the same every time; all of them if they are no more."""
    if n_boards <= count:
        return np.arange(n_boards)
    rng = np.random.default_rng(SEED)
    return np.sort(rng.choice(n_boards, count, replace=False))


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The best way found to play some boards."""

    cost: float  # guesses of all boards together; a board that is not found costs `LOSS` on top
    worst: int  # guesses of the unluckiest board
    lost: int  # boards that are not found in time
    cards: CardArray  # the guess to make
    searched: bool  # followed to the end, not judged by its likely cost

    @property
    def n_guesses(self) -> float:
        """Guesses of all boards together; a lost board counts as one guess more."""
        return self.cost - (LOSS - 1) * self.lost


@dataclass(frozen=True, slots=True, eq=False)
class RatedGuess:
    """A guess and what it does to the boards that are left."""

    cards: CardArray  # (5,)
    entropy: float  # bits
    win_share: float  # chance that this guess wins
    expected: float  # guesses still to come, this one included
    worst: int  # guesses in the worst case, this one included
    sizes: tuple[int, ...]  # boards in each group, the largest first
    inside: bool  # the guess is itself a board that is left
    played: bool  # `expected` and `worst` were played to the end, not estimated
    loss_share: float = 0.0  # boards that will not be found in time; each counts as one guess more
    safest: bool = False  # proven that no strategy loses fewer boards
    unavoidable: bool = False  # proven that every strategy loses some
    proven: bool = False  # of all legal guesses none loses fewer boards, nor needs fewer guesses
    twins: tuple[CardArray, ...] = ()  # guesses that split the boards in the same way

    def cost(self, n_boards: int) -> int:
        """Guesses of all boards together, with what lost boards cost on top."""
        return round(n_boards * (self.expected + (LOSS - 1) * self.loss_share))

    @property
    def merit(self) -> tuple[float, float, int, float, float]:
        """Fewest lost, fewest expected; then the better worst case, chance to win and entropy."""
        bits = round(self.entropy, 9)
        return self.loss_share, round(self.expected, 9), self.worst, -self.win_share, -bits


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Guesses, the best first, and how they were found."""

    guesses: tuple[RatedGuess, ...]
    exact: bool  # the figures are of all boards, not of a sample
    n_samples: int = 0
    least_expected: float = 1.0  # guesses that no way of playing can beat, on average


def rate(boards: Boards, cards: CardArray, row: Patterns, plan: Plan) -> RatedGuess:
    """The figures of a guess from its patterns and its plan."""
    sizes = np.bincount(row, minlength=N_PATTERNS)
    winners = boards.cards[row == WON]
    return RatedGuess(
        cards=cards,
        entropy=float(entropies(sizes[None])[0]),
        win_share=float(sizes[WON] / len(boards)),
        expected=float(plan.n_guesses) / len(boards),
        worst=plan.worst,
        sizes=tuple(sorted((int(s) for s in sizes if s), reverse=True)),
        inside=bool((winners == cards).all(1).any()),
        played=plan.searched,
        loss_share=plan.lost / len(boards),
    )


def likely_worst(row: Patterns) -> int:
    """A rough worst case from the largest group: each further guess splits it forty ways."""
    largest = int(np.bincount(row, minlength=N_PATTERNS)[:WON].max())
    return 1 + (largest > 0) + int(np.ceil(np.log(max(largest, 1)) / np.log(40)))

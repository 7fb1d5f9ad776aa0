"""The legal guesses, and the value of a guess.

A guess is five different cards that no player holds. `LegalGuesses` also knows what the site
refused. An `EvaluatedGuess` is a guess with the figures that people are shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.cards import Card
from engine.pokle.boards import Boards, board_keys, live_cards
from engine.pokle.feedback import N_PATTERNS, WON, Patterns, guess_patterns, guess_rows
from engine.pokle.rules import CardArray, Puzzle, fits_trophies

REFUSED_PROBES = 2  # after so many refused guesses that do not fit, only boards are guessed


@dataclass(frozen=True, slots=True, eq=False)
class LegalGuesses:
    """The cards that may be guessed, and the guesses that the site refused."""

    cards: CardArray
    refused: frozenset[bytes] = frozenset()
    suit_pardon: bool = True
    boards_only: bool = False  # only guesses that can be the board
    puzzle: Puzzle | None = None  # None: every guess is taken to fit the trophies
    _winners: dict[bytes, bool] = field(init=False, repr=False, default_factory=dict)

    def allows(self, guess: CardArray) -> bool:
        """Return True unless the site refused this guess."""
        return guess.tobytes() not in self.refused

    def wins_class(self, guesses: CardArray) -> NDArray[np.bool_]:
        """Return True for the guesses that the suit pardon lets win all boards of their class."""
        if self.suit_pardon and self.puzzle:
            return fits_trophies(self.puzzle, guesses)
        return np.full(len(guesses), self.suit_pardon)

    def one_wins_class(self, guess: CardArray) -> bool:
        """Return `wins_class` of one guess; a search asks for the same guess again and again."""
        if (key := guess.tobytes()) not in self._winners:
            self._winners[key] = bool(self.wins_class(guess[None])[0])
        return self._winners[key]

    def patterns(self, guess: CardArray, boards: Boards) -> Patterns:
        """Return the pattern of one guess against each board."""
        return guess_patterns(guess, boards, self.one_wins_class(guess))

    def search(self, boards: Boards) -> rust_meld.PokleSearch:
        """Return the native search for up to 20,000 boards under these rules."""
        return rust_meld.PokleSearch(
            boards.cards.tobytes(),
            extra_winners=self._extra_winners(boards).tobytes(),
            legal_cards=self.cards.tobytes(),
            refused=b"".join(sorted(self.refused)),
            suit_pardon=self.suit_pardon,
            boards_only=self.boards_only,
        )

    def _extra_winners(self, boards: Boards) -> CardArray:
        """Return guesses that are not boards but win a class of them: other suits that fit."""
        if not self.suit_pardon or self.boards_only:
            return np.empty((0, 5), np.uint8)
        without_suits = boards.cards & np.array([255, 255, 255, 252, 252], np.uint8)
        firsts = np.unique(board_keys(without_suits), return_index=True)[1]
        near = np.repeat(without_suits[firsts], 16, axis=0)
        suits = np.arange(len(near), dtype=np.uint8) % 16
        near[:, 3] += suits // 4
        near[:, 4] += suits % 4
        ordered = np.sort(near, axis=1)
        near = near[(ordered[:, 1:] != ordered[:, :-1]).all(1) & np.isin(near, self.cards).all(1)]
        keys, known = board_keys(near), board_keys(boards.cards)
        near = near[np.isin(keys, known, assume_unique=True, invert=True)]
        winners: CardArray = near[self.wins_class(near)]
        return winners

    def any_guess(self) -> CardArray:
        """Return any guess that was not refused, in case all better ones were."""
        for cards in permutations(self.cards.tolist(), 5):
            guess = np.array([*sorted(cards[:3]), *cards[3:]], np.uint8)
            if self.allows(guess):
                return guess
        raise AssertionError("every guess was refused")


def legal_guesses(
    puzzle: Puzzle, refused: Sequence[Sequence[Card]] = (), boards_only: bool = False
) -> LegalGuesses:
    """Return what may be guessed: the cards that no player holds, but nothing refused."""
    rows = guess_rows(refused) if refused else np.empty((0, 5), np.uint8)
    n_unfit = len(rows) - int(fits_trophies(puzzle, rows).sum())
    return LegalGuesses(
        cards=live_cards(puzzle),
        refused=frozenset(row.tobytes() for row in rows),
        suit_pardon=puzzle.suit_pardon,
        boards_only=boards_only or n_unfit >= REFUSED_PROBES,
        puzzle=puzzle,
    )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How a position is played after a guess; guesses include this one."""

    lost: int  # boards that are not found in time
    guesses: float  # guesses of all boards together; a lost board counts all guesses that are left
    worst_case: int  # guesses of the unluckiest board that is found
    is_achievable: bool  # played to the end, not estimated

    @property
    def cost(self) -> tuple[int, float]:
        """Lost boards first, then guesses."""
        return self.lost, self.guesses


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedGuess:
    """A guess and how it splits the boards that are left; guesses include this one.

    A board that is not found counts as one guess more than there are, in `expected_guesses` and in
    `worst_case`.
    """

    cards: CardArray  # (5,)
    evaluation: Evaluation
    entropy: float  # bits
    win_chance: float  # chance that this guess wins
    expected_guesses: float
    worst_case: int
    group_sizes: tuple[int, ...]  # boards in each group, the largest first
    is_board: bool  # the guess is itself a board that is left
    loss_chance: float  # chance that the board is not found in time
    loss_is_minimal: bool = False  # proven that no way of playing loses fewer boards
    loss_is_unavoidable: bool = False  # proven that every way of playing loses some
    proven: bool = False  # no legal guess loses fewer boards, nor needs fewer guesses
    equivalent_guesses: tuple[CardArray, ...] = ()  # they split the boards in the same way

    @property
    def is_achievable(self) -> bool:
        """True if the figures were played to the end, not estimated."""
        return self.evaluation.is_achievable

    @property
    def sort_key(self) -> tuple[float, float, int, float, float]:
        """Fewest lost, fewest expected; then the better worst case, chance to win and entropy."""
        figures = (self.loss_chance, round(self.expected_guesses, 9), self.worst_case)
        return *figures, -self.win_chance, -round(self.entropy, 9)


@dataclass(frozen=True, slots=True, eq=False)
class GuessRanking:
    """Guesses, the best first."""

    guesses: tuple[EvaluatedGuess, ...]
    least_expected: float  # guesses that no way of playing can beat, on average

    @property
    def best(self) -> EvaluatedGuess:
        """The first guess."""
        return self.guesses[0]

    @property
    def gap(self) -> float | None:
        """How far the best guess may be above the fewest possible; None if that is not known."""
        best = self.best
        if best.proven or best.loss_chance or not best.is_achievable:
            return None
        return max(0.0, best.expected_guesses - self.least_expected)


def describe_guess(
    boards: Boards,
    guess: CardArray,
    patterns: Patterns,
    evaluation: Evaluation,
    guesses_left: int,
) -> EvaluatedGuess:
    """Return the figures of a guess from its patterns and its evaluation."""
    sizes, n = np.bincount(patterns, minlength=N_PATTERNS), len(boards)
    shares = sizes[sizes > 0] / n
    lost = evaluation.lost
    return EvaluatedGuess(
        cards=guess,
        evaluation=evaluation,
        entropy=abs(float(-(shares * np.log2(shares)).sum())),
        win_chance=float(sizes[WON] / n),
        expected_guesses=float(evaluation.guesses + lost) / n,
        worst_case=guesses_left + 1 if lost else evaluation.worst_case,
        group_sizes=tuple(sorted((int(size) for size in sizes if size), reverse=True)),
        is_board=bool((boards.cards == guess).all(1).any()),
        loss_chance=lost / n,
    )


def partition_key(patterns: Patterns) -> bytes:
    """Return a key that is equal for guesses that split the boards in the same way, the win
    included.
    """
    _, first, group = np.unique(patterns, return_index=True, return_inverse=True)
    key: bytes = first[group].tobytes() + (patterns == WON).tobytes()
    return key

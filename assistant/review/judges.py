"""How decisions of a game are tried: the interface of a judge, its samples and its reasons.

`konkan.py` and `slave.py` have the judges; Pokle's decisions are judged by its solver.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assistant.play.game import Decision, State
from assistant.review.judgement import Results, Thresholds, independent_error
from assistant.review.rounds import OwnDecision
from engine.control import Control
from engine.errors import InputError

Outcomes = NDArray[np.uint8]
LEFT_OUT = 255  # in place of an outcome
CLEAR = 2.0  # a difference of so many times its ± is given as a reason
N_THREADS = min(2, os.cpu_count() or 1)  # threads that try decisions or chains of deals


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Candidates in the same worlds: who won, or which title came out, and what it is worth.

    Where a candidate was left out, its outcome is `LEFT_OUT` and its result NaN; the reference
    player's result is NaN where it was not tried.
    """

    outcomes: Outcomes  # [move, world]
    results: Results  # [move, world], 0 to 1
    reference: Results  # [world]: the result where the reference player chooses

    @property
    def n_worlds(self) -> int:
        """How many worlds there are."""
        return len(self.reference)

    @property
    def kept(self) -> list[int]:
        """The candidates that were tried in every world."""
        return np.flatnonzero(~np.isnan(self.results).any(axis=1)).tolist()

    def joined(self, kept: Sequence[int], more: "Sample") -> "Sample":
        """Return this sample with more worlds, in which only some candidates were tried."""
        outcomes = np.full((len(self.outcomes), more.n_worlds), LEFT_OUT, np.uint8)
        results = np.full(outcomes.shape, np.nan)
        outcomes[kept], results[kept] = more.outcomes, more.results
        return Sample(
            np.concatenate([self.outcomes, outcomes], axis=1),
            np.concatenate([self.results, results], axis=1),
            np.concatenate([self.reference, more.reference]),
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A free decision: its candidates, the one played first, and how to sample them."""

    moves: tuple[Decision, ...]
    try_moves: Callable[[Sequence[int], int, int, Control], Sample]

    def sample(
        self, n_worlds: int, seed: int, control: Control, kept: Sequence[int] | None = None
    ) -> Sample:
        """Try the candidates, or some of them, in an even number of worlds.

        A job that is out of time may return fewer.
        """
        every = range(len(self.moves))
        return self.try_moves(every if kept is None else kept, n_worlds, seed, control)


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that was counted in the same worlds after the move played and after the best."""

    what: str  # "Bob won"
    played: float
    best: float

    def sentence(self) -> str:
        """Return it as a reason."""
        return (
            f"After this move {self.what} in {self.played:.0%} of the deals, "
            f"after the better one in {self.best:.0%}."
        )


class Judge(ABC):
    """How the decisions of one game are tried."""

    unit: ClassVar[str]
    thresholds: ClassVar[Thresholds]  # the least losses of the marks
    first_worlds: ClassVar[int]  # worlds of the short first pass
    most_worlds: ClassVar[int]
    most_for_mistakes: ClassVar[int]  # the most worlds where a mark may be a mistake or a blunder

    @abstractmethod
    def prepare(self, control: Control) -> None:
        """Do what has to be done once before the first sample."""

    @abstractmethod
    def goes_on(self, before: State, move: str, after: State) -> bool:
        """Return whether the same decision continues after a move of its seat."""

    @abstractmethod
    def ask(self, own: OwnDecision, seed: int) -> Question:
        """Return the candidates of a free decision."""

    @abstractmethod
    def kind(self, own: OwnDecision) -> str:
        """Return what was to be decided in a word or two."""

    @abstractmethod
    def result(self, state: State, seat: int) -> float:
        """Return the result of the round that is just over, 0 to 1."""

    @abstractmethod
    def fair_share(self, state: State, seat: int) -> float:
        """Return what a seat can expect of a round before it is dealt."""

    @abstractmethod
    def is_first(self, outcomes: Outcomes, own: OwnDecision) -> NDArray[np.bool_]:
        """Return where the own seat came first."""

    @abstractmethod
    def happened_more_often(
        self, outcomes: Outcomes, own: OwnDecision, names: Sequence[str]
    ) -> Consequence | None:
        """Return what the move played led to clearly more often than the best; `outcomes`
        of both.
        """

    def contrast(self, own: OwnDecision, best: Decision) -> str:
        """Return what the move played and the best one do to the hand; "" if that says nothing."""
        return ""

    def error(self, leads: Results) -> float:
        """Return the ± of a mean over worlds."""
        return independent_error(leads)


def find_judge(game: str) -> Judge:
    """Return the judge of a game."""
    if game == "konkan":
        from assistant.review.konkan import KonkanJudge

        return KonkanJudge()
    if game == "slave":
        from assistant.review.slave import SlaveJudge

        return SlaveJudge()
    raise InputError(f"Games of {game} cannot be reviewed.")


def mid_sentence(name: str) -> str:
    """Return a player's name within a sentence."""
    return "you" if name == "You" else name


def clearest(happened: Sequence[tuple[str, NDArray[np.bool_]]]) -> Consequence | None:
    """Return what most clearly happened more often after the move played; None within the noise.

    Each has a row of worlds for the move played and one for the best.
    """
    found: list[tuple[float, Consequence]] = []
    for what, worlds in happened:
        gaps = worlds[0].astype(np.float64) - worlds[1]
        difference, error = float(gaps.mean()), independent_error(gaps)
        if difference > CLEAR * error:
            shares = worlds.mean(axis=1)
            found.append((difference, Consequence(what, float(shares[0]), float(shares[1]))))
    return max(found, key=lambda each: each[0])[1] if found else None

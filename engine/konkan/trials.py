"""Moves compared in the same deals, each played to the end by the reference player.

All moves are tried in the same sampled worlds, so that a difference of two has far less noise than
either value; a caller may choose on one half of the worlds and measure on the other. The reference
player is the one of the search's playouts; the value of a position is what it comes to when the
reference player goes on from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.control import Control
from engine.errors import IllegalStateError
from engine.konkan.cards import card_of_kind
from engine.konkan.game import Observation
from engine.konkan.search import Draw
from engine.statistics import Interval, mean_interval

TOOK, CAME_DOWN = 1, 2  # in `MoveTrial.replies`: took the card that was thrown, came down
NO_WINNER = 255  # in `MoveTrial.winners`: the round was drawn


@dataclass(frozen=True, slots=True, eq=False)
class MoveTrial:
    """The winner after each move in each world: `winners[move, world]`, `NO_WINNER` in a draw."""

    me: int
    moves: tuple[tuple[str, ...], ...]
    winners: NDArray[np.uint8]
    replies: NDArray[np.uint8]  # what the next player did: bits `TOOK` and `CAME_DOWN`

    @property
    def n_worlds(self) -> int:
        """Worlds in which all moves were tried."""
        return int(self.winners.shape[1])

    @property
    def results(self) -> NDArray[np.float64]:
        """1 where the own seat won, 0 elsewhere, for each move and world."""
        return np.equal(self.winners, self.me).astype(np.float64)

    def value(self, move: int) -> Interval:
        """Return the own chance to win after a move."""
        return _interval(self.results[move])

    def difference(self, first: int, second: int) -> Interval:
        """Return how much better the first move is than the second, by the worlds that both were
        in.
        """
        results = self.results
        return _interval(results[first] - results[second])


def _interval(values: NDArray[np.float64]) -> Interval:
    n_worlds = len(values)
    variance = float(values.var(ddof=1)) if n_worlds > 1 else 0.0
    return mean_interval(float(values.mean()) if n_worlds else 0.0, variance, n_worlds)


def evaluate_moves(
    observation: Observation,
    moves: Sequence[Sequence[str]],
    n_worlds: int,
    seed: int = 0,
    control: Control | None = None,
    against: str = "equal",
) -> MoveTrial:
    """Try moves of the seat to act in the same worlds, each to the end.

    A move is a turn or a part of one, as text; an empty one lets the reference player choose. A job
    that is cancelled or out of time returns the worlds that are done.
    """
    core = _trial(observation, moves, seed, against)
    (control or Control()).run_slices(core.run, n_worlds, "playing on")
    winners, replies = (
        np.frombuffer(bits, np.uint8).reshape(-1, len(moves)).T
        for bits in (core.winners(), core.replies())
    )
    return MoveTrial(observation.me, tuple(map(tuple, moves)), winners, replies)


def draws_after(observation: Observation, turn: Sequence[str]) -> tuple[Draw, ...]:
    """Return every card that may come after a turn, and what it then does."""
    found = _trial(observation, [turn]).draws(0)
    return tuple(Draw(card_of_kind(kind), points, out) for kind, points, out in found)


def _trial(
    observation: Observation, moves: Sequence[Sequence[str]], seed: int = 0, against: str = "equal"
) -> rust_meld.Trial:
    tried = [list(move) for move in moves]
    try:
        return rust_meld.Trial(observation.view, tried, seed=seed % 2**64, opponents=against)
    except ValueError as error:
        raise IllegalStateError(str(error)) from None


def evaluate_position(
    observation: Observation,
    n_worlds: int,
    seed: int = 0,
    control: Control | None = None,
    against: str = "equal",
) -> MoveTrial:
    """Return the value of a position if the reference player moves, in the worlds of
    `evaluate_moves`.
    """
    return evaluate_moves(observation, [()], n_worlds, seed, control, against)

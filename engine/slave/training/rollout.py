"""Batched self-play: many games at once, each learner's choices kept as an episode.

A seat is a simple compiled policy, the learner, or an earlier self from the pool. A finished
game gives every learner seat its utility; the batch then deals a new game in its place.
"""

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.slave.actions import N_ACTIONS
from engine.slave.kernels import deals, rounds
from engine.slave.kernels.players import advance
from engine.slave.layout import N_FEATURES
from engine.slave.search import SearchSettings
from engine.slave.training.curriculum import POOL, SELF, Stage
from engine.slave.training.pool import Pool

UTILITIES = np.array(SearchSettings().utilities, np.float32)


@dataclass(frozen=True, slots=True)
class TrainingBatch:
    """Choices of finished episodes, ready to learn from."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    log_shares: NDArray[np.float32]
    values: NDArray[np.float32]
    returns: NDArray[np.float32]
    advantages: NDArray[np.float32]


@dataclass(slots=True)
class LearnerStep:
    """One choice of a learner, with its log probability and value estimate at that time."""

    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    action: int
    log_share: float
    value: float


def _stack(rows: Sequence[Any], width: int) -> NDArray[np.float64]:
    return np.array(rows, np.float64).reshape(-1, width)


class GamesInPlay:
    """A batch of games in play; `collect` runs them until enough choices are finished."""

    def __init__(self, n_games: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.state = np.array([self.rng.integers(1 << 62)], np.int64)
        self.rows = np.zeros((n_games, rounds.ROW), np.int64)
        self.seats = np.zeros((n_games, 4), np.int64)  # simple policy, SELF or POOL
        self.pool_index = np.zeros((n_games, 4), np.int64)
        self.episodes: list[list[list[LearnerStep]]] = [[[], [], [], []] for _ in range(n_games)]
        self.rows[:, rounds.N_DONE] = 4

    def copy(self) -> "GamesInPlay":
        """Return an independent copy of the games in play; choices already made are shared."""
        twin = copy(self)
        twin.rng = deepcopy(self.rng)
        twin.state, twin.rows = self.state.copy(), self.rows.copy()
        twin.seats, twin.pool_index = self.seats.copy(), self.pool_index.copy()
        twin.episodes = [[list(steps) for steps in game] for game in self.episodes]
        return twin

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the games in play and all choices made in them, but not the random numbers."""
        places = [(g, s) for g, game in enumerate(self.episodes) for s in range(4) for _ in game[s]]
        steps = [step for game in self.episodes for choices in game for step in choices]
        return {
            "state": self.state,
            "rows": self.rows,
            "seats": self.seats,
            "pool_index": self.pool_index,
            "step_places": np.array(places, np.int64).reshape(-1, 2),
            "step_observations": _stack([step.observation for step in steps], N_FEATURES),
            "step_masks": _stack([step.mask for step in steps], N_ACTIONS).astype(np.int8),
            "step_figures": _stack([(s.action, s.log_share, s.value) for s in steps], 3),
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take up the games that `arrays` described."""
        self.state, self.rows, self.seats, self.pool_index = (
            arrays[name].copy() for name in ("state", "rows", "seats", "pool_index")
        )
        self.episodes = [[[], [], [], []] for _ in self.rows]
        parts = ("step_places", "step_observations", "step_masks", "step_figures")
        for place, observation, mask, figures in zip(*(arrays[p] for p in parts), strict=True):
            action, log_share, value = figures
            step = LearnerStep(
                observation.astype(np.float32), mask, int(action), float(log_share), float(value)
            )
            self.episodes[place[0]][place[1]].append(step)

    def deal(self, stage: Stage, pool: Pool) -> None:
        """Start a new game wherever one is over."""
        shares = [share for share, _ in stage.tables]
        for game in np.flatnonzero(self.rows[:, rounds.N_DONE] == 4):
            row = self.rows[game]
            deals.reset_row(row, self.state, stage.titled_share, 0, stage.hand_size)
            table = stage.tables[int(self.rng.choice(len(shares), p=shares))][1]
            hero = int(self.rng.integers(4))
            self.seats[game, hero] = SELF
            for offset, opponent in enumerate(self.rng.permutation(table)):
                seat = (hero + offset + 1) % 4
                self.seats[game, seat] = SELF if opponent == POOL and not pool.nets else opponent
                if self.seats[game, seat] == POOL:
                    self.pool_index[game, seat] = pool.pick(self.rng)

    def movers(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Run the games up to the next choices; returns who decides (SELF, POOL) per game."""
        advance(self.rows, self.seats, self.state)
        current = self.rows[:, rounds.CUR]
        everyone = np.arange(len(self.rows))
        deciding = np.where(self.rows[:, rounds.N_DONE] == 4, 0, self.seats[everyone, current])
        return deciding, self.pool_index[everyone, current]

    def record(self, games: NDArray[np.int64], steps: list[LearnerStep]) -> None:
        """Keep the learner's choices and play them."""
        for game, step in zip(games, steps, strict=True):
            self.episodes[game][int(self.rows[game, rounds.CUR])].append(step)
        self.play(games, steps)

    def play(self, games: NDArray[np.int64], steps: list[LearnerStep]) -> None:
        """Play the chosen actions."""
        for game, step in zip(games, steps, strict=True):
            rounds.apply_action(self.rows[game], step.action)

    def finish(self, out: "Collector") -> None:
        """Hand over the episodes of games that are over."""
        for game in np.flatnonzero(self.rows[:, rounds.N_DONE] == 4):
            for seat in range(4):
                steps = self.episodes[game][seat]
                if steps:
                    out.add(steps, float(UTILITIES[rounds.place_of(self.rows[game], seat)]))
                    self.episodes[game][seat] = []


class Collector:
    """Gathers finished episodes and computes their advantages (GAE with no discount)."""

    def __init__(self, gae_lambda: float) -> None:
        self.gae_lambda = gae_lambda
        self.steps: list[LearnerStep] = []
        self.returns: list[float] = []
        self.advantages: list[float] = []
        self.utilities: list[float] = []

    def add(self, steps: list[LearnerStep], utility: float) -> None:
        """Take in one seat's choices of one game and what came of them."""
        self.utilities.append(utility)
        advantage, next_value = 0.0, utility
        advantages = []
        for step in reversed(steps):
            advantage = next_value - step.value + self.gae_lambda * advantage
            advantages.append(advantage)
            next_value = step.value
        self.steps += steps
        self.advantages += advantages[::-1]
        self.returns += [a + s.value for a, s in zip(advantages[::-1], steps, strict=True)]

    def batch(self) -> TrainingBatch:
        """Return everything gathered, as arrays."""
        return TrainingBatch(
            np.stack([s.observation for s in self.steps]),
            np.stack([s.mask for s in self.steps]),
            np.array([s.action for s in self.steps]),
            np.array([s.log_share for s in self.steps], np.float32),
            np.array([s.value for s in self.steps], np.float32),
            np.array(self.returns, np.float32),
            np.array(self.advantages, np.float32),
        )

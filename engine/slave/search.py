"""The search: every move played out in many deals that fit what was seen.

Playouts are shared out in phases; after each, the weaker half of the moves is dropped, and
all moves of a phase see the same deals. Work is cut into slices that poll the control.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.slave.kernels import playouts
from engine.slave.policy import Policy
from engine.slave.view import PlayerView

SLICE_PLAYOUTS = 4_000  # about 20 ms


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How hard to search, and what the places are worth to the searcher."""

    n_playouts: int = 1_200
    n_phases: int = 3
    n_burn: int = 60
    n_swaps: int = 4
    utilities: tuple[float, float, float, float] = (1.0, 0.5, 0.2, 0.0)
    keep: int = 2
    prior_weight: float = 0.2  # how much a policy's share of a move adds to its value


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was counted: for every action, how often each title came out."""

    actions: NDArray[np.int64]
    tally: NDArray[np.int64]
    values: NDArray[np.float64]

    @property
    def best(self) -> int:
        """The action with the highest value."""
        return int(self.actions[np.argmax(self.values)])


class Search:
    """A searcher with its own stream of random numbers: same seed and views, same moves.

    With a policy, moves that it likes get a small bonus: playouts alone are noisy, and their
    simple players misjudge some moves in a way that more playouts do not cure.
    """

    def __init__(
        self, settings: SearchSettings | None = None, seed: int = 0, policy: Policy | None = None
    ) -> None:
        self.settings = settings or SearchSettings()
        self.policy = policy
        self._bonus = np.zeros(0)
        self._rng = np.array([seed], np.int64)
        self._hands = np.zeros(5, np.int64)
        self._buffers = np.zeros((2, 64), np.int64)

    def candidates(self, view: PlayerView) -> NDArray[np.int64]:
        """The legal moves that are worth telling apart."""
        out, buffer = self._buffers
        return out[: playouts.search_actions(view.row, out, buffer)].copy()

    def run(self, view: PlayerView, control: Control | None = None) -> SearchResult:
        """Search the position of a view, whose player must be to move; tell early counts."""
        control = control or Control()
        actions = self.candidates(view)
        self._bonus = self._prior(view, actions)
        alive = np.ones(len(actions), np.bool_)
        tally = np.zeros((len(actions), 4), np.int64)
        phases = 1 if len(actions) <= self.settings.keep else self.settings.n_phases
        for phase in range(phases):
            n_worlds = max(2, self.settings.n_playouts // phases // int(alive.sum()))
            for n_now, fresh in _slices(n_worlds, int(alive.sum()), phase == 0):
                self._play_out(view, actions, alive, tally, n_now, fresh)
                if control.wants_report():
                    so_far = self._result(actions, tally, alive)
                    n_done, n_wanted = int(tally.sum()), self.settings.n_playouts
                    control.report(n_done, n_wanted, "playing out moves", so_far)
                if control.should_stop():
                    return self._result(actions, tally, alive)
            if phase + 1 < phases:
                self._drop_weak(self._values_of(tally), alive)
        return self._result(actions, tally, alive)

    def _result(
        self, actions: NDArray[np.int64], tally: NDArray[np.int64], alive: NDArray[np.bool_]
    ) -> SearchResult:
        values = self._values_of(tally)
        return SearchResult(actions, tally, np.where(alive, values, values - 1.0))

    def _values_of(self, tally: NDArray[np.int64]) -> NDArray[np.float64]:
        """The mean utility of each action, and what the policy adds to it."""
        n_samples = np.maximum(1, tally.sum(axis=1))
        means: NDArray[np.float64] = tally @ np.array(self.settings.utilities) / n_samples
        return means + self._bonus

    def _prior(self, view: PlayerView, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        if self.policy is None:
            return np.zeros(len(actions))
        logits = self.policy.logits(view.observation()[None], view.action_mask()[None])[0, actions]
        weights: NDArray[np.float64] = np.exp(logits.astype(np.float64) - logits.max())
        return weights * (self.settings.prior_weight / float(weights.sum()))

    def _drop_weak(self, values: NDArray[np.float64], alive: NDArray[np.bool_]) -> None:
        n_keep = max(self.settings.keep, (int(alive.sum()) + 1) // 2)
        order = np.argsort(-np.where(alive, values, -1.0), kind="stable")
        alive[order[n_keep:]] = False

    def _play_out(
        self,
        view: PlayerView,
        actions: NDArray[np.int64],
        alive: NDArray[np.bool_],
        tally: NDArray[np.int64],
        n_worlds: int,
        fresh: bool,
    ) -> None:
        playouts.search_slice(
            view.row,
            view.seat,
            view.known,
            view.past,
            view.laid,
            self._hands,
            actions,
            alive,
            tally,
            n_worlds,
            self.settings.n_burn if fresh else 0,
            self.settings.n_swaps,
            self._rng,
        )


def _slices(n_worlds: int, n_actions: int, fresh: bool) -> Iterator[tuple[int, bool]]:
    """Cut some worlds into slices of about 20 ms; the first may have to start a chain."""
    per_slice = max(1, SLICE_PLAYOUTS // n_actions)
    for start in range(0, n_worlds, per_slice):
        yield min(per_slice, n_worlds - start), fresh and start == 0

"""The search: every move played out in many deals that fit what was seen.

Playouts are shared out in phases; after each, the weaker half of the moves is dropped, and
all moves of a phase see the same deals. Work is cut into slices that poll the control.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.slave.kernels import playouts
from engine.slave.kernels.playouts import Moves, drop_weak
from engine.slave.kernels.quick import make_scratch
from engine.slave.kernels.worlds import Seen, make_chain, start_chain
from engine.slave.policy import Policy, load_policy
from engine.slave.view import PlayerView

SLICE_PLAYOUTS = 4_000  # about 20 ms
FIRST_WORLDS = 12  # played out before a move is dropped for the first time


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How hard to search at most, and what the places are worth to the searcher."""

    n_playouts: int = 1_200
    n_burn: int = 20
    n_swaps: int = 1
    utilities: tuple[float, float, float, float] = (1.0, 0.5, 0.2, 0.0)
    prior_weight: float = 0.1  # how much a policy's share of a move adds to its value
    least_share: float = 0.002  # moves that the policy likes less are not searched
    doubt: float = 2.0  # a move so many standard errors below the best is dropped
    keep: int = 1  # so many moves are never dropped


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

    Moves that the policy likes get a small bonus: playouts alone are noisy.
    """

    def __init__(
        self, settings: SearchSettings | None = None, seed: int = 0, policy: Policy | None = None
    ) -> None:
        self.settings = settings or SearchSettings()
        self.policy = load_policy() if policy is None else policy
        self._utilities = np.array(self.settings.utilities)
        self._rng = np.array([seed], np.int64)
        self._chain, self._scratch = make_chain(), make_scratch()
        self._buffers = np.zeros((2, 64), np.int64)

    def candidates(self, view: PlayerView) -> NDArray[np.int64]:
        """The legal moves that are worth telling apart."""
        out, buffer = self._buffers
        return out[: playouts.search_actions(view.row, out, buffer)].copy()

    def run(
        self,
        view: PlayerView,
        control: Control | None = None,
        on_slice: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """Search the position of a view, whose player must be to move.

        `on_slice` is told the counts so far, every twenty milliseconds or so.
        """
        settings = self.settings
        moves = self._moves(view)
        seen = Seen(view.row, view.seat, view.known, view.past, view.laid)
        n_alive, n_left = int(moves.alive.sum()), settings.n_playouts
        n_worlds = FIRST_WORLDS
        if n_alive > 1 or settings.keep > 1:
            start_chain(
                seen, self.policy.quick, self._chain, self._scratch, self._rng, settings.n_burn
            )
        while n_left >= n_alive and (n_alive > 1 or settings.keep > 1):
            n_now = min(n_worlds, n_left // n_alive, max(1, SLICE_PLAYOUTS // n_alive))
            self._play_out(seen, moves, n_now)
            n_left -= n_now * n_alive
            n_worlds += n_now
            if on_slice is not None:
                on_slice(self._result(moves))
            if control is not None and control.should_stop():
                break
            n_alive = drop_weak(moves, self._utilities, settings.doubt, settings.keep)
        return self._result(moves)

    def _moves(self, view: PlayerView) -> Moves:
        """All candidates, of which those are alive that the policy does not find absurd."""
        actions = self.candidates(view)
        n = len(actions)
        shares = self._shares(view, actions)
        alive = shares >= min(self.settings.least_share, float(shares.max()))
        tally, spread = np.zeros((n, 4), np.int64), np.zeros((n, n))
        return Moves(actions, self.settings.prior_weight * shares, alive, tally, spread)

    def _shares(self, view: PlayerView, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        logits = self.policy.logits(view.observation()[None], view.action_mask()[None])[0, actions]
        weights: NDArray[np.float64] = np.exp(logits.astype(np.float64) - logits.max())
        return weights / weights.sum()

    def _result(self, moves: Moves) -> SearchResult:
        n_samples = np.maximum(1, moves.tally.sum(axis=1))
        values = moves.tally @ self._utilities / n_samples + moves.bonus
        return SearchResult(moves.actions, moves.tally, np.where(moves.alive, values, values - 2.0))

    def _play_out(self, seen: Seen, moves: Moves, n_worlds: int) -> None:
        playouts.search_slice(
            seen,
            moves,
            self._utilities,
            self.policy.quick,
            self._chain,
            self._scratch,
            self._rng,
            n_worlds,
            self.settings.n_swaps,
        )

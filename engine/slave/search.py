"""The search: moves played out in many deals that fit what was seen, by the policy's quick form.

All moves see the same deals, and a move is dropped as soon as it is clearly worse than the best
one; so most decisions take few of the playouts that are allowed. With few cards left in all hands
a deal is solved instead. Work is cut into slices that poll the control.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.errors import InputError
from engine.slave.kernels import playouts
from engine.slave.kernels.endgame import make_solver
from engine.slave.kernels.playouts import Moves, Tools, drop_weak
from engine.slave.kernels.quick import make_scratch
from engine.slave.kernels.worlds import Seen, make_chain, start_chain
from engine.slave.policy import Policy, load_policy
from engine.slave.view import PlayerView

SLICE_PLAYOUTS = 4_000  # about 20 ms
BASE_PLAYOUTS = 1_200
FIRST_WORLDS = 12  # played out before a move is dropped for the first time


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How hard to search at most, and what the places are worth to the searcher."""

    n_playouts: int = BASE_PLAYOUTS
    n_burn: int = 100  # swaps of cards before the first deal that counts; most change nothing
    n_swaps: int = 10  # and between two deals
    utilities: tuple[float, float, float, float] = (1.0, 0.5, 0.2, 0.0)
    prior_weight: float = 0.1  # how much a policy's share of a move adds to its value
    least_share: float = 0.002  # moves that the policy likes less are not searched
    doubt: float = 2.0  # a move so many standard errors below the best is dropped
    keep: int = 1  # so many moves are never dropped


def settings_for(n_playouts: int) -> SearchSettings:
    """Settings that make use of a budget.

    Deals that follow each other are much alike after few swaps, so beyond 1,200 playouts time is
    better spent on more of them, and on not dropping a move by chance, than on more deals alone.
    """
    ampler = min(1.0, max(0.0, math.log10(n_playouts / BASE_PLAYOUTS)))
    n_swaps = round(10 + 20 * ampler)
    return SearchSettings(n_playouts, 10 * n_swaps, n_swaps, doubt=2.0 + 0.5 * ampler)


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
        if self.policy.quick is None:
            raise InputError("this policy has no quick form to search with: train it again")
        self._tools = Tools(self.policy.quick, make_scratch(), make_solver())
        self._utilities = np.array(self.settings.utilities)
        self._rng = np.array([seed], np.int64)
        self._chain = make_chain()
        self._buffers = np.zeros((2, 64), np.int64)

    def candidates(self, view: PlayerView) -> NDArray[np.int64]:
        """The legal moves that are worth telling apart."""
        out, buffer = self._buffers
        return out[: playouts.search_actions(view.row, out, buffer)].copy()

    def run(self, view: PlayerView, control: Control | None = None) -> SearchResult:
        """Search the position of a view, whose player must be to move.

        The control hears of the counts so far, and is asked every twenty milliseconds or so.
        """
        settings, control = self.settings, control or Control()
        moves = self._moves(view)
        seen = Seen(view.row, view.seat, view.known, view.past, view.laid)
        n_alive, n_done, n_worlds = int(moves.alive.sum()), 0, FIRST_WORLDS
        if n_alive <= 1 == settings.keep:
            return self._result(moves)
        start_chain(
            seen, self._tools.net, self._chain, self._tools.scratch, self._rng, settings.n_burn
        )
        while n_done + n_alive <= settings.n_playouts and not n_alive <= 1 == settings.keep:
            n_left = (settings.n_playouts - n_done) // n_alive
            n_now = min(n_worlds, n_left, max(1, SLICE_PLAYOUTS // n_alive))
            self._play_out(seen, moves, n_now)
            n_done, n_worlds = n_done + n_now * n_alive, n_worlds + n_now
            if control.wants_report():
                so_far = self._result(moves)
                control.report(n_done, settings.n_playouts, "playing out moves", so_far)
            if control.should_stop():
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
        shares: NDArray[np.float64] = weights / weights.sum()
        return shares

    def _result(self, moves: Moves) -> SearchResult:
        n_samples = np.maximum(1, moves.tally.sum(axis=1))
        values = moves.tally @ self._utilities / n_samples + moves.bonus
        return SearchResult(moves.actions, moves.tally, np.where(moves.alive, values, values - 2.0))

    def _play_out(self, seen: Seen, moves: Moves, n_worlds: int) -> None:
        playouts.search_slice(
            seen,
            moves,
            self._utilities,
            self._tools,
            self._chain,
            self._rng,
            n_worlds,
            self.settings.n_swaps,
        )

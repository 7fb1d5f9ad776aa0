"""The search: moves played out in many deals that fit what was seen, by the policy's quick form.

All moves see the same deals, and a move is dropped as soon as it is clearly worse than the best
one; so most decisions take few of the playouts that are allowed. With few cards left in all hands
a deal is solved instead. Work is cut into slices that poll the control.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.slave.actions import FIRST_PAIR, FIRST_SINGLE, FIRST_TRIPLE
from engine.slave.budget import PLAYER_PLAYOUTS
from engine.slave.card import N_SEATS
from engine.slave.game_state import Title
from engine.slave.policy import Policy, load_policy
from engine.slave.view import PlayerView, check_view

if TYPE_CHECKING:
    from engine.slave.kernels.playouts import Moves
    from engine.slave.kernels.worlds import Evidence

Against = Literal["equal", "weaker"]

SLICE_PLAYOUTS = 1_500  # about 20 ms
# How likely an opponent is greedy, plays by the rules of thumb, or plays as the policy does.
OPPONENT_TYPES: Mapping[str, tuple[float, float, float]] = {
    "equal": (0.0, 0.0, 1.0),
    "weaker": (0.7, 0.3, 0.0),
}
# Players who search depart from the policy's first choice, and chances are said against them. By
# searching the others gain more on the King of the round before than he gains himself.
CHANCES_SLIP, CHANCES_KING_SLIP = 0.20, 0.27
FIRST_WORLDS = 12  # played out before a move is dropped for the first time


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How hard to search at most, and what the places are worth to the searcher."""

    n_playouts: int = PLAYER_PLAYOUTS
    n_burn: int = 400  # swaps of cards before the first deal that counts
    n_swaps: int = 6  # and between two deals
    utilities: tuple[float, float, float, float] = (1.0, 0.5, 0.2, 0.0)
    prior_weight: float = 0.1  # how much a policy's share of a move adds to its value
    least_share: float = 0.002  # moves with a smaller share of the policy are not searched
    doubt: float = 2.0  # standard errors below the best at which a move is dropped
    keep: int = 1  # moves that are never dropped
    against: Against = "equal"  # how the other players are assumed to play
    solves: bool = True  # endgames are solved with all hands open, not played by the policy
    slip: float = 0.0  # how often the policy departs from its first choice in playouts
    king_slip: float = 0.0  # and how often that of the King of the round before


def seen_of(view: PlayerView, against: Against = "equal") -> "Evidence":
    """Return a view as the kernels take it."""
    from engine.slave.kernels.worlds import Evidence

    check_view(view)
    prior = np.array(OPPONENT_TYPES[against])
    return Evidence(
        view.row,
        np.int64(view.seat),
        view.known,
        view.past,
        view.laid,
        np.int64(view.received),
        prior,
    )


def settings_for(n_playouts: int) -> SearchSettings:
    """Return settings that suit a number of playouts.

    Deals that follow each other are much alike after few swaps, so beyond 1,200 playouts time is
    better spent on more of them, and on not dropping a move by chance, than on more deals alone.
    """
    ampler = min(1.0, max(0.0, math.log10(n_playouts / PLAYER_PLAYOUTS)))
    n_swaps = round(6 + 6 * ampler)
    return SearchSettings(n_playouts, n_swaps=n_swaps, doubt=2.0 + 0.5 * ampler)


def settings_for_chances(n_playouts: int) -> SearchSettings:
    """Return settings for chances to be said: players depart from the policy, nothing is solved."""
    return replace(
        settings_for(n_playouts), solves=False, slip=CHANCES_SLIP, king_slip=CHANCES_KING_SLIP
    )


def slips_of(titles: Sequence[int] | None, settings: SearchSettings) -> NDArray[np.float64]:
    """Return how often the policy in each seat departs from its first choice."""
    slips = np.full(N_SEATS, settings.slip)
    if titles is not None:
        slips[titles.index(Title.KING)] = settings.king_slip
    return slips


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


class Playouts:
    """Plays moves of one view out in the deals of one chain, or of several, one after another."""

    def __init__(
        self, view: PlayerView, settings: SearchSettings, policy: Policy, rng: NDArray[np.int64]
    ) -> None:
        from engine.slave.kernels import playouts
        from engine.slave.kernels.endgame import make_solver
        from engine.slave.kernels.quick import make_scratch
        from engine.slave.kernels.worlds import make_chain

        self._kernels, self._settings = playouts, settings
        self._seen = seen_of(view, settings.against)
        self._tools = playouts.Tools(policy.quick_form, make_scratch(), make_solver())
        self._chain = make_chain()
        self._utilities = np.array(settings.utilities)
        self._slips = slips_of(view.titles, settings)
        self.start(rng)

    def start(self, rng: NDArray[np.int64]) -> None:
        """Begin a chain of deals; what hands weigh is remembered from the chains before it."""
        from engine.slave.kernels.worlds import start_chain

        self._rng, (net, scratch, _) = rng, self._tools
        start_chain(self._seen, net, self._chain, scratch, rng, np.int64(self._settings.n_burn))

    def play(self, moves: "Moves", n_worlds: int) -> NDArray[np.int8]:
        """Return the title of every move in each of the next deals (-1: not alive), added to its
        tally.
        """
        places = np.empty((len(moves.actions), n_worlds), np.int8)
        self._kernels.search_slice(
            self._seen,
            moves,
            self._utilities,
            self._tools,
            self._chain,
            self._rng,
            places,
            np.int64(self._settings.n_swaps),
            np.int64(self._settings.solves),
            self._slips,
        )
        return places

    def drop_weak(self, moves: "Moves") -> int:
        """Drop moves that are clearly worse than the best; returns how many are left."""
        settings = self._settings
        keep = np.int64(settings.keep)
        return int(self._kernels.drop_weak(moves, self._utilities, settings.doubt, keep))


def no_counts(
    actions: NDArray[np.int64], bonus: NDArray[np.float64], alive: NDArray[np.bool_]
) -> "Moves":
    """Return moves that were not played out yet."""
    from engine.slave.kernels.playouts import Moves

    n = len(actions)
    return Moves(actions, bonus, alive, np.zeros((n, 4), np.int64), np.zeros((n, n)))


class Search:
    """A searcher with its own stream of random numbers: same seed and views, same moves.

    Moves that the policy likes get a small bonus: playouts alone are noisy.
    """

    def __init__(
        self, settings: SearchSettings | None = None, seed: int = 0, policy: Policy | None = None
    ) -> None:
        self.settings = settings or SearchSettings()
        self.policy = load_policy() if policy is None else policy
        self.policy.quick_form  # noqa: B018 - refuse a policy without one now, not at a move
        self._utilities = np.array(self.settings.utilities)
        self._rng = np.array([seed], np.int64)

    def run(self, view: PlayerView, control: Control | None = None) -> SearchResult:
        """Search the position of a view, whose player must be to move.

        The counts so far are reported to the control, which is polled about every 20 milliseconds.
        """
        settings, control = self.settings, control or Control()
        moves = self._moves(view)
        n_alive, n_done, n_worlds = int(moves.alive.sum()), 0, FIRST_WORLDS
        if n_alive <= 1 == settings.keep:
            return self._result(moves)
        played = Playouts(view, settings, self.policy, self._rng)
        result = partial(self._result, moves)
        while n_done + n_alive <= settings.n_playouts and not n_alive <= 1 == settings.keep:
            n_left = (settings.n_playouts - n_done) // n_alive
            n_now = min(n_worlds, n_left, max(1, SLICE_PLAYOUTS // n_alive))
            played.play(moves, n_now)
            n_done, n_worlds = n_done + n_now * n_alive, n_worlds + n_now
            if not control.goes_on(n_done, settings.n_playouts, "playing out moves", result):
                break
            n_alive = played.drop_weak(moves)
        return result()

    def _moves(self, view: PlayerView) -> "Moves":
        """Return all candidates, of which those are alive that the policy does not find absurd."""
        actions = candidates(view)
        if len(actions) == 1:
            return no_counts(actions, np.zeros(1), np.ones(1, np.bool_))
        shares = policy_shares(view, actions, self.policy)
        alive = shares >= min(self.settings.least_share, float(shares.max()))
        return no_counts(actions, self.settings.prior_weight * shares, alive)

    def _result(self, moves: "Moves") -> SearchResult:
        n_samples = np.maximum(1, moves.tally.sum(axis=1))
        values = moves.tally @ self._utilities / n_samples + moves.bonus
        return SearchResult(moves.actions, moves.tally, np.where(moves.alive, values, values - 2.0))


def candidates(view: PlayerView) -> NDArray[np.int64]:
    """Return the legal moves worth distinguishing: of each rank only the lowest and the highest."""
    legal = view.legal_actions()
    ranks = [_rank_group(action) for action in legal]
    around = zip([None, *ranks[:-1]], ranks, [*ranks[1:], None], strict=True)
    is_inner = [group is not None and before == group == after for before, group, after in around]
    return np.array([a for a, inner in zip(legal, is_inner, strict=True) if not inner], np.int64)


def _rank_group(action: int) -> tuple[str, int] | None:
    """Return the rank of a single or pair; other actions stand alone."""
    if FIRST_SINGLE <= action < FIRST_PAIR:
        return "single", (action - FIRST_SINGLE) // 4
    return ("pair", (action - FIRST_PAIR) // 6) if FIRST_PAIR <= action < FIRST_TRIPLE else None


def policy_shares(
    view: PlayerView, actions: NDArray[np.int64], policy: Policy
) -> NDArray[np.float64]:
    """Return the network's shares of some actions, which add up to 1."""
    logits = policy.logits(view.observation()[None], view.action_mask()[None])[0, actions]
    weights: NDArray[np.float64] = np.exp(logits.astype(np.float64) - logits.max())
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares

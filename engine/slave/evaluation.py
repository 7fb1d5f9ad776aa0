"""Moves of a position in the same sampled deals: what advice and review are counted from.

Every move is followed by the policy in all seats to the end of the round, so a value speaks of one
known continuation, and two moves are compared deal by deal. For advice players depart from the
policy at times (`search.settings_for_chances`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.slave.compile import is_compiled, prepare
from engine.slave.policy import Policy, load_policy
from engine.slave.search import (
    FIRST_WORLDS,
    SLICE_PLAYOUTS,
    Against,
    Playouts,
    SearchSettings,
    no_counts,
    settings_for,
)
from engine.slave.view import PlayerView

TITLE_VALUES = (1.0, 2 / 3, 1 / 3, 0.0)  # the expected title, King to Slave
N_BATCHES = 25
LEAST_WORLDS = 100  # deals before the first move may be dropped
LEFT_OUT = -1  # in place of a title: the move was not played out in that deal


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of each move in each sampled deal.

    `places[i, w]` is the title, 0 King to 3 Slave, after move i in deal w, `LEFT_OUT` where a move
    had been dropped before; `reference[w]` that of the move which the policy itself would play. The
    deals follow each other in a chain and resemble their neighbours: use `mean_error` for errors.
    """

    actions: tuple[int, ...]
    places: NDArray[np.int8]
    reference: NDArray[np.int8]

    @property
    def n_worlds(self) -> int:
        """How many deals were played out."""
        return len(self.reference)

    @property
    def values(self) -> NDArray[np.float64]:
        """Each move's title in each deal from 0 (Slave) to 1 (King); NaN where left out."""
        return title_values(self.places)

    @property
    def kings(self) -> NDArray[np.bool_]:
        """Whether each move made its player King in each deal."""
        kings: NDArray[np.bool_] = self.places == 0
        return kings

    @property
    def reference_values(self) -> NDArray[np.float64]:
        """V of the position: the title in each deal when the policy chooses this move, too."""
        return title_values(self.reference)

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Return how much better the first of two moves (by index) is in the same deals, and
        its ±.
        """
        both = (self.places[first] != LEFT_OUT) & (self.places[second] != LEFT_OUT)
        gaps = title_values(self.places[first, both]) - title_values(self.places[second, both])
        return (float(gaps.mean()), mean_error(gaps)) if len(gaps) else (0.0, float("inf"))


def title_values(places: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return titles as values from 0 (Slave) to 1 (King)."""
    return np.array([*TITLE_VALUES, np.nan])[places]


def mean_error(series: NDArray[np.float64]) -> float:
    """Return the ± (95%) of the mean of a series from a chain, by batch means."""
    n = len(series)
    if n < 2 * N_BATCHES:
        return float(1.96 * series.std(ddof=1) / n**0.5) if n > 1 else float("inf")
    size = n // N_BATCHES
    means = series[-size * N_BATCHES :].reshape(N_BATCHES, size).mean(axis=1)
    return float(2.064 * means.std(ddof=1) / N_BATCHES**0.5)  # Student's t with 24 degrees


def evaluate_moves(
    view: PlayerView,
    moves: Sequence[int],
    n_worlds: int = 1_000,
    seed: int = 0,
    control: Control | None = None,
    against: Against = "equal",
    policy: Policy | None = None,
) -> Evaluation:
    """Play out some legal actions of a view in the same deals; fewer deals if it is stopped."""
    return next(evaluate_chains(view, moves, n_worlds, (seed,), control, against, policy))


def evaluate_chains(
    view: PlayerView,
    moves: Sequence[int],
    n_worlds: int,
    seeds: Iterable[int],
    control: Control | None = None,
    against: Against = "equal",
    policy: Policy | None = None,
) -> Iterator[Evaluation]:
    """Yield what `evaluate_moves` returns for every seed; together they take less time."""
    legal = view.legal_actions()
    wrong = sorted({*moves} - {*legal})
    if wrong or not moves:
        raise InputError(f"no legal moves to evaluate: {wrong or 'none'} of {legal}")
    if n_worlds < 1:
        raise InputError(f"{n_worlds} deals: expected at least 1")
    policy, control = policy or load_policy(), prepare(control)
    if control.cancel.is_set() and not is_compiled():
        raise Cancelled("the computation was cancelled")
    own = reference_action(view, policy)
    actions = [*dict.fromkeys(moves)]
    played = actions if own in actions else [*actions, own]
    settings = replace(
        settings_for(n_worlds * len(played)), keep=len(played), against=against, solves=False
    )
    playouts: Playouts | None = None
    for seed in seeds:
        rng = np.array([seed], np.int64)
        if playouts is None:
            playouts = Playouts(view, settings, policy, rng)
        else:
            playouts.start(rng)
        places = _race(playouts, np.array(played, np.int64), settings, control)
        reference = places[played.index(own)]
        yield Evaluation(tuple(actions), places[: len(actions)], reference)


def reference_action(view: PlayerView, policy: Policy) -> int:
    """Return what the policy that plays on in every deal would play now."""
    from engine.slave.kernels.quick import make_scratch, quick_action

    return int(quick_action(view.row, policy.quick_form, make_scratch()))


def race_moves(
    view: PlayerView,
    actions: NDArray[np.int64],
    settings: SearchSettings,
    policy: Policy,
    seed: int,
    control: Control | None = None,
    partial: Callable[[NDArray[np.int8]], object] = lambda places: places,
) -> NDArray[np.int8]:
    """Return the places of all moves, deal by deal; clearly worse ones are dropped down to `keep`.

    Partial answers, made of the places so far, are reported to the control, which is polled
    every few hundredths of a second.
    """
    playouts = Playouts(view, settings, policy, np.array([seed], np.int64))
    return _race(playouts, actions, settings, control or Control(), partial)


def _race(
    playouts: Playouts,
    actions: NDArray[np.int64],
    settings: SearchSettings,
    control: Control,
    partial: Callable[[NDArray[np.int8]], object] = lambda places: places,
) -> NDArray[np.int8]:
    n = n_alive = len(actions)
    moves = no_counts(actions, np.zeros(n), np.ones(n, np.bool_))
    blocks: list[NDArray[np.int8]] = []

    def so_far() -> object:
        return partial(np.concatenate(blocks, axis=1))

    n_done, n_worlds = 0, FIRST_WORLDS
    while not blocks or n_done + n_alive <= settings.n_playouts:
        n_left = max(1, (settings.n_playouts - n_done) // n_alive)
        n_now = min(n_worlds, n_left, max(1, SLICE_PLAYOUTS // n_alive))
        blocks.append(playouts.play(moves, n_now))
        n_done, n_worlds = n_done + n_now * n_alive, n_worlds + n_now
        if not control.goes_on(n_done, settings.n_playouts, "playing out moves", so_far):
            break
        if n_worlds >= LEAST_WORLDS:
            n_alive = playouts.drop_weak(moves)
    return np.concatenate(blocks, axis=1)

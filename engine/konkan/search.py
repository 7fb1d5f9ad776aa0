"""Search for the best turn of a view: what to do, how sure it is, and each seat's chance to win.

The search chooses among whole turns; one that goes out is certain and needs no simulation. Work is
done in slices of at most 50 ms, so that a job can be cancelled and report its progress; slices do
not change the answer. Chances hold against the opponents of the configuration: "equal" players, who
search too, or "greedy" ones, who come down as soon as they can.
"""

from dataclasses import dataclass, fields
from typing import Any

import rust_meld
from engine.agents import Option
from engine.control import Control
from engine.errors import IllegalStateError
from engine.konkan.actions import Action, action_of
from engine.konkan.budget import PLAYER_TRIES
from engine.konkan.cards import KonkanCard, card_of_kind
from engine.konkan.game import Observation, View

N_FORCED = 64  # simulations if there is only one turn, to estimate its value


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """How to search; the defaults are what measured strongest."""

    simulations: int = PLAYER_TRIES
    dirichlet_alpha: float = 0.3
    dirichlet_weight: float = 0.0
    opponent_priors: bool = True
    seed: int = 0
    threads: int = 1
    flat: bool = False
    horizon: int = 1
    trust: float = 0.1
    against: str = "equal"
    memory: int = 106  # cards of the trash that are remembered
    candidates: int = 0  # turns that are tried; 0: as many as the simulations are worth

    def __post_init__(self) -> None:
        for name, option in SEARCH_OPTIONS.items():
            option.verify(name, getattr(self, name))


_BOUNDS = {name: (low, high) for name, low, high in rust_meld.search_bounds()}
_WORDS: dict[str, dict[str, Any]] = {
    "simulations": {"words": "{:,} tries", "is_main": True},
    "threads": {"words": "{} threads"},
    "against": {"choices": ("equal", "greedy")},
    "memory": {"words": "remembers {} thrown cards"},
    "candidates": {"words": "{} turns tried"},
}


def _option(name: str, default: Any) -> Option:
    low, high = _BOUNDS.get(name, (None, None))
    if isinstance(default, int) and low is not None and high is not None:
        low, high = int(low), int(high)
    return Option(default, low, high, **_WORDS.get(name, {}))


SEARCH_OPTIONS = {field.name: _option(field.name, field.default) for field in fields(SearchConfig)}
"""Every setting of the search with its bounds: for `SearchConfig` and for agents in text."""


@dataclass(frozen=True, slots=True)
class TurnValue:
    """One turn: its actions, visits, their share, each seat's chance to win after it.

    `error` is the standard error of the level, `behind` how much less the own chance is than after
    the best turn in the same deals, with its own standard error: turns are ordered by it, and the
    own chance is that of the best turn less `behind`. `wins` says that the turn goes out, a draw
    with every card: then its value is certain.
    """

    actions: tuple[Action, ...]
    visits: int
    share: float
    values: tuple[float, ...]
    error: float
    behind: float
    behind_error: float
    wins: bool

    @property
    def turn(self) -> tuple[str, ...]:
        """The texts of the actions."""
        return tuple(action.text for action in self.actions)


@dataclass(frozen=True, slots=True)
class Draw:
    """A card that may come next: the most points laid with it, whether it then goes out.

    For a player who is down, lays, sarfs and swaps all count, and cards count as in hand; for
    others the points are those of melds.
    """

    card: KonkanCard
    points: int
    goes_out: bool


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The turns, best first, and how many simulations it took."""

    me: int
    actions: tuple[TurnValue, ...]
    n_simulations: int

    @property
    def line(self) -> tuple[str, ...]:
        """The best turn, as far as it shows no hidden card."""
        return self.best.turn

    @property
    def best(self) -> TurnValue:
        """The turn to take."""
        return self.actions[0]

    @property
    def win_share(self) -> float:
        """The own chance to win after the best turn."""
        return self.best.values[self.me]


class Searcher:
    """A search for the seat of a view."""

    def __init__(self, view: View, config: SearchConfig) -> None:
        self.me = view.me
        self.config = config
        try:
            self._core = rust_meld.Search(
                view,
                seed=config.seed % 2**64,
                threads=config.threads,
                dirichlet_alpha=config.dirichlet_alpha,
                dirichlet_weight=config.dirichlet_weight,
                opponent_priors=config.opponent_priors,
                flat=config.flat,
                horizon=config.horizon,
                trust=config.trust,
                opponents=config.against,
                simulations=config.simulations,
                memory=config.memory,
                candidates=config.candidates,
            )
        except ValueError as error:
            raise IllegalStateError(str(error)) from None

    def run(self, control: Control | None = None) -> SearchResult:
        """Search until the simulations or the time are used up."""
        control = control or Control()
        total = control.budget.samples or self.config.simulations
        if len(choices := self._core.choices()) == 1:
            total = 0 if choices[0][-1] else min(total, N_FORCED)
        return self.result(control.run_slices(self._core.run, total, "searching", self.result))

    def draws(self) -> tuple[Draw, ...]:
        """Return every card that may come after the best turn, and what it then does."""
        found = self._core.draws()
        return tuple(Draw(card_of_kind(kind), points, out) for kind, points, out in found)

    def result(self, n_simulations: int = 0) -> SearchResult:
        """Return what the simulations say so far."""
        choices = self._core.choices()
        visits = sum(choice[1] for choice in choices) or 1
        turns = (
            TurnValue(
                actions=tuple(map(action_of, actions)),
                visits=n,
                share=n / visits,
                values=tuple(values),
                error=error,
                behind=behind,
                behind_error=behind_error,
                wins=wins,
            )
            for actions, n, values, error, (behind, behind_error), wins in choices
        )
        return SearchResult(self.me, tuple(turns), n_simulations)


def search(
    observation: Observation, config: SearchConfig | None = None, control: Control | None = None
) -> SearchResult:
    """Search once for the seat of an observation."""
    return Searcher(observation.view, config or SearchConfig()).run(control)

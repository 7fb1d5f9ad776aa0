"""The search's face: what to do with a view, how sure it is, and what it expects.

Work is done in slices of at most 50 ms, so that a job can be cancelled and tells how far it is;
slices do not change the answer. `Searcher` keeps its tree between the moves of one turn.
"""

from dataclasses import dataclass

import rust_meld
from engine.agents import Option
from engine.control import POLL_S, Control
from engine.errors import IllegalStateError
from engine.konkan.game import Observation

N_FORCED = 16  # simulations where there is only one action: they tell its value


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """How to search; the defaults are what measured strongest."""

    simulations: int = 256
    dirichlet_alpha: float = 0.3
    dirichlet_weight: float = 0.0
    opponent_priors: bool = True
    seed: int = 0
    threads: int = 1
    flat: bool = False
    horizon: int = 10
    exploration: float = 1.5

    def __post_init__(self) -> None:
        for name, option in SEARCH_OPTIONS.items():
            option.verify(name, getattr(self, name))


SEARCH_OPTIONS = {
    "simulations": Option(256, 1, 1_000_000_000, words="{:,} tries", is_main=True),
    "dirichlet_alpha": Option(0.3, 1e-6, 1_000),
    "dirichlet_weight": Option(0.0, 0, 1),
    "opponent_priors": Option(True),
    "seed": Option(0),
    "threads": Option(1, 1, 256, words="{} threads"),
    "flat": Option(False),
    "horizon": Option(10, 0, 1_000),
    "exploration": Option(1.5, 0, 1_000),
}
"""Every setting of the search with its bounds: for `SearchConfig` and for agents in text."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """One action: its visits, their share, and each seat's chance to win after it."""

    action: str
    visits: int
    share: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The actions, best first; the line expected in this turn; how many simulations it took."""

    me: int
    actions: tuple[ActionValue, ...]
    line: tuple[str, ...]
    n_simulations: int

    @property
    def best(self) -> ActionValue:
        """The action to take."""
        return self.actions[0]

    @property
    def win_share(self) -> float:
        """The own chance to win after the best action."""
        return self.best.values[self.me]


class Searcher:
    """A search that follows one seat through a turn and keeps its tree."""

    def __init__(self, view: str, me: int, config: SearchConfig) -> None:
        self.me = me
        self.config = config
        try:
            self._core = rust_meld.Search(
                view,
                me,
                seed=config.seed % 2**64,
                threads=config.threads,
                dirichlet_alpha=config.dirichlet_alpha,
                dirichlet_weight=config.dirichlet_weight,
                opponent_priors=config.opponent_priors,
                flat=config.flat,
                horizon=config.horizon,
                exploration=config.exploration,
            )
        except ValueError as error:
            raise IllegalStateError(str(error)) from None

    def run(self, control: Control | None = None) -> SearchResult:
        """Search until the simulations, the time or the patience is used up."""
        control = control or Control()
        total = control.budget.samples or self.config.simulations
        if len(self._core.choices()) == 1:
            total = min(total, N_FORCED)
        done = 0
        while done < total and not control.should_stop():
            done = self._core.run(total, min(POLL_S, max(control.remaining_s, 0.001)))
            control.report(done, total, "searching")
        return self.result(done)

    def result(self, n_simulations: int = 0) -> SearchResult:
        """What the tree says now."""
        choices = self._core.choices()
        visits = sum(n for _, n, _ in choices) or 1
        actions = tuple(ActionValue(a, n, n / visits, tuple(v)) for a, n, v in choices)
        return SearchResult(self.me, actions, tuple(self._core.line()), n_simulations)

    def legal_actions(self) -> list[str]:
        """Every legal action of the view."""
        return self._core.legal_actions()

    def greedy(self) -> str:
        """What the greedy player would do."""
        return self._core.greedy()

    def after(self, action: str) -> str:
        """The view after an own action that shows no hidden card."""
        try:
            return self._core.after(action)
        except ValueError as error:
            raise IllegalStateError(f"{action!r}: {error}") from None

    def advance(self, action: str, view: str) -> None:
        """Go on from an own action to the view after it."""
        try:
            self._core.advance(action, view)
        except ValueError as error:
            raise IllegalStateError(f"{action!r}: {error}") from None


def search(
    observation: Observation, config: SearchConfig | None = None, control: Control | None = None
) -> SearchResult:
    """Search once for the seat of an observation."""
    return Searcher(observation.text, observation.me, config or SearchConfig()).run(control)

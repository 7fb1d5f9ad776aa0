"""Players by name: `random`, `greedy`, `search?simulations=256&seed=1`.

A player gets what its seat may know and returns the actions to do now: a search plays a whole
turn, as far as it shows no hidden card. The same seed gives the same choice.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from engine.agents import AgentKind, AgentSpec, parse_agent, write_settings
from engine.control import Control
from engine.konkan.player_view import KonkanView
from engine.konkan.search import SEARCH_OPTIONS, SearchConfig, Searcher, SearchResult


class KonkanPlayer(Protocol):
    """Chooses actions for the seat to act."""

    @property
    def name(self) -> str:
        """The text from which the player can be made again."""

    def choose(
        self, seen: KonkanView, seed: int, control: Control | None = None
    ) -> tuple[str, ...]:
        """Return the actions to do now, the same for the same seed."""


@dataclass(frozen=True, slots=True)
class SimplePlayer:
    """`random` or `greedy`: no search, no settings."""

    name: str

    def choose(
        self, seen: KonkanView, seed: int, control: Control | None = None
    ) -> tuple[str, ...]:
        """Return one action, the same for the same seed."""
        return (seen.choose(self.name, seed),)


class SearchPlayer:
    """Searches each turn and plays it to its throw; the seed is mixed with the turn."""

    def __init__(self, config: SearchConfig | None = None) -> None:
        self.config = config or SearchConfig()
        self.result: SearchResult | None = None  # what the last search said

    @property
    def name(self) -> str:
        """`search?` with every setting that differs from the defaults."""
        return write_settings("search", asdict(self.config), AGENTS["search"])

    def choose(
        self, seen: KonkanView, seed: int, control: Control | None = None
    ) -> tuple[str, ...]:
        """Return the turn that the search prefers, as far as it shows no hidden card."""
        mixed = (self.config.seed + seed) * 1_000_003 + seen.turn
        searcher = Searcher(seen.text, seen.seat, replace(self.config, seed=mixed))
        self.result = searcher.run(control)
        return self.result.line


AGENTS: Mapping[str, AgentKind] = {
    "random": AgentKind("any legal action", is_quick=True),
    "greedy": AgentKind("comes down when it can, keeps what melds", is_quick=True),
    "search": AgentKind("plays whole turns out in deals that fit what was seen", SEARCH_OPTIONS),
}


def make_player(spec: AgentSpec) -> KonkanPlayer:
    """A new player of an agent, for one game."""
    if spec.name != "search":
        return SimplePlayer(spec.name)
    settings: dict[str, Any] = dict(spec.options)
    return SearchPlayer(SearchConfig(**settings))


def parse_player(text: str) -> KonkanPlayer:
    """Read a player: "greedy", "search?simulations=512&threads=2"."""
    return make_player(parse_agent(text, "konkan", AGENTS))

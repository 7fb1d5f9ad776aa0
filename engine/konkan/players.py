"""Players by name: `random`, `greedy`, `search?simulations=256&seed=1`.

A player sees only its own observation and hand; `choose` is the same for the same seed.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from engine.agents import AgentKind, AgentSpec, parse_agent, write_settings
from engine.control import Control
from engine.konkan.game import KonkanGame
from engine.konkan.search import SEARCH_OPTIONS, SearchConfig, Searcher, SearchResult


class Player(Protocol):
    """Chooses an action for the seat to act."""

    @property
    def name(self) -> str:
        """The text from which the player can be made again."""

    def choose(self, game: KonkanGame, seed: int, control: Control | None = None) -> str:
        """The action, the same for the same seed."""


@dataclass(frozen=True, slots=True)
class SimplePlayer:
    """`random` or `greedy`: no search, no settings."""

    name: str

    def choose(self, game: KonkanGame, seed: int, control: Control | None = None) -> str:
        """The action, the same for the same seed."""
        return game.choose(self.name, seed)


class SearchPlayer:
    """Searches each turn and then plays it to its throw.

    Every game needs a player of its own; the seed is mixed with the turn.
    """

    def __init__(self, config: SearchConfig | None = None) -> None:
        self.config = config or SearchConfig()
        self._plan: list[str] = []
        self._expected = ""
        self.result: SearchResult | None = None

    @property
    def name(self) -> str:
        """`search?` with every setting that differs from the defaults."""
        return write_settings("search", asdict(self.config), AGENTS["search"])

    def choose(self, game: KonkanGame, seed: int, control: Control | None = None) -> str:
        """The action, the same for the same seed; `result` keeps what the search said."""
        now = game.observation(game.seat)
        if not self._plan or self._expected != now.text:
            mixed = (self.config.seed + seed) * 1_000_003 + game.turn
            searcher = Searcher(now.text, now.me, replace(self.config, seed=mixed))
            self.result = searcher.run(control)
            self._plan = list(self.result.line)
        action = self._plan.pop(0)
        if self._plan:
            after = game.copy()
            after.apply(action)
            self._expected = after.observation(game.seat).text
        return action


AGENTS: Mapping[str, AgentKind] = {
    "random": AgentKind("any legal action"),
    "greedy": AgentKind("comes down when it can, keeps what melds"),
    "search": AgentKind("plays whole turns out in deals that fit what was seen", SEARCH_OPTIONS),
}


def make_player(spec: AgentSpec) -> Player:
    """A new player of an agent, for one game."""
    if spec.name != "search":
        return SimplePlayer(spec.name)
    settings: dict[str, Any] = dict(spec.options)
    return SearchPlayer(SearchConfig(**settings))


def parse_player(text: str) -> Player:
    """Read a player: "greedy", "search?simulations=512&threads=2"."""
    return make_player(parse_agent(text, "konkan", AGENTS))

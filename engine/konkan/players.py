"""Players by name: `random`, `greedy`, `search?simulations=256&seed=1`, and the named opponents.

A player gets what its seat may know and returns the actions to do now: a search plays a whole
turn, as far as it shows no hidden card. The same seed gives the same choice.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from engine.agents import (
    AgentKind,
    AgentSpec,
    NamedOpponent,
    Option,
    name_opponents,
    parse_agent,
    resolve,
    write_settings,
)
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
    """The players `random` and `greedy`: no search, no settings."""

    name: str

    def choose(
        self, seen: KonkanView, seed: int, control: Control | None = None
    ) -> tuple[str, ...]:
        """Return one action, the same for the same seed."""
        return (seen.choose(self.name, seed),)


class SearchPlayer:
    """Searches each turn and plays it to its throw; the seed is mixed with the turn.

    With a temperature above 0 turns of nearly the same value are chosen nearly equally often: one
    that is `temperature` behind in the chance to win is chosen e times less often than the best.
    """

    def __init__(self, config: SearchConfig | None = None, temperature: float = 0.0) -> None:
        self.config = config or SearchConfig()
        self.temperature = temperature
        self.result: SearchResult | None = None  # result of the last search

    @property
    def name(self) -> str:
        """`search?` with every setting that differs from the defaults."""
        settings = asdict(self.config) | {"temperature": self.temperature}
        return write_settings("search", settings, AGENTS["search"])

    def choose(
        self, seen: KonkanView, seed: int, control: Control | None = None
    ) -> tuple[str, ...]:
        """Return the turn that the search prefers, as far as it shows no hidden card."""
        mixed = (self.config.seed + seed) * 1_000_003 + seen.turn
        searcher = Searcher(seen.view, replace(self.config, seed=mixed))
        self.result = searcher.run(control)
        if self.temperature <= 0:
            return self.result.line
        weights = [math.exp(-turn.behind / self.temperature) for turn in self.result.actions]
        (chosen,) = random.Random(f"{mixed} {seen.phase}").choices(self.result.actions, weights)
        return chosen.turn


_BASIC_AGENTS: dict[str, AgentKind] = {
    "random": AgentKind("any legal action", is_quick=True),
    "greedy": AgentKind("comes down when it can, keeps what melds", is_quick=True),
    "search": AgentKind(
        "plays whole turns out in deals that fit what was seen",
        SEARCH_OPTIONS | {"temperature": Option(0.0, 0, 100)},
    ),
}

# Name, tries, turns considered, temperature, thrown cards remembered, one line about the play.
_LEVELS: tuple[tuple[str, int, int, float, int, str], ...] = (
    ("adel", 12, 30, 0.85, 1, "knows the rules"),
    ("basma", 12, 20, 0.58, 1, "guesses a lot"),
    ("cyrus", 12, 12, 0.5, 2, "plays at a glance"),
    ("dalia", 16, 12, 0.38, 4, "plays casually"),
    ("emad", 24, 12, 0.26, 8, "plays now and then"),
    ("farah", 24, 8, 0.16, 16, "plays every week"),
    ("ghassan", 32, 6, 0.06, 32, "plays carefully"),
)
LADDER = (
    *(
        NamedOpponent(
            name,
            f"search?simulations={tries}&candidates={turns}&temperature={heat}&memory={cards}",
            about,
        )
        for name, tries, turns, heat, cards, about in _LEVELS
    ),
    NamedOpponent("hala", "search", "counts the cards and thinks ahead"),
)
"""The named opponents, weakest first; `assistant arena ladder` measures their ratings."""

AGENTS: Mapping[str, AgentKind] = _BASIC_AGENTS | name_opponents(LADDER, _BASIC_AGENTS)


def make_player(spec: AgentSpec) -> KonkanPlayer:
    """Return a new player of an agent, for one game."""
    spec = resolve(spec, AGENTS)
    if spec.name != "search":
        return SimplePlayer(spec.name)
    settings: dict[str, Any] = dict(spec.options)
    temperature = float(settings.pop("temperature", 0.0))
    return SearchPlayer(SearchConfig(**settings), temperature)


def parse_player(text: str) -> KonkanPlayer:
    """Read a player: "greedy", "search?simulations=512&threads=2"."""
    return make_player(parse_agent(text, "konkan", AGENTS))

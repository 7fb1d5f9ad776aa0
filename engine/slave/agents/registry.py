"""The agents of Slave by name and settings: "greedy", "search?rollouts=200".

To add an agent, add an entry here: what it is, how it is made and how quick it is. The
table's list, the command's help and the arena read them from `AGENTS`, which also holds the named
opponents of `LADDER`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.agents import (
    AgentKind,
    AgentSpec,
    NamedOpponent,
    Option,
    Value,
    name_opponents,
    parse_agent,
    resolve,
)
from engine.slave.agents.base_agent import BaseAgent
from engine.slave.budget import PLAYER_PLAYOUTS
from engine.slave.compile import prepare

Settings = Mapping[str, Value]


def _make_random(seed: int, settings: Settings) -> BaseAgent:
    from engine.slave.agents.random_agent import RandomAgent

    return RandomAgent(seed)


def _make_greedy(seed: int, settings: Settings) -> BaseAgent:
    from engine.slave.agents.greedy_agent import GreedyAgent

    return GreedyAgent(seed)


def _make_heuristic(seed: int, settings: Settings) -> BaseAgent:
    from engine.slave.agents.heuristic_agent import HeuristicAgent

    return HeuristicAgent(seed)


def _make_search(seed: int, settings: Settings) -> BaseAgent:
    from engine.slave.agents.search_agent import SearchAgent
    from engine.slave.search import settings_for

    budget = settings_for(int(settings["rollouts"]))
    return SearchAgent(seed, replace(budget, prior_weight=float(settings["prior"])))


def _make_policy(seed: int, settings: Settings) -> BaseAgent:
    from engine.slave.agents.policy_agent import PolicyAgent
    from engine.slave.policy import load_policy, read_policy

    file = str(settings["file"])
    policy = read_policy(Path(file)) if file else load_policy()
    return PolicyAgent(seed, policy, float(settings["temperature"]), int(settings["memory"]))


@dataclass(frozen=True, slots=True)
class SlaveAgentKind(AgentKind):
    """An agent of Slave: how it is made, whether it needs compiled code, its number there."""

    make: Callable[[int, Settings], BaseAgent] = field(kw_only=True)
    is_compiled: bool = False
    kernel: int | None = None  # the number by which `engine.slave.kernels.players` plays it


_BASIC_AGENTS: dict[str, SlaveAgentKind] = {
    "random": SlaveAgentKind("any legal play", is_quick=True, make=_make_random, kernel=0),
    "greedy": SlaveAgentKind(
        "the lowest play that is legal; never passes by choice",
        is_quick=True,
        make=_make_greedy,
        kernel=1,
    ),
    "heuristic": SlaveAgentKind(
        "leads its lowest cards, keeps sets, plays sure winners when ahead",
        is_quick=True,
        make=_make_heuristic,
        is_compiled=True,
        kernel=2,
    ),
    "search": SlaveAgentKind(
        "plays every move out in deals that fit what was seen",
        {
            "rollouts": Option(PLAYER_PLAYOUTS, 1, 10_000_000, words="{:,} tries", is_main=True),
            "prior": Option(0.1, 0, 100),
        },
        make=_make_search,
        is_compiled=True,
    ),
    "policy": SlaveAgentKind(
        "the trained network alone",
        {
            "temperature": Option(0.0, 0, 100),
            "memory": Option(52, 0, 52, words="remembers {} plays"),
            "file": Option("", words="from {}"),
        },
        make=_make_policy,
    ),
}

LADDER = (
    NamedOpponent("arun", "policy?temperature=25&memory=0", "knows the rules"),
    NamedOpponent("boon", "policy?temperature=16&memory=0", "guesses a lot"),
    NamedOpponent("chai", "policy?temperature=11&memory=1", "plays at a glance"),
    NamedOpponent("dao", "policy?temperature=7&memory=2", "plays casually"),
    NamedOpponent("ekachai", "policy?temperature=4.3&memory=4", "plays now and then"),
    NamedOpponent("fah", "policy?temperature=2.7&memory=8", "plays every week"),
    NamedOpponent("gamon", "policy?temperature=1.3&memory=24", "plays carefully"),
    NamedOpponent("hom", "search", "counts the cards and thinks ahead"),
)
"""The named opponents, weakest first; `assistant arena ladder` measures their ratings."""

AGENTS: Mapping[str, SlaveAgentKind] = _BASIC_AGENTS | name_opponents(LADDER, _BASIC_AGENTS)
"""Every agent by name, from weak to strong, and the named opponents."""


def make_agent(text: str, seed: int = 0) -> BaseAgent:
    """Return the agent of a text "name?key=value&key=value", deterministic from its seed."""
    return seat_agent(parse_agent(text, "slave", AGENTS), seed)


def seat_agent(spec: AgentSpec, seed: int) -> BaseAgent:
    """Return the agent of a checked spec."""
    spec = resolve(spec, AGENTS)
    kind = AGENTS[spec.name]
    if kind.is_compiled:
        prepare()
    return kind.make(seed, kind.settings(spec.options))

"""The agents of Slave by name and settings: "greedy", "search?rollouts=200"."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine.agents import AgentKind, AgentSpec, Option, Value, parse_agent
from engine.slave.agents.base_agent import BaseAgent
from engine.slave.compile import prepare

AGENTS: Mapping[str, AgentKind] = {
    "random": AgentKind("any legal play"),
    "greedy": AgentKind("the lowest play that is legal; never passes by choice"),
    "heuristic": AgentKind("leads its lowest group whole, keeps sets, cashes sure winners"),
    "search": AgentKind(
        "plays every move out in deals that fit what was seen",
        {
            "rollouts": Option(1_200, 1, 10_000_000, words="{:,} tries", is_main=True),
            "prior": Option(0.1, 0, 100),
        },
    ),
    "policy": AgentKind(
        "the trained network alone",
        {"temperature": Option(0.0, 0, 100), "file": Option("", words="from {}")},
    ),
}


COMPILED = ("heuristic", "search")  # play by kernels


def make_agent(text: str, seed: int = 0) -> BaseAgent:
    """The agent of a text "name?key=value&key=value", deterministic from its seed."""
    return seat_agent(parse_agent(text, "slave", AGENTS), seed)


def seat_agent(spec: AgentSpec, seed: int) -> BaseAgent:
    """The agent of a checked spec."""
    from engine.slave.agents.greedy_agent import GreedyAgent
    from engine.slave.agents.heuristic_agent import HeuristicAgent
    from engine.slave.agents.random_agent import RandomAgent

    settings = AGENTS[spec.name].settings(spec.options)
    if spec.name in COMPILED:
        prepare()
    if spec.name == "search":
        return _make_search(seed, settings)
    if spec.name == "policy":
        return _make_policy(seed, settings)
    simple = {agent.name: agent for agent in (RandomAgent, GreedyAgent, HeuristicAgent)}
    return simple[spec.name](seed)


def _make_search(seed: int, settings: dict[str, Value]) -> BaseAgent:
    from engine.slave.agents.search_agent import SearchAgent
    from engine.slave.search import settings_for

    budget = settings_for(int(settings["rollouts"]))
    return SearchAgent(seed, replace(budget, prior_weight=float(settings["prior"])))


def _make_policy(seed: int, settings: dict[str, Value]) -> BaseAgent:
    from engine.slave.agents.policy_agent import PolicyAgent
    from engine.slave.policy import load_policy, read_policy

    file = str(settings["file"])
    policy = read_policy(Path(file)) if file else load_policy()
    return PolicyAgent(seed, policy, float(settings["temperature"]))

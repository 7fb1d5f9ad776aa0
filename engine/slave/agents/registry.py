"""Agents by name and settings, as users write them: "greedy", "search?rollouts=200".

Settings of the search: `rollouts` (playouts a decision in all), `prior` (weight of the policy);
of the policy: `temperature`, `file`.
"""

from collections.abc import Callable
from pathlib import Path

from engine.errors import InputError
from engine.slave.agents.base_agent import BaseAgent

AGENT_NAMES = ("random", "greedy", "heuristic", "search", "policy")
ACCEPTED = (
    "random, greedy, heuristic, search?rollouts=N&prior=W, policy or policy?temperature=T&file=PATH"
)


def make_agent(spec: str, seed: int = 0) -> BaseAgent:
    """The agent of a spec "name?key=value&key=value", deterministic from its seed."""
    name, _, query = spec.strip().partition("?")
    options = dict(_option(spec, part) for part in query.split("&") if part)
    maker = _MAKERS.get(name)
    if maker is None:
        raise InputError(f'unknown Slave agent "{spec}": expected {ACCEPTED}')
    agent = maker(seed, options, spec)
    if options:
        raise InputError(f'unknown setting "{min(options)}" in "{spec}": expected {ACCEPTED}')
    return agent


def _option(spec: str, part: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not equals or not value:
        raise InputError(f'cannot read the setting "{part}" in "{spec}": expected key=value')
    return key, value


def _number(options: dict[str, str], key: str, default: float, low: float, spec: str) -> float:
    text = options.pop(key, None)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= 10_000_000:
        raise InputError(f'{key}={text} in "{spec}" is out of range: expected {low:g} to 10000000')
    return value


def _make_random(seed: int, options: dict[str, str], spec: str) -> BaseAgent:
    from engine.slave.agents.random_agent import RandomAgent

    return RandomAgent(seed)


def _make_greedy(seed: int, options: dict[str, str], spec: str) -> BaseAgent:
    from engine.slave.agents.greedy_agent import GreedyAgent

    return GreedyAgent(seed)


def _make_heuristic(seed: int, options: dict[str, str], spec: str) -> BaseAgent:
    from engine.slave.agents.heuristic_agent import HeuristicAgent

    return HeuristicAgent(seed)


def _make_search(seed: int, options: dict[str, str], spec: str) -> BaseAgent:
    from engine.slave.agents.search_agent import SearchAgent
    from engine.slave.search import SearchSettings

    default = SearchSettings()
    n_playouts = int(_number(options, "rollouts", default.n_playouts, 1, spec))
    prior = _number(options, "prior", default.prior_weight, 0.0, spec)
    return SearchAgent(seed, SearchSettings(n_playouts=n_playouts, prior_weight=prior))


def _make_policy(seed: int, options: dict[str, str], spec: str) -> BaseAgent:
    from engine.slave.agents.policy_agent import PolicyAgent
    from engine.slave.policy import load_policy, read_policy

    temperature = _number(options, "temperature", 0.0, 0.0, spec)
    file = options.pop("file", None)
    policy = load_policy() if file is None else read_policy(Path(file))
    return PolicyAgent(seed, policy, temperature)


_MAKERS: dict[str, Callable[[int, dict[str, str], str], BaseAgent]] = {
    "random": _make_random,
    "greedy": _make_greedy,
    "heuristic": _make_heuristic,
    "search": _make_search,
    "policy": _make_policy,
}

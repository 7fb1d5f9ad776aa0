"""An agent is a name with settings, written `konkan:search?simulations=256`.

`AgentKind` says which settings an agent knows; `parse_agent` reads and checks a text against
the kinds of its game, `AgentSpec.text` writes it back in one canonical form, and `agent_name`
is what people call it: "Search, 256 tries". A named opponent is an agent with fixed settings: a
level of the game's ladder.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.cards import shorten
from engine.errors import InputError

TYPE_NAMES = {int: "a whole number", float: "a number", bool: "yes or no", str: "a word"}
Value = int | float | bool | str

_SPEC = re.compile(r"(?:(?P<game>[a-z_]+):)?(?P<name>[a-z0-9_-]+)(?:\?(?P<options>.+))?")
_TRUTH = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of an agent: its default (which gives the type) and its bounds or choices.

    `words` is how people read a value of it; `is_main` if they read it in every name.
    """

    default: Value
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    words: str = ""
    is_main: bool = False

    @property
    def accepted(self) -> str:
        """The accepted values in words."""
        if self.choices:
            return " or ".join(self.choices)
        low = "" if self.low is None else f" from {self.low:,.12g}"
        high = "" if self.high is None else f" to {self.high:,.12g}"
        return TYPE_NAMES[type(self.default)] + low + high

    def read(self, key: str, text: str) -> Value:
        """Return the value that a text means, checked."""
        try:
            value: Value = _convert(text, type(self.default))
        except (ValueError, KeyError):
            raise InputError(self._refusal(key, text)) from None
        self.verify(key, value, text)
        return value

    def verify(self, key: str, value: Value, text: str = "") -> None:
        """Raise if a value is out of bounds or none of the choices."""
        out_of_bounds = not isinstance(value, str) and (
            (self.low is not None and not value >= self.low)
            or (self.high is not None and not value <= self.high)
        )
        if out_of_bounds or (self.choices and value not in self.choices):
            raise InputError(self._refusal(key, text or str(value)))

    def _refusal(self, key: str, text: str) -> str:
        return f'the setting {key}="{shorten(text)}" cannot be used: expected {self.accepted}'


def _convert(text: str, kind: type) -> Value:
    if kind is bool:
        return _TRUTH[text.lower()]
    converted: Value = kind(text)
    return converted


@dataclass(frozen=True, slots=True)
class AgentKind:
    """An agent that a game offers: one line about it, the settings it knows, and how quick it is.

    A quick agent plays a whole game in a few milliseconds. A named opponent has a level, from 1,
    and `plays` is the agent with settings behind the name.
    """

    about: str
    options: Mapping[str, Option] = field(default_factory=dict)
    is_quick: bool = False
    level: int = 0
    plays: str = ""

    def settings(self, given: tuple[tuple[str, Value], ...]) -> dict[str, Value]:
        """Return all settings: those given, and the defaults of the rest."""
        return {key: option.default for key, option in self.options.items()} | dict(given)


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A checked agent: game, name, and the settings that were given, sorted by key."""

    game: str
    name: str
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def text(self) -> str:
        """The canonical text: `slave:search?rollouts=200`."""
        return f"{self.game}:{self.short}" if self.game else self.short

    @property
    def short(self) -> str:
        """The text without the game: `search?rollouts=200`."""
        settings = "&".join(f"{key}={_write(value)}" for key, value in self.options)
        return f"{self.name}?{settings}" if settings else self.name


def _write(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def write_settings(name: str, values: Mapping[str, Value], kind: AgentKind) -> str:
    """Return the text of an agent with these values: only those that differ from the defaults."""
    changed = tuple((k, v) for k, v in sorted(values.items()) if v != kind.options[k].default)
    return AgentSpec("", name, changed).short


def agent_name(text: str, kinds: Mapping[str, AgentKind]) -> str:
    """Return what people call an agent: "Search, 256 tries", "Policy, temperature 0.5"."""
    spec = parse_agent(text, text.partition(":")[0] if ":" in text else "", kinds)
    given, options = dict(spec.options), kinds[spec.name].options
    parts = [
        (option.words or f"{key.replace('_', ' ')} {{}}").format(given.get(key, option.default))
        for key, option in options.items()
        if key in given or option.is_main
    ]
    return ", ".join([spec.name.capitalize(), *parts])


def agent_about(text: str, kinds: Mapping[str, AgentKind]) -> str:
    """Return an agent's tip in a menu: its text, and how a named opponent plays."""
    kind = kinds[text.partition("?")[0]]
    return f"{text}: {kind.about} ({kind.plays})" if kind.level else text


Kind = TypeVar("Kind", bound=AgentKind)


@dataclass(frozen=True, slots=True)
class NamedOpponent:
    """A named opponent: the agent with settings behind the name, and one line about the play."""

    name: str
    plays: str
    about: str


def name_opponents(ladder: Sequence[NamedOpponent], kinds: Mapping[str, Kind]) -> dict[str, Kind]:
    """Return the named opponents of a ladder, the weakest first, as kinds of agents."""
    return {
        each.name: replace(
            kinds[parse_agent(each.plays, "", kinds).name],
            about=each.about,
            options={},
            level=level,
            plays=each.plays,
        )
        for level, each in enumerate(ladder, 1)
    }


def resolve(spec: AgentSpec, kinds: Mapping[str, AgentKind]) -> AgentSpec:
    """Return the agent behind a named opponent; any other agent stays as it is."""
    plays = kinds[spec.name].plays
    return parse_agent(plays, spec.game, kinds) if plays else spec


def list_opponents(kinds: Mapping[str, AgentKind]) -> list[str]:
    """Return the agents as a menu lists them: named opponents first, each part strongest first."""
    strength = {name: (kind.level, place) for place, (name, kind) in enumerate(kinds.items())}
    return sorted(kinds, key=strength.__getitem__, reverse=True)


def middle_opponents(kinds: Mapping[str, AgentKind]) -> list[str]:
    """Return the named opponents, those of the middle levels first: fair ones for a newcomer."""
    levels = {name: kind.level for name, kind in kinds.items() if kind.level}
    middle = max(levels.values(), default=0) / 2
    return sorted(levels, key=lambda name: (abs(levels[name] - middle), levels[name]))


def parse_agent(text: str, game: str, kinds: Mapping[str, AgentKind]) -> AgentSpec:
    """Read an agent of a game: `search?rollouts=200`, with or without `slave:` in front."""
    match = _SPEC.fullmatch(text.strip())
    if match is None:
        raise InputError(
            f'cannot read the agent "{shorten(text)}": expected name or name?key=value&key=value, '
            f"such as {AgentSpec(game, next(iter(kinds))).text}"
        )
    if match["game"] not in (None, game):
        raise InputError(f'the agent "{shorten(text)}" does not play {game}')
    kind = kinds.get(match["name"])
    if kind is None:
        none = f"{game} has no agent" if game else "there is no agent"
        raise InputError(f'{none} "{shorten(match["name"])}"; there are: {", ".join(kinds)}')
    return AgentSpec(
        game, match["name"], _read_options(text, match["name"], match["options"], kind)
    )


def _read_options(
    text: str, name: str, options: str | None, kind: AgentKind
) -> tuple[tuple[str, Value], ...]:
    found: dict[str, Value] = {}
    for part in (options or "").split("&") if options else ():
        key, _, value = part.partition("=")
        if key not in kind.options:
            known = ", ".join(f"{k} ({o.accepted})" for k, o in kind.options.items()) or "none"
            raise InputError(
                f'the agent {name} has no setting "{shorten(key)}"; there are: {known}'
            )
        if key in found:
            raise InputError(f'the agent "{shorten(text)}" gives {key} twice')
        found[key] = kind.options[key].read(key, value)
    return tuple(sorted(found.items()))

"""House rules: each option once, with its default, bounds, label and help.

    @dataclass(frozen=True, slots=True)
    class MyRules(Rules):
        threshold: Annotated[int, RuleOption("Threshold", 1, 140, unit=" points")] = 81

Commands, the window, the arena, position lines and saved games read the options from here. The
text of rules names only what differs from the defaults: "threshold=90&swap_own=yes".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Self, get_args, get_type_hints

from engine.cards import shorten
from engine.errors import IllegalStateError, InputError

Setting = int | bool
"""The value of an option as users set it."""

_TRUTH = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RuleOption:
    """One option as users see it: a number within bounds, or yes or no.

    Where the engine's field has other values than yes and no, `values` are those two, no first.
    `former` is the key of earlier versions: old positions and games are still read.
    """

    label: str
    low: int = 0
    high: int = 1
    unit: str = ""
    help: str = ""
    key: str = ""  # by default the name of the field
    former: str = ""
    values: tuple[object, object] | None = None
    field: str = ""
    default: Setting = False

    @property
    def is_switch(self) -> bool:
        """True for yes or no."""
        return isinstance(self.default, bool)

    @property
    def accepted(self) -> str:
        """The accepted values in words."""
        return "yes or no" if self.is_switch else f"{self.low} to {self.high:,}"

    @property
    def example(self) -> str:
        """A text of a setting that is not the usual one."""
        return self.write(not self.default if self.is_switch else self.high)

    def read(self, text: str) -> Setting:
        """Return the setting that a text means."""
        if self.is_switch and text.lower() in _TRUTH:
            return _TRUTH[text.lower()]
        if not self.is_switch and _NUMBER.fullmatch(text):
            return int(text)
        raise InputError(f'{self.key}="{shorten(text)}" cannot be used: expected {self.accepted}')

    def write(self, value: Setting) -> str:
        """Return a setting as text: "threshold=90"."""
        shown = ("yes" if value else "no") if self.is_switch else str(value)
        return f"{self.key}={shown}"

    def verify(self, value: object) -> None:
        """Raise unless a field of the engine's rules may have this value."""
        if self.values is not None or self.is_switch:
            good = value in (self.values or (False, True))
        else:
            good = type(value) is int and self.low <= value <= self.high
        if not good:
            wanted = " or ".join(map(str, self.values)) if self.values else self.accepted
            raise IllegalStateError(f"{self.label}: {value} cannot be used, expected {wanted}")

    def to_field(self, value: Setting) -> object:
        """Return the engine's value for a setting."""
        return value if self.values is None else self.values[bool(value)]

    def from_field(self, value: object) -> Setting:
        """Return the setting for a value of the engine's field."""
        if self.values is not None:
            return value == self.values[1]
        assert isinstance(value, int)
        return value


@dataclass(frozen=True, slots=True)
class Rules:
    """Base of every game's house rules; fields with a `RuleOption` are checked on entry."""

    def __post_init__(self) -> None:
        for option in self.options():
            option.verify(getattr(self, option.field))

    @classmethod
    def options(cls) -> tuple[RuleOption, ...]:
        """Return every option, in the order of the fields."""
        if cls in _OPTIONS:
            return _OPTIONS[cls]
        hints, found = get_type_hints(cls, include_extras=True), list[RuleOption]()
        for field in fields(cls):
            for option in get_args(hints[field.name])[1:]:
                if isinstance(option, RuleOption):
                    key, default = option.key or field.name, option.from_field(field.default)
                    found.append(replace(option, key=key, field=field.name, default=default))
        return _OPTIONS.setdefault(cls, tuple(found))

    @classmethod
    def of(cls, settings: Mapping[str, Setting]) -> Self:
        """Return the rules with these settings, by option key; the rest are the defaults."""
        known = {option.key: option for option in cls.options()}
        for key in settings:
            if key not in known:
                raise InputError(_unknown(key, known))
        return cls(**{known[k].field: known[k].to_field(v) for k, v in settings.items()})

    @classmethod
    def read(cls, texts: str | Iterable[str]) -> Self:
        """Read "threshold=90&swap_own=yes", or a list of such settings; a switch alone is on."""
        parts = texts.split("&") if isinstance(texts, str) else list(texts)
        known = {option.key: option for option in cls.options()}
        renamed = {option.former: option.key for option in cls.options() if option.former}
        settings: dict[str, Setting] = {}
        for part in filter(None, parts):
            key, sign, value = part.replace(" ", "_").partition("=")
            key = renamed.get(key, key)
            option = known.get(key)
            if option is None or (not sign and not option.is_switch):
                raise InputError(_unknown(part, known))
            if key in settings:
                raise InputError(f'the house rule "{key}" is given twice')
            settings[key] = option.read(value) if sign else True
        return cls.of(settings)

    def settings(self) -> dict[str, Setting]:
        """Return every setting by its key."""
        return {o.key: o.from_field(getattr(self, o.field)) for o in self.options()}

    @property
    def changed(self) -> tuple[str, ...]:
        """The settings that differ from the defaults, as texts."""
        settings = self.settings()
        return tuple(
            o.write(settings[o.key]) for o in self.options() if settings[o.key] != o.default
        )

    @property
    def full(self) -> tuple[str, ...]:
        """Every setting as text, for files: a game keeps its rules when defaults change."""
        settings = self.settings()
        return tuple(option.write(settings[option.key]) for option in self.options())

    @property
    def full_text(self) -> str:
        """Every setting in one text."""
        return "&".join(self.full)

    @property
    def text(self) -> str:
        """The changed settings in one text; empty for the usual rules."""
        return "&".join(self.changed)


_OPTIONS: dict[type[Rules], tuple[RuleOption, ...]] = {}  # read from the annotations once


def _unknown(text: str, known: Iterable[str]) -> str:
    names = ", ".join(known)
    if not names:
        return f'this game has no house rules: "{shorten(text)}"'
    return f'"{shorten(text)}" is not a house rule of this game: expected one of {names}'


@dataclass(frozen=True, slots=True)
class NoRules(Rules):
    """Rules of a game without options."""

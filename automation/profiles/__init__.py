"""What is known of a page: where its parts are, in several ways each, and what its words mean.

The files `*.toml` here are the ones that the program comes with. A file of the user's may override
single keys of one of them, from a folder or by its path; `Origin` tells where each key comes from.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.cards import shorten
from engine.errors import InputError

BLANKS = {
    "names": {"player", "column"},
    "hole_cards": {"player", "card", "column", "row", "n"},
    "streets": {"street", "row", "n"},
    "trophies": {"street", "player", "column", "row", "n"},
    "cells": {"street", "guess", "line", "cell", "index", "n"},
    "keys": set[str](),
    "submit": set[str](),
}
_BLANK = re.compile(r"\{([^{}]*)\}")
_PAIRS = {"(": ")", "[": "]"}


def check_selector(text: str) -> str:
    """A selector whose brackets and quotes are closed; the browser says if it is more than that."""
    open_ones: list[str] = []
    for sign in re.sub(r"""\\.|"[^"]*"|'[^']*'""", "", text):
        if sign in _PAIRS:
            open_ones.append(_PAIRS[sign])
        elif sign in ")]" and (not open_ones or open_ones.pop() != sign):
            raise ValueError(f'"{shorten(text)}" is no selector: a {sign} that nothing opens')
        elif sign in "\"'":
            raise ValueError(f'"{shorten(text)}" is no selector: a {sign} is not closed')
    if open_ones or not text.strip():
        missing = f"{open_ones[-1]} is missing" if open_ones else "it is empty"
        raise ValueError(f'"{shorten(text)}" is no selector: {missing}')
    return text


Selector = Annotated[str, Field(max_length=400), AfterValidator(check_selector)]
Selectors = Annotated[tuple[Selector, ...], Field(min_length=1, max_length=8)]
Row = Annotated[int, Field(ge=1, le=99)]


class Ways(BaseModel):
    """How each part is looked for, the first way first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    names: Selectors
    hole_cards: Selectors
    streets: Selectors
    trophies: Selectors
    cells: Selectors
    keys: Selectors
    submit: Selectors

    @model_validator(mode="after")
    def _check_blanks(self) -> "Ways":
        for kind, blanks in BLANKS.items():
            for way in getattr(self, kind):
                _check_blanks(kind, way, blanks)
        return self


def _check_blanks(kind: str, way: str, blanks: set[str]) -> None:
    """Refuse blanks that nothing fills in."""
    unknown = set(_BLANK.findall(way)) - blanks
    if unknown or set(_BLANK.sub("", way)) & set("{}"):
        accepted = ", ".join(f"{{{blank}}}" for blank in sorted(blanks)) or "no blanks"
        raise ValueError(f'{kind}: cannot fill in "{shorten(way, 60)}": expected {accepted}')


class Rows(BaseModel):
    """In which rows of the player table things stand, from 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hole_card_1: Row
    hole_card_2: Row
    flop: Row
    turn: Row
    river: Row


class Profile(BaseModel):
    """One page's address, ways and words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(max_length=60)
    address: str = Field(max_length=400)
    tutorial: tuple[Selector, ...] = Field(max_length=12)
    ways: Ways
    rows: Rows
    colours: dict[str, Literal["g", "y", "e", ""]]  # "": painted so, a cell has no colour yet
    trophies: dict[str, Literal[1, 2, 3]]
    suits: dict[str, Literal["h", "d", "c", "s"]]


@dataclass(frozen=True, slots=True)
class Sourced:
    """A profile, and for each key ("ways.submit") the file that it comes from."""

    profile: Profile
    origins: Mapping[str, str]


def load_sourced(site: str, folder: Path | None = None) -> Sourced:
    """The profile of a site (live, practice, or a file that overrides some of its keys).

    With it comes where each key is from; `folder` may hold files of the user's own.
    """
    layers = _file_layers(Path(site), folder) if site.endswith(".toml") else _layers(site, folder)
    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for source, values in layers:
        for key, value in _flat(values).items():
            _put(merged, key, value)
            origins[key] = source
        profile = _validate(merged, source)
    return Sourced(profile, origins)


def profile_names() -> list[str]:
    """The sites that the program comes with."""
    files = resources.files(__name__).iterdir()
    return sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml"))


Layer = tuple[str, dict[str, Any]]


def _layers(name: str, folder: Path | None) -> list[Layer]:
    """The program's own files of a site, then the user's."""
    if name not in profile_names():
        names = ", ".join(profile_names())
        raise InputError(f'there is no site "{shorten(name)}": expected {names} or a FILE.toml')
    file = f"{name}.toml"
    values = tomllib.loads((resources.files(__name__) / file).read_text("utf-8"))
    base = values.pop("extends", None)
    layers = [*(_layers(base, folder) if base else ()), (f"the program's {file}", values)]
    own = folder / file if folder is not None else None
    return [*layers, (str(own), _read(own))] if own is not None and own.is_file() else layers


def _file_layers(path: Path, folder: Path | None) -> list[Layer]:
    values = _read(path)
    base = values.pop("extends", "live")
    if not isinstance(base, str):
        raise InputError(f'{path}: extends: expected "live" or "practice"')
    return [*_layers(base, folder), (str(path), values)]


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f'cannot read the profile "{path}": {error.strerror}') from error
    except ValueError as error:
        raise InputError(f"{path} is no TOML: {error}") from error


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    """The values by their keys, tables opened: "ways.submit", "colours.gold"."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, dict):
            found |= {f"{key}.{inner}": each for inner, each in value.items()}
        else:
            found[key] = value
    return found


def _put(merged: dict[str, Any], key: str, value: Any) -> None:
    table, dot, inner = key.partition(".")
    if not dot:
        merged[table] = value
        return
    if not isinstance(merged.setdefault(table, {}), dict):
        merged[table] = {}
    merged[table][inner] = value


def _validate(merged: dict[str, Any], source: str) -> Profile:
    try:
        return Profile.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"]))
        if first["type"] == "missing" and not source.startswith("the program's live"):
            raise InputError(f"{source}: the key {key} is missing") from error
        reason = first["msg"].removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            reason = f"there is no such key; expected {_expected(key)}"
        raise InputError(f"{source}: {key}: {reason}") from error


def _expected(key: str) -> str:
    model: Any = Ways if key.startswith("ways.") else Rows if key.startswith("rows.") else Profile
    return ", ".join(model.model_fields)

"""The profile of a page: where its parts are, in several ways each, and what its words mean.

The files `*.toml` here are the ones that the program comes with. A file of the user's may override
single keys of one of them, from a folder or by its path; `ProfileWithOrigins` says where each key
comes from.
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

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
BLANKS = {
    "names": {"player", "column"},
    "hole_cards": {"player", "card", "column", "row", "n"},
    "streets": {"street", "row", "n"},
    "trophies": {"street", "player", "column", "row", "n"},
    "cells": {"street", "guess", "line", "cell", "index", "n"},
    "keys": set[str](),
    "submit": set[str](),
}
N_PARTS = {
    "names": 3,
    "hole_cards": 6,
    "streets": 3,
    "trophies": 9,
    "cells": 30,
    "keys": 1,
    "submit": 1,
}
MAX_BYTES = 65_536  # largest size of a profile
MAX_DEPTH = 4  # deepest nesting of its keys and brackets; ours have two levels
_BLANK = re.compile(r"\{([^{}]*)\}")
_STRING = re.compile(
    r'"""[\s\S]*?"""|' r"'''[\s\S]*?'''|" r'"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'|#[^\n]*"
)
_DEEP_KEY = re.compile(rf"(?<![\w-])(?:[\w-]+\s*\.\s*){{{MAX_DEPTH}}}")
_FUNCTION = re.compile(r"(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\(.+\)")
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_PAIRS = {"(": ")", "[": "]"}


def check_selector(text: str) -> str:
    """Check that brackets and quotes are closed; the browser checks the rest."""
    open_ones: list[str] = []
    for sign in re.sub(r"""\\.|"[^"]*"|'[^']*'""", "", text):
        if sign in _PAIRS:
            open_ones.append(_PAIRS[sign])
        elif sign in ")]" and (not open_ones or open_ones.pop() != sign):
            raise ValueError(f'"{shorten(text)}" is not a selector: a {sign} that is never opened')
        elif sign in "\"'":
            raise ValueError(f'"{shorten(text)}" is not a selector: a {sign} is not closed')
    if open_ones or not text.strip():
        missing = f"{open_ones[-1]} is missing" if open_ones else "it is empty"
        raise ValueError(f'"{shorten(text)}" is not a selector: {missing}')
    return text


Selector = Annotated[str, Field(max_length=400), AfterValidator(check_selector)]
Way = Selector | Annotated[tuple[Selector, ...], Field(min_length=1, max_length=30)]
Selectors = Annotated[tuple[Way, ...], Field(min_length=1, max_length=8)]


def check_colour(text: str) -> str:
    """Check a colour as CSS writes it, or a word that the page uses for one."""
    plain = text.strip().lower()
    if plain.startswith("#") and not _HEX.fullmatch(plain):
        raise ValueError(f'"{shorten(text)}" is not a colour: expected #rgb or #rrggbb')
    if "(" in plain and not _FUNCTION.fullmatch(plain):
        raise ValueError(f'"{shorten(text)}" is not a colour: expected rgb(…), hsl(…), oklch(…)')
    if not plain:
        raise ValueError("a colour is empty: expected a word or a colour as CSS writes it")
    return plain


def plain_colour(colour: str) -> str:
    """Return a colour as profiles spell it: rgb(0, 100, 0) also for rgba(0,100,0,1) and #006400."""
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"
    parts = re.fullmatch(r"rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)(?:[,/ ]+1(?:\.0*)?)?\)", colour.strip())
    return f"rgb({', '.join(parts.groups())})" if parts else colour.strip().lower()


def as_text(way: Way) -> str:
    """Return a way in one line."""
    return way if isinstance(way, str) else " | ".join(way)


Colour = Annotated[str, Field(max_length=60), AfterValidator(check_colour)]
Word = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(str.casefold)]
AttributeName = Annotated[str, Field(pattern=r"^[a-zA-Z][\w:.-]{0,40}$")]
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
                _check_way(kind, way, blanks)
        return self


def _check_way(kind: str, way: Way, blanks: set[str]) -> None:
    """Refuse a list that does not name every part, and blanks that nothing fills in."""
    if isinstance(way, str):
        _check_blanks(kind, way, blanks)
        return
    if len(way) != N_PARTS[kind]:
        raise ValueError(
            f"{kind}: a list of {len(way)} selectors: expected {N_PARTS[kind]}, one for each part"
        )
    for selector in way:
        _check_blanks(kind, selector, blanks)


def _check_blanks(kind: str, way: str, blanks: set[str]) -> None:
    """Refuse blanks that nothing fills in."""
    unknown = set(_BLANK.findall(way)) - blanks
    if unknown or set(_BLANK.sub("", way)) & set("{}"):
        accepted = ", ".join(f"{{{blank}}}" for blank in sorted(blanks)) or "no blanks"
        raise ValueError(f'{kind}: cannot fill in "{shorten(way, 60)}": expected {accepted}')


class PlayerTableRows(BaseModel):
    """In which rows of the player table things stand, from 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hole_card_1: Row
    hole_card_2: Row
    flop: Row
    turn: Row
    river: Row


class Attributes(BaseModel):
    """The attributes of a guess cell that hold its suit, its colour, and whether it takes cards."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suit: AttributeName = "suit"
    colour: AttributeName = "card-color"
    active: AttributeName = "active"


class Profile(BaseModel):
    """One page's address, ways and words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(max_length=60)
    address: str = Field(max_length=400)
    tutorial: tuple[Selector, ...] = Field(max_length=12)
    close: tuple[Selector, ...] = Field((), max_length=12)  # buttons that close what covers it
    ways: Ways
    rows: PlayerTableRows
    attributes: Attributes = Attributes()
    colours: dict[Colour, Literal["g", "y", "e", ""]]  # "": painted so, a cell has no colour yet
    trophies: dict[Word, Literal[1, 2, 3]]
    suits: dict[Word, Literal["h", "d", "c", "s"]]
    ranks: dict[Word, Rank] = {}  # words for ranks, beside 2 to 10, J, Q, K and A
    streets: dict[Word, Literal["flop", "turn", "river"]] = {}
    legend: tuple[Word, ...] = Field((), max_length=60)  # words that explain colours

    def colour_of(self, text: str) -> Literal["g", "y", "e", ""] | None:
        """Return what a colour means, however it is written; None if that is not known."""
        return self.colours.get(plain_colour(text))

    def with_paints(self, paints: Mapping[str, str]) -> "Profile":
        """Add how the browser paints each colour; refuse a colour that it cannot paint."""
        colours: dict[str, Literal["g", "y", "e", ""]] = dict(self.colours)
        for text, meaning in self.colours.items():
            paint = paints.get(text, "")
            if not paint and ("(" in text or text.startswith("#")):
                raise InputError(
                    f'the profile {self.name}: colours: "{shorten(text)}" is not a colour that '
                    "the browser can paint"
                )
            if paint and colours.setdefault(paint, meaning) != meaning:
                raise InputError(
                    f'the profile {self.name}: colours: "{shorten(text)}" and "{paint}" are the '
                    "same colour and mean different things"
                )
        return self.model_copy(update={"colours": colours})


@dataclass(frozen=True, slots=True)
class ProfileWithOrigins:
    """A profile, and for each key ("ways.submit") the file that it comes from."""

    profile: Profile
    origins: Mapping[str, str]


def load_profile(site: str, folder: Path | None = None) -> ProfileWithOrigins:
    """Return the profile of a site (live, practice, or a file that overrides some of its keys).

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
    return ProfileWithOrigins(profile, origins)


def profile_names() -> list[str]:
    """Return the sites that the program comes with."""
    files = resources.files(__name__).iterdir()
    return sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml"))


Layer = tuple[str, dict[str, Any]]


def _layers(name: str, folder: Path | None) -> list[Layer]:
    """Return the program's own files of a site, then the user's."""
    if name not in profile_names():
        names = ", ".join(profile_names())
        raise InputError(f'there is no site "{shorten(name)}": expected {names} or a FILE.toml')
    file = f"{name}.toml"
    values = tomllib.loads((resources.files(__name__) / file).read_text("utf-8"))
    base = values.pop("extends", None)
    layers = [*(_layers(base, folder) if base else ()), (f"the program's {file}", values)]
    own = folder / file if folder is not None else None
    return [*layers, (str(own), read_profile(own))] if own is not None and own.is_file() else layers


def _file_layers(path: Path, folder: Path | None) -> list[Layer]:
    values = read_profile(path)
    base = values.pop("extends", "live")
    if not isinstance(base, str):
        raise InputError(f'{path}: extends: expected "live" or "practice"')
    return [*_layers(base, folder), (str(path), values)]


def read_profile(path: Path) -> dict[str, Any]:
    """Return the keys of a user's file, checked for size and depth and no further."""
    try:
        text = _read_bounded(path)
        _check_depth(path, text)
        return tomllib.loads(text)
    except OSError as error:
        raise InputError(f'cannot read the profile "{path}": {error.strerror}') from error
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{path} is not a TOML file: {error}") from error


def _read_bounded(path: Path) -> str:
    """Return the text of a regular file that is no larger than a profile can be."""
    if not path.is_file():
        reason = "it is not a regular file" if path.exists() else "there is no such file"
        raise InputError(f'cannot read the profile "{path}": {reason}')
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{path} is too large for a profile: expected up to {MAX_BYTES:,} bytes")
    return data.decode("utf-8")


def _check_depth(path: Path, text: str) -> None:
    """Refuse deeply nested keys and brackets, which take a parser very long."""
    bare = _STRING.sub("s", text)
    depth = deepest = 0
    for sign in bare:
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    if deepest > MAX_DEPTH or _DEEP_KEY.search(bare):
        raise InputError(f"{path} is nested too deeply: expected up to {MAX_DEPTH} levels")


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values by their keys, tables opened: "ways.submit", "colours.gold"."""
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
        key = ".".join(str(part) for part in first["loc"] if "[" not in str(part))
        if first["type"] == "missing" and not source.startswith("the program's live"):
            raise InputError(f"{source}: the key {key} is missing") from error
        reason = first["msg"].removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            reason = f"there is no such key; expected {_expected(key)}"
        raise InputError(f"{source}: {key}: {reason}") from error


def _expected(key: str) -> str:
    tables: dict[str, Any] = {"ways": Ways, "rows": PlayerTableRows, "attributes": Attributes}
    return ", ".join(tables.get(key.partition(".")[0], Profile).model_fields)

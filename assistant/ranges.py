"""Named ranges of Hold'em: saved in one file of the user's folder, and written as "@name"."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints

from assistant import paths
from assistant.file_store import change_model, read_model
from assistant.requests import FrozenModel
from engine.cards import shorten
from engine.errors import InputError
from engine.holdem.ranges import parse_range

MAX_NAME = 40
MARK = "@"  # before a name, where a range is expected
Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]


class KeptRanges(FrozenModel):
    """Ranges as they were written, by name."""

    ranges: dict[Name, str] = Field(default_factory=dict, max_length=1_000)


def ranges_file() -> Path:
    """Return where the ranges are kept."""
    return paths.data_dir() / "ranges.json"


def kept_ranges() -> dict[str, str]:
    """Return all saved ranges in the order of their names."""
    return dict(sorted(read_model(ranges_file, KeptRanges)[0].ranges.items()))


def keep_range(name: str, text: str) -> str:
    """Save a range under a name, replacing an older one; return the name as it is saved."""
    name = _checked(name)
    parse_range(text)
    _change(lambda kept: {**kept, name: text})
    return name


def remove_range(name: str) -> None:
    """Delete a saved range."""
    name = name.strip().removeprefix(MARK)
    if name not in kept_ranges():
        raise _unknown(name)
    _change(lambda kept: {other: text for other, text in kept.items() if other != name})


def look_up_range(text: str) -> str:
    """Return the range that "@name" stands for; any other text is returned as it is."""
    if not text.strip().startswith(MARK):
        return text
    name = text.strip().removeprefix(MARK)
    kept = kept_ranges()
    if name not in kept:
        raise _unknown(name)
    return kept[name]


def _change(change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    change_model(ranges_file(), KeptRanges, lambda kept: KeptRanges(ranges=change(kept.ranges)))


def _checked(name: str) -> str:
    name = " ".join(name.split()).removeprefix(MARK)
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise InputError(
            f'"{shorten(name)}" is not a name for a range: expected 1 to {MAX_NAME} letters'
        )
    return name


def _unknown(name: str) -> InputError:
    names = ", ".join(kept_ranges())
    known = f"expected one of {names}" if names else "no range is saved yet"
    return InputError(f'there is no range "@{shorten(name)}": {known}')

"""Save and load situations as JSON.

A scenario keeps what was entered, word for word, so that a half-typed situation comes back too.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import JsonValue, ValidationError

from assistant.requests import FrozenModel, explain_validation
from engine.errors import InputError
from engine.files import parse_json, read_bounded, write_text

MAX_FILE_BYTES = 10_000_000


class Scenario(FrozenModel):
    """One situation: the game and what was entered in its panel."""

    format: Literal["card-table-scenario"] = "card-table-scenario"
    version: Literal[1] = 1
    game: str
    entries: dict[str, JsonValue]


def save_scenario(path: Path, scenario: Scenario) -> None:
    """Write a scenario as JSON."""
    write_text(path, scenario.model_dump_json(indent=2) + "\n")


def load_scenario(path: Path) -> Scenario:
    """Read a scenario; a bad file is an `InputError` that names it and says what is wrong."""
    try:
        return Scenario.model_validate(parse_json(read_bounded(path, MAX_FILE_BYTES)))
    except ValidationError as error:
        raise InputError(
            f'"{path.name}" is not a saved position: {explain_validation(error)}'
        ) from error
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f'cannot read the saved position "{path.name}": {error}') from error


def flatten(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every plain value inside lists and dictionaries, with its path: "players.0.win"."""
    if isinstance(value, Mapping):
        pairs = [(str(name), item) for name, item in value.items()]
    elif isinstance(value, Sequence) and not isinstance(value, str):
        pairs = [(str(place), item) for place, item in enumerate(value)]
    else:
        yield key, value
        return
    for name, item in pairs:
        yield from flatten(item, f"{key}.{name}" if key else name)

"""What a user may set, and the file it is kept in.

Files of ours that turn out damaged never stop the program: `read_model` gives what they held before
their last change, or the defaults, and one line that says so; the damaged file is left beside.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from assistant import paths
from assistant.requests import FrozenModel, explain_validation
from engine import files
from engine.errors import UnavailableError

Theme = Literal["system", "light", "dark"]
Precision = Literal["quick", "normal", "precise"]
MAX_BYTES = 10_000_000  # of a file of ours
SECONDS_OF: dict[Precision, float] = {"quick": 2.0, "normal": 5.0, "precise": 30.0}


class Settings(FrozenModel):
    """Everything in the settings dialog, with its default."""

    theme: Theme = "system"
    four_colour: bool = False
    colour_blind: bool = True
    font_pt: int = Field(default=10, ge=8, le=18)
    threads: int = Field(default=0, ge=0, le=256)  # 0: all cores
    precision: Precision = "normal"
    browser_path: str = ""

    @property
    def budget_s(self) -> float:
        """Seconds that one live answer may take."""
        return SECONDS_OF[self.precision]

    @property
    def n_threads(self) -> int:
        """Threads to compute with; 0 in the file means all cores."""
        return self.threads or os.cpu_count() or 1


def settings_file() -> Path:
    """Where the settings are kept."""
    return paths.config_dir() / "settings.json"


def load_settings() -> tuple[Settings, str]:
    """The settings, and a line for the user if their file was damaged (else "")."""
    return read_kept(settings_file, Settings)


def save_settings(settings: Settings, before: Settings | None = None) -> Settings:
    """Keep the settings; with those of before, only what differs, as others may change them too."""
    fresh = settings.model_dump()
    if before is not None and settings_file().exists():
        old = before.model_dump()
        fresh = {key: value for key, value in fresh.items() if value != old[key]}
    return change_model(settings_file(), Settings, lambda kept: kept.model_copy(update=fresh))


Model = TypeVar("Model", bound=BaseModel)


def read_kept(file: Callable[[], Path], model: type[Model]) -> tuple[Model, str]:
    """Read a file of ours, or the defaults where its folder is not there and cannot be made."""
    try:
        return read_model(file(), model)
    except UnavailableError as error:
        return model(), str(error)


def read_model(path: Path, model: type[Model]) -> tuple[Model, str]:
    """Read a file of ours; a damaged one is set aside and told, and the one before used."""
    try:
        return _read(path, model), ""
    except FileNotFoundError:
        return model(), ""
    except (OSError, ValueError, RecursionError) as error:
        reason = explain_validation(error) if isinstance(error, ValidationError) else error
        return _one_before(path, model, f"{path.name} was damaged ({reason})")


def _one_before(path: Path, model: type[Model], note: str) -> tuple[Model, str]:
    """The file as it was before its last change, or the defaults."""
    kept = files.set_aside(path)
    note += f"; it is kept as {kept.name}" if kept else ""
    try:
        return _read(_backup(path), model), f"{note}; its last version is used"
    except (OSError, ValueError, RecursionError):
        return model(), f"{note}; defaults are used"


def _read(path: Path, model: type[Model]) -> Model:
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES // 1_000_000} MB")
    return model.model_validate(parse_json(data.decode("utf-8")))


def parse_json(text: str) -> Any:
    """Read JSON as its standard says: without NaN and Infinity, which cannot be written back."""

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON number")

    return json.loads(text, parse_constant=refuse)


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".before")


def change_model(path: Path, model: type[Model], change: Callable[[Model], Model]) -> Model:
    """Read a file of ours, change it and write it, with no other process in between."""
    with files.locked(path):
        changed = change(read_model(path, model)[0])
        write_model(path, changed)
    return changed


def write_model(path: Path, value: BaseModel) -> None:
    """Write a file of ours; the one before is kept beside it."""
    if path.is_file():
        with files.telling(path):
            files.write_bytes(_backup(path), path.read_bytes())
    files.write_text(path, value.model_dump_json(indent=1) + "\n")

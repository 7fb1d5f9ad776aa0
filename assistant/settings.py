"""What a user may set, and the file it is kept in.

Files of ours that turn out damaged never stop the program: `read_model` gives the defaults,
one line that says so, and leaves the damaged file beside the new one for whoever wants it back.
"""

import json
import os
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant import paths
from assistant.requests import explain_validation
from engine.errors import UnavailableError

Theme = Literal["system", "light", "dark"]
Precision = Literal["quick", "normal", "precise"]
SECONDS_OF: dict[Precision, float] = {"quick": 2.0, "normal": 5.0, "precise": 30.0}


class Settings(BaseModel):
    """Everything in the settings dialog, with its default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    theme: Theme = "system"
    four_colour: bool = False
    colour_blind: bool = False
    font_pt: int = Field(10, ge=8, le=18)
    threads: int = Field(0, ge=0, le=256)  # 0: all cores
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
    return read_model(settings_file(), Settings)


def save_settings(settings: Settings) -> None:
    """Keep the settings."""
    write_text(settings_file(), settings.model_dump_json(indent=2) + "\n")


Model = TypeVar("Model", bound=BaseModel)


def read_model(path: Path, model: type[Model]) -> tuple[Model, str]:
    """Read a file of ours; a damaged one is moved aside, told in one line, and replaced."""
    try:
        return model.model_validate(json.loads(path.read_text("utf-8"))), ""
    except FileNotFoundError:
        return model(), ""
    except (OSError, ValueError, RecursionError) as error:
        reason = explain_validation(error) if isinstance(error, ValidationError) else error
        return model(), f"{path.name} was damaged ({reason}); {_set_aside(path)}"


def _set_aside(path: Path) -> str:
    kept = path.with_name(path.name + ".damaged")
    try:
        path.replace(kept)
    except OSError:
        return "defaults are used"
    return f"defaults are used, the old file is kept as {kept.name}"


def write_text(path: Path, text: str) -> None:
    """Write a file in one step, so that a crash leaves the old one whole."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        raise UnavailableError(f'cannot write "{path}": {error.strerror or error}') from error

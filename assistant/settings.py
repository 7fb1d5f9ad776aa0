"""The user's settings and the file that keeps them."""

import os
from pathlib import Path
from typing import Literal

from pydantic import Field

from assistant import paths
from assistant.file_store import change_model, read_model
from assistant.requests import FrozenModel

Theme = Literal["system", "light", "dark"]
Precision = Literal["quick", "normal", "precise"]
SECONDS_OF: dict[Precision, float] = {"quick": 2.0, "normal": 5.0, "precise": 30.0}
EQUITY_ERROR_OF: dict[Precision, float] = {"quick": 1.0, "normal": 0.3, "precise": 0.15}
"""About the largest ± of a sampled equity, in percent, if the time allows."""


class Settings(FrozenModel):
    """Everything in the settings dialog, with its default."""

    theme: Theme = "system"
    four_colour: bool = False
    colour_blind: bool = True
    reduce_motion: bool = False
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
    """Return where the settings are kept."""
    return paths.config_dir() / "settings.json"


def load_settings() -> tuple[Settings, str]:
    """Return the settings, and a line for the user if their file was damaged (else "")."""
    return read_model(settings_file, Settings)


def save_settings(settings: Settings, before: Settings | None = None) -> Settings:
    """Save the settings; with `before`, only what changed, as another window may have changed
    the rest.
    """
    fresh = settings.model_dump()
    if before is not None:
        old = before.model_dump()
        fresh = {key: value for key, value in fresh.items() if value != old[key]}
    start = before or settings  # what this window shows, if the file cannot be read any more
    return change_model(
        settings_file(), Settings, lambda saved: saved.model_copy(update=fresh), start
    )

"""The window's state, kept from one start to the next: place, last panel, entries."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue

from assistant import paths
from assistant.file_store import read_model, write_model


class WindowState(BaseModel):
    """Geometry as Qt packs it (base 64), the splitters' shares, the last panel, the entries."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    geometry: str = ""
    panel: str = "home"
    at_table: bool = False  # the card table of that panel was on show
    folder: str = ""  # the folder that was chosen last for files
    splitters: dict[str, str] = {}
    entries: dict[str, dict[str, JsonValue]] = {}


def state_file() -> Path:
    """Return where the state is kept."""
    return paths.data_dir() / "window.json"


def load_state() -> tuple[WindowState, str]:
    """Return the state, and a line for the user if its file was damaged."""
    return read_model(state_file, WindowState)


def save_state(state: WindowState) -> None:
    """Keep the state."""
    write_model(state_file(), state)

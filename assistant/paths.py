"""Where the user's files live; CARD_TABLE_HOME puts them all below one folder (tests use it)."""

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import PlatformDirs

from engine.files import FOLDER_MODE, make_folder

_DIRS = PlatformDirs("card-table-assistant", appauthor=False)


def _made(default: Path, name: str) -> Path:
    home = os.environ.get("CARD_TABLE_HOME")
    path = make_folder(Path(home) / name if home else default)
    with suppress(OSError):  # it was there before, with other permissions
        path.chmod(FOLDER_MODE)
    return path


def config_dir() -> Path:
    """Return the folder of the settings."""
    return _made(_DIRS.user_config_path, "config")


def data_dir() -> Path:
    """Return the folder of sessions, history and saved scenarios."""
    return _made(_DIRS.user_data_path, "data")


def log_file() -> Path:
    """Return the file that tracebacks go to."""
    return _made(_DIRS.user_log_path, "log") / "assistant.log"

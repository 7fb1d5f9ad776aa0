"""The table that was left, one a game, in the user's data folder."""

import threading
from collections.abc import Callable
from pathlib import Path

from assistant import paths
from assistant.file_store import find_model, remove_model, write_model
from assistant.tables.table import SavedTable, Table
from engine.errors import InputError

_writing = threading.Lock()


def _file(game: str) -> Path:
    return paths.data_dir() / f"table-{game}.json"


def keep_table(table: Table) -> None:
    """Write a table down; one that is over leaves nothing to go on with."""
    keeping(table)(lambda: False)


def keeping(table: Table) -> Callable[[Callable[[], bool]], None]:
    """The writing of a table as it is now, for another thread; it asks whether it is outdated."""
    file, saved = _file(table.game_name), None if table.is_over else table.saved()

    def keep(is_outdated: Callable[[], bool]) -> None:
        with _writing:
            if not is_outdated():
                _write(file, saved)

    return keep


def _write(file: Path, saved: SavedTable | None) -> None:
    if saved is None:
        remove_model(file)
    else:
        write_model(file, saved)


def kept_table(game: str) -> SavedTable | None:
    """The table that was left; None if there is none. A damaged file is an `InputError`."""
    saved, note = find_model(_file(game), SavedTable)
    if saved is None and note:
        raise InputError(f"cannot read the kept table: {note}")
    return saved

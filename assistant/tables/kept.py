"""The table that was left, one a game, in the user's data folder."""

from pathlib import Path

from assistant import paths
from assistant.tables.table import SavedTable, Table, read_table
from engine.files import write_text


def _file(game: str) -> Path:
    return paths.data_dir() / f"table-{game}.json"


def keep_table(table: Table) -> None:
    """Write a table down; one that is over leaves nothing to go on with."""
    if table.is_over:
        _file(table.game_name).unlink(missing_ok=True)
    else:
        write_text(_file(table.game_name), table.saved().model_dump_json() + "\n")


def kept_table(game: str) -> SavedTable | None:
    """The table that was left; None if there is none. A damaged file is an `InputError`."""
    path = _file(game)
    return read_table(path.read_text("utf-8", "replace")) if path.exists() else None

"""Games as files: one JSON file each in the folder `games` of the user's data.

The file of a game is written after every decision, so it survives a program that is killed. Games
that a person played stay there when they are over. A watched game goes when it is over.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from assistant import paths
from assistant.file_store import MAX_BYTES, find_model, remove_model, write_model
from assistant.play.record import FORMAT, HUMAN, Record, read_record
from engine.errors import InputError
from engine.files import make_folder, read_bounded, write_text

_writing = threading.Lock()


def games_dir() -> Path:
    """Return the folder of the games."""
    return make_folder(paths.data_dir() / "games")


def game_file(record: Record) -> Path:
    """Return the file of a game, named after the game, when it was begun, and its deal."""
    begun = "".join(letter for letter in record.begun if letter.isdigit())[:14]
    return games_dir() / f"{record.game}-{begun}-{record.seed}.json"


def keep_game(record: Record) -> None:
    """Write a game's file; a watched game that is over is removed."""
    prepare_save(record)(lambda: False)


def store_game(record: Record) -> None:
    """Write a game's file, whoever played it."""
    with _writing:
        write_model(game_file(record), record)


def prepare_save(record: Record) -> Callable[[Callable[[], bool]], None]:
    """Return a function that writes a game in another thread, unless it is outdated by then."""
    file, is_watched = game_file(record), HUMAN not in record.agents

    def keep(is_outdated: Callable[[], bool]) -> None:
        with _writing:
            if is_outdated():
                return
            if record.is_over and is_watched:
                remove_model(file)
            else:
                write_model(file, record)

    return keep


def last_game(game: str) -> Record | None:
    """Return the newest game if it is not over; a damaged file raises `InputError`."""
    _take_over(game)
    files = newest_files(game)
    if not files:
        return None
    record, note = find_model(files[0], Record)
    if record is None:
        raise InputError(f"the saved game {files[0].name} cannot be read: {note}")
    return None if record.is_over else record


def open_game_file(path: Path) -> Record | None:
    """Read a saved game; None if the file is of another kind."""
    try:
        text = read_bounded(path, MAX_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None
    return read_record(text) if f'"{FORMAT}"' in text else None


def read_game(path: Path) -> Record:
    """Read the record in a file, which may come from anybody."""
    return read_record(read_bounded(path, MAX_BYTES).decode("utf-8", "replace"))


def save_game(path: Path, record: Record) -> None:
    """Write a game to a file of the user's choice."""
    write_text(path, record.to_json())


def find_kept(name: str) -> Record:
    """Return a game by the name of its file."""
    file = games_dir() / Path(name).name
    record, note = find_model(file, Record)
    if record is None:
        raise InputError(f"The game {file.name} is no longer there. {note}".strip())
    return record


def game_files(game: str = "") -> Iterator[Path]:
    """Yield the files of all games, or of one kind."""
    yield from games_dir().glob(f"{game or '*'}-*.json")


def newest_files(game: str = "") -> list[Path]:
    """Return the files of all games, or of one kind, the newest first."""
    times = dict[Path, int]()
    for file in game_files(game):
        with suppress(OSError):  # another process removed it in the meantime
            times[file] = file.stat().st_mtime_ns
    return sorted(times, key=times.__getitem__, reverse=True)


def finished_records(count: int) -> list[Record]:
    """Return the newest games that a person played to the end; damaged files are left out."""
    found = list[Record]()
    for file in newest_files():
        if len(found) == count:
            break
        try:
            record = read_game(file)
        except (InputError, OSError):
            continue
        if record.is_over:
            found.append(record)
    return found


def _take_over(game: str) -> None:
    """Move the table that version 0.2.0 kept into the folder of the games."""
    earlier = paths.data_dir() / f"table-{game}.json"
    if earlier.exists():
        try:
            record = read_game(earlier)
        except InputError:
            earlier.rename(earlier.with_suffix(".damaged"))
            raise
        keep_game(record)
        earlier.unlink()

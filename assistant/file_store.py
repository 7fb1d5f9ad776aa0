"""The store of the program's small files: settings, ranges, window state, games played.

Each file holds one pydantic model as JSON. Beside it stands its last version (`.before`), from the
first time it is written. The store keeps two promises:

- A reader that finds a damaged or missing file restores the last version, and says so in a note.
  The damaged file gets a name of its own (`.damaged`), and the next reader finds a whole file.
- A writer never starts from nothing while an earlier or damaged copy exists: it starts from the
  last version; if only damaged copies are left, it refuses, unless its caller knows the contents.

Files are replaced in one step, so a crash leaves the old contents or the new ones. Readers take no
lock unless there is something to repair, so a folder that cannot be written can still be read.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from assistant.requests import explain_validation
from engine import files
from engine.errors import UnavailableError

MAX_BYTES = 10_000_000
BEFORE = ".before"
Model = TypeVar("Model", bound=BaseModel)
Unreadable = (OSError, ValueError, RecursionError)  # ValueError: also pydantic's and InputError


def read_model(file: Path | Callable[[], Path], model: type[Model]) -> tuple[Model, str]:
    """Return a file's contents or the model's defaults, and a note if the file was repaired.

    A path that cannot be made (`file` may be a function that makes its folder) gives the defaults.
    """
    try:
        found, note = find_model(file() if callable(file) else file, model)
    except UnavailableError as error:
        return model(), str(error)
    if found is not None:
        return found, note
    return model(), f"{note}; defaults are used" if note else ""


def find_model(path: Path, model: type[Model]) -> tuple[Model | None, str]:
    """Return a file's contents and a note if it had to be repaired; None if nothing can be read."""
    try:
        return _parse(path, model), ""
    except FileNotFoundError:
        if not _has_copies(path):
            return None, ""
    except Unreadable:
        pass
    try:
        with files.locked(path):
            return _repair(path, model)
    except UnavailableError:  # the folder cannot be written: the last version is read as it is
        return _read_last(path, model, f"{path.name} cannot be read")


def change_model(
    path: Path, model: type[Model], change: Callable[[Model], Model], start: Model | None = None
) -> Model:
    """Read a file, change its contents and write it, with no other process in between.

    A file that is not there yet starts with `start` or the defaults. If only damaged copies of it
    are left, it starts with `start`, or is refused if there is none.
    """
    with files.locked(path):
        found, note = _repair(path, model)
        if found is None and note and start is None:
            raise UnavailableError(f"{note}: repair or remove the damaged copy, then try again")
        changed = change(found or start or model())
        _write(path, changed)
    return changed


def write_model(path: Path, value: BaseModel) -> None:
    """Replace a file's contents as a whole; what was there stays beside it."""
    with files.locked(path):
        _repair(path, type(value))
        _write(path, value)


def remove_model(path: Path) -> None:
    """Remove a file with all its copies."""
    if path.exists() or _has_copies(path):
        with files.locked(path), files.explain_write_errors(path):
            for copy in (*files.damaged_copies(path), _before(path), path):  # the file itself last
                copy.unlink(missing_ok=True)


def _repair(path: Path, model: type[Model]) -> tuple[Model | None, str]:
    """Return a file's contents, restored from its last version if need be. Needs the lock."""
    try:
        return _parse(path, model), ""  # whole, or another process has repaired it meanwhile
    except FileNotFoundError:
        damaged = files.damaged_copies(path)
        if not _has_copies(path):
            return None, ""
        note = f"{path.name} was damaged" if damaged else f"{path.name} was missing"
        kept = damaged[0] if damaged else None
    except Unreadable as error:
        reason = explain_validation(error) if isinstance(error, ValidationError) else error
        note, kept = f"{path.name} was damaged ({reason})", files.set_aside(path)
        if kept is None:  # it cannot be moved, so it must not be overwritten
            return _read_last(path, model, note)
    found, note = _read_last(path, model, f"{note}; it is kept as {kept.name}" if kept else note)
    if found is not None:
        files.write_bytes(path, _dump(found))
    return found, note


def _read_last(path: Path, model: type[Model], note: str) -> tuple[Model | None, str]:
    try:
        return _parse(_before(path), model), f"{note}; its last version is used"
    except Unreadable:
        return None, note


def _write(path: Path, value: BaseModel) -> None:
    """Write a file that was repaired; its present contents become the last version."""
    if path.is_file():
        with files.explain_write_errors(path):
            files.write_bytes(_before(path), path.read_bytes())
    elif _before(path).exists():
        files.set_aside(_before(path))  # nothing could read it
    files.write_bytes(path, _dump(value))
    if not _before(path).exists():
        files.write_bytes(_before(path), _dump(value))


def _parse(path: Path, model: type[Model]) -> Model:
    return model.model_validate(files.parse_json(files.read_bounded(path, MAX_BYTES)))


def _dump(value: BaseModel) -> bytes:
    return (value.model_dump_json(indent=1) + "\n").encode()


def _before(path: Path) -> Path:
    return path.with_name(path.name + BEFORE)


def _has_copies(path: Path) -> bool:
    return _before(path).exists() or bool(files.damaged_copies(path))

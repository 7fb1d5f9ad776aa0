"""One writer for everything that is kept: a file is there whole or not at all, and the user's own.

New contents get a name of their own beside the file, go to the disk, and then take its place, so
neither a crash, a full disk nor a second process leaves half of them. Who reads a file to change
it does so while it is `locked`. What cannot be written is one `UnavailableError` with the reason.
"""

import errno
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TypeVar

from engine.cards import shorten
from engine.errors import InputError, UnavailableError

FOLDER_MODE = 0o700  # of folders that we make; files have 0600 from tempfile
DAMAGED = ".damaged"
Result = TypeVar("Result")
_log = logging.getLogger(__name__)


def write_text(path: Path, text: str) -> None:
    """Write a text file in one step; lines end as they are given."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file in one step."""
    write_with(path, lambda part: part.write_bytes(data))


def write_with(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a file, which then takes the place of `path`; its ending is the same."""
    with telling(path):
        target = path.resolve()  # behind a link: the link stays
        if target.exists() and not target.is_file():
            write(target)  # a pipe or a device, such as /dev/stdout, has nothing to keep
            return
        with _part(target) as part:
            write(part)
            _to_disk(part)
            part.replace(target)
        _to_disk(target.parent)


@contextmanager
def _part(target: Path) -> Iterator[Path]:
    """An empty file with a name of its own beside the target, gone in the end."""
    handle, name = tempfile.mkstemp(target.suffix, f".{target.stem[:60]}-", target.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """Wait until the disk has a file or, where the system can say so, a folder."""
    try:
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    except OSError:
        return  # some systems open no folders
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that cannot say so
            raise
    finally:
        os.close(handle)


def make_folder(path: Path) -> Path:
    """Make a folder, and those above it, for the user alone; one that is there stays as it is."""
    with telling(path):
        if not path.is_dir():
            if path.parent != path:
                make_folder(path.parent)
            path.mkdir(FOLDER_MODE, exist_ok=True)
    return path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes and threads from changing a file meanwhile: for read, change, write."""
    lock = path.with_name(f".{path.name}.lock")
    with telling(path):
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
        yield
    finally:
        os.close(handle)  # which unlocks it


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX)


def keep_newest(folder: Path, n_kept: int) -> None:
    """Bound a folder of dated folders: remove all but the newest, by name."""
    with suppress(OSError):
        for old in sorted(folder.iterdir())[:-n_kept]:
            shutil.rmtree(old, ignore_errors=True)


def naming_damage(read: Callable[[Path], Result]) -> Callable[[Path], Result]:
    """Let a reader of arrays refuse a damaged file in one line, whatever NumPy met in it."""

    @wraps(read)
    def reading(path: Path) -> Result:
        try:
            return read(path)
        except (InputError, UnavailableError):
            raise
        except Exception as error:  # a changed archive fails in dozens of ways
            raise InputError(f"the file {path} is damaged: {shorten(str(error), 80)}") from error

    return reading


def set_aside(path: Path) -> Path | None:
    """Move a damaged file out of the way, under a name that is told; None if that fails."""
    try:
        kept = path.replace(path.with_name(path.name + DAMAGED))
    except OSError:
        return None
    _log.warning('"%s" was damaged: it is kept as %s', path, kept.name)
    return kept


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what the system says about a file that is written into one line."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnavailableError(f'cannot write "{path}": {reason}') from error

"""Read and write files safely: bounded reads, atomic writes, locks.

New contents are written to a temporary file beside the target, flushed to the disk, and then moved
to its place, so neither a crash, a full disk nor a second process leaves half of them. Code that
reads a file in order to change it holds its lock (`locked`). A file that cannot be written raises
one `UnavailableError` with the reason. Files of unknown origin are read with `read_bounded`: only
regular files, up to a size that the caller gives; `parse_json` bounds the depth, too.
"""

import errno
import io
import json
import logging
import os
import re
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.cards import shorten
from engine.errors import InputError, UnavailableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER_MODE = 0o700  # mode of folders that we make; tempfile gives files 0600
DAMAGED = ".damaged"
MAX_DAMAGED = 50  # damaged copies of one file that are kept under names of their own
MAX_DEPTH = 64  # deepest nesting of lists and objects in a file that is read
_JSON_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)
Result = TypeVar("Result")
_log = logging.getLogger(__name__)


def read_bounded(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a regular file of at most `max_bytes`; refuse any other in one line.

    `FileNotFoundError` and other errors of the system are passed on. A pipe or a device is refused
    before anything is read from it.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # before opening: opening a pipe would block
        raise InputError(f'"{path}" is not a regular file')
    with path.open("rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # it was replaced in the meantime
            raise InputError(f'"{path}" is not a regular file')
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise InputError(f'"{path}" is too large: expected at most {size_text(max_bytes)}')
    return data


def size_text(n_bytes: int) -> str:
    """Return a number of bytes in words: "10 MB", "64 kB"."""
    return f"{n_bytes // 1_000_000} MB" if n_bytes >= 1_000_000 else f"{n_bytes // 1_000} kB"


def parse_json(data: bytes) -> Any:
    """Read JSON in UTF-8 as its standard says; what is not JSON or too deep is a `ValueError`.

    NaN and Infinity are refused: they cannot be written back.
    """
    _check_depth(data)

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is not a JSON number")

    return json.loads(data.decode("utf-8"), parse_constant=refuse)


def _check_depth(data: bytes) -> None:
    depth = 0
    for token in _JSON_TOKEN.finditer(data):
        first = data[token.start()]
        depth += (first in b"[{") - (first in b"]}")
        if depth > MAX_DEPTH:
            raise ValueError(f"lists and objects are nested more than {MAX_DEPTH} deep")


def read_arrays(data: bytes, max_bytes: int) -> "dict[str, NDArray[Any]]":
    """Return the arrays of an .npz archive that unpacks to at most `max_bytes`."""
    import numpy as np

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        n_bytes = sum(part.file_size for part in archive.infolist())
    if n_bytes > max_bytes:
        raise InputError(f"the arrays are too large: expected at most {size_text(max_bytes)}")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays}


def write_text(path: Path, text: str) -> None:
    """Write a text file in one step; lines end as they are given."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file in one step."""
    write_with(path, lambda part: part.write_bytes(data))


def write_with(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a temporary file with the same ending, which then replaces `path`."""
    with explain_write_errors(path):
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
    """Provide an empty temporary file beside the target; it is removed at the end."""
    handle, name = tempfile.mkstemp(target.suffix, f".{target.stem[:60]}-", target.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """Flush a file to the disk, or a folder where the system allows it."""
    try:
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    except OSError:
        return  # some systems cannot open folders
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that cannot flush folders
            raise
    finally:
        os.close(handle)


def make_folder(path: Path) -> Path:
    """Make a folder and its parents with access for the user alone; an existing one is
    unchanged.
    """
    with explain_write_errors(path):
        if not path.is_dir():
            if path.parent != path:
                make_folder(path.parent)
            path.mkdir(FOLDER_MODE, exist_ok=True)
    return path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file against other processes and threads: for read, change, write."""
    lock = path.with_name(f".{path.name}.lock")
    with explain_write_errors(path):
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


def explain_damage(read: Callable[[Path], Result]) -> Callable[[Path], Result]:
    """Decorate a reader of arrays: turn any read error into one `InputError`."""

    @wraps(read)
    def reading(path: Path) -> Result:
        try:
            return read(path)
        except (InputError, UnavailableError):
            raise
        except Exception as error:  # a damaged archive raises many kinds of errors
            raise InputError(f"the file {path} is damaged: {shorten(str(error), 80)}") from error

    return reading


def set_aside(path: Path) -> Path | None:
    """Move a damaged file out of the way and log its new name; return None if that fails.

    An earlier damaged file keeps its name, until there are `MAX_DAMAGED` of them.
    """
    try:
        kept = path.replace(next(iter(_free_names(path))))
    except OSError:
        return None
    _log.warning('"%s" was damaged: it is kept as %s', path, kept.name)
    return kept


def _free_names(path: Path) -> Iterator[Path]:
    """Yield names for a damaged copy that no file has; the last one may be taken."""
    names = [path.with_name(path.name + DAMAGED)]
    names += [path.with_name(f"{path.name}{DAMAGED}-{n}") for n in range(2, MAX_DAMAGED + 1)]
    yield from (name for name in names if not name.exists())
    yield names[-1]


def damaged_copies(path: Path) -> list[Path]:
    """Return the damaged copies of a file that were set aside, in the order of their names."""
    with suppress(OSError):
        start = path.name + DAMAGED
        return sorted(file for file in path.parent.iterdir() if file.name.startswith(start))
    return []


@contextmanager
def explain_write_errors(path: Path) -> Iterator[None]:
    """Turn errors while a file is written into one `UnavailableError`."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnavailableError(f'cannot write "{path}": {reason}') from error

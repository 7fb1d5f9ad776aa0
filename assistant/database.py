"""Open a SQLite file safely, even if it comes from an unknown source.

Functions and tables that the file itself defines are not trusted, its tables are compared with
ours before anything else is read (`find_foreign_part`), and every statement has a time limit. A
reader changes nothing (`query_only`). It may not use the read-only mode of SQLite, which leaves the
two files of the log behind in the folder; where the folder or a full disk allows none, and nobody
is writing, the file is read as it stands.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.cards import shorten

QUERY_S = 30.0  # for a statement, or for the next row of one
STEPS = 10_000  # steps of SQLite's virtual machine between two checks of the clock


class LimitedConnection(sqlite3.Connection):
    """A connection whose statements are interrupted after `QUERY_S`, and that trusts no schema."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.text_factory = _decode
        self._end_s = 0.0
        self.set_progress_handler(self._is_late, STEPS)
        self.execute("PRAGMA trusted_schema = OFF")
        self.execute("PRAGMA cell_size_check = ON")

    def execute(self, *args: Any) -> sqlite3.Cursor:
        """Execute a statement within the time limit."""
        self._restart_clock()
        return super().execute(*args)

    def rows(self, sql: str, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query; the time limit holds for each of them."""
        cursor = self.execute(sql, values)
        while (row := cursor.fetchone()) is not None:
            yield row
            self._restart_clock()

    def _restart_clock(self) -> None:
        self._end_s = time.monotonic() + QUERY_S

    def _is_late(self) -> bool:
        return time.monotonic() > self._end_s


def _decode(text: bytes) -> str:
    """Decode text; damaged bytes are replaced, so that other rows can still be read."""
    return text.decode("utf-8", "replace")


def connect(address: str | Path, busy_s: float, *, uri: bool = False) -> LimitedConnection:
    """Open a database with a time limit."""
    return sqlite3.connect(
        address,
        uri=uri,
        timeout=busy_s,
        isolation_level=None,
        check_same_thread=False,
        factory=LimitedConnection,
    )


def open_to_read(
    path: Path, busy_s: float, is_readable: Callable[[LimitedConnection, Path], bool]
) -> LimitedConnection | None:
    """Return the database at a path; None if it must be brought up to date first.

    `is_readable` tells which; it raises if the file is not ours.
    """
    try:
        return _open(path, "mode=rw", busy_s, is_readable)
    except sqlite3.Error as error:
        if not _is_unwritable(error) or _has_log(path):
            raise
        return _open(path, "mode=ro&immutable=1", busy_s, is_readable)


def _open(
    path: Path, how: str, busy_s: float, is_readable: Callable[[LimitedConnection, Path], bool]
) -> LimitedConnection | None:
    db = connect(f"{path.resolve().as_uri()}?{how}", busy_s, uri=True)
    try:
        db.execute("PRAGMA query_only = ON")
        if is_readable(db, path):
            return db
    except BaseException:
        db.close()
        raise
    db.close()
    return None


def _is_unwritable(error: sqlite3.Error) -> bool:
    """Return True if the files of the log cannot be made: in this folder, or on a full disk."""
    code = error.sqlite_errorcode
    if code in (sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE):
        return True
    return code & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


def _has_log(path: Path) -> bool:
    """Return True if the write-ahead log holds rows that are not in the file yet."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Keep all changes or none; no other process writes in between."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk has rolled it back already
            db.execute("ROLLBACK")
        raise


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of a file's tables; 0 if it has none of ours."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def find_foreign_part(db: sqlite3.Connection, statements: Sequence[str]) -> str:
    """Return what a file has that these statements did not make, or lacks; "" if all is ours."""
    expected = {_bare(sql) for sql in statements}
    found = db.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    ours = [row for row in found if not _is_internal(*row)]
    if {_bare(sql) for _, _, sql in ours} == expected and len(ours) == len(expected):
        return ""
    odd = next((row for row in ours if _bare(row[2]) not in expected), None)
    return f"it has the {odd[0]} {shorten(str(odd[1]))!r}" if odd else "tables are missing"


def _is_internal(kind: str, name: str, sql: str | None) -> bool:
    """Return True for what SQLite adds: the index of a primary key, the tables of ANALYZE."""
    is_index = kind == "index" and sql is None and name.startswith("sqlite_autoindex_")
    return is_index or (kind == "table" and name.startswith("sqlite_stat"))


def _bare(sql: str | None) -> str:
    """Return a statement without white space, which differs between versions."""
    return "".join((sql or "").split())

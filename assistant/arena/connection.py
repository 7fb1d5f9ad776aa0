"""Open a store safely, even if its file comes from an unknown source.

Functions and tables that the file itself defines are not trusted, its schema is compared with ours
before anything else is read, and every statement has a time limit. A reader changes nothing
(`query_only`). It may not open the file in SQLite's read-only mode, which leaves the two files of
the log behind in the folder; where the folder allows none, and no session is being written, the
store is read as it stands.
"""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assistant.arena import schema

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


def open_to_read(path: Path, busy_s: float) -> LimitedConnection | None:
    """Return the store at a path; None if it must be brought up to date first."""
    try:
        return _open(path, "mode=rw", busy_s)
    except sqlite3.Error as error:
        is_open = error.sqlite_errorcode & 0xFF not in (
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_READONLY,
        )
        if is_open or _has_log(path):
            raise
        return _open(path, "mode=ro&immutable=1", busy_s)


def empty_store(path: Path) -> LimitedConnection:
    """Return an empty store, for reading where no session was ever played."""
    db = connect(":memory:", 0.0)
    schema.upgrade(db, path)
    return db


def _open(path: Path, how: str, busy_s: float) -> LimitedConnection | None:
    db = connect(f"{path.resolve().as_uri()}?{how}", busy_s, uri=True)
    try:
        db.execute("PRAGMA query_only = ON")
        if schema.is_readable(db, path):
            return db
    except BaseException:
        db.close()
        raise
    db.close()
    return None


def _has_log(path: Path) -> bool:
    """Return True if the write-ahead log holds games that are not in the store yet."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0

"""Opens a store for reading: nothing is made, and nothing of it is changed.

SQLite's log needs two files beside the store even from a reader. Where the folder allows none, and
no session is being written, the store is read as it stands.
"""

import sqlite3
from pathlib import Path

from assistant.arena import schema


def open_to_read(path: Path, busy_s: float) -> sqlite3.Connection | None:
    """The store at a path; None if it must be brought up to date first."""
    try:
        return _connect(path, "mode=rw", busy_s)
    except sqlite3.Error as error:
        is_open = error.sqlite_errorcode & 0xFF not in (
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_READONLY,
        )
        if is_open or _has_log(path):
            raise
        return _connect(path, "mode=ro&immutable=1", busy_s)


def empty_store(path: Path) -> sqlite3.Connection:
    """What is read where no session was ever played."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    schema.upgrade(db, path)
    return db


def _connect(path: Path, how: str, busy_s: float) -> sqlite3.Connection | None:
    address = f"{path.resolve().as_uri()}?{how}"
    db = sqlite3.connect(
        address, uri=True, timeout=busy_s, isolation_level=None, check_same_thread=False
    )
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
    """True if games stand in the log that are not in the store yet."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0

"""The tables of the store, and the upgrade of an older store in one transaction.

Version 1 kept a row for each game, with places and points as JSON; version 2 keeps chunks. Since
version 3 a plan may have games of several rounds, which a program that knows only 2 cannot read.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

from assistant.database import find_foreign_part, transaction, version_of
from engine.errors import UnavailableError

VERSION = 3
OLDEST_READABLE = 2  # without an upgrade
APPLICATION_ID = 0x43544152  # "CTAR"

TABLES = (
    """CREATE TABLE sessions (
        id INTEGER PRIMARY KEY, created TEXT NOT NULL, state TEXT NOT NULL, plan TEXT NOT NULL,
        versions TEXT NOT NULL, rounds_played INTEGER)""",
    """CREATE TABLE chunks (
        session INTEGER NOT NULL REFERENCES sessions (id), first INTEGER NOT NULL,
        n INTEGER NOT NULL, places BLOB NOT NULL, points BLOB NOT NULL, lengths BLOB NOT NULL,
        moves BLOB NOT NULL, checksum INTEGER NOT NULL, elapsed_s REAL NOT NULL,
        PRIMARY KEY (session, first))""",
)
TABLES_1 = (
    """CREATE TABLE sessions (
        id INTEGER PRIMARY KEY, created TEXT NOT NULL, state TEXT NOT NULL, plan TEXT NOT NULL,
        versions TEXT NOT NULL)""",
    """CREATE TABLE games (
        session INTEGER NOT NULL REFERENCES sessions (id), number INTEGER NOT NULL,
        places TEXT NOT NULL, points TEXT NOT NULL, moves BLOB NOT NULL,
        PRIMARY KEY (session, number))""",
)


def verify(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a store that is newer, or whose tables are not exactly ours; a new one has none."""
    version = _known_version(db, path)
    if version == 0:
        _require_empty(db, path)
        return
    what = find_foreign_part(db, TABLES_1 if version == 1 else TABLES)
    if what:
        raise UnavailableError(
            f"{path} is not a session file ({what}); it is kept as it is: use another file"
        )


def upgrade(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new store, or bring an older one up to date; a newer one is refused."""
    if _known_version(db, path) == VERSION:
        return
    with transaction(db):
        _bring_up(db, path, version_of(db))  # another process may have upgraded it first
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")


def is_readable(db: sqlite3.Connection, path: Path) -> bool:
    """Return True if a store can be read as it is; a newer or foreign one is refused."""
    verify(db, path)
    return _known_version(db, path) >= OLDEST_READABLE


def checksum(*fields: bytes | memoryview) -> int:
    """Return a checksum over a chunk's fields, so that damage is noticed when they are read."""
    value = 0
    for field in fields:
        value = zlib.crc32(field, value)
    return value


def _known_version(db: sqlite3.Connection, path: Path) -> int:
    version = version_of(db)
    if version > VERSION:
        raise UnavailableError(
            f"the session file {path} was made by a newer version of the program (format "
            f"{version}, known up to {VERSION}); update the program or use another file"
        )
    return version


def _bring_up(db: sqlite3.Connection, path: Path, version: int) -> None:
    if version == 0:
        _require_empty(db, path)
        for statement in TABLES:
            db.execute(statement)
    elif version == 1:
        _pack_games(db)


def _require_empty(db: sqlite3.Connection, path: Path) -> None:
    found = db.execute("SELECT name FROM sqlite_master LIMIT 1").fetchone()
    if found:
        raise UnavailableError(
            f"{path} is a database of another program (it has {found[0]!r}); use another file"
        )


def _pack_games(db: sqlite3.Connection) -> None:
    """Upgrade from version 1: rows of single games become chunks of games in a row."""
    for statement in TABLES[1:]:
        db.execute(statement)
    db.execute("ALTER TABLE sessions ADD COLUMN rounds_played INTEGER")
    rows = db.execute(
        "SELECT session, number, places, points, moves FROM games ORDER BY session, number"
    ).fetchall()
    db.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0.0)", _packed(rows))
    db.execute("DROP TABLE games")


def _packed(rows: list[tuple[int, int, str, str, bytes]]) -> Iterator[tuple[object, ...]]:
    runs = groupby(enumerate(rows), key=lambda item: (item[1][0], item[1][1] - item[0]))
    for (session, _), run in runs:
        games = [row for _, row in run]
        fields = (
            np.array([json.loads(g[2]) for g in games], np.uint8).tobytes(),
            np.array([json.loads(g[3]) for g in games], "<f4").tobytes(),
            np.array([len(g[4]) for g in games], "<u4").tobytes(),
            b"".join(g[4] for g in games),
        )
        yield session, games[0][1], len(games), *fields, checksum(*fields)

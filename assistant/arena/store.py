"""The store of sessions: one SQLite file in WAL mode in the user's data folder.

Games are kept in chunks, a row each, written in one transaction, so a killed session loses at
most the second that a worker had played, and nothing is ever half there. Large chunks are cut into
pieces: then SQLite uses the same memory and the same part of its log again and again, which takes
half of the time. A chunk that overlaps games already stored is refused: nothing counts twice.
"""

import json
import os
import platform
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from assistant import paths
from assistant.arena import schema
from assistant.arena.batch import Games
from assistant.arena.plan import SessionPlan
from assistant.arena.results import Chunk, digest
from assistant.database import LimitedConnection, connect, open_to_read, transaction
from assistant.version import VERSION
from engine.cards import shorten
from engine.errors import InputError, UnavailableError

BUSY_S = 5.0  # how long to wait for another session that is writing
PAGE_BYTES = 65536  # chunks are megabytes: large pages write them three times as fast
PIECE_BYTES = 1 << 21  # about so many bytes of moves are kept in one row
LOG_PAGES = 128  # written to the log before they go to their place
MAX_TEXT = 1000  # letters of a version, each time that it changed included
RUNNING, DONE = "running", "done"


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session without its games."""

    id: int
    created: str
    state: str
    plan: SessionPlan
    versions: dict[str, str]
    rounds_played: int | None = None


def present_versions() -> dict[str, str]:
    """Return what a session's moves may depend on besides its plan."""
    return {"program": VERSION, "python": platform.python_version(), "numpy": np.__version__}


def default_path() -> Path:
    """Return where sessions are kept unless another file is named."""
    return paths.data_dir() / "arena.sqlite"


class Store(AbstractContextManager["Store"]):
    """An open store; use it in a `with` statement, from one thread at a time."""

    def __init__(
        self, path: Path | None = None, busy_s: float = BUSY_S, reading: bool = False
    ) -> None:
        """Open a store, or make a new one; if only `reading`, a missing path is an error.

        Without a path, a missing store is read as empty.
        """
        self.path = path or default_path()
        self._reading = reading
        if reading and path is not None and not path.exists():
            raise InputError(f'there is no session file "{path}": `assistant arena run` makes one')
        if self.path.exists() and not self.path.is_file():
            raise InputError(f'the session file "{self.path}" is not a regular file')
        with self._explained():
            self._db = (self._to_read(busy_s) if reading else None) or self._to_write(busy_s)

    def _to_read(self, busy_s: float) -> LimitedConnection | None:
        if not self.path.exists():
            db = connect(":memory:", 0.0)  # nothing was played yet
            schema.upgrade(db, self.path)
            return db
        return open_to_read(self.path, busy_s, schema.is_readable)

    def _to_write(self, busy_s: float) -> LimitedConnection:
        self._make_private()
        db = connect(self.path, busy_s)
        try:
            schema.verify(db, self.path)
            db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            schema.upgrade(db, self.path)
        except BaseException:
            db.close()
            raise
        return db

    def _make_private(self) -> None:
        """Make a new store readable for its user alone; SQLite gives its log the same rights."""
        with suppress(OSError, ValueError):  # SQLite will say what is wrong
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn SQLite's errors into one line that says what to do; the file is left alone."""
        try:
            yield
        except sqlite3.Error as error:
            raise UnavailableError(explain(error, self.path, self._reading)) from error
        except UnicodeDecodeError as error:  # a damaged file, in whose words SQLite says so
            raise UnavailableError(
                f"the session file {self.path} is damaged; it is kept as it is: "
                "move it away or use another file"
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained(), transaction(self._db):
            yield

    def create(self, plan: SessionPlan) -> int:
        """Begin a session; return its number."""
        created = datetime.now(UTC).isoformat(timespec="seconds")
        with self._transaction():
            cursor = self._db.execute(
                "INSERT INTO sessions (created, state, plan, versions) VALUES (?, ?, ?, ?)",
                (created, RUNNING, plan.to_json(), json.dumps(present_versions())),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def keep_versions(self, session: int, versions: dict[str, str]) -> None:
        """Note which versions have played a session."""
        with self._transaction():
            self._db.execute(
                "UPDATE sessions SET versions = ? WHERE id = ?", (json.dumps(versions), session)
            )

    def finish(self, session: int, rounds_played: int) -> None:
        """Mark a session as done."""
        with self._transaction():
            self._db.execute(
                "UPDATE sessions SET state = ?, rounds_played = ? WHERE id = ?",
                (DONE, rounds_played, session),
            )

    def delete(self, session: int) -> None:
        """Delete a session with all its games."""
        with self._transaction():
            self._db.execute("DELETE FROM chunks WHERE session = ?", (session,))
            self._db.execute("DELETE FROM sessions WHERE id = ?", (session,))

    def sessions(self) -> list[SessionRow]:
        """Return all sessions that can be read, oldest first."""
        return self.list_sessions()[0]

    def list_sessions(self) -> tuple[list[SessionRow], list[str]]:
        """Return readable sessions, oldest first, and a line for each damaged one."""
        with self._explained():
            rows = self._db.execute(f"{_SELECT_SESSION} ORDER BY id").fetchall()
        found: list[SessionRow] = []
        damaged: list[str] = []
        for row in rows:
            try:
                found.append(self._session(row))
            except UnavailableError as error:
                damaged.append(str(error))
        return found, damaged

    def session(self, number: int | None = None) -> SessionRow:
        """Return one session; the newest if no number is given."""
        with self._explained():
            row = self._db.execute(
                f"{_SELECT_SESSION} WHERE id = ifnull(?, (SELECT max(id) FROM sessions))", (number,)
            ).fetchone()
        if row is None:
            wanted = "no session is stored" if number is None else f"there is no session {number}"
            raise InputError(f"{wanted}: {self._stored()}")
        return self._session(row)

    def _session(self, row: tuple[int, str, str, str, str, int | None]) -> SessionRow:
        number, created, state, plan, versions, rounds_played = row
        try:
            found = SessionPlan.from_json(plan)
            found.verify()
            known = {str(key): str(value) for key, value in json.loads(versions).items()}
            _check_row(created, state, known, rounds_played, found)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise UnavailableError(
                f"session {number} of {self.path} is damaged "
                f"({shorten(str(error), 80)}); the file is kept as it is, restore it from a backup"
            ) from error
        return SessionRow(number, created, state, found, known, rounds_played)

    def _stored(self) -> str:
        """Return what may be asked for instead of a session that is not there."""
        with self._explained():
            low, high = self._db.execute("SELECT min(id), max(id) FROM sessions").fetchone()
        if low is None:
            return "`assistant arena run` plays one"
        return f"expected {low} to {high}" if low < high else f"expected {low}"

    def add(self, session: int, chunk: Chunk) -> bool:
        """Store some games; False if any of them is stored already."""
        added = [self._add(session, piece) for piece in chunk.pieces(PIECE_BYTES)]
        return all(added)

    def _add(self, session: int, chunk: Chunk) -> bool:
        games = chunk.games
        fields = (  # views: nothing is copied
            games.places.data,
            games.points.astype("<f4", copy=False).data,
            games.lengths.astype("<u4", copy=False).data,
            games.moves.data,
        )
        with self._transaction():
            if self._overlaps(session, chunk):
                return False
            self._db.execute(
                "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    session,
                    chunk.first,
                    len(games),
                    *fields,
                    schema.checksum(*fields),
                    chunk.elapsed_s,
                ),
            )
        return True

    def _overlaps(self, session: int, chunk: Chunk) -> bool:
        query = (
            "SELECT 1 FROM (SELECT first + n AS end FROM chunks WHERE session = ? AND first < ? "
            "ORDER BY first DESC LIMIT 1) WHERE end > ?"
        )
        return self._db.execute(query, (session, chunk.end, chunk.first)).fetchone() is not None

    def chunks(self, session: int, holding: int | None = None) -> Iterator[Chunk]:
        """Yield the stored games of a session in order; or only the chunk that holds one game."""
        plan, end = self.session(session).plan, 0
        query = "SELECT first, n, places, points, lengths, moves, checksum, elapsed_s FROM chunks"
        where = "WHERE session = ? AND (? IS NULL OR (first <= ? AND first + n > ?)) ORDER BY first"
        with self._explained():
            for row in self._db.rows(f"{query} {where}", (session, holding, holding, holding)):
                chunk = self._chunk(row, plan.n_seats)
                if not end <= chunk.first <= chunk.end <= plan.n_games:
                    raise self._changed(chunk.first, len(chunk.games))
                end = chunk.end
                yield chunk

    def _changed(self, first: int, count: int) -> UnavailableError:
        return UnavailableError(
            f"the session file {self.path} is damaged: {count} games after number {first} have "
            "changed since they were written; the file is kept as it is, restore it from a backup"
        )

    @staticmethod
    def _is_whole(row: tuple[Any, ...], n_seats: int) -> bool:
        """Return True if a chunk is as it was written: its fields, their sizes and their sum."""
        first, count, *fields, stored_sum, elapsed_s = row
        if not all(isinstance(field, bytes) for field in fields) or not isinstance(count, int):
            return False
        places, points, lengths, moves = fields
        fits = len(places) == count * n_seats and len(points) == len(lengths) * n_seats
        is_numbered = isinstance(first, int) and first >= 0 and isinstance(elapsed_s, float)
        sizes_fit = fits and len(lengths) == 4 * count and is_numbered
        if not sizes_fit or schema.checksum(*fields) != stored_sum:
            return False
        seats, scores = np.frombuffer(places, np.uint8), np.frombuffer(points, "<f4")
        is_placed = bool(((seats >= 1) & (seats <= n_seats)).all() and np.isfinite(scores).all())
        return is_placed and int(np.frombuffer(lengths, "<u4").sum(dtype=np.int64)) == len(moves)

    def digest(self, session: int) -> str:
        """Return one short text for all moves and results of a session so far."""
        return digest(self.chunks(session))

    def _chunk(self, row: tuple[int, int, bytes, bytes, bytes, bytes, int, float], n: int) -> Chunk:
        first, count, places, points, lengths, moves, _, elapsed_s = row
        if not self._is_whole(row, n):
            raise self._changed(first, count)
        games = Games(
            np.frombuffer(places, np.uint8).reshape(count, n),
            np.frombuffer(points, "<f4").reshape(count, n),
            np.frombuffer(lengths, "<u4"),
            np.frombuffer(moves, np.uint8),
        )
        return Chunk(first, games, elapsed_s)


def _check_row(
    created: object, state: object, versions: dict[str, str], rounds: object, plan: SessionPlan
) -> None:
    """Raise `ValueError` if a session's row holds what the store never writes."""
    if state not in (RUNNING, DONE):
        raise ValueError(f"its state is {state!r}")
    if not isinstance(created, str):
        raise ValueError("it has no date")
    datetime.fromisoformat(created)
    if not all(
        len(text) <= MAX_TEXT and text.isprintable() for text in map("".join, versions.items())
    ):
        raise ValueError("its versions cannot be read")
    if rounds is not None and not (type(rounds) is int and 0 < rounds <= plan.rounds):
        raise ValueError(f"it has {rounds!r} rounds")


_SELECT_SESSION = "SELECT id, created, state, plan, versions, rounds_played FROM sessions"


def explain(error: sqlite3.Error, path: Path, reading: bool = False) -> str:
    """Return an SQLite error in one line, with what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_INTERRUPT:
        return (
            f"the session file {path} takes too long to answer; it may be damaged: "
            "move it away or use another file"
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"the session file {path} is locked by another program; wait, or use another file"
    if code == sqlite3.SQLITE_FULL:
        return f"no space left for {path}; games so far are kept: make room and resume"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return (
            f"the session file {path} is damaged ({error}); it is kept as it is: "
            "move it away or use another file"
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        done = "read" if reading else "written"
        return f"the session file {path} cannot be {done} ({error}); check the folder's permissions"
    return f"the session file {path} cannot be used: {error}"

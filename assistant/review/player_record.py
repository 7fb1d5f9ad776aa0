"""Your own record: the games you finished, and the exercises made from them, in one SQLite file.

Games are kept as rows of plain values, so that ten thousand of them open at once. Exercises carry
the state of their scheduler (FSRS) as it writes it itself.
"""

import csv
import io
import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, FiniteFloat, TypeAdapter, ValidationError

from assistant import paths
from assistant.database import (
    LimitedConnection,
    connect,
    find_foreign_part,
    open_to_read,
    transaction,
    version_of,
)
from assistant.play.kept import game_file
from assistant.play.record import HUMAN, Record
from assistant.requests import explain_validation
from engine.errors import UnavailableError
from engine.files import make_folder
from engine.ladder import strength_of

if TYPE_CHECKING:
    pass

Kept = TypeVar("Kept", "FinishedGame", "Exercise")
_log = logging.getLogger(__name__)

FORMAT = 2
MAX_NUMBER = 1_000_000  # limit for seats, guesses and decisions, far more than there are
LOST_GUESSES = 7  # what a Pokle counts that was not solved
APPLICATION_ID = 0x43545052  # "CTPR"
READ_S, WRITE_S = 1.0, 10.0  # how long to wait for another program that locks the file
TABLES_1 = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY, finished TEXT NOT NULL, game TEXT NOT NULL, rated INTEGER NOT NULL,
        opponents TEXT NOT NULL, place INTEGER NOT NULL, n_seats INTEGER NOT NULL,
        points REAL NOT NULL, guesses INTEGER, accuracy REAL, play REAL, luck REAL,
        record TEXT NOT NULL)""",
    """CREATE TABLE exercises (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, position TEXT NOT NULL UNIQUE,
        best TEXT NOT NULL, played TEXT NOT NULL, loss REAL NOT NULL, why TEXT NOT NULL,
        due TEXT NOT NULL, schedule TEXT NOT NULL)""",
    "CREATE INDEX exercises_due ON exercises (due)",
)
SINCE_1 = (
    "ALTER TABLE games ADD COLUMN agents TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE games ADD COLUMN losses TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX games_record ON games (record)",
)
"""What a file of the first format lacks."""
SAME_GAME = "SELECT id FROM games WHERE record = ?"
MORE = ", agents TEXT NOT NULL DEFAULT '', losses TEXT NOT NULL DEFAULT '')"
TABLES = (TABLES_1[0].removesuffix(")") + MORE, *TABLES_1[1:], SINCE_1[-1])


Number = Annotated[int, Field(ge=1, le=MAX_NUMBER)]
_OPPONENTS = TypeAdapter(list[tuple[str, Number]])
_LOSSES = TypeAdapter(dict[str, tuple[FiniteFloat, Number]])


def _check_opponents(text: str) -> str:
    if text:
        _OPPONENTS.validate_json(text)
    return text


def _check_losses(text: str) -> str:
    if text:
        _LOSSES.validate_json(text)
    return text


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game of yours; what was not reviewed or does not apply is None."""

    game: str
    opponents: str  # their names, separated by commas
    place: Number
    n_seats: Number
    points: FiniteFloat = 0.0
    rated: bool = False
    guesses: Number | None = None  # Pokle; None if it was not found
    accuracy: FiniteFloat | None = None
    play: FiniteFloat | None = None
    luck: FiniteFloat | None = None
    record: str = ""  # the file of the game
    finished: str = ""
    # JSON: the exact text and the place of every opponent
    agents: Annotated[str, AfterValidator(_check_opponents)] = ""
    # JSON: for each kind of decision, the sum of the losses and how many
    losses: Annotated[str, AfterValidator(_check_losses)] = ""
    id: int = 0

    @property
    def won(self) -> bool:
        """True if it was won: the first place; in Pokle the board was found."""
        return self.guesses is not None if self.game == "pokle" else self.place == 1


@dataclass(frozen=True, slots=True)
class Exercise:
    """A decision to practise: a position as one line, and the clearly best answer."""

    game: str
    position: str
    best: str
    played: str
    loss: FiniteFloat
    why: str = ""
    due: str = ""
    schedule: str = ""
    id: int = 0


def record_path() -> Path:
    """Return where the record is kept."""
    return paths.data_dir() / "record.sqlite"


class PlayerRecord:
    """The record in a file, which is made when something is first written."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or record_path()

    def add_game(self, game: FinishedGame) -> int:
        """Keep a finished game; return its number."""
        return self.add_games((game,))

    def add_games(self, games: Iterable[FinishedGame]) -> int:
        """Keep finished games; return the number of the last one."""
        with self._writing() as db:
            numbers = [_insert(db, game) for game in games]
        return numbers[-1] if numbers else 0

    def add_finished(self, record: Record) -> None:
        """Add a person's finished game, once; a game with moves taken back is not rated."""
        if record.places is None or record.points is None or HUMAN not in record.agents:
            return
        name = game_file(record).name
        if self._read(SAME_GAME, (name,)):
            return
        seat = record.agents.index(HUMAN)
        others = [
            (*each, place)
            for number, (each, place) in enumerate(zip(record.seats, record.places, strict=True))
            if number != seat
        ]
        is_pokle, points = record.game == "pokle", record.points[seat]
        reason = unrated_reason(record.game, record.agents, record.helped, bool(record.taken_back))
        game = FinishedGame(
            game=record.game,
            opponents=", ".join(name for name, _, _ in others),
            place=record.places[seat],
            n_seats=len(record.seats),
            points=points,
            rated=not reason,
            guesses=int(points) if is_pokle and points < LOST_GUESSES else None,
            record=name,
            agents=json.dumps([(agent, place) for _, agent, place in others]),
        )
        with self._writing() as db:
            if not db.execute(SAME_GAME, (name,)).fetchone():  # no other process has added it
                _insert(db, game)

    def set_review(
        self,
        number: int,
        accuracy: float | None,
        play: float,
        luck: float,
        losses: dict[str, tuple[float, int]] | None = None,
    ) -> None:
        """Store the result of a review with its game."""
        losses_json = json.dumps(losses) if losses else ""
        with self._writing() as db:
            change = "UPDATE games SET accuracy = ?, play = ?, luck = ?, losses = ? WHERE id = ?"
            db.execute(change, (accuracy, play, luck, losses_json, number))

    def number_of(self, record: Record) -> int | None:
        """Return the number of a game that is kept; None if it is not."""
        rows = self._read(SAME_GAME, (game_file(record).name,))
        return int(rows[0][0]) if rows else None

    def games(self, game: str | None = None) -> tuple[FinishedGame, ...]:
        """Return the finished games, oldest first."""
        where, values = ("WHERE game = ?", (game,)) if game else ("", ())
        return self._games(f"{where} ORDER BY id", values)

    def last_games(self, count: int) -> tuple[FinishedGame, ...]:
        """Return the newest games, oldest first."""
        return self._games("ORDER BY id DESC LIMIT ?", (count,))[::-1]

    def _games(self, rest: str, values: tuple[object, ...]) -> tuple[FinishedGame, ...]:
        names = [field.name for field in fields(FinishedGame)]
        rows = self._read(f"SELECT {', '.join(names)} FROM games {rest}", values)
        return tuple(_whole_rows(FinishedGame, names, rows))

    def to_csv(self) -> str:
        """Return all games as CSV, the header first."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([field.name for field in fields(FinishedGame)])
        writer.writerows([_as_text(value) for value in astuple(game)] for game in self.games())
        return out.getvalue()

    def delete_all(self) -> None:
        """Delete every game and every exercise."""
        if self.path.exists():
            with self._writing() as db:
                db.execute("DELETE FROM games")
                db.execute("DELETE FROM exercises")

    # -- exercises --------------------------------------------------------------------------------

    def add_exercises(self, exercises: Iterable[Exercise]) -> None:
        """Keep exercises; a position that is there already stays as it is."""
        from assistant.review.schedule import new_schedule

        due, schedule = new_schedule()
        rows = [
            astuple(replace(each, due=each.due or due, schedule=each.schedule or schedule))[:-1]
            for each in exercises
        ]
        if rows:
            with self._writing() as db:
                db.executemany(
                    "INSERT OR IGNORE INTO exercises (game, position, best, played, loss, why, "
                    "due, schedule) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    rows,
                )

    def due_exercises(
        self, game: str | None = None, count: int = 10, now: datetime | None = None
    ) -> tuple[Exercise, ...]:
        """Return exercises that are due, the longest overdue first."""
        names = [field.name for field in fields(Exercise)]
        where, values = (" AND game = ?", (game,)) if game else ("", ())
        moment = (now or datetime.now(UTC)).isoformat(timespec="seconds")
        rows = self._read(
            f"SELECT {', '.join(names)} FROM exercises WHERE due <= ?{where} "
            "ORDER BY due, id LIMIT ?",
            (moment, *values, count),
        )
        return tuple(_whole_rows(Exercise, names, rows))

    def known_positions(self, game: str) -> set[str]:
        """Return the positions of all exercises of a game."""
        rows = self._read("SELECT position FROM exercises WHERE game = ?", (game,))
        return {str(row[0]) for row in rows}

    def n_exercises(self) -> int:
        """Return how many exercises there are, due or not."""
        return int(
            self._read("SELECT COUNT(*) FROM exercises", ())[0][0] if self.path.exists() else 0
        )

    def answer_exercise(
        self, exercise: Exercise, is_right: bool, now: datetime | None = None
    ) -> Exercise:
        """Schedule an exercise again after an answer, and return it as it is now."""
        from assistant.review.schedule import next_schedule

        due, schedule = next_schedule(exercise.schedule, is_right, now or datetime.now(UTC))
        with self._writing() as db:
            change = "UPDATE exercises SET due = ?, schedule = ? WHERE id = ?"
            db.execute(change, (due, schedule, exercise.id))
        return replace(exercise, due=due, schedule=schedule)

    # -- the file ---------------------------------------------------------------------------------

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        path = self.path
        if not path.exists() or (path.is_file() and not path.stat().st_size):
            return []  # a full disk leaves an empty file
        with self._explained():
            found = open_to_read(self.path, READ_S, _is_readable)
            with closing(found or self._open_to_write()) as db:
                return list(db.rows(query, values))

    @contextmanager
    def _writing(self) -> Iterator[LimitedConnection]:
        """Open the file and change it in one transaction."""
        with self._explained(), closing(self._open_to_write()) as db, transaction(db):
            yield db

    def _open_to_write(self) -> LimitedConnection:
        make_folder(self.path.parent)
        db = connect(self.path, WRITE_S)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn SQLite's errors into one line; the file is left alone."""
        if self.path.exists() and not self.path.is_file():
            raise UnavailableError(f"Cannot use your record {self.path}: it is not a regular file.")
        try:
            yield
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            raise UnavailableError(f"Cannot use your record {self.path}: {error}.") from error

    def _prepare(self, db: LimitedConnection) -> None:
        """Make the tables of a new file, or bring an older one up to date."""
        if _is_readable(db, self.path):
            return
        db.execute("PRAGMA journal_mode = WAL")
        with transaction(db):  # another process may have done it first
            version = version_of(db)
            for statement in {0: TABLES, 1: SINCE_1}.get(version, ()):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {FORMAT}")


def _as_text(value: object) -> object:
    """Return a value of a CSV file that no spreadsheet takes for a formula."""
    is_formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@"))
    return f"'{value}" if is_formula else value


def _insert(db: LimitedConnection, game: FinishedGame) -> int:
    """Add a row; return its number."""
    names = [field.name for field in fields(FinishedGame) if field.name != "id"]
    values = astuple(replace(game, finished=game.finished or _now()))[: len(names)]
    marks = ", ".join("?" * len(names))
    insert = f"INSERT INTO games ({', '.join(names)}) VALUES ({marks})"
    return int(db.execute(insert, values).lastrowid or 0)


def _whole_rows(
    kind: type[Kept], names: Sequence[str], rows: Iterable[tuple[Any, ...]]
) -> Iterator[Kept]:
    """Yield rows as values; a damaged row is left out, so that the others can be read."""
    read = TypeAdapter(kind).validate_python
    for row in rows:
        try:
            yield read(dict(zip(names, row, strict=True)))
        except ValidationError as error:
            _log.warning("A damaged row of the record is left out: %s", explain_validation(error))


def _is_readable(db: LimitedConnection, path: Path) -> bool:
    """Return True for a record of this version; refuse a newer one and what is not a record."""
    version = version_of(db)
    if version > FORMAT:
        raise UnavailableError(
            f"Your record {path} is of a newer version. Update the program, or move the file away."
        )
    what = find_foreign_part(db, {0: (), 1: TABLES_1}.get(version, TABLES))
    if what:
        raise UnavailableError(
            f"Your record {path} is of another program ({what}). Move the file away."
        )
    return version == FORMAT


def unrated_reason(game: str, agents: Sequence[str], helped: bool, has_taken_back: bool) -> str:
    """Return why a game does not count for a person's rating; "" if it does."""
    if agents.count(HUMAN) != 1:
        return "Not rated: only games of one person against AIs are."
    if not any(strength_of(game, agent) for agent in agents):
        return "Not rated: none of these opponents has a rating."
    if helped:
        return "Not rated: hints, advice or warnings were used."
    return "Not rated: a move was taken back." if has_taken_back else ""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

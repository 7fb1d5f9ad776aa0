"""Your own record: the games you finished, and the exercises made from them, in one SQLite file.

Games are kept as rows of plain values, so that ten thousand of them open at once. Exercises carry
the state of their scheduler (FSRS) as it writes it itself.
"""

import csv
import io
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant import paths
from assistant.play.kept import game_file
from assistant.play.record import HUMAN, Record
from engine.errors import UnavailableError

FORMAT = 1
APPLICATION_ID = 0x43545052  # "CTPR"
WAIT_S = 10.0  # for another program that writes
TABLES = (
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


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game of yours; what was not reviewed or does not apply is None."""

    game: str
    opponents: str  # their names, separated by commas
    place: int
    n_seats: int
    points: float = 0.0
    rated: bool = False
    guesses: int | None = None  # Pokle; None if it was not found
    accuracy: float | None = None
    play: float | None = None
    luck: float | None = None
    record: str = ""  # the file of the game
    finished: str = ""
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
    loss: float
    why: str = ""
    due: str = ""
    schedule: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """A person's record in one game."""

    n_played: int
    n_won: int
    streak: int  # of won games, up to now
    best_streak: int
    mean_place: float | None
    accuracy: float | None
    luck: float | None
    guesses: dict[int, int]  # Pokle: how often the board was found with so many guesses


def record_path() -> Path:
    """Return where the record is kept."""
    return paths.data_dir() / "record.sqlite"


class PlayerRecord:
    """The record in a file, which is made when something is first written."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or record_path()

    def add_game(self, game: FinishedGame) -> int:
        """Keep a finished game; return its number."""
        names = [field.name for field in fields(FinishedGame) if field.name != "id"]
        finished = game.finished or _now()
        values = astuple(replace(game, finished=finished))[: len(names)]
        with self._writing() as db:
            marks = ", ".join("?" * len(names))
            done = db.execute(f"INSERT INTO games ({', '.join(names)}) VALUES ({marks})", values)
            return int(done.lastrowid or 0)

    def add_finished(self, record: Record) -> None:
        """Keep a person's game that is over, once; a game with moves taken back is not rated."""
        if record.places is None or record.points is None or HUMAN not in record.agents:
            return
        name = game_file(record).name
        if self._read("SELECT 1 FROM games WHERE record = ?", (name,)):
            return
        seat = record.agents.index(HUMAN)
        others = [other for place, (other, _) in enumerate(record.seats) if place != seat]
        self.add_game(
            FinishedGame(
                game=record.game,
                opponents=", ".join(others),
                place=record.places[seat],
                n_seats=len(record.seats),
                points=record.points[seat],
                rated=not record.taken_back and record.agents.count(HUMAN) == 1,
                record=name,
            )
        )

    def set_review(self, number: int, accuracy: float | None, play: float, luck: float) -> None:
        """Keep what a review found out about a game."""
        with self._writing() as db:
            change = "UPDATE games SET accuracy = ?, play = ?, luck = ? WHERE id = ?"
            db.execute(change, (accuracy, play, luck, number))

    def games(self, game: str | None = None) -> tuple[FinishedGame, ...]:
        """Return the finished games, oldest first."""
        names = ", ".join(field.name for field in fields(FinishedGame))
        where, values = ("WHERE game = ?", (game,)) if game else ("", ())
        rows = self._read(f"SELECT {names} FROM games {where} ORDER BY id", values)
        found = (FinishedGame(*row) for row in rows)
        return tuple(replace(each, rated=bool(each.rated)) for each in found)

    def summary(self, game: str) -> Summary:
        """Sum up the games of one kind."""
        return summarise(self.games(game))

    def to_csv(self) -> str:
        """Return all games as CSV, the header first."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([field.name for field in fields(FinishedGame)])
        writer.writerows(astuple(game) for game in self.games())
        return out.getvalue()

    def delete_all(self) -> None:
        """Delete every game and every exercise."""
        if self.path.exists():
            with self._writing() as db:
                db.execute("DELETE FROM games")
                db.execute("DELETE FROM exercises")

    # -- exercises --------------------------------------------------------------------------------

    def add_exercise(self, exercise: Exercise) -> None:
        """Keep an exercise; a position that is there already stays as it is."""
        from assistant.review.schedule import new_schedule

        due, schedule = new_schedule()
        values = (exercise.game, exercise.position, exercise.best, exercise.played)
        rest = (exercise.loss, exercise.why, exercise.due or due, exercise.schedule or schedule)
        with self._writing() as db:
            db.execute(
                "INSERT OR IGNORE INTO exercises (game, position, best, played, loss, why, due, "
                "schedule) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, *rest),
            )

    def due_exercises(
        self, game: str | None = None, count: int = 10, now: datetime | None = None
    ) -> tuple[Exercise, ...]:
        """Return exercises that are due, the longest overdue first."""
        names = ", ".join(field.name for field in fields(Exercise))
        where, values = (" AND game = ?", (game,)) if game else ("", ())
        moment = (now or datetime.now(UTC)).isoformat(timespec="seconds")
        rows = self._read(
            f"SELECT {names} FROM exercises WHERE due <= ?{where} ORDER BY due, id LIMIT ?",
            (moment, *values, count),
        )
        return tuple(Exercise(*row) for row in rows)

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
        if not self.path.exists():
            return []
        with self._opened() as db:
            return db.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._opened() as db, db:
            yield db

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=WAIT_S)) as db:
                self._prepare(db)
                yield db
        except (sqlite3.Error, OSError) as error:
            raise UnavailableError(f"Cannot use your record {self.path}: {error}.") from None

    def _prepare(self, db: sqlite3.Connection) -> None:
        """Make the tables of a new file; refuse one of a newer or another program."""
        db.execute("PRAGMA trusted_schema = OFF")
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        if version == FORMAT:
            return
        found = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        if version > FORMAT or found:
            raise UnavailableError(
                f"Your record {self.path} is of a newer version or another program. "
                "Update the program, or move the file away."
            )
        db.execute("PRAGMA journal_mode = WAL")
        with db:
            for statement in TABLES:
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {FORMAT}")


def summarise(games: tuple[FinishedGame, ...]) -> Summary:
    """Sum up games of one kind, oldest first."""
    streak = best = 0
    guesses: dict[int, int] = {}
    for game in games:
        streak = streak + 1 if game.won else 0
        best = max(best, streak)
        if game.guesses is not None:
            guesses[game.guesses] = guesses.get(game.guesses, 0) + 1
    return Summary(
        n_played=len(games),
        n_won=sum(game.won for game in games),
        streak=streak,
        best_streak=best,
        mean_place=_mean([float(game.place) for game in games]),
        accuracy=_mean([game.accuracy for game in games if game.accuracy is not None]),
        luck=_mean([game.luck for game in games if game.luck is not None]),
        guesses=dict(sorted(guesses.items())),
    )


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

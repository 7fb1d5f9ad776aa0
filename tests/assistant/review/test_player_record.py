"""The record of a person's games and exercises: kept, exported, deleted."""

import csv
import json
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.play.record import Record
from assistant.review import player_record
from assistant.review.history import history_of
from assistant.review.player_record import (
    TABLES_1,
    Exercise,
    FinishedGame,
    PlayerRecord,
    unrated_reason,
)
from assistant.review.schedule import MAX_INTERVAL_DAYS, new_schedule, next_schedule
from engine.errors import UnavailableError

GAME = FinishedGame("slave", "Ann, Bob, Cleo", place=1, n_seats=4, points=10, rated=True)
EXERCISE = Exercise("slave", "slave deal 7/4 moves 3C", "5D", "pass", 0.12, "It keeps the lead.")


@pytest.fixture
def record(tmp_path: Path) -> PlayerRecord:
    return PlayerRecord(tmp_path / "record.sqlite")


def test_games_come_back_as_they_were_kept(record: PlayerRecord) -> None:
    assert record.games() == ()
    assert not record.path.exists()  # reading makes no file
    first = record.add_game(GAME)
    record.add_game(FinishedGame("pokle", "", 1, 1, guesses=3))
    games = record.games()
    assert [game.game for game in games] == ["slave", "pokle"]
    assert games[0].id == first
    assert games[0].rated is True
    assert games[0].finished
    assert record.games("pokle")[0].guesses == 3


def test_a_review_is_added_to_its_game(record: PlayerRecord) -> None:
    number = record.add_game(GAME)
    record.set_review(number, 91.5, -0.02, 0.27)
    game = record.games()[0]
    assert (game.accuracy, game.play, game.luck) == (91.5, -0.02, 0.27)


def test_the_export_has_its_header_first(record: PlayerRecord) -> None:
    record.add_game(GAME)
    rows = list(csv.reader(record.to_csv().splitlines()))
    assert rows[0][:3] == ["game", "opponents", "place"]
    assert rows[1][:3] == ["slave", "Ann, Bob, Cleo", "1"]


def test_everything_is_deleted_at_once(record: PlayerRecord) -> None:
    record.delete_all()
    record.add_game(GAME)
    record.add_exercises([EXERCISE])
    record.delete_all()
    assert record.games() == ()
    assert record.n_exercises() == 0


def test_an_exercise_comes_back_after_growing_intervals(record: PlayerRecord) -> None:
    record.add_exercises([EXERCISE])
    record.add_exercises([EXERCISE])  # the same position is kept once
    now = datetime.now(UTC) + timedelta(seconds=5)
    gaps = []
    for _ in range(5):
        (due,) = record.due_exercises("slave", now=now)
        assert due.best == "5D"
        again = record.answer_exercise(due, is_right=True, now=now)
        gaps.append(datetime.fromisoformat(again.due) - now)
        assert record.due_exercises("slave", now=now) == ()
        now = datetime.fromisoformat(again.due) + timedelta(seconds=1)
    assert gaps == sorted(gaps)
    assert gaps[-1] > timedelta(days=20)
    (due,) = record.due_exercises(now=now)
    wrong = record.answer_exercise(due, is_right=False, now=now)
    assert datetime.fromisoformat(wrong.due) - now < timedelta(hours=1)


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE other (x)")
    with pytest.raises(UnavailableError, match="another program"):
        PlayerRecord(path).add_game(GAME)


def test_a_damaged_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    path.write_bytes(b"not a database at all" * 50)
    with pytest.raises(UnavailableError, match="Cannot use your record"):
        PlayerRecord(path).games()


def test_only_games_without_help_against_rated_opponents_are_rated() -> None:
    seats = ("human", "dao", "chai", "greedy")
    assert unrated_reason("slave", seats, False, False) == ""
    assert "warnings" in unrated_reason("slave", seats, True, False)
    assert "taken back" in unrated_reason("slave", seats, False, True)
    assert "rating" in unrated_reason("slave", ("human", *["greedy"] * 3), False, False)
    assert "one person" in unrated_reason("slave", ("dao", "chai", "dao", "boon"), False, False)


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
STRANGE = {
    "a view for a table": f"ALTER TABLE games RENAME TO hidden; CREATE VIEW games AS {ENDLESS}",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "a table less": "DROP TABLE exercises",
    "a newer version": "PRAGMA user_version = 3",
}


def change(path: Path, statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(statements)


@pytest.mark.parametrize("statements", STRANGE.values(), ids=STRANGE)
def test_a_record_with_other_tables_is_refused(record: PlayerRecord, statements: str) -> None:
    record.add_game(GAME)
    change(record.path, statements)
    for use in (record.games, lambda: record.add_game(GAME)):
        with pytest.raises(UnavailableError, match=r"[Mm]ove the file away"):
            use()


@pytest.mark.parametrize("version", [0, 1])
def test_an_older_record_is_brought_up_to_date(record: PlayerRecord, version: int) -> None:
    if version:
        change(record.path, ";".join((*TABLES_1, "PRAGMA user_version = 1")))
        change(
            record.path,
            "INSERT INTO games VALUES (1, '2026', 'slave', 1, 'Ann', 1, 4, 3, NULL, 90, 0, 0, 'x')",
        )
    else:
        record.path.touch()
    assert len(record.games()) == version
    record.add_game(GAME)
    assert len(record.games()) == version + 1


@pytest.mark.parametrize(
    "changed",
    [
        "finished = x'ff00'",
        "agents = '['",
        "agents = '[[1, 2]]'",
        "losses = '{\"throw\": [0.5, 0]}'",
        "losses = '" + "[" * 100_000 + "'",
        "points = 'many'",
        "points = 9e999",
        "place = -1",
        "n_seats = 0",
        "guesses = 1000000000000",
        "accuracy = 'x'",
        "record = x'80'",
    ],
)
def test_a_damaged_row_does_not_hide_the_others(record: PlayerRecord, changed: str) -> None:
    record.add_games((GAME, GAME))
    change(record.path, f"UPDATE games SET {changed} WHERE id = 1")
    found = record.games()
    assert [game.id for game in found][-1] == 2
    history_of(found)
    record.to_csv()


@pytest.mark.parametrize(
    "schedule", ["", "{", "[" * 100_000, '{"card_id": 1}', "{}", "7", "null", "\x00"]
)
def test_a_damaged_schedule_begins_again(record: PlayerRecord, schedule: str) -> None:
    overdue = replace(EXERCISE, schedule=schedule, due="2026-01-01T00:00:00+00:00")
    record.add_exercises([overdue])
    (due,) = record.due_exercises()
    record.answer_exercise(due, is_right=True)
    assert record.due_exercises() == ()


@pytest.mark.parametrize(
    "field", ["stability", "difficulty", "due", "last_review", "state", "step"]
)
@pytest.mark.parametrize("value", [float("nan"), 1e308, -1, "x", "2026-01-01", None])
def test_a_state_that_no_scheduler_wrote_begins_again(field: str, value: object) -> None:
    now = datetime.now(UTC)
    state = json.loads(next_schedule(new_schedule(now)[1], True, now)[1])
    due, again = next_schedule(json.dumps(state | {field: value}), True, now)
    assert now <= datetime.fromisoformat(due) <= now + timedelta(days=MAX_INTERVAL_DAYS + 1)
    next_schedule(again, False, now)


@pytest.mark.parametrize("kind", ["a folder", "a pipe"])
def test_only_a_regular_file_is_a_record(record: PlayerRecord, kind: str) -> None:
    record.path.mkdir() if kind == "a folder" else os.mkfifo(record.path)
    for use in (record.games, lambda: record.add_game(GAME)):
        with pytest.raises(UnavailableError, match="not a regular file"):
            use()


def test_a_locked_record_is_one_line(record: PlayerRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_record, "READ_S", 0.0)
    monkeypatch.setattr(player_record, "WRITE_S", 0.0)
    record.add_game(GAME)
    with closing(sqlite3.connect(record.path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for use in (record.games, lambda: record.add_game(GAME)):
            with pytest.raises(UnavailableError, match="locked"):
                use()


def test_a_game_that_two_write_at_once_is_kept_once(
    record: PlayerRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = Record(
        game="slave", seats=(("You", "human"), ("Ann", "greedy")), rounds=1, seed=1,
        places=(1, 2), points=(3.0, 0.0),
    )  # fmt: skip
    monkeypatch.setattr(PlayerRecord, "_read", lambda *_: [])  # neither sees the other's row
    record.add_finished(finished)
    PlayerRecord(record.path).add_finished(finished)
    monkeypatch.undo()
    assert len(record.games()) == 1


def test_no_name_becomes_a_formula_of_a_spreadsheet(record: PlayerRecord) -> None:
    record.add_game(replace(GAME, opponents='=HYPERLINK("http://x"), @Bob', points=-3.5))
    (row,) = csv.DictReader(record.to_csv().splitlines())
    assert row["opponents"] == '\'=HYPERLINK("http://x"), @Bob'
    assert row["points"] == "-3.5"

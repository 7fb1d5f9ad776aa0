"""The record of a person's games and exercises: kept, summed up, exported, deleted."""

import csv
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.review.player_record import (
    Exercise,
    FinishedGame,
    PlayerRecord,
    unrated_reason,
)
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


def test_streaks_and_guesses_are_counted(record: PlayerRecord) -> None:
    for guesses in (3, 2, None, 3, 4):
        record.add_game(FinishedGame("pokle", "", 1, 1, guesses=guesses))
    found = record.summary("pokle")
    assert (found.n_played, found.n_won, found.streak, found.best_streak) == (5, 4, 2, 2)
    assert found.guesses == {2: 1, 3: 2, 4: 1}
    assert record.summary("konkan").n_played == 0


def test_the_export_has_its_header_first(record: PlayerRecord) -> None:
    record.add_game(GAME)
    rows = list(csv.reader(record.to_csv().splitlines()))
    assert rows[0][:3] == ["game", "opponents", "place"]
    assert rows[1][:3] == ["slave", "Ann, Bob, Cleo", "1"]


def test_everything_is_deleted_at_once(record: PlayerRecord) -> None:
    record.delete_all()
    record.add_game(GAME)
    record.add_exercise(EXERCISE)
    record.delete_all()
    assert record.games() == ()
    assert record.n_exercises() == 0


def test_an_exercise_comes_back_after_growing_intervals(record: PlayerRecord) -> None:
    record.add_exercise(EXERCISE)
    record.add_exercise(EXERCISE)  # the same position is kept once
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

"""The ready exercises are what their command makes."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.play import HUMAN, GameTable, find_game
from assistant.review.exercises import ExerciseTable, due_set, make_exercises, ready_exercises
from assistant.review.judges import find_judge
from assistant.review.player_record import Exercise, PlayerRecord
from assistant.review.replay import whole_line
from assistant.review.rounds import OwnDecision
from engine.control import Control
from tests.assistant.full_disk import full_disk

COUNTED = "After this move "


def test_the_command_makes_the_ready_set_again() -> None:
    kept = ready_exercises("slave")[0]
    deal = re.search(r" deal (\d+)/", kept.position)
    assert deal is not None
    made = next(make_exercises("slave", 1, int(deal[1]), Control()))
    assert made == kept


@pytest.mark.parametrize("game", ["konkan", "slave"])
def test_every_sentence_of_a_ready_set_is_the_coachs_own(game: str) -> None:
    """What can be told from the cards alone is told as a review would."""
    for exercise in ready_exercises(game):
        hand = exercise.why.partition(COUNTED)[0].strip()
        assert hand == said_of_the_hand(exercise), exercise.position


def said_of_the_hand(exercise: Exercise) -> str:
    table = ExerciseTable(exercise)
    moves = tuple(exercise.played.split("; "))
    own = OwnDecision(0, 1, table.start, moves, False)
    return find_judge(exercise.game).contrast(own, table.best)


@pytest.mark.parametrize(("game", "n_seats"), [("konkan", 2), ("slave", 4)])
def test_the_first_decision_of_a_later_round_can_be_practised(game: str, n_seats: int) -> None:
    table = GameTable(find_game(game), (HUMAN,) * n_seats, 2, 3)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    table.deal()
    line = whole_line(table.record, len(table.events))
    exercise = ExerciseTable(Exercise(game, line, "", "", 0.1))
    assert exercise.start.round_number == 2
    assert exercise.seat == table.seat
    assert exercise.start.legal() == table.state.legal()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    return tmp_path


def test_a_ready_set_needs_no_room_on_the_disk(home: Path) -> None:
    with full_disk():
        first, again = due_set("konkan"), due_set("konkan")
    assert first == again == tuple(ready_exercises("konkan")[:10])
    assert all(each.id for each in due_set("konkan")), "once there is room they are scheduled"


def test_own_exercises_are_asked_first_on_a_full_disk(home: Path) -> None:
    own = replace(ready_exercises("slave")[0], position="slave deal 9/4")
    PlayerRecord().add_exercises([own])
    with full_disk():
        found = due_set("slave")
    assert found[0].position == own.position
    assert found[0].id
    assert found[1:] == tuple(ready_exercises("slave")[:9])
    with full_disk():
        assert len(due_set("konkan")) == 10


def test_a_ready_set_needs_no_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(home / "a file" / "home"))
    (home / "a file").write_text("")
    assert due_set("konkan") == tuple(ready_exercises("konkan")[:10])

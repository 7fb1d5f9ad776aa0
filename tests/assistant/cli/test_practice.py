"""`assistant practice` on the terminal: a set is asked, answered by numbers and scheduled."""

from pathlib import Path

import pytest
import typer

from assistant.play import GameTable, find_game
from assistant.play.position import game_line
from assistant.review.exercises import ExerciseTable, ready_exercises
from assistant.review.player_record import Exercise, PlayerRecord
from tests.assistant.cli.conftest import Call
from tests.assistant.full_disk import full_disk


def numbers_of_best(exercise: Exercise) -> list[int]:
    """Return what to type for the best answer."""
    table, typed = ExerciseTable(exercise), []
    for move in table.best:
        choices = [choice.moves for choice in table.state.choices()]
        typed.append(choices.index((move,)) + 1)
        table.play(move)
    return typed


def test_a_set_is_answered_by_numbers(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    exercise = next(each for each in ready_exercises("konkan") if ";" not in each.best)
    monkeypatch.setattr("assistant.review.exercises.ready_exercises", lambda game: [exercise])
    typed = iter(["999", "a card", *map(str, numbers_of_best(exercise))])
    monkeypatch.setattr(typer, "prompt", lambda words, **_: next(typed))
    shown = call("practice", "konkan", "--count", "1")
    assert "1 of 1. " in shown
    assert "Your hand: " in shown
    assert shown.count("Type a number from 1 to ") == 2
    assert "Right! Best: " in shown
    assert "1 of 1 right." in shown
    assert not PlayerRecord().due_exercises("konkan", 10), "it comes back another day"
    assert "Nothing is due today" in call("practice", "konkan")


def test_q_stops_a_set(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    monkeypatch.setattr(typer, "prompt", lambda words, **_: "q")
    call("practice", "slave", code=1)
    assert len(PlayerRecord().due_exercises("slave", 10)) == 10, "nothing was answered"


def test_a_king_types_the_cards_to_give(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    table = GameTable(find_game("slave"), ("human",) * 4, 2, 3)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    line = game_line(table.state, "slave", [event.move for event in table.events])
    table.deal()
    best = table.choices()[0]
    exercise = Exercise("slave", line, "; ".join(best.moves), "", 0.2)
    monkeypatch.setattr("assistant.review.exercises.ready_exercises", lambda game: [exercise])
    typed = iter(["1", best.cards[0], " ".join(best.cards)])
    monkeypatch.setattr(typer, "prompt", lambda words, **_: next(typed))
    shown = call("practice", "slave", "--count", "1")
    assert shown.count(f"Type cards such as {' '.join(best.cards)}, or q to stop.") == 2
    assert "Choose two of your cards to give." in shown
    assert "1 of 1 right." in shown


def test_a_set_is_asked_on_a_full_disk(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    asked = [each for each in ready_exercises("konkan") if ";" not in each.best][:2]
    monkeypatch.setattr("assistant.review.exercises.ready_exercises", lambda game: asked)
    typed = iter(str(numbers_of_best(each)[0]) for each in asked)
    monkeypatch.setattr(typer, "prompt", lambda words, **_: next(typed))
    with full_disk():
        code, shown, problem = call.run("practice", "konkan")
    assert code == 0
    assert "2 of 2 right." in shown
    assert problem.count("Cannot use your record") == problem.count("Answers are not kept.") == 1

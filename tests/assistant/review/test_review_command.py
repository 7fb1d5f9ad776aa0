"""`assistant review`: from a file, the last game and a stored one; text, JSON, HTML; bad input."""

import json
from pathlib import Path

import pytest

from assistant.play import HUMAN, GameTable, Record, find_game, run
from assistant.play.kept import keep_game
from engine.control import Control
from tests.assistant.cli.conftest import Call

QUICK = ("--worlds", "40")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(capsys)


@pytest.fixture(scope="module")
def record() -> Record:
    table = GameTable(find_game("konkan"), ("greedy", "random"), 1, 7)
    list(run(table, Control()))
    return table.record


@pytest.fixture
def file(record: Record, tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), "utf-8")
    return str(path)


def test_a_file_as_text_json_and_page(call: Call, file: str, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    text = call("review", file, *QUICK, "--html", str(page))
    for words in ("played", "mark", "Accuracy", "fair share", "luck and the others' play"):
        assert words in text
    shown = call.json("review", file, *QUICK)
    n_free = sum(each["mark"] != "forced" for each in shown["decisions"])
    assert n_free
    assert page.read_text("utf-8").count("<circle") == n_free
    found = call.json("review", file, "--seat", "2", *QUICK)
    assert found["seat"] == 1
    total = sum(found["rounds"][0][part] for part in ("fair_share", "play", "luck"))
    assert total == pytest.approx(found["rounds"][0]["result"])
    free = [each for each in found["decisions"] if each["mark"] != "forced"]
    assert all(each["loss"] >= 0 and "best" in each for each in free)


def test_the_last_finished_game(
    call: Call, record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.paths.data_dir", lambda: tmp_path)
    assert "No finished game" in call.refusal("review", "last", code=1)
    own = record.model_copy(update={"seats": (("Ann", HUMAN), record.seats[1])})
    keep_game(own)
    keep_game(own.until(2).model_copy(update={"seed": 8}))  # begun later, not finished
    assert "Ann, seat 1" in call("review", "last", *QUICK)


def test_a_stored_game_of_the_arena(call: Call, tmp_path: Path) -> None:
    store = str(tmp_path / "arena.sqlite")
    agents = ("--agents", "konkan:greedy", "konkan:random")
    call("arena", "run", *agents, "--rounds", "1", "--session-file", store)
    found = call.json("review", "1:1", "--session-file", store, *QUICK)
    assert found["game"] == "konkan"
    assert "There is no game 99" in call.refusal("review", "1:99", "--session-file", store)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "saved by another version of the program"),
        ({"game": "chess"}, "chess"),
        ({"moves": "throw 2C | dance"}, "cannot be played now"),
        ({"moves": ""}, "No round of this game is finished"),
        ({"seats": [["Ann", "human"]]}, "damaged"),
    ],
)
def test_a_damaged_game_is_one_line(
    call: Call, file: str, change: dict[str, object], words: str
) -> None:
    path = Path(file)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")
    assert words in call.refusal("review", file)


def test_bad_input_is_one_line(call: Call, file: str, tmp_path: Path) -> None:
    assert "There is no seat 7" in call.refusal("review", file, "--seat", "7")
    assert "no saved game" in call.refusal("review", str(tmp_path / "none.json"))
    Path(file).write_bytes(b"\xff\x00{")
    assert "This file is not a saved game, or it is damaged." in call.refusal("review", file)

"""`assistant calibrate`: what it prints, and what it refuses."""

import json

import pytest

from assistant.cli.app import load_command
from assistant.cli.main import run


def _run(*args: str) -> int:
    return run(load_command("assistant.cli.main:app"), ["calibrate", *args])


def test_prints_tables_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--game", "konkan", "--games", "2", "--tries", "4"]
    assert _run(*asked) == 0
    text = capsys.readouterr().out
    assert "Konkan, two players" in text
    assert "expected calibration error" in text
    assert _run(*asked, "--json") == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert [c["n_games"] for c in game["conditions"]] == [2, 2]


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("--game", "bridge") == 2
    assert '"bridge" cannot be measured' in capsys.readouterr().err

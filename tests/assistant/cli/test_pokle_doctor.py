"""`assistant pokle doctor` and `profile`: what is found, recordings, and overridden keys."""

import json
from pathlib import Path

import pytest

from assistant import paths
from assistant.cli import main
from assistant.cli.app import load_command


def call(*args: str) -> int:
    return main.run(load_command("assistant.cli.pokle:app"), list(args))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A profile whose first way to the button is wrong, and whose ways to the names are all."""
    file = tmp_path / "mine.toml"
    file.write_text('extends = "practice"\n[ways]\nsubmit = ["#gone", "#submit-button"]\n')
    return file


@pytest.mark.browser
def test_doctor_tells_part_by_part_which_way_found_it(
    capsys: pytest.CaptureFixture[str], mine: Path
) -> None:
    assert call("doctor", "--site", str(mine), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sound"] is True
    found = {
        f["part"]: (f["used"], [way["n_found"] for way in f["ways"]]) for f in told["findings"]
    }
    assert found == {
        "player names": (0, [3, 3, 3]),
        "hole cards": (0, [6, 6, 6]),
        "streets": (0, [3, 3, 3]),
        "trophies": (0, [9, 9, 9]),
        "guess cells": (0, [5, 5, 5, 5]),
        "card keys": (0, [17, 17, 17]),
        "submit button": (1, [0, 1]),
        "tutorial": (0, [4]),
    }


@pytest.mark.browser
def test_doctor_of_a_page_that_cannot_be_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "blind.toml"
    file.write_text('extends = "practice"\n[ways]\nnames = [".nobody @{player}"]\n')
    assert call("doctor", "--site", str(file)) == 1
    told = capsys.readouterr().out
    assert "MISSING     0/3   .nobody @{player}" in told
    assert "the page has changed: name of player 1 was not found" in told


@pytest.mark.browser
def test_a_recording_is_read_back_and_tells_what_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    assert call("doctor", "--site", "practice", "--record", str(folder)) == 0
    names = [
        phase["name"] for phase in json.loads((folder / "recording.json").read_text())["phases"]
    ]
    assert names[:4] == ["first look", "start", "filled 1", "guess 1"]
    assert names[-1] == "end"
    for file in folder.glob("*.html"):
        html = file.read_text().lower()
        assert "<script" not in html
        assert "onclick" not in html
        assert file.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    assert call("doctor", "--site", "practice", "--replay", str(folder), "--json") == 0
    phases = json.loads(capsys.readouterr().out)["phases"]
    assert [phase["same"] for phase in phases] == [True] * len(names)
    assert phases[-1]["reads"]["rows"][-1].endswith("=ggggg")
    changed = folder / "02-start.html"
    changed.write_text(changed.read_text().replace("gold.svg", "lead.svg"))
    assert call("doctor", "--site", "practice", "--replay", str(folder)) == 1
    told = capsys.readouterr().out
    assert told.count("NOT AS RECORDED") == 1
    assert "flop trophy" in told


def test_profile_tells_where_each_key_comes_from(
    capsys: pytest.CaptureFixture[str], mine: Path
) -> None:
    own = paths.config_dir() / "sites" / "practice.toml"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text('[colours]\nteal = "g"\n')
    try:
        assert call("profile", "--site", str(mine), "--json") == 0
        keys = json.loads(capsys.readouterr().out)["keys"]
        assert call("profile", "--site", str(mine)) == 0
        told = capsys.readouterr().out
    finally:
        own.unlink()
    assert keys["ways.submit"] == {"value": ["#gone", "#submit-button"], "from": str(mine)}
    assert keys["colours.teal"] == {"value": "g", "from": str(own)}
    assert keys["ways.names"]["from"] == "the program's live.toml"
    assert f"# from {mine}" in told
    assert 'colours.teal = "g"' in told


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("doctor", "--record", "a", "--replay", "b"), "expected one of them"),
        (("doctor", "--replay", "no-such"), '"no-such" is no recording'),
        (("profile", "--site", "mars"), 'no site "mars"'),
        (("profile", "--site", "no.toml"), 'cannot read the profile "no.toml"'),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], reason: str) -> None:
    assert call(*args) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert reason in told
    assert len(told.splitlines()) == 1


def test_a_wrong_key_is_quoted_with_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[ways]\nsubmitt = ["#go"]\n')
    assert call("play", "--site", str(file)) == 2
    assert f"{file}: ways.submitt: there is no such key" in capsys.readouterr().err

"""`assistant pokle doctor` and `profile`: what is found, recordings, and overridden keys."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant import paths, pokle_page
from assistant.pokle_bot import BotRequest
from automation.repair import RepairStep
from tests.assistant.cli.conftest import Call

RECORDING = Path(__file__).parents[2] / "browser" / "recordings" / "practice"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A profile whose first way to the button is wrong, and whose ways to the names are all."""
    file = tmp_path / "mine.toml"
    file.write_text('extends = "practice"\n[ways]\nsubmit = ["#gone", "#submit-button"]\n')
    return file


@pytest.mark.browser
def test_doctor_tells_part_by_part_which_way_found_it(call: Call, mine: Path) -> None:
    output = call.json("pokle", "doctor", "--site", str(mine))
    assert output["sound"] is True
    found = {
        f["part"]: (f["used"], [way["n_found"] for way in f["ways"]]) for f in output["findings"]
    }
    assert found == {
        "player names": (0, [3, 3, 3]),
        "hole cards": (0, [6, 6, 6]),
        "streets": (0, [3, 3, 3, 3]),
        "trophies": (0, [9, 9, 9, 9, 9]),
        "guess cells": (0, [5, 5, 5, 5, 5]),
        "card keys": (0, [17, 17, 17]),
        "submit button": (1, [0, 1]),
        "tutorial": (0, [1]),  # one step shows at a time
    }


@pytest.mark.browser
def test_doctor_of_a_page_that_cannot_be_played(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "blind.toml"
    file.write_text('extends = "practice"\n[ways]\nnames = [".nobody @{player}"]\n')
    output = call("pokle", "doctor", "--site", str(file), code=1)
    assert "MISSING     0/3   .nobody @{player}" in output
    assert "The page cannot be played: the page has changed: name of player 1 was not" in output


@pytest.mark.browser
def test_the_verdict_follows_the_findings(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "keyless.toml"
    file.write_text('extends = "practice"\n[ways]\nkeys = [".rank-button"]\n')
    output = call("pokle", "doctor", "--site", str(file), code=1)
    assert "MISSING   13/17" in output
    assert "The page cannot be played: card keys not found" in output
    assert "can be played." not in output
    lines = output.splitlines()
    read = next(number for number, line in enumerate(lines) if line == "The page is read as:")
    assert lines[read + 1].split() == ["Dario", "Ines", "Chloe"]
    assert lines[read + 2].split() == ["hole", "Q♥", "10♣", "K♣", "7♠", "Q♦", "9♣"]
    assert [line.split()[0] for line in lines[read + 3 : read + 6]] == ["flop", "turn", "river"]


@pytest.mark.browser
def test_what_a_repaired_profile_reads_is_a_success(call: Call, tmp_path: Path, mine: Path) -> None:
    folder = tmp_path / "kept"
    shutil.copytree(RECORDING, folder)
    index = json.loads((folder / "recording.json").read_text())
    index["phases"][1]["reads"] = None  # it could not be read when it was made
    (folder / "recording.json").write_text(json.dumps(index))
    output = call("pokle", "doctor", "--site", str(mine), "--replay", str(folder))
    assert output.count("   now read") == 1
    assert "1 phase read differently than recorded" in output
    assert "NOT AS RECORDED" not in output
    output = call("pokle", "doctor", "--site", "practice", "--replay", str(folder), code=1)
    assert output.count("NOT AS RECORDED") == 1


@pytest.mark.browser
def test_a_recording_is_read_back_and_tells_what_changed(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    doctor = ("pokle", "doctor", "--site", "practice")
    call(*doctor, "--record", str(folder))
    phases = json.loads((folder / "recording.json").read_text())["phases"]
    names = [phase["name"] for phase in phases]
    assert names[:4] == ["first look", "start", "filled 1", "guess 1"]
    assert names[-1] == "end"
    for file in folder.glob("*.html"):
        html = file.read_text().lower()
        assert "<script" not in html
        assert "onclick" not in html
        assert file.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    phases = call.json(*doctor, "--replay", str(folder))["phases"]
    assert [phase["same"] for phase in phases] == [True] * len(names)
    assert phases[-1]["reads"]["rows"][-1].endswith("=ggggg")
    changed = folder / "02-start.html"
    html = changed.read_text().replace("gold.svg", "lead.svg")
    changed.write_text(html.replace('aria-label="gold"', ""))
    output = call(*doctor, "--replay", str(folder), code=1)
    assert output.count("NOT AS RECORDED") == 1
    assert "flop trophy" in output


@pytest.mark.parametrize(
    ("last", "code"),
    [("The profile is repaired and saved in x.", 0), ("Not repaired, nothing is saved: why", 1)],
)
def test_repairing_prints_what_came_of_it(
    call: Call, monkeypatch: pytest.MonkeyPatch, last: str, code: int
) -> None:
    def repair(request: BotRequest, on_step: Callable[[RepairStep], object]) -> Iterator[str]:
        on_step(RepairStep("submit button", "Click the button."))
        yield "repaired start: read; 0 coloured rows"
        yield last

    monkeypatch.setattr(pokle_page, "repair_page", repair)
    found, out, err = call.run("pokle", "doctor", "--site", "practice", "--repair", "--headed")
    assert found == code
    assert out.splitlines()[-1] == last
    assert "· Click the button." in err


def test_profile_tells_where_each_key_comes_from(call: Call, mine: Path) -> None:
    own = paths.config_dir() / "sites" / "practice.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[colours]\nteal = "g"\n')
    keys = call.json("pokle", "profile", "--site", str(mine))["keys"]
    output = call("pokle", "profile", "--site", str(mine))
    assert keys["ways.submit"] == {"value": ["#gone", "#submit-button"], "from": str(mine)}
    assert keys["colours.teal"] == {"value": "g", "from": str(own)}
    assert keys["ways.names"]["from"] == "the program's live.toml"
    assert f"# from {mine}" in output
    assert 'colours.teal = "g"' in output


def test_a_wrong_key_is_quoted_with_its_file(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[ways]\nsubmitt = ["#go"]\n')
    error = call.refusal("pokle", "play", "--site", str(file))
    assert f"{file}: ways.submitt: there is no such key" in error

import csv
import json
from pathlib import Path

import pytest

from assistant.advice import Advice
from assistant.reports import Report, export_answer, how_sure
from engine.errors import InputError

ADVICE = Advice(why="kings, high", exact=False, n_samples=1_200_000, half_width=0.0021)
REPORT = Report(
    ("Toy: AS KD",),
    ("Kings, high",),
    ("Player", "Wins"),
    (("You", "43.2 %"), ("Opponent, one", "56.8 %")),
    how_sure(ADVICE),
)


def test_text_is_what_a_person_would_write() -> None:
    assert REPORT.as_text() == (
        "Toy: AS KD\n\nKings, high\n\n"
        "Player         Wins\nYou            43.2 %\nOpponent, one  56.8 %\n\n"
        "± 0.21%, 1,200,000 samples\n"
    )


def test_csv_reads_back() -> None:
    rows = list(csv.reader(REPORT.as_csv().splitlines()))
    assert rows[0] == ["Player", "Wins"], "the header first"
    assert rows[-1] == ["Opponent, one", "56.8 %"]


def test_exact_is_said() -> None:
    assert how_sure(Advice(why="", exact=True, n_samples=5)) == "exact"


@pytest.mark.parametrize("ending", ["csv", "JSON", "txt"])
def test_export_by_ending(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"answer.{ending}"
    export_answer(path, REPORT, ADVICE)
    assert ("Opponent, one" if ending == "csv" else "ings, high") in path.read_text()
    if ending == "JSON":
        assert json.loads(path.read_text())["n_samples"] == 1_200_000


def test_export_refuses_other_endings(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.csv, \.json or \.txt"):
        export_answer(tmp_path / "answer.xls", REPORT, ADVICE)

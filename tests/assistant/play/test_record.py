"""A saved game may come from anybody: what is read is checked, and its names are plain text."""

import json
from typing import Any

import pytest

from assistant.play.position import read_position
from assistant.play.record import Record, read_record
from engine.errors import InputError

GOOD = Record(
    game="slave", seats=tuple((name, "greedy") for name in "abcd"), rounds=1, seed=7,
    places=(1, 2, 3, 4), points=(3.0, 2.0, 1.0, 0.0),
)  # fmt: skip
SIGNS = "\x1b[2J"  # clears the screen of a terminal


@pytest.mark.parametrize(
    "changed",
    [
        {"seats": [[SIGNS, "greedy"]] * 4},
        {"seats": [["Ann\nBob", "greedy"]] * 4},
        {"seats": [["x" * 1000, "greedy"]] * 4},
        {"seats": [["Ann", "greedy" * 1000]] * 4},
        {"places": [1, 2]},
        {"places": [0, 1, 2, 3]},
        {"points": []},
        {"points": [1e999, 0, 0, 0]},
        {"seed": -1},
        {"seed": 1 << 63},
        {"program": "9" * 1000},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_no_table_wrote_is_refused(changed: dict[str, Any]) -> None:
    assert read_record(GOOD.to_json()) == GOOD
    with pytest.raises(InputError, match="is damaged"):
        read_record(json.dumps(json.loads(GOOD.to_json()) | changed))


@pytest.mark.parametrize("name", ["%1B%5B2J", "Ann%0ABob", "x" * 61])
def test_a_name_in_a_position_holds_letters_alone(name: str) -> None:
    with pytest.raises(InputError, match="is not a name"):
        read_position(f"kings-lows {name}=KS4H+7D4CTH/Ann=+ADACQH - a")

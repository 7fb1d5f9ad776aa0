"""The native functions give the stored answers to the last bit."""

import json
from pathlib import Path

from tests.engine.kings_lows import golden

STORED = json.loads(Path(__file__).with_name("golden.json").read_text())


def test_every_answer_is_the_stored_one() -> None:
    answers = dict(golden.answers())
    assert answers.keys() == STORED.keys()
    assert {name for name, answer in answers.items() if answer != STORED[name]} == set()

"""Seeded questions still count what they counted when the engine was first written."""

import json

import pytest

from tests.engine.holdem.golden import PATH, Question, questions

GOLDEN = json.loads(PATH.read_text(encoding="utf-8"))


def test_every_question_is_stored() -> None:
    assert questions().keys() == GOLDEN.keys()


@pytest.mark.parametrize(("name", "ask"), questions().items())
def test_tallies_are_the_stored_ones(name: str, ask: Question) -> None:
    assert ask() == GOLDEN[name]

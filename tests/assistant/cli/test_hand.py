"""`assistant hand`: the name of a hand, or one line about what is wrong with it."""

import json

import pytest

from assistant.cli.app import load_command
from assistant.cli.main import run


def call(*args: str) -> int:
    return run(load_command("assistant.cli.main:app"), ["hand", *args])


def test_it_names_the_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("Ah Kh Qh Jh 10h 2c 3d") == 0
    assert capsys.readouterr().out == "A♥ K♥ Q♥ J♥ 10♥  royal flush\n"


def test_it_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("Ks Kd 9s 9d Ac 2c", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["name"] == "two pair, kings and nines, ace kicker"
    assert (answer["hand_type"], answer["best_five"]) == ("TWO_PAIR", "KS KD 9S 9D AC")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Ah Kh", "2 cards"),
        ("Ah Kh Qh Jh Xx", '"Xx"'),
        ("Ah Ah Qh Jh 2c", "AH is given twice"),
    ],
)
def test_bad_hands_are_one_line(cards: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(cards) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1

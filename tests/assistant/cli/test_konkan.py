import json

import pytest

from assistant.cli.app import load_command
from assistant.cli.main import run

HAND = "7S 8S 9S JK QD KD AD 4H 4D 4C 2C 2D 3H 9H 10H"


def call(*args: str) -> int:
    return run(load_command("assistant.cli.konkan:app"), list(args))


def play_call(*args: str) -> int:
    return run(load_command("assistant.cli.konkan_play:app"), list(args))


def test_melds_as_json_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("melds", HAND, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["comes_down"] is True
    assert answer["least_deadwood"] == 7
    assert [step["points"] for step in answer["frontier"]][-1] == 95
    assert call("melds", HAND) == 0
    assert "can come down with 81 points" in capsys.readouterr().out


def test_advice_as_json_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--enemy", "5:83", "--table", "1: 5S 6S 7S", "--trash", "KC", "--simulations", "24")
    assert call("advise", HAND, *options, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["threshold"] == 84
    assert answer["n_samples"] == 24
    assert call(HAND, *options) == 0
    assert "melds:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("melds", "JK JK JK"), "joker is given 3 times"),
        (("melds", "7S 8Q"), '"8Q"'),
        (("advise", HAND, "--phase", "pull"), "15 cards in"),
        (("advise", HAND, "--table", "7S 8S 9S"), "expected an owner"),
        (("advise", HAND, "--enemy", "many"), "'many'"),
        (("advise", HAND, "--enemy", "²"), "'²'"),
        (("advise", HAND, "--took", "3: 5S"), "no enemy 3"),
        (("advise", HAND, "--taken", "3H", "--phase", "act"), "3H was taken from the trash"),
        (("advise", HAND, "--min-naturals", "3"), "3 natural cards"),
        (("melds", "7S 8S JK=10S"), "stands for nothing yet"),
        (("melds", HAND, "--threshold", "0"), "0"),
        (("advise", HAND, "--enemy", "5:83", "--table", "1: 7S 8S 10S"), "is no meld"),
    ],
)
def test_bad_input_is_one_line(
    args: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*args) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_the_plainest_question_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    fourteen = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"
    assert call("advise", fourteen, "--simulations", "24") == 0
    assert "Draw from the deck" in capsys.readouterr().out


def test_a_certain_win_is_told_as_a_whole_turn(capsys: pytest.CaptureFixture[str]) -> None:
    table = ("--table", "0: 7S 8S 9S", "--table", "0: 9C 9D 9H", "--table", "1: 5D 6D 7D")
    options = ("--phase", "act", "--down", "90", "--trash", "5C", "--enemy", "1:98", *table)
    assert call("advise", "4S 5S JK", *options) == 0
    out = capsys.readouterr().out
    assert "Sarf JK=6♠ on 7♠ 8♠ 9♠; sarf 5♠ on JK=6♠ 7♠ 8♠ 9♠; throw 4♠" in out
    assert "for certain" in out
    assert "±" not in out


def test_house_rules_are_flags_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("melds", HAND, "--threshold", "96", "--min-naturals", "2") == 0
    assert "cannot come down with 96 points" in capsys.readouterr().out
    took = ("--enemy", "14", "--took", "1: 5S 10D", "--keep-top", "--swap-own")
    assert call("advise", HAND, *took, "--simulations", "16") == 0


def test_the_table_without_a_terminal_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_call("play") == 2
    error = capsys.readouterr().err
    assert "needs a terminal" in error
    assert error.count("\n") == 1


def test_benchmark_as_json_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("benchmark", "--rounds", "2", "--baseline", "random", "--challenger", "greedy")
    assert play_call(*args, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["games"] == 4
    assert answer["challenger"]["wins"] + answer["baseline"]["wins"] + answer["draws"] == 4
    assert (
        play_call("benchmark", "--rounds", "1", "--baseline-sims", "4", "--challenger-sims", "8")
        == 0
    )
    assert "The challenger took" in capsys.readouterr().out


def test_bad_tables_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_call("play", "--players", "5") == 2
    assert play_call("benchmark", "--baseline", "deep") == 2
    assert "deep" in capsys.readouterr().err

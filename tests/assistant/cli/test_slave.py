import json
from pathlib import Path

import pytest

from assistant.arena.strength import SLAVE_LINES
from assistant.cli.app import load_command
from assistant.cli.main import run
from engine.slave.agents.registry import AGENT_NAMES

HAND = "5H 7S 7H JC KS AS 2C 2S"


def call(*args: str) -> int:
    return run(load_command("assistant.cli.main:app"), ["slave", *args])


def test_advise_ranks_the_moves(capsys: pytest.CaptureFixture[str]) -> None:
    code = call(
        *("advise", "--hand", HAND, "--last", "10D", "--left", "9,9,9", "--passed", "1"),
        *("--playouts", "500", "--json"),
    )
    assert code == 0
    advice = json.loads(capsys.readouterr().out)
    assert {"J♣", "pass"} <= {move["text"] for move in advice["moves"]}


def test_advise_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("advise", "--hand", HAND, "--left", "3,3,3", "--playouts", "300") == 0
    assert "King in" in " ".join(capsys.readouterr().out.split())


def test_advise_prints_the_best_gifts(capsys: pytest.CaptureFixture[str]) -> None:
    code = call(
        *("advise", "--exchange", "--hand", "3C 3D 5H 7S 7H 9D JC QD KH KS AS 2C 2S"),
        *("--incoming", "2H AH", "--titles", "king,queen,commoner,slave", "--playouts", "1000"),
    )
    assert code == 0
    text = capsys.readouterr().out
    assert "the best 10 of 78 gifts; costs in places" in text
    assert "costs" in text.splitlines()[1]
    assert "policy" not in text


def test_exchange_advice(capsys: pytest.CaptureFixture[str]) -> None:
    code = call(
        *("advise", "--exchange", "--hand", "3C 3D 5H 7S 7H 9D JC QD KH KS AS 2C 2S"),
        *("--incoming", "2H AH", "--titles", "king,queen,commoner,slave"),
        *("--playouts", "2000", "--json"),
    )
    assert code == 0
    assert len(json.loads(capsys.readouterr().out)["gifts"]) == 78


@pytest.mark.parametrize(
    ("args", "quoted"),
    [
        (("advise", "--hand", "3X"), "3X"),
        (("advise", "--hand", "3C", "--left", "a,b"), "a,b"),
        (("advise", "--hand", "3C", "--left", "1,1"), "left"),
        (("advise", "--hand", "3C", "--last-by", "7"), "--last-by"),
        (("advise", "--hand", "3C", "--leader", "7"), "--leader"),
        (("advise", "--hand", "3C", "--playouts", "5"), "--playouts"),
        (("advise", "--hand", "3C", "--titles", "King,Bob"), '--titles "King,Bob"'),
        (("advise", "--hand", "3C", "--history", "3C,x"), 'move 1 of the history, "3C" by you'),
        (("advise", "--hand", "3C", "--last", "5D", "--passed", "4"), '--passed "4"'),
        (("eval", "nobody", "--games", "1"), "nobody"),
        (("tournament", "greedy", "--games", "1"), "played by 4"),
        (("watch", "greedy", "greedy"), "expected 4"),
        (("play", "greedy"), "expected three"),
        (("train", "--recipe", "huge", "--out", "unused"), "huge"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    args: tuple[str, ...], quoted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*args) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert quoted in error
    assert error.count("\n") == 1


def test_eval_and_tournament_answer_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("eval", "heuristic", "--games", "8", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert {s["agent"] for s in data["standings"]} == {"slave:heuristic", "slave:greedy"}
    assert data["games"] == 8
    assert call("eval", "heuristic", "--games", "8", "--lap", "--json") == 0
    assert json.loads(capsys.readouterr().out)["game"] == "slave_lap"
    assert call("eval", "heuristic", "--games", "8", "--lap", "--free-lead", "--json") == 0
    assert json.loads(capsys.readouterr().out)["game"] == "slave_lap_free"
    assert call("tournament", "random", "greedy", "policy", "heuristic", "--games", "4") == 0
    assert "parity 25 %" in capsys.readouterr().out


def test_watch_shows_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    agents = ("greedy", "greedy", "heuristic", "random")
    assert call("watch", *agents, "--rounds", "2", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert sum(move["phase"] == "exchange" for move in data["moves"]) == 3
    assert call("watch", *agents) == 0
    assert "King" in capsys.readouterr().out


def test_strength_prints_its_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (("heuristic", "greedy", 1), ("greedy", "greedy", 2))
    monkeypatch.setattr("assistant.arena.strength.SLAVE_LINES", lines)
    assert call("strength", "--games", "8", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["games"] for row in rows] == [8, 8]
    assert call("strength", "--games", "8") == 0
    assert "parity" in capsys.readouterr().out
    assert call("strength", "--games", "8", "--lap", "--free-lead") == 0
    assert "lap tricks, any first lead" in capsys.readouterr().out


def test_the_strength_table_has_every_agent_in_one_round_and_in_several() -> None:
    for n_rounds in (1, 5):
        names = {
            a.split("?")[0] for a, rival, n in SLAVE_LINES if rival == "greedy" and n == n_rounds
        }
        assert names == set(AGENT_NAMES)


def test_a_training_without_time_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    out = str(tmp_path / "run")
    assert call("train", "--recipe", "quick", "--seconds", "0.001", "--out", out) == 1
    assert "the same command goes on" in capsys.readouterr().err


def test_the_cards_of_three_players_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("advise", "--hand", HAND, "--left", "5,5") == 2
    assert '--left "5,5" says 2 numbers: expected three' in " ".join(
        capsys.readouterr().err.split()
    )


def test_advise_hears_history_and_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("--hand", "3D 4C 4H 6D 9S 9H JC KD AS 2C 2S 5D 7C", "--playouts", "200", "--json")
    led = ("--history", "4D", "--leader", "3")
    assert call("advise", *hand, *led) == 2
    assert "the first lead of a game contains 3♣" in capsys.readouterr().err
    assert call("advise", *hand, *led, "--free-lead", "--lap") == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert "pass" in {move["text"] for move in moves}


def test_several_games_are_watched(capsys: pytest.CaptureFixture[str]) -> None:
    four = ["greedy", "greedy", "heuristic", "random"]
    assert call("watch", *four, "--games", "2", "--lap", "--free-lead", "--seed", "4") == 0
    out = capsys.readouterr().out
    assert "game 2 of 2, seed 5" in out
    assert out.count("round 1:") == 2
    assert call("watch", *four, "--games", "2", "--json") == 0
    assert [game["seed"] for game in json.loads(capsys.readouterr().out)["games"]] == [0, 1]

from pathlib import Path

import pytest

from tests.assistant.cli.conftest import Call
from tests.assistant.cli.test_position import SLAVE

HAND = "5H 7S 7H JC KS AS 2C 2S"
KING = (
    *("slave", "advise", "--exchange", "--hand", "3C 3D 5H 7S 7H 9D JC QD KH KS AS 2C 2S"),
    *("--incoming", "2H AH", "--titles", "king,queen,commoner,slave", "--playouts", "1000"),
)
FOUR = ("greedy", "greedy", "heuristic", "random")


def test_advise_ranks_the_moves(call: Call) -> None:
    situation = ("--last", "10D", "--left", "9,9,9", "--passed", "1", "--playouts", "500")
    moves = call.json("slave", "advise", "--hand", HAND, *situation)["moves"]
    assert {"J♣", "pass"} <= {move["text"] for move in moves}


def test_advise_prints_a_table(call: Call) -> None:
    text = call("slave", "advise", "--hand", HAND, "--left", "3,3,3", "--playouts", "300")
    assert "of the time against equal players" in " ".join(text.split())
    assert "playouts" in text.splitlines()[0]


def test_the_widest_play_fits_80_columns(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    quads = ("--hand", "9C 9D 9H 9S 4C 5D", "--left", "9,9,9", "--playouts", "1500")
    heads, _, *rows = call("slave", "advise", *quads).splitlines()
    assert heads.split()[-3:] == ["playouts", "behind", "network"]
    widest = next(row for row in rows if row.startswith("9♣ 9♦ 9♥ 9♠ "))
    assert widest.endswith("%")
    assert len(heads) <= 80


@pytest.mark.parametrize(
    "asked", [("--hand", HAND, "--left", "3,3,3"), ("--position", SLAVE)], ids=["hand", "position"]
)
def test_before_anything_is_compiled_the_network_answers_first(
    call: Call, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    monkeypatch.setattr("engine.slave.compile.is_compiled", lambda: False)
    code, _, printed = call.run("slave", "advise", *asked, "--playouts", "300")
    assert code == 0
    assert "Compiling Slave's engine, once" in printed
    assert "The trained network would play" in printed


@pytest.mark.parametrize(
    "asked", [("--hand", HAND, "--history", "4C 5C"), ("--hand", HAND, "--seconds", "0")]
)
def test_nothing_is_compiled_for_a_question_that_is_refused(
    call: Call, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    monkeypatch.setattr("engine.slave.compile.is_compiled", lambda: False)
    code, _, printed = call.run("slave", "advise", *asked)
    assert code == 2
    assert "Compiling" not in printed


def test_moves_left_out_early_are_told_by_their_playouts(call: Call) -> None:
    text = call("slave", "advise", "--hand", HAND, "--left", "9,9,9", "--playouts", "2000")
    assert "fewer playouts" in " ".join(text.split())


def test_advise_prints_the_best_gifts(call: Call) -> None:
    text = call(*KING)
    assert "The best 10 of 78 gifts; costs are in places." in text
    assert "costs" in text.splitlines()[0]
    assert "policy" not in text
    assert len(call.json(*KING)["gifts"]) == 78


def test_eval_and_tournament_answer_in_json(call: Call) -> None:
    data = call.json("slave", "eval", "heuristic", "--games", "8")
    assert {s["agent"] for s in data["standings"]} == {"slave:heuristic", "slave:greedy"}
    assert data["games"] == 8
    lap = ("slave", "eval", "heuristic", "--games", "8", "--one-turn-each")
    assert call.json(*lap)["rules"] == "one_turn_each=yes"
    assert call.json(*lap, "--free-lead")["rules"] == "one_turn_each=yes&free_lead=yes"
    agents = ("random", "greedy", "policy", "heuristic")
    assert "An even share is 25%" in call("slave", "tournament", *agents, "--games", "4")


def test_watch_shows_every_move(call: Call) -> None:
    moves = call.json("slave", "watch", *FOUR, "--rounds", "2")["moves"]
    assert sum(move["phase"] == "exchange" for move in moves) == 3
    assert "King" in call("slave", "watch", *FOUR)


def test_strength_prints_its_table(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (("heuristic", "greedy", 1), ("greedy", "greedy", 2))
    monkeypatch.setattr("assistant.arena.strength.SLAVE_LINES", lines)
    strength = ("slave", "strength", "--games", "8")
    assert [row["games"] for row in call.json(*strength)["rows"]] == [8, 8]
    assert call.json(*strength, "--workers", "2") == call.json(*strength)
    output = call(*strength)
    assert "even share" in output
    page = Path(__file__).parents[3] / "docs" / "pages" / "strength.md"
    assert output.splitlines()[0] in page.read_text("utf-8").splitlines()  # the same columns
    assert "one turn each, 3♣ need not lead" in call(*strength, "--one-turn-each", "--free-lead")


def test_a_training_without_time_says_how_to_go_on(tmp_path: Path, call: Call) -> None:
    pytest.importorskip("torch")
    options = ("--recipe", "quick", "--seconds", "0.001", "--out", str(tmp_path / "run"))
    assert "run the same command again to continue" in call.refusal(
        "slave", "train", *options, code=1
    )


def test_advise_hears_history_and_house_rules(call: Call) -> None:
    hand = ("--hand", "3D 4C 4H 6D 9S 9H JC KD AS 2C 2S 5D 7C", "--playouts", "200")
    led = ("slave", "advise", *hand, "--history", "4D", "--leader", "3")
    assert "first lead of a game contains 3♣" in call.refusal(*led)
    moves = call.json(*led, "--free-lead", "--one-turn-each")["moves"]
    assert "pass" in {move["text"] for move in moves}


def test_several_games_are_watched(call: Call) -> None:
    two = ("slave", "watch", *FOUR, "--games", "2")
    out = call(*two, "--one-turn-each", "--free-lead", "--seed", "4")
    assert "Game 2 of 2, seed 5" in out
    assert out.count(" Round 1 ") == 2
    assert [game["seed"] for game in call.json(*two)["games"]] == [0, 1]

"""`assistant arena`: sessions from the command line, and one line for everything that is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant.arena import league
from assistant.arena.plan import plan_match
from assistant.arena.runner import play_chunk
from assistant.arena.store import Store
from assistant.cli.app import load_command
from assistant.cli.main import run

SLAVE = ("--game", "slave", "--agents", "greedy", "random", "random", "random")
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))

    def calling(*args: str) -> tuple[int, str, str]:
        code = run(load_command("assistant.cli.main:app"), ["arena", *args])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return calling


def as_json(call: Call, *args: str) -> Any:
    code, out, err = call(*args, "--json")
    assert code == 0, err
    return json.loads(out)


def test_a_session_is_played_shown_and_listed(call: Call) -> None:
    answer = as_json(call, "run", *SLAVE, "--rounds", "50", "--seed", "7")
    assert (answer["session"], answer["state"], answer["games_done"]) == (1, "done", 200)
    best, other = answer["standings"]
    assert (best["agent"], other["agent"]) == ("slave:greedy", "slave:random")
    assert best["win_share_low"] < best["win_share"] < best["win_share_high"]
    assert answer["pairs"][0]["score"] > 0.6
    assert as_json(call, "show") == as_json(call, "show", "1") == answer
    code, out, _ = call("show")
    assert code == 0
    assert "session 1: slave, 200 of 200 games, seed 7, done" in out
    assert "greedy" in out
    assert as_json(call, "show", "--all")["sessions"][0]["agents"] == [
        "slave:greedy",
        "slave:random",
    ]
    assert "50 rounds  greedy random" in call("show", "--all")[1]


def test_workers_change_nothing(call: Call) -> None:
    one = as_json(call, "run", *SLAVE, "--rounds", "60", "--seed", "3")
    two = as_json(call, "run", *SLAVE, "--rounds", "60", "--seed", "3", "--workers", "2")
    assert one["digest"] == two["digest"]
    assert one["standings"] == two["standings"]


def test_round_robin_ends_when_the_answer_is_clear(call: Call) -> None:
    names = ("slave:greedy", "slave:random")
    code, out, _ = call("round-robin", "--agents", *names, "--rounds", "9999", "--stop-when-clear")
    assert code == 0
    assert "ended after 50 rounds: the answer is clear" in out


def test_replay_shows_the_stored_game_and_verifies_it(call: Call) -> None:
    call("run", *SLAVE, "--rounds", "2")
    code, out, _ = call("replay", "1", "5", "--verify")
    assert code == 0
    assert out.startswith("deal\n    seat 0  ")
    assert "places by seat: " in out
    assert out.endswith("played again: the same moves\n")
    answer = as_json(call, "replay", "1", "5", "--verify")
    assert answer["repeatable"] is True
    assert sorted(answer["seats"]) == ["greedy", "random", "random", "random"]
    assert sorted(answer["steps"][-1]["places"]) == [1, 2, 3, 4]


def test_watch_plays_the_game_that_a_session_would(call: Call) -> None:
    watched = as_json(call, "watch", *SLAVE, "--seed", "4", "--delay", "0")
    call("run", *SLAVE, "--rounds", "1", "--seed", "4")
    stored = as_json(call, "replay", "1", "0")
    assert watched == stored
    code, out, _ = call("watch", *SLAVE, "--seed", "4", "--delay", "0")
    assert code == 0
    assert "\n1. " in out


def test_games_of_some_rounds_are_played_watched_replayed_and_exported(
    call: Call, tmp_path: Path
) -> None:
    some = ("--game-rounds", "3", "--seed", "4")
    watched = as_json(call, "watch", *SLAVE, *some, "--delay", "0")
    answer = as_json(call, "run", *SLAVE, *some, "--rounds", "5", "--workers", "2")
    assert (answer["game_rounds"], answer["games_done"]) == (3, 20)
    assert as_json(call, "replay", "1", "0", "--verify") == watched | {"repeatable": True}
    moves = [step["move"] for step in watched["steps"]]
    assert len([move for move in moves if move.startswith("gives ")]) == 6
    assert watched["steps"][-1]["table"]["headline"].startswith("Round 3 of 3")
    assert "20 of 20 games of 3 rounds, seed 4, done" in call("show")[1]
    games = tmp_path / "games.csv"
    call("export", "1", "--out", str(games), "--moves")
    assert games.read_text().splitlines()[1].count("gives") == 6


def test_a_session_of_another_version_goes_on_with_a_word(call: Call) -> None:
    with Store() as store:
        plan = plan_match(["slave:greedy", *["slave:random"] * 3], 5, 7)
        store.add(store.create(plan), play_chunk(plan.to_json(), 0, 4))
        store.keep_versions(1, store.session(1).versions | {"program": "0.0.9"})
    code, out, err = call("resume")
    assert code == 0
    assert err.startswith("session 1 was begun with program 0.0.9 and goes on with program ")
    assert err.count("\n") == 1
    assert "20 of 20 games" in out
    assert call("resume")[2] == ""


def test_exports_and_plots(call: Call, tmp_path: Path) -> None:
    call("run", *SLAVE, "--rounds", "3")
    games = tmp_path / "games.csv"
    assert as_json(call, "export", "1", "--out", str(games), "--moves")["rows"] == 48
    lines = games.read_text().splitlines()
    assert lines[0] == "game,round,deal_seed,play_seed,seat,agent,place,points,moves"
    assert len(lines) == 49
    standings = tmp_path / "standings.json"
    assert call("export", "--what", "standings", "--out", str(standings))[0] == 0
    assert {row["agent"] for row in json.loads(standings.read_text())} == {
        "slave:greedy",
        "slave:random",
    }
    files = as_json(call, "show", "--plot", str(tmp_path / "plots"))["files"]
    png, svg = map(Path, files)
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in svg.read_text()[:500]
    before = svg.read_bytes()
    call("show", "--plot", str(tmp_path / "plots"))
    assert svg.read_bytes() == before


def test_a_league_that_was_interrupted_goes_on_and_a_finished_one_is_played_again(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixtures = {
        "slave": league.Fixture(("random", "greedy"), 10),
        "konkan": league.Fixture(("random", "greedy"), 5),
    }
    monkeypatch.setattr(league, "LEAGUE", fixtures)
    with Store() as store:
        store.create(league.league_plan("slave"))
        other = store.create(league.league_plan("konkan"))
        store.keep_versions(other, {"program": "0.0.9"})  # of another version: left alone
    first = as_json(call, "league", "--workers", "1")
    assert [entry["standings"][0]["agent"] for entry in first["league"]] == [
        "slave:greedy",
        "konkan:greedy",
    ]
    assert len(as_json(call, "show", "--all")["sessions"]) == 3
    assert as_json(call, "league", "--workers", "1") == first
    assert len(as_json(call, "show", "--all")["sessions"]) == 5
    code, out, _ = call("league", "--workers", "1")
    assert code == 0
    assert "| `greedy` | " in out


def test_the_league_names_agents_that_there_are() -> None:
    for game in league.LEAGUE:
        assert league.league_plan(game).n_games > 0


def test_agents_are_listed(call: Call) -> None:
    code, out, _ = call("agents")
    assert code == 0
    assert "slave:search  " in out
    assert "; rollouts: a whole number from 1 to 10,000,000" in out
    assert set(as_json(call, "agents", "pokle")["pokle"]) == {
        "random",
        "entropy",
        "mixed",
        "expected",
    }


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("run", "--agents", "slave:strong"), "there are: random, greedy, heuristic, search"),
        (("run", "--agents", "chess:x"), "there are: pokle, slave"),
        (("run", "--agents", "slave:search?depth=1"), "there are: rollouts (a whole number"),
        (("run", "--agents", "slave:greedy"), "slave is played by 4, not by 1"),
        (("run", *SLAVE, "--rounds", "0"), "0 rounds cannot be played"),
        (("run", *SLAVE, "--game-rounds", "0"), "0 rounds a game of slave: expected 1 to 100"),
        (("run", *SLAVE, "--workers", "0"), "0 workers cannot play"),
        (("run", *SLAVE, "--cluster", "moon"), '"moon" is no cluster'),
        (("show", "3"), "no session 3; there are: none so far"),
        (("replay", "1", "0"), "no session 1"),
        (("export", "--out", "x.csv"), "holds no session"),
        (("agents", "go"), 'there is no game "go"'),
        (("run",), "--agents"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(call: Call, args: tuple[str, ...], said: str) -> None:
    code, _, err = call(*args)
    assert code == 2
    assert said in err
    assert err.count("\n") == 1


def test_bad_exports_are_refused(call: Call, tmp_path: Path) -> None:
    call("run", *SLAVE, "--rounds", "1")
    assert "ends in .csv or .json" in call("export", "--out", "games.xls")[2]
    assert 'cannot export "moves"' in call("export", "--what", "moves", "--out", "x.csv")[2]
    assert call("replay", "1", "99")[2] == "error: there is no game 99: expected 0 to 3\n"
    code, _, err = call("export", "--out", str(tmp_path / "none" / "x.csv"))
    assert (code, "No such file" in err) == (1, True)


def test_a_damaged_store_is_told_and_kept(call: Call, tmp_path: Path) -> None:
    store = tmp_path / "broken.sqlite"
    store.write_bytes(b"not a database at all" * 50)
    code, _, err = call("show", "--store", str(store))
    assert code == 1
    assert "is damaged" in err
    assert err.count("\n") == 1
    assert store.read_bytes() == b"not a database at all" * 50

"""`assistant arena`: sessions from the command line, and one line for everything that is wrong."""

import json
import signal
from pathlib import Path

import pytest

from assistant.arena import league
from assistant.arena.plan import plan_match
from assistant.arena.ratings import Estimate
from assistant.arena.results import Chunk
from assistant.arena.runner import play_chunk
from assistant.arena.store import Store
from assistant.cli.arena_text import number
from engine.statistics import Interval
from tests.assistant.cli.conftest import Call

SLAVE = ("--game", "slave", "--agents", "greedy", "random", "random", "random")


def test_a_session_is_played_shown_and_listed(call: Call) -> None:
    answer = call.json("arena", "run", *SLAVE, "--rounds", "50", "--seed", "7")
    assert (answer["session"], answer["state"], answer["games_done"]) == (1, "done", 200)
    best, other = answer["standings"]
    assert (best["agent"], other["agent"]) == ("slave:greedy", "slave:random")
    assert best["win_share_low"] < best["win_share"] < best["win_share_high"]
    assert answer["pairs"][0]["score"] > 0.6
    assert call.json("arena", "show") == call.json("arena", "show", "1") == answer
    out = call("arena", "show")
    assert "Session 1: Slave, 200 of 200 games, seed 7, done" in out
    assert "greedy" in out
    (session,) = call.json("arena", "show", "--all")["sessions"]
    assert session["agents"] == ["slave:greedy", "slave:random"]
    assert "50 rounds  greedy random" in call("arena", "show", "--all")


def test_a_damaged_session_hides_no_other(call: Call) -> None:
    for _ in range(3):
        call("arena", "run", *SLAVE, "--rounds", "1")
    with Store() as store:
        store._db.execute("UPDATE sessions SET plan = '{' WHERE id = 2")
    code, out, error = call.run("arena", "show", "--all")
    assert [line.split()[0] for line in out.splitlines()] == ["1", "3"]
    assert (code, error.count("\n")) == (1, 1)
    assert error.startswith("error: Session 2 of ")


def test_a_session_that_is_stopped_is_shown_and_not_done(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(text: str, first: int, count: int) -> Chunk:
        signal.raise_signal(signal.SIGINT)
        return play_chunk(text, first, count)

    with monkeypatch.context() as stopped:
        stopped.setattr("assistant.arena.runner.play_chunk", stop)
        code, out, error = call.run("arena", "run", *SLAVE, "--rounds", "500")
    assert (code, error) == (1, "")
    assert "not finished (assistant arena resume 1)" in out
    assert "2,000 of 2,000 games" in call("arena", "resume")


def test_workers_change_nothing(call: Call) -> None:
    session = ("arena", "run", *SLAVE, "--rounds", "60", "--seed", "3")
    one, two = call.json(*session), call.json(*session, "--workers", "2")
    assert one["digest"] == two["digest"]
    assert one["standings"] == two["standings"]


def test_round_robin_ends_when_the_answer_is_clear(call: Call) -> None:
    session = ("--agents", "slave:greedy", "slave:random", "--rounds", "9999")
    out = call("arena", "round-robin", *session, "--stop-when-clear")
    assert "Ended after 50 rounds: the answer is clear" in out


def test_replay_shows_the_stored_game_and_verifies_it(call: Call) -> None:
    call("arena", "run", *SLAVE, "--rounds", "2")
    out = call("arena", "replay", "1", "5", "--verify")
    assert out.startswith("Round 1 is dealt\n    seat 1  ")
    assert "Places by seat: " in out
    assert out.endswith("Played again: the same moves\n")
    answer = call.json("arena", "replay", "1", "5", "--verify")
    assert answer["repeatable"] is True
    assert sorted(answer["seats"]) == ["greedy", "random", "random", "random"]
    assert sorted(answer["steps"][-1]["places"]) == [1, 2, 3, 4]


def test_watch_plays_the_game_that_a_session_would(call: Call) -> None:
    watched = call.json("arena", "watch", *SLAVE, "--seed", "4", "--delay", "0")
    call("arena", "run", *SLAVE, "--rounds", "1", "--seed", "4")
    assert call.json("arena", "replay", "1", "1") == watched
    assert "\n1. " in call("arena", "watch", *SLAVE, "--seed", "4", "--delay", "0")


def test_games_of_some_rounds_are_played_watched_replayed_and_exported(
    call: Call, tmp_path: Path
) -> None:
    some = ("--game-rounds", "3", "--seed", "4")
    watched = call.json("arena", "watch", *SLAVE, *some, "--delay", "0")
    answer = call.json("arena", "run", *SLAVE, *some, "--rounds", "5", "--workers", "2")
    assert (answer["game_rounds"], answer["games_done"]) == (3, 20)
    assert call.json("arena", "replay", "1", "1", "--verify") == watched | {"repeatable": True}
    moves = [step["move"] for step in watched["steps"]]
    assert len([move for move in moves if move.startswith("give ")]) == 6
    assert watched["steps"][-1]["table"]["headline"].startswith("The match is over")
    assert "20 of 20 games of 3 rounds, seed 4, done" in call("arena", "show")
    games = tmp_path / "games.csv"
    call("arena", "export", "1", "--out", str(games), "--moves")
    assert games.read_text().splitlines()[1].count("give ") == 6


def test_a_session_of_another_version_goes_on_with_a_word(call: Call) -> None:
    with Store() as store:
        plan = plan_match(["slave:greedy", *["slave:random"] * 3], 5, 7)
        store.add(store.create(plan), play_chunk(plan.to_json(), 0, 4))
        store.keep_versions(1, store.session(1).versions | {"program": "0.0.9"})
    code, out, err = call.run("arena", "resume")
    assert code == 0
    assert err.startswith("session 1 was begun with program 0.0.9 and goes on with program ")
    assert err.count("\n") == 1
    assert "20 of 20 games" in out
    assert call.run("arena", "resume")[2] == ""


def test_exports_and_plots(call: Call, tmp_path: Path) -> None:
    call("arena", "run", *SLAVE, "--rounds", "3")
    games = tmp_path / "games.csv"
    assert call.json("arena", "export", "1", "--out", str(games), "--moves")["rows"] == 48
    lines = games.read_text().splitlines()
    assert lines[0] == "game,round,deal_seed,play_seed,seat,agent,place,points,moves"
    assert len(lines) == 49
    standings = tmp_path / "standings.json"
    call("arena", "export", "--what", "standings", "--out", str(standings))
    agents = {row["agent"] for row in json.loads(standings.read_text())}
    assert agents == {"slave:greedy", "slave:random"}
    files = call.json("arena", "show", "--plot", str(tmp_path / "plots"))["files"]
    png, svg = map(Path, files)
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in svg.read_text()[:500]
    before = svg.read_bytes()
    call("arena", "show", "--plot", str(tmp_path / "plots"))
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
    first = call.json("arena", "league", "--workers", "1")
    leaders = [entry["standings"][0]["agent"] for entry in first["league"]]
    assert leaders == ["slave:greedy", "konkan:greedy"]
    assert len(call.json("arena", "show", "--all")["sessions"]) == 3
    assert call.json("arena", "league", "--workers", "1") == first
    assert len(call.json("arena", "show", "--all")["sessions"]) == 5
    assert "| `greedy` | " in call("arena", "league", "--workers", "1")


def test_the_league_names_agents_that_there_are() -> None:
    for game in league.LEAGUE:
        assert league.league_plan(game).n_games > 0


def test_agents_are_listed(call: Call) -> None:
    out = call("arena", "agents")
    assert "slave:search  " in out
    assert "; rollouts: a whole number from 1 to 10,000,000" in out
    agents = call.json("arena", "agents", "pokle")["pokle"]
    assert set(agents) == {"random", "entropy", "mixed", "expected"}


def test_bad_exports_are_refused(call: Call, tmp_path: Path) -> None:
    call("arena", "run", *SLAVE, "--rounds", "1")
    for args, said in (
        (("export", "--out", "games.xls"), "ends in .csv or .json"),
        (("export", "--what", "moves", "--out", "x.csv"), 'Cannot export "moves"'),
        (("replay", "1", "99"), "error: There is no game 99: expected 1 to 4\n"),
    ):
        assert said in call.refusal("arena", *args)
    nowhere = str(tmp_path / "none" / "x.csv")
    assert "No such file" in call.refusal("arena", "export", "--out", nowhere, code=1)


def test_a_damaged_store_is_told_and_kept(call: Call, tmp_path: Path) -> None:
    store = tmp_path / "broken.sqlite"
    store.write_bytes(b"not a database at all" * 50)
    assert "is damaged" in call.refusal("arena", "show", "--session-file", str(store), code=1)
    assert store.read_bytes() == b"not a database at all" * 50


def test_a_game_of_a_session_and_a_watched_game_are_saved_and_shown(
    call: Call, tmp_path: Path
) -> None:
    call("arena", "run", *SLAVE, "--rounds", "1", "--seed", "7")
    file = tmp_path / "game.json"
    stored = call.json("arena", "replay", "1", "2", "--save", str(file))
    saved = call.json("arena", "replay", str(file))
    assert saved["steps"] == stored["steps"]
    assert call.json("review", str(file), "--worlds", "40")["game"] == "slave"
    watched = call.json(
        "arena", "watch", "--agents", "konkan:greedy", "greedy", "--save", str(file)
    )
    assert call.json("arena", "replay", str(file))["steps"] == watched["steps"]


@pytest.mark.parametrize("given", [["nothing.json"], ["nothing.json", "0"]])
def test_a_game_that_is_not_there_is_one_line(call: Call, given: list[str]) -> None:
    code, out, error = call.run("arena", "replay", *given)
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert "nothing.json" in error


def test_a_sum_that_is_zero_has_no_sign() -> None:
    assert number(Estimate(-1e-9, Interval(-1.0, 1.0))) == "0.00 ± 1.00"

"""`assistant holdem`: answers for people and for scripts, one line for every mistake."""

import json
from pathlib import Path

import pytest

from assistant.advisors.holdem import HoldemRequest, advise
from assistant.cli.app import load_command
from assistant.cli.main import run
from engine.control import Control
from engine.holdem.config import HoldemConfig, load_config

THIRTY_FOUR = "".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdhs") + "TcTd"


def call(*args: str) -> int:
    return run(load_command("assistant.cli.main:app"), ["holdem", *args])


def test_it_prints_a_table_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("Ah Kh", "--opponents", "1", "--board", "Qh Jh 2c") == 0
    out = capsys.readouterr().out
    for part in ("76.3301%", "best next cards: 10♥ 100%", "35% a flush", "exact, 1,070,190 cases"):
        assert part in out


def test_weighted_cases_are_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("Ah Kh", "--board", "Qh Jh 2c", "--range", "AA, QQ:0.5")
    assert call(*args) == 0
    printed = capsys.readouterr().out
    assert "exact, by weights, " in printed
    assert "cases" not in printed
    assert call(*args, "--json") == 0
    assert json.loads(capsys.readouterr().out)["n_samples"] == 0


def test_it_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("AhAs", "--range", "KdKc", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["exact"] is True
    assert answer["players"][0]["equity"] == pytest.approx(0.812555, abs=1e-6)


def test_ranges_come_first_and_random_hands_fill_up(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("--range", "QQ+,AKs", "--opponents", "3", "--seed", "1", "--mode", "fast")
    assert call("AhKh", *args, "--dead", "2c 2d", "--seconds", "2", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert [p["hand"] for p in answer["players"][1:]] == ["QQ+, AKs", "random", "random"]
    assert (answer["seed"], answer["n_samples"], answer["exact"]) == (1, 10_000, False)


def test_a_configuration_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"simulation_settings": {"default_simulations": 2000, "random_seed": 3}}')
    assert call("AhKh", "--range", "QQ", "--opponents", "2", "--config", str(path), "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["n_samples"], answer["seed"]) == (2000, 3)


def test_the_preflop_table_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("AhKh", "--opponents", "4") == 0
    assert "from the preflop table" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["Ah"], '"Ah"'),
        (["Ah Kh Qh"], '"Ah Kh Qh"'),
        (["Ah Kx"], '"Ah"'),
        (["Ah Ah"], "AH is given twice"),
        (["Ah Kh", "--board", "Ah 2c 3c"], "AH is given twice"),
        (["Ah Kh", "--board", "2c"], "1 cards"),
        (["Ah Kh", "--board", "2c 3c 4c 5c 6c 7c"], "6 cards"),
        (["Ah Kh", "--opponents", "0"], "between 1 and 9"),
        (["Ah Kh", "--opponents", "10"], "between 1 and 9"),
        (["Ah Kh", "--range", "QQ", "--range", "JJ", "--opponents", "1"], "2 ranges"),
        (["Ah Kh", "--range", "ZZ"], '"ZZ"'),
        (["Ah Kh", "--range", "AhQs,AhJs"], "impossible"),
        (["Ah Kh", "--mode", "slow"], "slow"),
        (["Ah Kh", "--config", "absent.json"], "absent.json"),
        (["Ah Kh", "--opponents", "3", "--exact"], "out of reach"),
        (["Ah Kh", "--opponents", "6", "--dead", THIRTY_FOUR], "the deck has 16 cards left"),
        (["Ah Kh", "--range", "AA:1e-300"], '"AA:1e-300"'),
        (["Ah Kh", "--opponents", "2", "--samples", str(10**18)], "expected 1 to 1,000,000,000"),
    ],
)
def test_mistakes_are_one_line(
    args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*args) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_table_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import numpy as np

    from engine.holdem.preflop import build

    tallies = np.ones((169, build.N_TALLY))
    monkeypatch.setattr(build, "exact_against_one", lambda control: tallies)
    path = tmp_path / "t.npz"
    assert call("build-preflop", "--out", str(path), "--error", "0.01", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert path.exists()
    assert answer["largest_standard_error"] <= 0.01


def test_samples_and_seed_count_before_the_flop() -> None:
    asked = HoldemRequest(hero="Ah Kh", n_samples=5000, seed=3)
    advice = advise(asked, Control())
    assert (advice.method, advice.n_samples, advice.seed) == ("sampled", 5000, 3)
    assert advise(HoldemRequest(hero="Ah Kh"), Control()).method == "preflop table"


def test_the_configuration_is_printed_and_its_keys_are_in_the_help(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = load_command("assistant.cli.main:app")
    assert run(command, ["holdem", "config"]) == 0
    printed = capsys.readouterr().out
    (tmp_path / "c.json").write_text(printed)
    assert load_config(tmp_path / "c.json") == HoldemConfig()
    run(command, ["holdem", "config", "--help"])
    told = capsys.readouterr().out
    keys = [key for section in json.loads(printed).values() for key in section]
    assert all(key in told for key in keys)


def test_a_range_is_looked_into(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("QQ+, AKs", "--range", "KQs, 99", "--board", "Qh 7h 2c 3d", "--study", "0")
    assert call(*args, "--json") == 0
    found = json.loads(capsys.readouterr().out)["study"]
    assert [part["name"] for part in found["hands"]] == ["AA", "AKs", "KK", "QQ"]
    assert found["spread"]["n"] == 48
    assert call(*args) == 0
    printed = capsys.readouterr().out
    for part in ("Your range", "Overpair", "Flush draw", "equity over all 48 boards"):
        assert part in printed
    assert call(*args[:-1], "2") == 2
    assert "no player 2 to look into" in capsys.readouterr().err


def test_ranges_have_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("ranges", "save", "button", "22+, A2s+") == 0
    assert call("ranges", "list", "--json") == 0
    assert '"button": "22+, A2s+"' in capsys.readouterr().out
    assert call("AhKh", "--range", "@button", "--board", "Qh 7h 2c 3d", "--json") == 0
    assert json.loads(capsys.readouterr().out)["players"][1]["hand"] == "22+, A2s+"
    assert call("ranges", "remove", "button") == 0
    assert call("AhKh", "--range", "@button") == 2
    assert 'no range is kept as "button"' in capsys.readouterr().err

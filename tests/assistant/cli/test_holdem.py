"""`assistant holdem`: answers for people and for scripts."""

import json
from pathlib import Path

import numpy as np
import pytest

from assistant.advisors.holdem import HoldemRequest, advise
from engine.control import Control
from engine.holdem.config import HoldemConfig, load_config
from engine.holdem.preflop import build
from tests.assistant.cli.conftest import Call


def test_it_prints_a_table_and_why(call: Call) -> None:
    out = call("holdem", "Ah Kh", "--opponents", "1", "--board", "Qh Jh 2c")
    for part in (
        "76.33%",
        "Best next cards: 10♥ 100%",
        "35% to make a flush",
        "(Exact, 1,070,190 cases",
    ):
        assert part in out
    rows = [line.strip(" │").split("│")[0].strip() for line in out.splitlines()]
    assert {"Straight flush", "Four of a kind", "Two pair", "Pair", "High card"} <= set(rows)


def test_weighted_cases_are_not_counted(call: Call) -> None:
    args = ("holdem", "Ah Kh", "--board", "Qh Jh 2c", "--range", "AA, QQ:0.5")
    printed = call(*args)
    assert "(Exact, " in printed
    assert "cases" not in printed
    assert call.json(*args)["n_samples"] == 0


def test_it_answers_in_json(call: Call) -> None:
    answer = call.json("holdem", "AhAs", "--range", "KdKc")
    assert answer["exact"] is True
    assert answer["players"][0]["equity"] == pytest.approx(0.812555, abs=1e-6)


def test_ranges_come_first_and_random_hands_fill_up(call: Call) -> None:
    args = ("--range", "QQ+,AKs", "--opponents", "3", "--seed", "1", "--mode", "fast")
    answer = call.json("holdem", "AhKh", *args, "--dead", "2c 2d", "--seconds", "2")
    assert [p["hand"] for p in answer["players"][1:]] == ["QQ+, AKs", "random", "random"]
    assert (answer["seed"], answer["n_samples"], answer["exact"]) == (1, 10_000, False)


def test_a_configuration_is_used(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"simulation_settings": {"default_simulations": 2000, "random_seed": 3}}')
    args = ("--range", "QQ", "--opponents", "2", "--config", str(path))
    answer = call.json("holdem", "AhKh", *args)
    assert (answer["n_samples"], answer["seed"]) == (2000, 3)


def test_a_share_of_all_has_no_upper_end_above_all(call: Call) -> None:
    args = ("holdem", "Ah Kh", "--opponents", "3", "--board", "Qh Jh Th", "--seed", "1")
    assert "100.00%, 72.25 to 100.00%" in call(*args, "--samples", "10")
    out = call(*args, "--samples", "1", "--pot", "10", "--call", "10")
    assert "100.00%, 20.65 to 100.00%" in out
    assert "gains 10.00 (−5.87 to +10.00) on average" in out
    assert "(Sampled, seed 1, 1 deal, " in out


def test_the_preflop_table_is_named(call: Call) -> None:
    output = call("holdem", "AhKh", "--opponents", "4")
    assert "From the preflop table" in output
    assert "A♥ K♥" in output


def test_a_table_is_built(tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    tallies = np.ones((169, build.N_TALLY))
    monkeypatch.setattr(build, "exact_against_one", lambda control: tallies)
    path = tmp_path / "t.npz"
    answer = call.json("holdem", "build-preflop", "--out", str(path), "--error", "0.01")
    assert path.exists()
    assert answer["largest_standard_error"] <= 0.01


def test_samples_and_seed_count_before_the_flop() -> None:
    asked = HoldemRequest(hero="Ah Kh", n_samples=5000, seed=3)
    advice = advise(asked, Control())
    assert (advice.method, advice.n_samples, advice.seed) == ("sampled", 5000, 3)
    assert advise(HoldemRequest(hero="Ah Kh"), Control()).method == "preflop table"


def test_the_configuration_is_printed_and_its_keys_are_in_the_help(
    call: Call, tmp_path: Path
) -> None:
    printed = call("holdem", "config")
    (tmp_path / "c.json").write_text(printed)
    assert load_config(tmp_path / "c.json") == HoldemConfig()
    output = call("holdem", "config", "--help")
    keys = [key for section in json.loads(printed).values() for key in section]
    assert all(key in output for key in keys)


def test_a_range_is_looked_into(call: Call) -> None:
    table = ("--range", "KQs, 99", "--board", "Qh 7h 2c 3d", "--study", "0")
    found = call.json("holdem", "QQ+, AKs", *table)["study"]
    assert [part["name"] for part in found["hands"]] == ["AA", "AKs", "KK", "QQ"]
    assert found["spread"]["n"] == 48
    printed = call("holdem", "QQ+, AKs", *table)
    for part in ("Your range", "Overpair", "Flush draw", "Equity over all 48 boards"):
        assert part in printed


def test_ranges_have_names(call: Call) -> None:
    call("holdem", "ranges", "save", "button", "22+, A2s+")
    assert call.json("holdem", "ranges", "list") == {"button": "22+, A2s+"}
    answer = call.json("holdem", "AhKh", "--range", "@button", "--board", "Qh 7h 2c 3d")
    assert answer["players"][1]["hand"] == "22+, A2s+"
    call("holdem", "ranges", "remove", "button")
    assert call.json("holdem", "ranges", "list") == {}

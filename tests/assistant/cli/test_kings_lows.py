"""The command line of Kings and Lows."""

from pathlib import Path

import pytest

from assistant.cli import kings_lows
from assistant.cli.kings_lows_text import show_cards
from engine.cards import parse_cards
from engine.kings_lows.counting import count_hands
from tests.assistant.cli.conftest import Call

TABLE = ("--player", "Seat 1: Kh 2d | 3c 9h 4d 9d | Qs", "--player", "Seat 2: As Jc | Ac 7d 8c 8d")


def test_odds_as_json(call: Call) -> None:
    found = call.json("kings-lows", *TABLE, "--dead", "4c")
    assert found["exact"]
    assert [row["name"] for row in found["players"]] == ["Seat 1", "Seat 2"]
    assert sum(row["equity"]["value"] for row in found["players"]) == pytest.approx(1)


def test_odds_for_people_mark_wild_cards(call: Call) -> None:
    text = call("kings-lows", *TABLE, "--history", "1", "--streets", "--deals", "2000")
    for part in ("K♥* 2♦* 3♣", "K♥ as 9", "Sixth card: ", "Exact"):
        assert part in text


@pytest.mark.parametrize("name", ["--seconds", "--time"])
def test_a_time_limit_has_two_names(call: Call, name: str) -> None:
    assert call.json("kings-lows", *TABLE, name, "5")["exact"]
    assert "0.0 seconds" in call.refusal("kings-lows", *TABLE, name, "0")


def test_viewer_and_last_card_up(call: Call) -> None:
    table = ("--player", "a: Kh 2d | 3c 9h 4d 9d | Qs", "--player", "b: As Jc | Ac 7d 8c 8d | 5c")
    for up, seen in (((), False), (("--last-up", "b"), True)):
        found = call.json("kings-lows", *table, "--viewer", "a", *up)
        assert found["players"][1]["cards"][-1]["seen"] is seen


def test_one_hand(call: Call) -> None:
    found = call.json("kings-lows", "hand", "Kh 2d 3c 3s 9d 10c Ah")
    assert found["words"] == "four of a kind, threes, ace kicker"
    assert found["wild"] == "KH 2D"
    strict = call.json("kings-lows", "hand", "Qh 2d 3c 3s 9d 10c Ah", "--king-required")
    assert (strict["type"], strict["wild"]) == ("pair", "")


def test_five_of_a_kind(call: Call) -> None:
    found = call.json("kings-lows", "five", "Kh Kd Kc Ks 2c", "--variant", "kings-and-lows")
    assert found["five_of_a_kind"] == 1
    printed = call("kings-lows", "five", "Kh 2d 3c 4c 5c")
    assert "Five of a kind from K♥ 2♦ 3♣ 4♣ 5♣" in printed


def test_analysis_writes_plots(call: Call, tmp_path: Path) -> None:
    args = ("--deals", "4000", "--variant", "baseball", "--plots", str(tmp_path / "new"))
    found = call.json("kings-lows", "analyse", *args)
    assert found["groups"][0]["start"] == "any start"
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["equity.png", "five-of-a-kind.png", "improved.png"]
    assert "best hole cards" in call("kings-lows", "analyse", "--deals", "3000")


def test_frequencies_print_a_table(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole count takes seconds: here only the completions of five cards are counted."""
    few = parse_cards("Kh 2d 3c 9h 4d")
    monkeypatch.setattr(kings_lows, "count_hands", lambda *_, **__: count_hands(few))
    text = call("kings-lows", "frequencies", "--king-required")
    assert "\n Five of a kind " in text
    assert "\n Pair " in text
    assert "1,081 hands" in text


def test_wild_cards_are_shown_on_gold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.cli.kings_lows_text.colours_wanted", lambda: True)
    shown = show_cards(parse_cards("Kh 3c"), parse_cards("Kh"))
    king, three = shown.split(" ")
    assert "48;2;255;205;60" in king
    assert "48;2" not in three


def test_folding_and_the_last_card_are_printed(call: Call) -> None:
    seats = ("--player", "You: 10c 9d | 8s 8h 7c 4d", "--player", "Ann: | 6c 6d Jd 3h")
    options = ("--fold-below", "full house", "--last-card", "--deals", "2000")
    out = call("kings-lows", *seats, *options)
    assert "Ann: folds " in out
    assert "Your last card: " in out
    found = call.json("kings-lows", *seats, *options)
    assert found["last_card"]["player"] == "You"
    queen = ("--last-card", "--variant", "follow-the-queen", "--deals", "100")
    out = call("kings-lows", *seats, *queen)
    assert "No advice on the last card: an open card changes" in out

"""The command line of Kings and Lows."""

import json

import pytest

from assistant.cli.app import load_command
from assistant.cli.kings_lows_text import show_cards
from assistant.cli.main import run
from engine.cards import parse_cards

TABLE = ("--player", "Seat 1: Kh 2d | 3c 9h 4d 9d | Qs", "--player", "Seat 2: As Jc | Ac 7d 8c 8d")


def call(*args):
    return run(load_command("assistant.cli.main:app"), ["kings-lows", *args])


def answer(capsys, *args):
    assert call(*args, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_odds_as_json(capsys):
    found = answer(capsys, *TABLE, "--dead", "4c")
    assert found["exact"]
    assert [row["name"] for row in found["players"]] == ["Seat 1", "Seat 2"]
    assert sum(row["equity"]["value"] for row in found["players"]) == pytest.approx(1)


def test_odds_for_people_mark_wild_cards(capsys):
    assert call(*TABLE, "--history", "1", "--streets", "--deals", "2000") == 0
    text = capsys.readouterr().out
    assert "K♥* 2♦* 3♣" in text
    assert "K♥ as 9" in text
    assert "street 6 (sixth)" in text
    assert "exact" in text


def test_viewer_and_last_card_up(capsys):
    table = ("--player", "a: Kh 2d | 3c 9h 4d 9d | Qs", "--player", "b: As Jc | Ac 7d 8c 8d | 5c")
    down = answer(capsys, *table, "--viewer", "a")
    shown = answer(capsys, *table, "--viewer", "a", "--last-up", "b")
    assert [card["seen"] for card in down["players"][1]["cards"]][-1] is False
    assert [card["seen"] for card in shown["players"][1]["cards"]][-1] is True


def test_one_hand(capsys):
    found = answer(capsys, "hand", "Kh 2d 3c 3s 9d 10c Ah")
    assert found["words"] == "four of a kind, threes, ace kicker"
    assert found["wild"] == "KH 2D"
    strict = answer(capsys, "hand", "Qh 2d 3c 3s 9d 10c Ah", "--king-required")
    assert (strict["type"], strict["wild"]) == ("pair", "")


def test_five_of_a_kind(capsys):
    found = answer(capsys, "five", "Kh Kd Kc Ks 2c", "--variant", "kings-and-lows")
    assert found["five_of_a_kind"] == 1
    assert call("five", "Kh 2d 3c 4c 5c") == 0
    assert "five of a kind from Kh 2d 3c 4c 5c" in capsys.readouterr().out


def test_analysis_writes_plots(capsys, tmp_path):
    args = ("analyse", "--deals", "4000", "--variant", "baseball", "--plots", str(tmp_path / "new"))
    found = answer(capsys, *args)
    assert found["groups"][0]["start"] == "any start"
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == [
        "equity.png",
        "five-of-a-kind.png",
        "lifted.png",
    ]
    assert call("analyse", "--deals", "3000") == 0
    assert "best hole cards" in capsys.readouterr().out


def test_frequencies_print_a_table(capsys, monkeypatch):
    """The whole count takes seconds: here it is told to count the completions of five cards."""
    from assistant.cli import kings_lows
    from engine.kings_lows.counting import count_hands

    few = parse_cards("Kh 2d 3c 9h 4d")
    monkeypatch.setattr(kings_lows, "count_hands", lambda *_, **__: count_hands(few))
    assert call("frequencies", "--king-required") == 0
    text = capsys.readouterr().out
    assert "five of a kind" in text
    assert "1,081 hands" in text


@pytest.mark.parametrize(
    ("args", "quoted"),
    [
        (("--player", "a: Kh 2d 3c", "--player", "b:"), "3 hole cards"),
        (("--player", "a: | 2c 3c 4c 5c 6c", "--player", "b:"), "5 open cards"),
        (("--player", "a: Kh", "--player", "b: Kh"), "KH"),
        (("--player", "a: Kh", "--player", "b:", "--dead", "Kh"), "KH"),
        (("--player", "a: Kh", "--player", "b:", "--variant", "omaha"), "omaha"),
        (("--player", "a: Kh", "--player", "b:", "--viewer", "c"), '"c"'),
        (("--player", "a: Kh", "--player", "b:", "--last-up", "c"), '"c"'),
        (("--player", "a Kh", "--player", "b:"), "a Kh"),
        (("--player", "a: | | 2c 3c", "--player", "b:"), "a: | | 2c 3c"),
        (("--player", "a: Zz", "--player", "b:"), "Zz"),
        (("--player", "a: Kh"), "1 players"),
        (("--player", "a:", "--player", "b:", "--variant", "baseball", "--king-required"), "king"),
        (("hand", "Kh 2d"), "Kh 2d"),
        (("five", "Kh Kh"), "KH"),
        (("analyse", "--players", "9"), "9 players"),
        ((), "--player"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(args, quoted, capsys):
    assert call(*args) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert quoted in error
    assert error.count("\n") == 1


def test_wild_cards_are_shown_on_gold(monkeypatch):
    monkeypatch.setattr("assistant.cli.kings_lows_text.colours_wanted", lambda: True)
    shown = show_cards(parse_cards("Kh 3c"), parse_cards("Kh"))
    king, three = shown.split(" ")
    assert "48;2;255;205;60" in king
    assert "48;2" not in three


def test_folding_and_the_last_card_are_printed(capsys):
    seats = ("--player", "You: 10c 9d | 8s 8h 7c 4d", "--player", "Ann: | 6c 6d Jd 3h")
    options = ("--fold-below", "full house", "--last-card", "--deals", "2000")
    assert call(*seats, *options) == 0
    out = capsys.readouterr().out
    assert "Ann: folds " in out
    assert "your last card: " in out
    found = answer(capsys, *seats, *options)
    assert found["last_card"]["player"] == "You"
    assert call(*seats, "--last-card", "--variant", "follow-the-queen", "--deals", "100") == 0
    assert "no advice on the last card: an open card changes" in capsys.readouterr().out
    for bad in (("--fold-below", "nothing"), ("--extra-for-four",), ("--variant", "omaha")):
        assert call(*seats, *bad) == 2
        assert capsys.readouterr().err.count("\n") == 1

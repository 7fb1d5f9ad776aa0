import pytest

from tests.assistant.cli.conftest import Call

HAND = "7S 8S 9S JK QD KD AD 4H 4D 4C 2C 2D 3H 9H 10H"


def test_melds_as_json_and_text(call: Call) -> None:
    answer = call.json("konkan", "melds", HAND)
    assert answer["comes_down"] is True
    assert answer["least_deadwood"] == 7
    assert [step["points"] for step in answer["frontier"]][-1] == 95
    assert "can come down with 81 points" in call("konkan", "melds", HAND)


def test_advice_as_json_and_text(call: Call) -> None:
    options = (
        "--opponent",
        "5:83",
        "--table",
        "1: 5S 6S 7S",
        "--trash",
        "KC",
        "--simulations",
        "24",
    )
    answer = call.json("konkan", "advise", HAND, *options)
    assert answer["threshold"] == 84
    assert answer["n_samples"] == 24
    assert "Melds:" in call("konkan", HAND, *options)


def test_the_plainest_question_is_answered(call: Call) -> None:
    fourteen = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"
    out = call("konkan", "advise", fourteen, "--simulations", "24")
    assert "Draw from the deck" in out


def test_a_certain_win_is_told_as_a_whole_turn(call: Call) -> None:
    table = ("--table", "0: 7S 8S 9S", "--table", "0: 9C 9D 9H", "--table", "1: 5D 6D 7D")
    options = ("--phase", "act", "--down", "90", "--trash", "5C", "--opponent", "1:98", *table)
    out = call("konkan", "advise", "4S 5S JK", *options)
    assert "Add JK=6♠ to 7♠ 8♠ 9♠; add 5♠ to JK=6♠ 7♠ 8♠ 9♠; throw 4♠" in out
    assert "for certain" in out
    assert "±" not in out


def test_house_rules_are_flags_of_every_command(call: Call) -> None:
    out = call("konkan", "melds", HAND, "--threshold", "96", "--min-naturals", "2")
    assert "cannot come down with 96 points" in out
    took = ("--opponent", "14", "--took", "1: 5S 10D", "--keep-top", "--swap-own")
    call("konkan", "advise", HAND, *took, "--simulations", "16")
    names = ("--baseline", "random", "--challenger", "greedy", "--rounds", "2")
    answer = call.json("konkan-play", "benchmark", *names, "--max-turns", "5")
    assert answer["draws"] == 4


def test_cards_taken_are_added_up(call: Call) -> None:
    took = ("--opponent", "14", "--took", "1: 9D 9D", "--took", "1: 9D")
    assert "9♦ is given 3 times" in call.refusal("konkan", "advise", HAND, *took)


def test_melds_below_the_threshold_do_not_go_out(call: Call) -> None:
    low = "2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S 4S 5S 6S KD"
    answer = call.json("konkan", "melds", low)
    assert (answer["comes_down"], answer["goes_out"]) == (False, False)
    assert call.json("konkan", "melds", low, "--threshold", "47")["goes_out"] is True


def test_benchmark_as_json_and_text(call: Call) -> None:
    names = ("--baseline", "random", "--challenger", "greedy")
    answer = call.json("konkan-play", "benchmark", "--rounds", "2", *names)
    assert answer["games"] == 4
    assert answer["challenger"]["wins"] + answer["baseline"]["wins"] + answer["draws"] == 4
    searches = ("--rounds", "1", "--baseline-sims", "4", "--challenger-sims", "8")
    assert "The challenger took" in call("konkan-play", "benchmark", *searches)


def test_strength_plays_only_the_lines_asked_for(call: Call) -> None:
    strength = ("konkan-play", "strength", "--games", "2")
    matches = call.json(*strength, "--only", "random")["matches"]
    assert [(m["baseline"]["name"], m["games"]) for m in matches] == [("random", 2)]
    assert 'No line of the ranking has "bold"' in call.refusal(*strength, "--only", "bold")


@pytest.mark.parametrize(("players", "words"), [("1", "1 player"), ("5", "5 players")])
def test_a_table_of_so_many_is_refused(
    call: Call, monkeypatch: pytest.MonkeyPatch, players: str, words: str
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    error = call.refusal("konkan-play", "play", "--players", players)
    assert f"{words}, 1 of them people: expected 2 or 3" in error

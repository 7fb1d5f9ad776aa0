"""`assistant hand`: the name of a hand."""

from tests.assistant.cli.conftest import Call


def test_it_names_the_hand(call: Call) -> None:
    assert call("hand", "Ah Kh Qh Jh 10h 2c 3d") == "A♥ K♥ Q♥ J♥ 10♥  royal flush\n"


def test_it_answers_in_json(call: Call) -> None:
    answer = call.json("hand", "Ks Kd 9s 9d Ac 2c")
    assert answer["name"] == "two pair, kings and nines, ace kicker"
    assert (answer["hand_type"], answer["best_five"]) == ("TWO_PAIR", "KS KD 9S 9D AC")

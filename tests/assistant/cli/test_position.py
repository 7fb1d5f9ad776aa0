import pytest

from engine.cards import in_symbols, parse_cards
from tests.assistant.cli.conftest import Call

HOLDEM = "holdem AHKH/? QH7H2C - -"
SLAVE = "slave 4C4H6D9S9HJCKDAS2C2S/?11/?9/?10 - 3C3D3S5H5C7C8C8DTHQD CKQS play"
KONKAN = (
    "konkan 7S8S9SJKQHKHAHKDKCKS2C5D9D4C/?14/?5:87 cJSQSKS,cTCTDTH,c9C9D9H 3HJDTS ?61 pull 7 - 0"
)


@pytest.mark.parametrize("line", [HOLDEM, SLAVE, KONKAN])
def test_a_position_is_printed_in_its_usual_form(call: Call, line: str) -> None:
    assert call("position", f"  {line.replace('T', '10')} ") == f"{line}\n"


def test_a_position_is_advised_on(call: Call) -> None:
    answer = call.json("position", KONKAN, "--advise", "--seconds", "0.3")
    assert answer["game"] == "konkan"
    assert answer["request"]["turn"] == 7
    assert answer["advice"]["moves"]


def test_advice_is_in_sentences(call: Call) -> None:
    lines = call("position", "holdem AHKH/? QH7H2C - -", "--advise").splitlines()
    assert lines[1].startswith("72.7% of the pot. Ace high")
    assert lines[1].endswith(".")


def test_the_advice_on_pokle_names_the_guess(call: Call) -> None:
    line = "pokle 8H7S/JDTD/3H5C 312/321/231 2C2D2H4C4D=yyeye"
    advice = call.json("position", line, "--advise")["advice"]
    best = in_symbols(parse_cards(advice["guesses"][0]["cards"]))
    assert call("position", line, "--advise").splitlines()[1].startswith(f"Guess {best}. ")


def test_hold_em_before_the_flop_names_the_share_once(call: Call) -> None:
    lines = call("position", "holdem AHKH/? - - -", "--advise").splitlines()
    assert lines[1].count("of the pot") == 1


def test_commands_take_a_position(call: Call) -> None:
    advice = call.json("slave", "advise", "--position", SLAVE, "--playouts", "500")
    assert len(advice["moves"]) > 3
    advice = call.json("konkan", "advise", "--position", KONKAN, "--simulations", "64")
    assert advice["phase"] == "pull"
    refusal = call.refusal("slave", "advise", "--position", KONKAN)
    assert "This is a position of konkan" in refusal


def test_a_bad_position_is_one_line(call: Call) -> None:
    assert "expected it to begin with" in call.refusal("position", "checkers a1")


def test_house_rules_reach_the_arena(call: Call, user_home: object) -> None:
    agents = ("--agents", "konkan:greedy", "konkan:greedy")
    watched = call.json("arena", "watch", *agents, "--rule", "threshold=60", "--delay", "0")
    plain = call.json("arena", "watch", *agents, "--delay", "0")
    assert watched["steps"] != plain["steps"]
    assert "not a house rule" in call.refusal("arena", "watch", *agents, "--rule", "aces=2")

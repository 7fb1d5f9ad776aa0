"""Down and Dirty: what a viewer knew after each street."""

from engine.cards import parse_card, parse_cards
from engine.control import Control
from engine.kings_lows.streets import known_streets, street_odds
from engine.kings_lows.table import KingsAndLowsPlayer, StudTable
from engine.kings_lows.wild import BaseballRules

A = KingsAndLowsPlayer("a", parse_cards("Kh 2d"), parse_cards("3c 9h 4d 9d"), parse_card("Jh"))
B = KingsAndLowsPlayer("b", parse_cards("As Qc"), parse_cards("Ac 7d 8c 8d"), parse_card("5c"))


def odds(table, viewer):
    return street_odds(table, viewer, 3_000, seed=1, control=Control())


def test_streets_follow_the_known_cards():
    assert list(known_streets(StudTable((A, B)))) == [3, 4, 5, 6, 7]
    assert list(known_streets(StudTable((A.on_street(4), B.on_street(4))))) == [3, 4]
    unknown = (KingsAndLowsPlayer("x"), KingsAndLowsPlayer("y"))
    assert list(known_streets(StudTable(unknown))) == [3]


def test_each_street_knows_one_card_more():
    found = odds(StudTable((A, B)), None)
    known = [len(street.result["a"].hand.wild_shares) for street in found]
    assert known == [3, 4, 5, 6, 7]
    assert found[-1].name == "down and dirty"
    assert found[-1].result.exact
    assert found[-1].result["a"].win.value in (0.0, 1.0)


def test_last_card_up_or_down_matters_to_the_other_player_alone():
    down, up = StudTable((A, B)), StudTable((A, B.with_last_card_face_up()))
    as_a = [odds(table, "a")[-1].result["a"].equity.value for table in (down, up)]
    as_b = [odds(table, "b")[-1].result["a"].equity.value for table in (down, up)]
    assert as_a[0] != as_a[1]
    assert as_b[0] == as_b[1]


def test_a_viewer_sees_own_hole_cards_only():
    third = odds(StudTable((A, B)), "b")[0].result
    assert set(third["b"].hand.wild_shares) == set(parse_cards("As Qc Ac"))
    assert set(third["a"].hand.wild_shares) == set(parse_cards("3c"))


def test_the_extra_card_of_a_four_comes_with_the_four():
    four = KingsAndLowsPlayer("a", parse_cards("Kh 2d 5c"), parse_cards("3c 4h"))
    table = StudTable((four, B.on_street(4)), rules=BaseballRules(extra_for_four=True))
    found = odds(table, None)
    known = [len(street.result["a"].hand.wild_shares) for street in found]
    assert known == [3, 5]
    assert table.on_street(4) == table
    assert table.on_street(3).players[0].hole_cards == parse_cards("Kh 2d")

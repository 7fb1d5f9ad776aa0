import pytest

from automation.profiles import load_profile, profile_names
from engine.errors import InputError


def test_practice_differs_from_live_only_by_its_address() -> None:
    live, practice = load_profile("live"), load_profile("practice")
    assert practice.model_dump(exclude={"name", "address"}) == live.model_dump(
        exclude={"name", "address"}
    )
    assert live.address == "https://poklegame.com/"
    assert profile_names() == ["live", "practice"]


def test_parts_are_those_of_the_live_page() -> None:
    parts = load_profile("live").parts
    assert parts["hole card 2 of player 3"] == "#p3card2"
    assert parts["name of player 1"] == "#board > tbody > tr > td.name-tag:nth-child(2)"
    river = "#board > tbody > tr:nth-child(6) > td:nth-child(4) div.trophy-pic"
    assert parts["river trophy of player 3"] == river
    cell = "> tr:nth-child(3) > td:nth-child(2) > div > button.guess-button"
    assert parts["card 2 of guess 2"] == f"#flop-table {cell}"
    assert parts["card 5 of guess 6"].startswith("#river-table > tr:nth-child(7) > td:nth-child(1)")


def test_unknown_site() -> None:
    with pytest.raises(InputError, match='no site "mars": expected live or practice'):
        load_profile("mars")

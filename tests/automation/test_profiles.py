"""Profiles: what the program comes with, what a user overrides, and what is refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.parts import KINDS, Place, parse_place, parts_of, places_of
from automation.profiles import Ways, check_selector, load_sourced, profile_names
from engine.errors import InputError


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_practice_differs_from_live_only_by_its_address() -> None:
    live, practice = load_sourced("live").profile, load_sourced("practice").profile
    assert practice.model_dump(exclude={"name", "address"}) == live.model_dump(
        exclude={"name", "address"}
    )
    assert live.address == "https://poklegame.com/"
    assert profile_names() == ["live", "practice"]


def test_every_kind_has_several_ways_that_name_all_its_parts() -> None:
    profile = load_sourced("live").profile
    assert set(Ways.model_fields) == set(KINDS)
    for kind in KINDS:
        ways = places_of(profile, kind)
        assert len(ways) >= 3
        assert {len(places) for places in ways} == {len(parts_of(kind))}


def test_places_are_those_of_the_live_page() -> None:
    profile = load_sourced("live").profile

    def place(kind: str, way: int, part: str) -> Place:
        return places_of(profile, kind)[way][parts_of(kind).index(part)]

    assert place("hole_cards", 0, "hole card 2 of player 3") == Place("#p3card2")
    assert place("names", 0, "name of player 2") == Place("#board .name-tag", 2)
    river = "#board > tbody > tr:nth-child(6) > td:nth-child(4)"
    assert place("trophies", 1, "river trophy of player 3") == Place(river)
    by_index = Place('button.guess-button[index="1"]', 2)
    assert place("cells", 0, "card 2 of guess 2") == by_index
    cell = "#flop-table > tr:nth-child(3) > td:nth-child(2) > div > button"
    assert place("cells", 1, "card 2 of guess 2") == Place(cell)
    assert place("cells", 3, "card 2 of guess 2") == Place("#flop-table button", 5)
    assert place("streets", 2, "turn row") == Place("#board td", 1, "turn")


@pytest.mark.parametrize(
    ("way", "place"),
    [
        ("#a", Place("#a")),
        ("#a > b @12", Place("#a > b", 12)),
        ('button "Hand in"', Place("button", 1, "hand in")),
        ('a[b="c d"]', Place('a[b="c d"]')),
        ('a[b="c d"] @2', Place('a[b="c d"]', 2)),
    ],
)
def test_ways_are_parsed(way: str, place: Place) -> None:
    assert parse_place(way) == place


def test_unknown_site() -> None:
    with pytest.raises(InputError, match=r'no site "mars": expected live, practice or a FILE'):
        load_sourced("mars")


def test_a_file_overrides_only_the_keys_it_gives(tmp_path: Path) -> None:
    file = write(tmp_path / "mine.toml", '[ways]\nsubmit = ["#go"]\n[colours]\nteal = "g"\n')
    sourced = load_sourced(str(file))
    live = load_sourced("live").profile
    assert sourced.profile.ways.submit == ("#go",)
    assert sourced.profile.ways.names == live.ways.names
    assert sourced.profile.colours == {**live.colours, "teal": "g"}
    assert sourced.origins["ways.submit"] == str(file)
    assert sourced.origins["ways.names"] == "the program's live.toml"


def test_a_folder_of_the_users_overrides_too(tmp_path: Path) -> None:
    write(tmp_path / "live.toml", 'address = "https://example.org/"\n')
    write(tmp_path / "practice.toml", "[trophies]\nplatinum = 1\n")
    file = write(tmp_path / "mine.toml", 'extends = "practice"\ntutorial = []\n')
    assert load_sourced("live", tmp_path).profile.address == "https://example.org/"
    practice = load_sourced(str(file), tmp_path)
    assert practice.profile.trophies["platinum"] == 1
    assert practice.profile.address == ""
    assert practice.origins["trophies.platinum"] == str(tmp_path / "practice.toml")
    assert practice.origins["tutorial"] == str(file)
    assert load_sourced("live").profile.address == "https://poklegame.com/"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[ways]\nsubmitt = ["#go"]\n', "ways.submitt: there is no such key; expected names, hole"),
        ("speed = 3\n", "speed: there is no such key; expected name, address"),
        ('[ways]\nsubmit = "#go"\n', "ways.submit"),
        ('[ways]\nsubmit = ["#go["]\n', "ways.submit.0: .*no selector: ] is missing"),
        ('[ways]\nsubmit = [""]\n', "ways.submit.0: .*it is empty"),
        ("[ways]\nsubmit = []\n", "ways.submit"),
        ('[ways]\nnames = [".n{guess}"]\n', "names: cannot fill in .*expected {column}, {player}"),
        ('[ways]\nnames = [".n{"]\n', "names: cannot fill in"),
        ('[colours]\nteal = "green"\n', "colours.teal: Input should be 'g', 'y', 'e' or ''"),
        ("[rows]\nflop = 0\n", "rows.flop"),
        ('ways = "none"\n', "ways"),
        ('extends = "mars"\n', 'no site "mars"'),
        ("extends = 3\n", "extends"),
        ("name = [\n", "is no TOML"),
    ],
)
def test_errors_quote_file_and_key(tmp_path: Path, text: str, reason: str) -> None:
    file = write(tmp_path / "mine.toml", text)
    with pytest.raises(InputError, match=reason) as caught:
        load_sourced(str(file))
    assert "mine.toml" in str(caught.value) or "mars" in text
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read the profile .*none\.toml"):
        load_sourced(str(tmp_path / "none.toml"))


@given(st.text(alphabet="ab#.[]()\"'{}@ ", max_size=20))
def test_any_selector_is_taken_or_refused_in_words(text: str) -> None:
    try:
        taken = check_selector(text)
    except ValueError as error:
        taken = str(error)
    assert taken == text or "is no selector" in taken

"""Profiles: what the program comes with, what a user overrides, and what is refused."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.parts import KINDS, ElementPlace, parse_place, parts_of, places_of
from automation.profiles import (
    BLANKS,
    Profile,
    Ways,
    check_selector,
    load_profile,
    profile_names,
)
from engine.errors import InputError


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_practice_differs_from_live_only_by_its_address() -> None:
    live, practice = load_profile("live").profile, load_profile("practice").profile
    assert practice.model_dump(exclude={"name", "address"}) == live.model_dump(
        exclude={"name", "address"}
    )
    assert live.address == "https://poklegame.com/"
    assert profile_names() == ["live", "practice"]


def test_every_kind_has_several_ways_that_name_all_its_parts() -> None:
    profile = load_profile("live").profile
    assert set(Ways.model_fields) == set(KINDS)
    for kind in KINDS:
        ways = places_of(profile, kind)
        assert len(ways) >= 3
        assert {len(places) for places in ways} == {len(parts_of(kind))}


def test_places_are_those_of_the_live_page() -> None:
    profile = load_profile("live").profile

    def place(kind: str, way: int, part: str) -> ElementPlace:
        return places_of(profile, kind)[way][parts_of(kind).index(part)]

    assert place("hole_cards", 0, "hole card 2 of player 3") == ElementPlace("#p3card2")
    assert place("names", 0, "name of player 2") == ElementPlace("#board .name-tag", 2)
    river = "#board > tbody > tr:nth-child(6) > td:nth-child(4)"
    assert place("trophies", 1, "river trophy of player 3") == ElementPlace(river)
    by_index = 'button.guess-button[index="1"]'
    own = ":is(#flop-table, #turn-table, #river-table)"
    assert place("cells", 0, "card 2 of guess 2") == ElementPlace(f"{own} {by_index}", 2)
    assert place("cells", 4, "card 2 of guess 2") == ElementPlace(by_index, 2)
    cell = "#flop-table > tr:nth-child(3) > td:nth-child(2) > div > button"
    assert place("cells", 1, "card 2 of guess 2") == ElementPlace(cell)
    assert place("cells", 3, "card 2 of guess 2") == ElementPlace("#flop-table button", 5)
    assert place("streets", 2, "turn row") == ElementPlace("#board td", 1, "turn")


@pytest.mark.parametrize(
    ("way", "place"),
    [
        ("#a", ElementPlace("#a")),
        ("#a > b @12", ElementPlace("#a > b", 12)),
        ('button "Hand in"', ElementPlace("button", 1, "hand in")),
        ('a[b="c d"]', ElementPlace('a[b="c d"]')),
        ('a[b="c d"] @2', ElementPlace('a[b="c d"]', 2)),
        ('td row "Flop" @2', ElementPlace("td", 2, "", "flop")),
        ('role=listitem "Go"', ElementPlace('[role="listitem"]', 1, "go")),
    ],
)
def test_ways_are_parsed(way: str, place: ElementPlace) -> None:
    assert parse_place(way) == place


def test_unknown_site() -> None:
    with pytest.raises(InputError, match=r'no site "mars": expected live, practice or a FILE'):
        load_profile("mars")


def test_a_file_overrides_only_the_keys_it_gives(tmp_path: Path) -> None:
    file = write(tmp_path / "mine.toml", '[ways]\nsubmit = ["#go"]\n[colours]\nteal = "g"\n')
    sourced = load_profile(str(file))
    live = load_profile("live").profile
    assert sourced.profile.ways.submit == ("#go",)
    assert sourced.profile.ways.names == live.ways.names
    assert sourced.profile.colours == {**live.colours, "teal": "g"}
    assert sourced.origins["ways.submit"] == str(file)
    assert sourced.origins["ways.names"] == "the program's live.toml"


def test_a_folder_of_the_users_overrides_too(tmp_path: Path) -> None:
    write(tmp_path / "live.toml", 'address = "https://example.org/"\n')
    write(tmp_path / "practice.toml", "[trophies]\nplatinum = 1\n")
    file = write(tmp_path / "mine.toml", 'extends = "practice"\ntutorial = []\n')
    assert load_profile("live", tmp_path).profile.address == "https://example.org/"
    practice = load_profile(str(file), tmp_path)
    assert practice.profile.trophies["platinum"] == 1
    assert practice.profile.address == ""
    assert practice.origins["trophies.platinum"] == str(tmp_path / "practice.toml")
    assert practice.origins["tutorial"] == str(file)
    assert load_profile("live").profile.address == "https://poklegame.com/"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[ways]\nsubmitt = ["#go"]\n', "ways.submitt: there is no such key; expected names, hole"),
        ("speed = 3\n", "speed: there is no such key; expected name, address"),
        ('[ways]\nsubmit = "#go"\n', "ways.submit"),
        ('[ways]\nsubmit = ["#go["]\n', "ways.submit.0: .*not a selector: ] is missing"),
        ('[ways]\nsubmit = [""]\n', "ways.submit.0: .*it is empty"),
        ("[ways]\nsubmit = []\n", "ways.submit"),
        ('[ways]\nnames = [".n{guess}"]\n', "names: cannot fill in .*expected {column}, {player}"),
        ('[ways]\nnames = [".n{"]\n', "names: cannot fill in"),
        ('[colours]\nteal = "green"\n', "colours.teal: Input should be 'g', 'y', 'e' or ''"),
        ("[rows]\nflop = 0\n", "rows.flop"),
        ('ways = "none"\n', "ways"),
        ('extends = "mars"\n', 'no site "mars"'),
        ("extends = 3\n", "extends"),
        ("name = [\n", "is not a TOML file"),
    ],
)
def test_errors_quote_file_and_key(tmp_path: Path, text: str, reason: str) -> None:
    file = write(tmp_path / "mine.toml", text)
    with pytest.raises(InputError, match=reason) as caught:
        load_profile(str(file))
    assert "mine.toml" in str(caught.value) or "mars" in text
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a." * 30_000 + "b = 1", "nested too deeply"),
        ('"a".' * 10 + "b = 1", "nested too deeply"),
        ("a = " + "[" * 20_000, "nested too deeply"),
        ("[a.b.c.d.e]\n", "nested too deeply"),
        ("# " + "x" * 70_000, "too large for a profile: expected up to 65,536 bytes"),
        ("a = " + "1" * 65_000, "is not a TOML file"),
    ],
)
def test_small_files_that_cost_much_are_refused_at_once(
    tmp_path: Path, text: str, reason: str
) -> None:
    file = write(tmp_path / "mine.toml", text)
    with pytest.raises(InputError, match=reason) as caught:
        load_profile(str(file))
    assert str(caught.value).count("mine.toml") == 1


def test_dots_and_brackets_inside_texts_are_no_depth(tmp_path: Path) -> None:
    text = """[ways]\nsubmit = ['a.b.c.d.e.f[x="["]', "p.q.r.s.t"]  # a.b.c.d.e.f\n"""
    assert len(load_profile(str(write(tmp_path / "mine.toml", text))).profile.ways.submit) == 2


def test_a_profile_is_a_regular_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").symlink_to("/dev/zero")
    with pytest.raises(InputError, match="not a regular file"):
        load_profile(str(tmp_path / "mine.toml"))


def test_colours_are_taken_as_css_writes_them_or_refused(tmp_path: Path) -> None:
    good = ['"#0a0"', '"#00aa00"', "teal", '"oklch(0.5 0.1 140)"', '"hsl(120 50% 30%)"']
    text = "[colours]\n" + "".join(f'{colour} = "g"\n' for colour in good)
    profile = load_profile(str(write(tmp_path / "mine.toml", text))).profile
    assert {"#0a0", "teal", "oklch(0.5 0.1 140)"} <= set(profile.colours)
    for bad in ('"#12"', '"#xyzxyz"', '"paint(3)"', '""'):
        with pytest.raises(InputError, match=r"is not a colour|is empty"):
            load_profile(str(write(tmp_path / "bad.toml", f'[colours]\n{bad} = "g"\n')))


def test_paints_of_the_browser_are_added_and_contradictions_refused() -> None:
    live = load_profile("live").profile
    mine = live.model_copy(update={"colours": {"teal": "g", "#008080": "g", "correct": "g"}})
    paint = "rgb(0, 128, 128)"
    assert mine.with_paints({"teal": paint, "#008080": paint}).colours[paint] == "g"
    torn = live.model_copy(update={"colours": {"teal": "g", "#008080": "y"}})
    with pytest.raises(InputError, match="mean different things"):
        torn.with_paints({"teal": paint, "#008080": paint})
    with pytest.raises(InputError, match="can paint"):
        mine.with_paints({"teal": paint})


def test_the_examples_of_the_documentation_are_profiles(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "pages" / "profiles.md"
    examples = re.findall(r"^```toml\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(examples) == 3
    for text in examples:
        assert load_profile(str(write(tmp_path / "mine.toml", text))).profile.name == "live"


def test_the_documentation_names_all_blanks_and_keys() -> None:
    page = (Path(__file__).parents[2] / "docs" / "pages" / "profiles.md").read_text("utf-8")
    for kind, blanks in BLANKS.items():
        line = next(line for line in page.splitlines() if line.startswith(f"| `{kind}` |"))
        assert set(re.findall(r"\{(\w+)\}", line)) == blanks
    for key in set(Profile.model_fields) - {"name", "address", "ways"}:
        assert f"`[{key}]`" in page or f"`{key}`" in page


def test_a_list_names_every_part(tmp_path: Path) -> None:
    good = write(tmp_path / "good.toml", '[ways]\nnames = [["#a", "#b", "#c"]]\n')
    assert [p.css for p in places_of(load_profile(str(good)).profile, "names")[0]] == [
        "#a",
        "#b",
        "#c",
    ]
    bad = write(tmp_path / "bad.toml", '[ways]\nnames = [["#a", "#b"]]\n')
    with pytest.raises(InputError, match="a list of 2 selectors: expected 3"):
        load_profile(str(bad))


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read the profile .*none\.toml"):
        load_profile(str(tmp_path / "none.toml"))


@given(st.text(alphabet="ab#.[]()\"'{}@ ", max_size=20))
def test_any_selector_is_taken_or_refused_in_words(text: str) -> None:
    try:
        taken = check_selector(text)
    except ValueError as error:
        taken = str(error)
    assert taken == text or "is not a selector" in taken

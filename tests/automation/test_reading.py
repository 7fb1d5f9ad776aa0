"""Reading a look: what a Pokle page can show is read, anything else is refused."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.errors import PageError, PageRefusedError, PartNotFoundError
from automation.look import PageElement, parse_look
from automation.parts import KINDS, cell_part, hole_part, name_part, parts_of, trophy_part
from automation.profiles import load_profile
from automation.reading import (
    _name,
    is_colouring,
    open_row,
    read_cells,
    read_game,
    unknown_colours,
    way_of,
)
from automation.site import arrange
from engine.cards import format_cards, full_deck, parse_cards

PROFILE = load_profile("live").profile
HOLE = [
    ("K", "clubs"),
    ("j", "spades"),
    ("J", "clubs"),
    ("J", "hearts"),
    ("10", "hearts"),
    ("6", "spades"),
]
PLACES = {"flop": (1, 2, 3), "turn": (1, 3, 2), "river": (2, 3, 1)}
TROPHIES = ("gold", "silver", "bronze")
PARTS = [part for kind in KINDS if kind != "keys" for part in parts_of(kind)]
Page = dict[str, dict[str, Any] | None]


def element(**shown: Any) -> dict[str, Any]:
    return shown


def page() -> Page:
    """A fresh page with one row, part by part."""
    seen: Page = {"submit button": element(text="Submit")}
    for player in (1, 2, 3):
        seen[name_part(player)] = element(text=f"Player {player}")
        for card in (1, 2):
            rank, suit = HOLE[2 * (player - 1) + card - 1]
            seen[hole_part(player, card)] = element(text=rank, pictures=[f'url("{suit}.svg")'])
    for street, places in PLACES.items():
        seen[f"{street} row"] = element(text=street.capitalize())
        for player, place in enumerate(places, 1):
            picture = f'url("{TROPHIES[place - 1]}.svg")'
            seen[trophy_part(street, player)] = element(pictures=[picture])
    for index in range(5):
        seen[cell_part(0, index)] = element(text="?", active="true")
    return seen


def fill_row(seen: Page, guess: int, cards: str, colours: list[str], **shown: Any) -> None:
    for index, (card, colour) in enumerate(zip(parse_cards(cards), colours, strict=True)):
        seen[cell_part(guess, index)] = {
            "text": card.rank_name,
            "suit": card.suit.name.lower(),
            "colour": colour,
            "active": "false",
            **shown,
        }


def look_at(*ways: Page) -> Any:
    """The look at pages that each way sees differently."""
    return parse_look(look_text(*ways))


def look_text(*ways: Page) -> str:
    """The same as the browser brings it."""
    found = {
        kind: [[way.get(part) for part in parts_of(kind)] for way in ways]
        for kind in KINDS
        if kind != "keys"
    }
    return json.dumps({"found": found})


def read(*ways: Page) -> Any:
    return read_game(look_at(*ways), PROFILE)


def test_a_fresh_page() -> None:
    state = read(page())
    assert [format_cards(hand) for hand in state.puzzle.hole] == ["KC JS", "JC JH", "10H 6S"]
    assert state.puzzle.places == ((1, 2, 3), (1, 3, 2), (2, 3, 1))
    assert state.names == ("Player 1", "Player 2", "Player 3")
    assert state.rows == ()


@pytest.mark.parametrize(
    "picture",
    [
        'url("https://example.org/a/b/clubs.svg")',
        "/static/clubs.3fa9.png",
        'url("suit-clubs.svg")',
    ],
)
def test_pictures_are_known_by_their_files(picture: str) -> None:
    seen = page()
    seen[hole_part(1, 1)] = element(text="K", pictures=[picture])
    assert read(seen) == read(page())


def test_all_suits_together_are_no_suit() -> None:
    seen = page()
    suits = [f'url("{suit}.svg")' for suit in ("hearts", "diamonds", "clubs", "spades")]
    seen[cell_part(0, 0)] = element(text="10", pictures=suits, active="true")
    assert read_cells(look_at(seen), PROFILE)[0][0].card is None


def test_rows_with_their_colours() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen", "gold", "gold", "grey", "gold"])
    assert [str(row) for row in read(seen).rows] == ["QS KS 10D 6H 7D=gyyey"]


@pytest.mark.parametrize("way", ["colour", "fill", "paint"])
@pytest.mark.parametrize(
    "green", ["darkgreen", "rgb(0, 100, 0)", "rgba(0,100,0,1)", "#006400", "rgb(0 100 0 / 1)"]
)
def test_colours_by_attribute_style_and_paint(way: str, green: str) -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", [""] * 5)
    colours = [green, "gold", "rgb(255, 215, 0)", "grey", "rgb(128,128,128)"]
    for index, colour in enumerate(colours):
        cell = seen[cell_part(0, index)]
        assert cell is not None
        cell |= {"colour": "none", "fill": "white", "paint": "rgb(9, 9, 9)", way: colour}
    assert [str(row) for row in read(seen).rows] == ["QS KS 10D 6H 7D=gyyee"]


def test_a_cell_that_is_painted_white_has_no_colour_yet() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["grey"] * 5, paint="rgb(255, 255, 255)")
    assert read(seen).rows == ()
    assert is_colouring(read_cells(look_at(seen), PROFILE))


@pytest.mark.parametrize("text", ["6?", "?6", "6 ?", "? 6"])
def test_a_pardoned_card_is_read_without_its_mark(text: str) -> None:
    seen = page()
    fill_row(seen, 0, "QS 10S AS 6H 6D", ["darkgreen"] * 5)
    seen[cell_part(0, 3)] = element(text=text, suit="c", fill="darkgreen", active="false")
    state = read(seen)
    assert state.is_won
    assert str(state.rows[0]) == "QS 10S AS 6C 6D=ggggg"


def test_a_pardoned_suit_that_is_not_redrawn_is_a_win_too() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen", "gold", "gold", "gold", "gold"])
    fill_row(seen, 1, "QS 10S AS 6H 6D", ["darkgreen"] * 5)
    assert read(seen).is_won


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["QS KS 10D 6C 7D=ggggg"], "is all green but does not fit"),
        (["QS KS 10D 6H 7D=eeeee", "QS 10S AS 6C 6D=ggggg"], "is all green but does not fit"),
        (["QS KS KC 6H 7D=gyyyy"], "guess 1 shows K♣, which player 1 holds"),
        (["QS 10S AS 6C 6D=ggggg", "QS KS 10D 6H 7D=gyyyy"], ""),  # the newest first
        (
            ["QS KS 10D 6H 7D=gyyyy", "QS 10S AS 6C 6D=ggggg", "QS KS 10D 6H 8D=gyyye"],
            "more guesses after an all-green one",
        ),
    ],
)
def test_rows_of_another_game_are_refused(rows: list[str], reason: str) -> None:
    seen = page()
    words = {"g": "darkgreen", "y": "gold", "e": "grey"}
    for guess, row in enumerate(rows):
        cards, _, colours = row.partition("=")
        fill_row(seen, guess, cards, [words[colour] for colour in colours])
    if not reason:
        assert [str(row) for row in read(seen).rows] == rows[::-1]
        return
    with pytest.raises(PageRefusedError, match=reason):
        read(seen)


def test_new_rows_may_come_on_top() -> None:
    seen = page()
    for index in range(5):
        seen[cell_part(0, index)] = element(text="?", active="true")
    fill_row(seen, 1, "QS KS 9D 6H 8D", ["darkgreen", "gold", "grey", "gold", "grey"])
    fill_row(seen, 2, "QS KS 10D 6H 7D", ["darkgreen", "gold", "gold", "gold", "gold"])
    state = read(seen)
    assert [str(row)[:14] for row in state.rows] == ["QS KS 10D 6H 7D"[:14], "QS KS 9D 6H 8D"[:14]]
    assert open_row(read_cells(look_at(seen), PROFILE)) == 0


def test_cells_that_two_ways_read_differently_are_refused() -> None:
    second = page()
    fill_row(second, 0, "QS KS 10D 6H 7D", ["darkgreen", "gold", "gold", "gold", "gold"])
    with pytest.raises(PageRefusedError, match=r"differently .*: 1 with no cards; 1 with"):
        read(page(), second)


def test_colours_that_contradict_each_other_are_none() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen"] * 5, fill="gold")
    assert read(seen).rows == ()


def test_a_colour_that_nobody_knows_is_named_with_the_line_that_teaches_it() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["teal"] * 5, paint="rgb(0, 128, 128)")
    problem = unknown_colours(read_cells(look_at(seen), PROFILE), PROFILE)
    assert 'attribute "teal", painted "rgb(0, 128, 128)"' in str(problem)
    assert 'write "teal" = "g"' in str(problem)


@pytest.mark.parametrize(
    ("text", "suit", "read_as"),
    [("T", "spades", "10S"), ("R♥", "", "KH"), ("♠ 9", "", "9S"), ("D", "diamonds", "QD")],
)
def test_words_of_a_profile(text: str, suit: str, read_as: str) -> None:
    own = PROFILE.model_copy(update={"ranks": {**PROFILE.ranks, "r": "K", "d": "Q"}})
    seen = {**page(), hole_part(1, 1): element(text=text, pictures=[f"{suit}.svg"] if suit else [])}
    assert repr(read_game(look_at(seen), own).puzzle.hole[0][0]) == read_as


@pytest.mark.parametrize("text", ["1st", "🥇"])
def test_trophies_as_text(text: str) -> None:
    assert read({**page(), trophy_part("flop", 1): element(text=text)}) == read(page())
    with pytest.raises(PageRefusedError, match="shows place 2 but reads"):
        read({**page(), trophy_part("flop", 1): element(text=text, pictures=["silver.svg"])})


@pytest.mark.parametrize("active", ["false", ""])
def test_a_row_whose_colours_are_coming(active: str) -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen", "", "gold", "", ""], active=active)
    assert read(seen).rows == ()
    rows = read_cells(look_at(seen), PROFILE)
    assert is_colouring(rows)
    assert open_row(rows) is None
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen", "", "gold", "", ""], active="true")
    rows = read_cells(look_at(seen), PROFILE)
    assert not is_colouring(rows)
    assert open_row(rows) == 0


@pytest.mark.parametrize("empty", [{}, {"text": "?"}, {"text": "card", "suit": "?", "colour": "x"},
                                   {"text": "?", "suit": "h", "colour": "grey"}])  # fmt: skip
def test_the_row_to_fill_of_a_page_without_attributes(empty: dict[str, str]) -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen", "gold", "gold", "grey", "gold"], active="")
    rows = read_cells(look_at(seen), PROFILE)
    assert open_row(rows) is None  # it is not there yet, which is no error
    for index in range(5):
        seen[cell_part(1, index)] = dict(empty)
    kept = {"text": "Q", "suit": "s", "colour": "darkgreen"}  # a green card is filled in
    seen[cell_part(1, 0)] = kept
    rows = read_cells(look_at(seen), PROFILE)
    assert open_row(rows) == 1
    assert len(read(seen).rows) == 1


def test_a_kind_is_read_in_the_first_way_that_has_all_of_it() -> None:
    first, second = page(), page()
    first[hole_part(3, 2)] = None
    first[trophy_part("turn", 2)] = element(pictures=["lead.svg"])
    first["turn row"] = element(text="Flop")
    look = look_at(first, second)
    assert read_game(look, PROFILE) == read(page())
    used = {kind: way_of(look, PROFILE, kind) for kind in KINDS if kind != "keys"}
    assert used == {
        "names": 0,
        "hole_cards": 1,
        "streets": 1,
        "trophies": 1,
        "cells": 0,
        "submit": 0,
    }


@pytest.mark.parametrize(
    ("part", "shown", "words"),
    [
        (trophy_part("turn", 2), {"pictures": ["gold.svg"]}, "3 and 1"),
        (hole_part(3, 1), {"text": "2", "pictures": ["clubs.svg"]}, "10H and 2C"),
    ],
)
def test_two_ways_that_disagree_are_refused(part: str, shown: dict[str, Any], words: str) -> None:
    second, third = {**page(), part: element(**shown)}, page()
    with pytest.raises(PageRefusedError, match=f"{part} reads {words}"):
        read(page(), second, third)
    assert read(page(), third, second) == read(page())  # the first two are enough


@pytest.mark.parametrize("name", ["Åsa", "ธนา", "श्रेया", "محمد", "周", "O’Neil-Smith", "Ω 2", "😀",
                                  "A/B", 'Al "Tex"', "Ann–Marie", "Zoë 👍🏽", "<b>Ada</b>", "{0}%s",
                                  "❤️", "👩‍🚀"])  # fmt: skip
def test_names_in_any_script(name: str) -> None:
    assert read({**page(), name_part(1): element(text=name)}).names[0] == name


@pytest.mark.parametrize("text", ["a\u202eb", "a\x1b\x07\x9bb", "\ufeffab\u200e", "a\u2066b\ud800"])
def test_of_a_name_only_what_prints_is_kept(text: str) -> None:
    seen = PageElement.model_construct(text=text)
    assert _name("name of player 1", seen, PROFILE) == "ab"


def test_what_a_page_says_is_quoted_without_signs_that_steer() -> None:
    with pytest.raises(PageRefusedError) as caught:
        read({**page(), hole_part(1, 1): element(text="\x1b[2J\u202eK\x07\nK")})
    assert 'shows "[2JK K"' in str(caught.value)


@given(st.text(max_size=60))
def test_a_name_is_one_line_that_prints(text: str) -> None:
    with suppress(PageRefusedError):
        name = _name("name of player 1", PageElement.model_construct(text=text), PROFILE)
        assert name == name.strip()
        assert 1 <= len(name) <= 40
        assert all(sign.isprintable() or sign in "\u200c\u200d" for sign in name)


def test_a_missing_part_is_named() -> None:
    lost, shifted = {**page(), trophy_part("turn", 2): None}, page()
    shifted[trophy_part("turn", 2)], shifted[trophy_part("river", 3)] = element(), None
    with pytest.raises(PartNotFoundError, match="turn trophy of player 2"):
        read({**page(), trophy_part("river", 3): None}, lost)  # the first that is wrong
    with pytest.raises(PageRefusedError, match="turn trophy of player 2"):
        read(shifted)


@pytest.mark.parametrize(
    ("part", "shown", "reason"),
    [
        (name_part(1), {"text": "\u202e\x1b"}, "is not a name"),
        (name_part(1), {"text": "A" * 41}, "is not a name"),
        (hole_part(1, 1), {"text": "K", "pictures": ['url("stars.svg")']}, "not a card"),
        (hole_part(1, 1), {"text": "KK", "pictures": ['url("clubs.svg")']}, "not a card"),
        (hole_part(1, 1), {"text": "J", "pictures": ['url("spades.svg")']}, "given twice"),
        (trophy_part("flop", 1), {"pictures": ['url("lead.svg")']}, "picture of gold"),
        (trophy_part("flop", 1), {"pictures": ['url("silver.svg")']}, "not a ranking"),
        ("flop row", {"text": "Turn"}, 'expected "flop"'),
    ],
)
def test_what_no_pokle_page_shows_is_refused(part: str, shown: dict[str, Any], reason: str) -> None:
    with pytest.raises(PageRefusedError, match=reason):
        read({**page(), part: element(**shown)})


def test_a_row_that_was_handed_in_shows_cards() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["gold"] * 5)
    seen[cell_part(0, 1)] = element(text="joker", colour="gold", active="false")
    with pytest.raises(PageRefusedError, match='card 2 of guess 1 shows "joker"'):
        read(seen)


@given(st.text(max_size=60))
def test_looks_that_are_none(text: str) -> None:
    with pytest.raises(PageRefusedError):
        parse_look(text)


@given(st.sampled_from(PARTS), st.text(max_size=60), st.text(max_size=60))
def test_any_text_on_the_page_is_read_or_refused(part: str, text: str, image: str) -> None:
    shown = element(text=text, pictures=[image], suit=text, colour=image, active="false")
    with suppress(PageError):  # nothing else may be raised
        assert len(read({**page(), part: shown}).names) == 3


@given(st.data())
def test_arranged_guesses_keep_what_is_shown(data: st.DataObject) -> None:
    deck = st.sampled_from(full_deck())
    guess = data.draw(st.lists(deck, min_size=5, max_size=5, unique=True))
    shown = data.draw(st.lists(st.none() | st.sampled_from(guess) | deck, min_size=5, max_size=5))
    placed = arrange(guess, shown)
    assert sorted(placed[:3], key=repr) == sorted(guess[:3], key=repr)
    assert list(placed[3:]) == guess[3:]
    for place, card in enumerate(shown[:3]):
        if card in guess[:3] and shown[:3].count(card) == 1:
            assert placed[place] == card


def test_a_look_of_another_length_is_refused() -> None:
    brought = json.loads(look_text(page()))
    brought["found"]["trophies"][0].pop()
    with pytest.raises(PageRefusedError, match="cannot be read: 8 trophies"):
        read_game(parse_look(json.dumps(brought)), PROFILE)

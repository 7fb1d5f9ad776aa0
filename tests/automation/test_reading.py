"""Reading a look: what a Pokle page can show is read, anything else is refused."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.errors import PageError, PageRefusedError, PartNotFoundError
from automation.profiles import cell_part, hole_part, load_profile, name_part, trophy_part
from automation.reading import is_colouring, parse_look, read_game
from automation.site import arrange
from engine.cards import format_cards, full_deck, parse_cards

PROFILE = load_profile("live")
EMPTY = {"text": "", "image": "", "fill": "", "suit": "", "colour": "", "active": False}
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


def element(**shown: Any) -> list[dict[str, Any]]:
    return [{**EMPTY, "shown": True, **shown}]


def page() -> dict[str, Any]:
    """What a look at a fresh page brings back."""
    seen: dict[str, Any] = {part: element() for part in PROFILE.parts}
    for player in (1, 2, 3):
        seen[name_part(player)] = element(text=f"Player {player}")
        for card in (1, 2):
            rank, suit = HOLE[2 * (player - 1) + card - 1]
            seen[hole_part(player, card)] = element(text=rank, image=f'url("{suit}.svg")')
    for street, places in PLACES.items():
        seen[f"{street} row"] = element(text=street.capitalize())
        for player, place in enumerate(places, 1):
            image = f'url("{TROPHIES[place - 1]}.svg")'
            seen[trophy_part(street, player)] = element(image=image)
    return seen


def fill_row(seen: dict[str, Any], guess: int, cards: str, colours: list[str]) -> None:
    for index, (card, colour) in enumerate(zip(parse_cards(cards), colours, strict=True)):
        seen[cell_part(guess, index)] = element(
            text=card.rank_name, suit=card.suit.name.lower(), colour=colour
        )


def read(seen: dict[str, Any]) -> Any:
    return read_game(parse_look(json.dumps(seen)), PROFILE)


def test_a_fresh_page() -> None:
    state = read(page())
    assert [format_cards(hand) for hand in state.puzzle.hole] == ["KC JS", "JC JH", "10H 6S"]
    assert state.puzzle.places == ((1, 2, 3), (1, 3, 2), (2, 3, 1))
    assert state.names == ("Player 1", "Player 2", "Player 3")
    assert state.rows == ()


def test_addresses_of_pictures_may_be_long() -> None:
    seen = page()
    seen[hole_part(1, 1)] = element(text="K", image='url("https://example.org/a/b/clubs.svg")')
    assert read(seen) == read(page())


def test_rows_with_their_colours() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen", "gold", "gold", "grey", "gold"])
    assert [str(row) for row in read(seen).rows] == ["QS KS 10D 6H 7D=gyyey"]


def test_a_pardoned_card_is_read_without_its_mark() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen"] * 5)
    seen[cell_part(0, 3)] = element(text="6?", suit="c", fill="darkgreen")
    state = read(seen)
    assert state.is_won
    assert str(state.rows[0]) == "QS KS 10D 6C 7D=ggggg"


def test_a_row_whose_colours_are_coming() -> None:
    seen = page()
    fill_row(seen, 0, "QS KS 10D 6H 7D", ["darkgreen", "", "gold", "", ""])
    assert read(seen).rows == ()
    assert is_colouring(parse_look(json.dumps(seen)), PROFILE)
    for index in range(5):
        seen[cell_part(0, index)][0]["active"] = True
    assert not is_colouring(parse_look(json.dumps(seen)), PROFILE)


def test_a_missing_part_is_named() -> None:
    seen = page()
    seen[trophy_part("turn", 2)] = []
    with pytest.raises(PartNotFoundError, match="turn trophy of player 2"):
        read(seen)


@pytest.mark.parametrize(
    ("part", "shown", "reason"),
    [
        (name_part(1), {"text": "<b>Ada</b>"}, "no name"),
        (name_part(1), {"text": "A" * 41}, "no name"),
        (hole_part(1, 1), {"text": "K", "image": 'url("stars.svg")'}, "no card"),
        (hole_part(1, 1), {"text": "KK", "image": 'url("clubs.svg")'}, "no card"),
        (hole_part(1, 1), {"text": "J", "image": 'url("spades.svg")'}, "given twice"),
        (trophy_part("flop", 1), {"image": 'url("lead.svg")'}, "expected gold.svg"),
        (trophy_part("flop", 1), {"image": 'url("silver.svg")'}, "no ranking"),
        ("flop row", {"text": "Turn"}, 'expected "flop"'),
    ],
)
def test_what_no_pokle_page_shows_is_refused(part: str, shown: dict[str, Any], reason: str) -> None:
    with pytest.raises(PageRefusedError, match=reason):
        read({**page(), part: element(**shown)})


@given(st.text(max_size=60))
def test_looks_that_are_none(text: str) -> None:
    with pytest.raises(PageRefusedError):
        parse_look(text)


@given(st.sampled_from(sorted(PROFILE.parts)), st.text(max_size=250), st.text(max_size=250))
def test_any_text_on_the_page_is_read_or_refused(part: str, text: str, image: str) -> None:
    seen = {**page(), part: element(text=text, image=image, suit=text, colour=image)}
    with suppress(PageError):  # nothing else may be raised
        assert len(read(seen).names) == 3


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

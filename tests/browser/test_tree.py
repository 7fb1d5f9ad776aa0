"""The practice page has the live page's tree, in every phase of a game.

All paths are written out here as they are known of the live page, and none is taken from a
profile. Two clients that played the live page relied on them: the first goes by places and inline
styles, the second by the attributes of the cells; both play here, step by step.
"""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

PUZZLE = "KC JS JC JH 10H 6S QS 10S AS 6C 6D"  # three hands and the board
HOLE = {"p1": "K clubs J spades", "p2": "J clubs J hearts", "p3": "10 hearts 6 spades"}
TROPHIES = {
    (4, "Flop"): "gold silver bronze",
    (5, "Turn"): "gold bronze silver",
    (6, "River"): "silver bronze gold",
}
WON = ("JD 10C QD KH 6C", "QS 10S KD 6H 7D", "QS 10S AS 6C 6D")
LOST = ("2C 3C 4C 5C 7C",) * 6
KEYS = {
    "#keyboard-table > tbody:nth-child(1) > tr:nth-child(1)": "2 3 4 5 6 7 8 h d",
    "#keyboard-table > tbody:nth-child(1) > tr:nth-child(2)": "? 9 10 J Q K A s c",
}
TUTORIAL = ("#intro-end-button", "#tut-more-button-1", "#tut-more-button-2", "#tut-end-button")
READ = r"""paths => paths.map(path => [...document.querySelectorAll(path)].map(e => [
    e.innerHTML.trim(), e.innerText.trim(), e.children.length,
    (/^url\("([a-z]+)\.svg"\)$/.exec(e.style.backgroundImage) || ["", ""])[1],
    e.style.backgroundColor,
    ...["index", "active", "card-color", "suit"].map(name => e.getAttribute(name)),
]))"""


class Element(NamedTuple):
    """What the checks read of one element; `picture` is its file name without a folder."""

    content: str
    text: str
    n_children: int
    picture: str
    style: str
    index: str | None
    active: str | None
    colour: str | None
    suit: str | None


def find_all(page: Page, *paths: str) -> list[list[Element]]:
    """Return the elements at each path, all read at once."""
    return [[Element(*values) for values in group] for group in page.evaluate(READ, list(paths))]


def read(page: Page, *paths: str) -> list[Element]:
    """Return the only element at each path, all read at once."""
    groups = find_all(page, *paths)
    assert [path for path, group in zip(paths, groups, strict=True) if len(group) != 1] == []
    return [element for (element,) in groups]


def check_players(page: Page, over: bool) -> None:
    body = "#board > tbody:nth-child(1)"
    rows = [f"{body} > tr:nth-child({row})" for row in range(1, 7)]
    assert [e.n_children for e in read(page, "#board", body, *rows)] == [1, 6, 4, 4, 4, 4, 4, 4]
    labels = read(page, *(f"{row} > td:nth-child(1)" for row in rows[:3]))
    assert [e.content for e in labels] == ["", "", ""]
    for player in (1, 2, 3):
        cards = [
            f"{rows[card]} > td:nth-child({player + 1}) > div#p{player}card{card}:nth-child(1)"
            for card in (1, 2)
        ]
        name, *shown = read(page, f"{rows[0]} > td.name-tag:nth-child({player + 1})", *cards)
        assert re.fullmatch(r"\w+", name.content)
        assert " ".join(f"{e.content} {e.picture}" for e in shown) == HOLE[f"p{player}"]
    check_trophies(page, body, over)


def check_trophies(page: Page, body: str, over: bool) -> None:
    for (row, street), places in TROPHIES.items():
        tag = f"{body} > tr:nth-child({row}) > td.stage-tag:nth-child(1)"
        cells = [f"{body} > tr:nth-child({row}) > td:nth-child({c})" for c in (2, 3, 4)]
        trophies = [f"{cell} > div.trophy-pic:nth-child(1)" for cell in cells]
        shown = read(page, tag, *cells, *trophies)
        assert shown[0].content == street
        assert [e.n_children for e in shown[1:4]] == [1, 1, 1]
        assert " ".join(e.picture for e in shown[4:]) == places
        pattern = "HC|P|2P|3K|St|Fl|FH|4K|SF" if over else ""
        assert all(re.fullmatch(pattern, e.content) for e in shown[4:])


def check_keyboard(page: Page) -> None:
    assert read(page, "#keyboard-table > tbody:nth-child(1)")[0].n_children == 2
    for row, keys in KEYS.items():
        paths = [f"{row} > td:nth-child({n}) > button:nth-child(1)" for n in range(1, 10)]
        line, *found = read(page, row, *paths)
        assert line.n_children == 9
        assert " ".join(e.content for e in found) == keys
    assert page.locator("button.rank-button").count() == 13
    assert page.locator("button.suit-button").all_text_contents() == ["h", "d", "s", "c"]
    red = read(page, "#hearts-kb-button", "#diamonds-kb-button")
    assert [e.content for e in red] == ["h", "d"]
    expect(page.locator("#submit-button")).to_be_visible()


def cell(index: int, guess: int) -> str:
    """The path of a cell by the whole guess's position, 0 to 4, and the guess, from 1."""
    table, column = (("flop", index + 1), ("turn", 1), ("river", 1))[max(0, index - 2)]
    row = f"#{table}-table > tr:nth-child({1 + guess})"
    return f"{row} > td:nth-child({column}) > div:nth-child(1) > button.guess-button:nth-child(1)"


def read_guess(page: Page, guess: int) -> list[Element]:
    """The five cells of a guess."""
    return read(page, *(cell(index, guess) for index in range(5)))


def check_rows(page: Page, n_handed_in: int, n_open: int) -> None:
    n_rows = n_handed_in + n_open
    for table, width in (("flop", 3), ("turn", 1), ("river", 1)):
        path = f"#{table}-table"
        (whole,), rows, cells = find_all(
            page, path, f"{path} > tr", f"{path} > tr > td > div > button.guess-button"
        )
        assert whole.n_children == len(rows) == 1 + n_rows
        assert rows[0].text == table.capitalize()
        assert len(cells) == width * n_rows
    for guess in range(1, n_rows + 1):
        seen = read_guess(page, guess)
        assert [e.index for e in seen] == list("01234")
        active = "true" if guess > n_handed_in else "false"
        assert [e.active for e in seen] == [active] * 5
        colours = [e.colour for e in seen]
        assert colours == [e.style for e in seen]
        assert set(colours) <= ({"darkgreen", "gold", "grey"} if active == "false" else {""})
        assert [e.n_children for e in seen] == [0] * 5


def check_playing(page: Page, n_handed_in: int) -> None:
    check_players(page, over=False)
    check_rows(page, n_handed_in, 1)
    check_keyboard(page)
    expect(page.locator("#result")).to_be_hidden()


def check_over(page: Page, n_handed_in: int, words: str) -> None:
    expect(page.locator("dialog#stats")).to_be_visible()
    expect(page.locator("#result")).to_have_text(words)
    for gone in ("#counter", "#submit-button", "#keyboard-table"):
        expect(page.locator(gone)).to_be_hidden()
    check_players(page, over=True)
    check_rows(page, n_handed_in, 0)


def key(text: str) -> str:
    """The path of a key by its place."""
    for row, keys in KEYS.items():
        if text in keys.split():
            return f"{row} > td:nth-child({keys.split().index(text) + 1}) > button:nth-child(1)"
    raise AssertionError(text)


def guess_by_place(page: Page, guess: int, cards: str) -> list[str]:
    """The first client: cells and keys by their places, colours by their inline styles."""
    for index, card in enumerate(cards.split()):
        page.click(cell(index, guess))
        page.click(key(card[:-1]))
        page.click(key(card[-1].lower()))
        suits = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
        (shown,) = read(page, cell(index, guess))
        wanted = card[:-1], card[-1].lower(), suits[card[-1]]
        assert (shown.content, shown.suit, shown.picture) == wanted
    page.click("#submit-button")
    page.wait_for_function(
        "paths => paths.every(p => document.querySelector(p).style.backgroundColor)",
        arg=[cell(index, guess) for index in range(5)],
    )
    return [e.style for e in read_guess(page, guess)]


def guess_by_attribute(page: Page, cards: str, n_before: int) -> list[str]:
    """The second client: the active cells in order; the last handed in of each index."""
    assert page.locator('button.guess-button[active="true"]').count() == 5
    for index, card in enumerate(cards.split()):
        page.locator('button.guess-button[active="true"]').nth(index).click()
        page.locator("button.rank-button").get_by_text(card[:-1], exact=True).click()
        page.locator("button.suit-button").get_by_text(card[-1].lower(), exact=True).click()
    page.click("#submit-button")
    coloured = 'button.guess-button[active="false"]:is([card-color="darkgreen"], '
    coloured += '[card-color="gold"], [card-color="grey"])'
    expect(page.locator(coloured)).to_have_count(5 * (n_before + 1))
    newest = [
        page.locator(f'button.guess-button[active="false"][index="{index}"]').last
        for index in range(5)
    ]
    return [c.get_attribute("card-color") or "" for c in newest]


def test_the_tree_from_the_first_look_to_a_won_game(stage: Stage) -> None:
    page = stage.tabs.page
    page.goto(stage.server.url(puzzle=PUZZLE, pace=0))
    for step in TUTORIAL:
        page.click(step)
    check_playing(page, 0)
    assert [e.content for e in read_guess(page, 1)] == ["?"] * 5
    page.click(cell(1, 1))
    page.click(key("10"))
    check_playing(page, 0)
    assert [e.content for e in read_guess(page, 1)] == ["?", "10", "?", "?", "?"]
    found = guess_by_place(page, 1, WON[0])
    assert found == ["grey", "gold", "gold", "grey", "gold"]
    expect(page.locator(cell(4, 2))).to_be_visible()
    check_playing(page, 1)
    found = guess_by_attribute(page, WON[1], 1)
    assert found == ["darkgreen", "darkgreen", "grey", "gold", "gold"]
    expect(page.locator(cell(4, 3))).to_be_visible()
    check_playing(page, 2)
    page.reload()
    expect(page.locator(cell(4, 3))).to_be_visible()
    check_playing(page, 2)  # a returning visitor
    assert [e.content for e in read_guess(page, 3)[:2]] == ["Q", "10"]  # greens are kept
    assert guess_by_place(page, 3, WON[2]) == ["darkgreen"] * 5
    check_over(page, 3, "You Won in 3 Guesses!")
    page.reload()
    check_over(page, 3, "You Won in 3 Guesses!")


def test_the_tree_of_a_lost_game(stage: Stage) -> None:
    page = stage.open(puzzle=PUZZLE, pace=0)
    for number, cards in enumerate(LOST, 1):
        check_rows(page, number - 1, 1)
        guess_by_attribute(page, cards, number - 1)
        if number < 6:
            expect(page.locator(cell(4, number + 1))).to_be_visible()
    check_over(page, 6, "You Lost. The board was QS 10S AS 6C 6D")


def test_a_row_that_waits_for_its_colours_is_handed_in(stage: Stage) -> None:
    page = stage.open(puzzle=PUZZLE, pace=0.2)
    for index, card in enumerate(WON[0].split()):
        page.click(cell(index, 1))
        page.click(key(card[:-1]))
        page.click(key(card[-1].lower()))
    page.click("#submit-button")
    expect(page.locator('button.guess-button[active="false"]')).to_have_count(5)
    assert page.locator('button.guess-button[active="true"]').count() == 0
    assert page.locator("#river-table > tr").count() == 2
    expect(page.locator('button.guess-button[active="true"]')).to_have_count(5)

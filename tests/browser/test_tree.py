"""The practice page has the live page's tree, in every phase of a game.

All paths are written out here as they are known of the live page, and none is taken from a
profile. Two clients that played the live page relied on them: the first goes by places and inline
styles, the second by the attributes of the cells; both play here, step by step.
"""

import re

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
PICTURE = re.compile(r'url\("([a-z]+)\.svg"\)')


def the_one(page: Page, path: str) -> str:
    """The content of the only element at a path."""
    found = page.locator(path)
    assert found.count() == 1, path
    return found.inner_html().strip()


def picture(page: Page, path: str) -> str:
    """What the inline style shows, by its file name without a folder."""
    match = PICTURE.fullmatch(page.locator(path).evaluate("e => e.style.backgroundImage"))
    assert match, path
    return match[1]


def n_children(page: Page, path: str) -> int:
    return int(page.locator(path).evaluate("e => e.children.length"))


def check_players(page: Page, over: bool) -> None:
    body = "#board > tbody:nth-child(1)"
    assert (n_children(page, "#board"), n_children(page, body)) == (1, 6)
    for row in (1, 2, 3):
        assert the_one(page, f"{body} > tr:nth-child({row}) > td:nth-child(1)") == ""
    for row in range(1, 7):
        assert n_children(page, f"{body} > tr:nth-child({row})") == 4
    for player in (1, 2, 3):
        name = f"{body} > tr:nth-child(1) > td.name-tag:nth-child({player + 1})"
        assert re.fullmatch(r"\w+", the_one(page, name))
        shown = []
        for card in (1, 2):
            cell = f"{body} > tr:nth-child({card + 1}) > td:nth-child({player + 1})"
            path = f"{cell} > div#p{player}card{card}:nth-child(1)"
            shown += [the_one(page, path), picture(page, path)]
        assert " ".join(shown) == HOLE[f"p{player}"]
    check_trophies(page, body, over)


def check_trophies(page: Page, body: str, over: bool) -> None:
    for (row, street), places in TROPHIES.items():
        tag = f"{body} > tr:nth-child({row}) > td.stage-tag:nth-child(1)"
        assert the_one(page, tag) == street
        cells = [f"{body} > tr:nth-child({row}) > td:nth-child({c})" for c in (2, 3, 4)]
        assert [n_children(page, cell) for cell in cells] == [1, 1, 1]
        pictures = [picture(page, f"{cell} > div.trophy-pic:nth-child(1)") for cell in cells]
        assert " ".join(pictures) == places
        hands = [the_one(page, f"{cell} > div.trophy-pic:nth-child(1)") for cell in cells]
        assert all(re.fullmatch("HC|P|2P|3K|St|Fl|FH|4K|SF" if over else "", h) for h in hands)


def check_keyboard(page: Page) -> None:
    assert n_children(page, "#keyboard-table > tbody:nth-child(1)") == 2
    for row, keys in KEYS.items():
        assert n_children(page, row) == 9
        paths = [f"{row} > td:nth-child({n}) > button:nth-child(1)" for n in range(1, 10)]
        assert " ".join(the_one(page, path) for path in paths) == keys
    assert page.locator("button.rank-button").count() == 13
    assert page.locator("button.suit-button").all_text_contents() == ["h", "d", "s", "c"]
    assert the_one(page, "#hearts-kb-button") + the_one(page, "#diamonds-kb-button") == "hd"
    expect(page.locator("#submit-button")).to_be_visible()


def cell(index: int, guess: int) -> str:
    """The path of a cell by the whole guess's position, 0 to 4, and the guess, from 1."""
    table, column = (("flop", index + 1), ("turn", 1), ("river", 1))[max(0, index - 2)]
    row = f"#{table}-table > tr:nth-child({1 + guess})"
    return f"{row} > td:nth-child({column}) > div:nth-child(1) > button.guess-button:nth-child(1)"


def check_rows(page: Page, n_handed_in: int, n_open: int) -> None:
    for table, width in (("flop", 3), ("turn", 1), ("river", 1)):
        rows = page.locator(f"#{table}-table > tr")
        assert rows.count() == 1 + n_handed_in + n_open
        assert rows.first.inner_text().strip() == table.capitalize()
        cells = page.locator(f"#{table}-table > tr > td > div > button.guess-button")
        assert cells.count() == width * (n_handed_in + n_open)
        assert n_children(page, f"#{table}-table") == rows.count()
    for guess in range(1, n_handed_in + n_open + 1):
        seen = [page.locator(cell(index, guess)) for index in range(5)]
        assert [c.get_attribute("index") for c in seen] == list("01234")
        active = "true" if guess > n_handed_in else "false"
        assert [c.get_attribute("active") for c in seen] == [active] * 5
        colours = [c.get_attribute("card-color") for c in seen]
        styles = [c.evaluate("e => e.style.backgroundColor") for c in seen]
        assert colours == styles
        assert set(colours) <= ({"darkgreen", "gold", "grey"} if active == "false" else {""})
        assert all(n_children(page, cell(index, guess)) == 0 for index in range(5))


def check_playing(page: Page, n_handed_in: int) -> None:
    check_players(page, over=False)
    check_rows(page, n_handed_in, 1)
    check_keyboard(page)
    expect(page.locator("#result")).to_be_hidden()


def check_over(page: Page, n_handed_in: int, words: str) -> None:
    check_players(page, over=True)
    check_rows(page, n_handed_in, 0)
    for gone in ("#counter", "#submit-button", "#keyboard-table"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator("#result")).to_have_text(words)
    expect(page.locator("dialog#stats")).to_be_visible()


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
        assert the_one(page, cell(index, guess)) == card[:-1]
        assert page.locator(cell(index, guess)).get_attribute("suit") == card[-1].lower()
        suits = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
        assert picture(page, cell(index, guess)) == suits[card[-1]]
    page.click("#submit-button")
    page.wait_for_function(
        "paths => paths.every(p => document.querySelector(p).style.backgroundColor)",
        arg=[cell(index, guess) for index in range(5)],
    )
    read = "e => e.style.getPropertyValue('background-color')"
    return [page.locator(cell(index, guess)).evaluate(read) for index in range(5)]


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
    assert [the_one(page, cell(index, 1)) for index in range(5)] == ["?"] * 5
    page.click(cell(1, 1))
    page.click(key("10"))
    check_playing(page, 0)
    assert [the_one(page, cell(index, 1)) for index in range(5)] == ["?", "10", "?", "?", "?"]
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
    assert the_one(page, cell(0, 3)) + the_one(page, cell(1, 3)) == "Q10"  # greens are kept
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

"""The practice page itself: it has the live page's elements, rules and manners."""

import datetime
import random
import re
import threading

import pytest
from playwright.sync_api import Browser, Page, expect

from automation.practice.puzzles import puzzle_for
from automation.practice.server import PracticeServer
from engine.cards import Card, format_cards, full_deck
from engine.pokle.boards import Boards
from engine.pokle.feedback import guess_rows, pattern_to_colors, patterns_of
from engine.pokle.generator import puzzle_of_cards
from tests.browser.stage import (
    TUTORIAL,
    Stage,
    cell,
    dismiss_tutorial,
    fill_row,
    hand_in,
    row_cells,
    type_by_keyboard,
)

pytestmark = pytest.mark.browser

REAL = "KC JS JC JH 10H 6S QS 10S AS 6C 6D"  # a puzzle with its board at the end
PAIRS = [
    ("4S KD 7S 4D 6S", "3H 9D KS 6C 4S", "11101"),
    ("6D 7D 9C KC AS", "9H 3S 6D KC 9S", "20121"),
    ("KS 9S AS 4H 6S", "7S KS AH 4C 6S", "21112"),
    ("AS KS QS JH 10D", "AS 2D 3C JD 10D", "20012"),
    ("7H 9S 7S 3D KH", "7S 9S 7H 3H KD", "22211"),
    ("JD JC KD 2H 3S", "JD KS QH 2D 3S", "20112"),
]
FEEDBACK = """async (pairs) => {
  const { coloursOfText } = await import("/feedback.js");
  return pairs.map(([guess, answer, pardons]) => coloursOfText(guess, answer, pardons));
}"""


@pytest.fixture
def page(stage: Stage) -> Page:
    """The known puzzle, opened by a new visitor; colours come at once."""
    return stage.open(puzzle=REAL, pace=0)


def colours_in_page(page: Page, pairs: list[tuple[str, str, list[str]]]) -> list[str]:
    found: list[str] = page.evaluate(FEEDBACK, pairs)
    return found


def test_the_known_pairs(page: Page) -> None:
    found = colours_in_page(page, [(guess, answer, []) for guess, answer, _ in PAIRS])
    assert found == [colours for _, _, colours in PAIRS]


def near_guess(rng: random.Random, board: tuple[Card, ...]) -> list[Card]:
    """The true board with some cards changed, wholly or in their suit, and the flop mixed."""
    flop, tail = list(board[:3]), list(board[3:])
    rng.shuffle(flop)
    guess = flop + tail
    for place in rng.sample(range(5), rng.randrange(4)):
        close = [c for c in full_deck() if c.rank == guess[place].rank]
        options = [c for c in rng.choice([close, full_deck()]) if c not in guess]
        guess[place] = rng.choice(options or full_deck())
    return guess if len(set(guess)) == 5 else list(board)


def test_feedback_of_the_page_equals_the_engine(stage: Stage) -> None:
    rng = random.Random(7)
    pairs, expected = [], []
    for seed in range(6):
        practice_puzzle = puzzle_for(str(seed), None, datetime.date.today())
        made = puzzle_of_cards(
            " ".join(
                [*(c for hand in practice_puzzle["hole"] for c in hand), *practice_puzzle["board"]]
            )
        )
        answer = Boards(guess_rows([made.board]))
        randoms = [rng.sample(full_deck(), 5) for _ in range(50)]
        for guess in randoms + [near_guess(rng, made.board) for _ in range(200)]:
            pairs.append(
                (format_cards(guess), format_cards(made.board), practice_puzzle["pardons"])
            )
            colours = pattern_to_colors(guess, int(patterns_of(made.puzzle, guess, answer)[0]))
            expected.append(colours.translate(str.maketrans("eyg", "012")))
    assert len(set(expected)) > 40
    assert expected.count("22222") > 100
    assert colours_in_page(stage.open(pace=0), pairs) == expected


def test_a_closed_dialog_leaves_the_keys_to_the_row(stage: Stage) -> None:
    stage.tabs.page.goto(stage.server.url(puzzle=REAL, pace=0))
    for button in TUTORIAL:
        closer = stage.tabs.page.locator(button)
        expect(closer).to_be_visible()
        focused = closer.evaluate(
            "(button) => { button.focus(); button.click(); return document.activeElement.tagName }"
        )
        assert focused == "BODY"


def test_colours_greens_kept_and_keys(page: Page) -> None:
    expect(page.locator("#counter")).to_have_text("1 / 6")
    type_by_keyboard(page, "QS KS 10D 6H 7D")
    page.click("#submit-button")
    expect(page.locator(cell("flop", 1))).to_have_attribute("card-color", "darkgreen")
    seen = [page.locator(css).get_attribute("card-color") for css in row_cells(1)]
    assert seen == ["darkgreen", "gold", "gold", "gold", "gold"]
    assert "background-color: gold" in (page.locator(cell("river", 1)).get_attribute("style") or "")
    expect(page.locator(".toast")).to_contain_text("auto-selected")
    expect(page.locator("#counter")).to_have_text("2 / 6")
    kept = page.locator(cell("flop", 2))
    assert (kept.text_content(), kept.get_attribute("suit")) == ("Q", "s")
    assert key_colours(page) == {
        "K": "gold",
        "10": "gold",
        "Q": "darkgreen",
        "s": "darkgreen",
        "d": "gold",
    }


def key_colours(page: Page) -> dict[str, str]:
    """The keys that have a colour."""
    keys = page.locator("#keyboard-table button").evaluate_all(
        "keys => keys.map((key) => [key.textContent, key.style.backgroundColor])"
    )
    return {text: colour for text, colour in keys if colour}


def test_keys_tell_what_is_known_of_the_selected_street(page: Page) -> None:
    hand_in(page, "QS KS 10D 6H 7D")
    expect(page.locator(cell("flop", 2))).to_have_attribute("active", "true")
    page.click(cell("turn", 2))
    assert key_colours(page) == {"6": "gold", "h": "gold"}
    page.click(cell("river", 2))
    assert key_colours(page) == {"7": "gold", "d": "gold"}
    fill_row(page, 2, "QS AS 10C 7H 8D")  # neither 7 nor hearts is the turn's
    page.keyboard.press("Enter")
    expect(page.locator(cell("flop", 3))).to_have_attribute("active", "true")
    page.click(cell("turn", 3))
    assert key_colours(page) == {"6": "gold", "7": "grey", "h": "grey"}
    page.click(cell("flop", 3, 3))
    assert key_colours(page)["Q"] == "darkgreen"


def test_a_card_that_was_dealt_is_refused(page: Page) -> None:
    hand_in(page, "QS KS 10D 6H KC")
    expect(page.locator(".toast")).to_contain_text("KC cannot be on the board: ")
    assert [page.locator(css).get_attribute("card-color") for css in row_cells(1)] == [""] * 5
    assert page.locator(cell("flop", 1)).get_attribute("active") == "true"


def test_attributes_tell_the_colours_right_after_submit(stage: Stage) -> None:
    page = stage.open(puzzle=REAL, pace=60)  # paint comes in half a minute
    type_by_keyboard(page, "QS KS 10D 6H 7D")
    page.click("#submit-button")
    handed_in = [f'button.guess-button[active="false"][index="{index}"]' for index in range(5)]
    seen = [page.locator(css).last.get_attribute("card-color") for css in handed_in]
    assert seen == ["darkgreen", "gold", "gold", "gold", "gold"]
    assert page.locator(cell("flop", 1)).evaluate("c => c.style.backgroundColor") == ""


def test_a_repeated_card_is_refused(page: Page) -> None:
    hand_in(page, "QS KS 10D 6H 6H")
    expect(page.locator(".toast")).to_contain_text("6H cannot be on the board twice")
    assert [page.locator(css).get_attribute("card-color") for css in row_cells(1)] == [""] * 5
    assert page.locator(cell("flop", 1)).get_attribute("active") == "true"


def test_suit_pardon_hand_names_and_stats(page: Page) -> None:
    hand_in(page, "AS 10S QS 6H 6D")
    expect(page.locator("#result")).to_have_text("You Won in 1 Guess!")
    turn = page.locator(cell("turn", 1))
    assert (turn.text_content(), turn.get_attribute("suit")) == ("6", "c")
    assert turn.evaluate("b => getComputedStyle(b, '::after').content") == '"?"'
    tags = page.locator("#board .trophy-pic").all_text_contents()
    assert " ".join(tags) == "St P P St P 2P St 2P FH"
    expect(page.locator("dialog#stats")).to_be_visible()
    assert page.locator("#figures dd").all_text_contents() == ["1", "100%", "1", "1", "1.00"]
    assert page.locator("#distribution b").all_text_contents() == list("123456L")
    assert page.locator("#global-distribution b").all_text_contents() == list("123456L")
    assert page.locator("#global-distribution .fill").all_text_contents() == list("1000000")
    assert re.fullmatch(r"\d\d:\d\d:\d\d", page.text_content("#countdown") or "")
    page.click("#share-button")
    assert page.text_content("#share-text") == "Pokle practice custom 1/6\n🟩🟩🟩 🟩 🟩"


def test_flop_suits_are_never_pardoned(page: Page) -> None:
    hand_in(page, "AS 10S QD 6C 6D")
    expect(page.locator(cell("river", 1))).to_have_attribute("card-color", "darkgreen")
    assert page.locator(cell("flop", 1, 3)).get_attribute("card-color") == "gold"


def test_a_lost_game_shows_the_board_and_is_kept(page: Page) -> None:
    for guess in range(1, 7):
        fill_row(page, guess, "2C 3C 4C 5C 7C")
        page.keyboard.press("Enter")
        expect(page.locator(cell("river", guess))).not_to_have_attribute("card-color", "")
    expect(page.locator("#result")).to_contain_text("You Lost. The board was QS 10S AS 6C 6D")
    page.reload()
    expect(page.locator("#result")).to_contain_text("You Lost")
    expect(page.locator("dialog#stats")).to_be_visible()
    assert page.locator("#figures dd").first.text_content() == "1"
    assert page.locator("#global-distribution .fill").all_text_contents() == list("0000001")


def test_everybodys_results_come_together(stage: Stage) -> None:
    page = stage.open(puzzle=REAL, pace=0)
    hand_in(page, "AS 10S QS 6C 6D")
    expect(page.locator("dialog#stats")).to_be_visible()
    page.evaluate("localStorage.clear()")  # the next visitor
    page = stage.open(puzzle=REAL, pace=0)
    hand_in(page, "AS 10S QD 6C 6D")
    expect(page.locator(cell("flop", 2))).to_have_attribute("active", "true")
    page.click(cell("flop", 2, 3))
    hand_in(page, "QS")
    expect(page.locator("dialog#stats")).to_be_visible()
    assert page.locator("#distribution .fill").all_text_contents() == list("0100000")
    assert page.locator("#global-distribution .fill").all_text_contents() == list("1100000")


def test_settings_are_kept_and_in_force_at_once(stage: Stage) -> None:
    page = stage.open(puzzle=REAL, pace=60)  # a colour in half a minute
    page.click("#settings-button")
    page.check("#quick-setting")
    page.check("#quiet-setting")
    page.click("#settings-end-button")
    hand_in(page, "QS KS 10D 6H 7D")
    expect(page.locator(cell("river", 1))).not_to_have_attribute("card-color", "")
    expect(page.locator(cell("river", 2))).to_have_attribute("active", "true")
    expect(page.locator(".toast")).to_have_count(0)
    page.reload()
    page.click("#settings-button")
    expect(page.locator("#quick-setting")).to_be_checked()


def test_no_press_is_lost_while_the_puzzle_is_on_its_way(stage: Stage) -> None:
    arrives = threading.Event()
    stage.server.tamper = lambda puzzle: arrives.wait(timeout=30)
    page = stage.tabs.page
    page.goto(stage.server.url(puzzle=REAL, pace=0))
    buttons = [page.locator(f"#{name}-button") for name in ("stats", "settings", "help", "submit")]
    for button in buttons:
        expect(button).to_be_disabled()
    arrives.set()
    for button in buttons:
        expect(button).to_be_enabled()


def test_a_running_game_survives_a_reload(page: Page) -> None:
    hand_in(page, "QS KS 10D 6H 7D")
    expect(page.locator(cell("flop", 2))).to_have_attribute("suit", "s")
    kept = page.evaluate("localStorage.gameString")
    assert "QS 10S AS 6C 6D" in kept  # in clear text, as on the live page
    page.reload()
    expect(page.locator(cell("river", 1))).to_have_attribute("card-color", "gold")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_damaged_storage_starts_a_new_game(stage: Stage) -> None:
    stage.server.inject('localStorage.gameString = "{oops"; localStorage.statsString = "[3]"')
    page = stage.open(puzzle=REAL, pace=0)
    expect(page.locator("#counter")).to_have_text("1 / 6")
    page.click("#stats-button")
    expect(page.locator("#figures dd").first).to_have_text("0")


def test_arrows_and_backspace(page: Page) -> None:
    type_by_keyboard(page, "QS KS")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    assert page.locator(cell("flop", 1, 2)).text_content() == "?"
    type_by_keyboard(page, "9D")
    assert page.locator(cell("flop", 1, 2)).text_content() == "9"
    assert page.locator(cell("flop", 1, 3)).get_attribute("class") == "guess-button selected"


def test_colours_come_card_by_card(stage: Stage) -> None:
    page = stage.open(puzzle=REAL, pace=0.2)
    hand_in(page, "QS KS 10D 6H 7D")
    seen = [page.locator(css) for css in row_cells(1)]
    expect(seen[0]).to_have_css("background-color", "rgb(0, 100, 0)")
    assert seen[4].evaluate("c => c.style.backgroundColor") == ""
    assert page.locator('.guess-button[active="true"]').count() == 0
    expect(seen[4]).to_have_css("background-color", "rgb(255, 215, 0)")
    expect(page.locator(cell("flop", 2))).to_have_attribute("active", "true")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_page_fits_the_screen(chromium: Browser, width: int, height: int) -> None:
    context = chromium.new_context(viewport={"width": width, "height": height})
    with PracticeServer() as server:
        page = context.new_page()
        page.goto(server.url(puzzle=REAL, pace=0))
        dismiss_tutorial(page)
        root = "document.documentElement"
        found = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
        assert found == [width, height]
        box = page.locator("#submit-button").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    context.close()


def test_bad_addresses_say_why(stage: Stage) -> None:
    stage.tabs.page.goto(stage.server.url(puzzle="AS AS"))
    expect(stage.tabs.page.locator(".failure")).to_contain_text("A puzzle of 2 cards")

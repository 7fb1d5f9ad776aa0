"""The bot against the whole family of pages: every option, random combinations, missing parts."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from assistant.pokle_bot import PlayedPuzzles
from automation.errors import PageError
from automation.profiles import load_profile
from automation.recording import Recording, replay
from automation.site import Patience, PokleSite
from automation.state import GameState, Proposal
from engine.pokle.colors import colors_of
from engine.pokle.feedback import Row
from engine.pokle.generator import puzzle_of_cards
from engine.pokle.rules import N_GUESSES, as_cards
from tests.browser import standin
from tests.browser.family import (
    MISSING,
    OPTIONS,
    UNPLAYABLE,
    PageServer,
    Shape,
    all_cards,
    covering_shapes,
    guesses_of,
    page_of,
    play_shape,
    refusing,
    visiting,
)

pytestmark = pytest.mark.browser

HASTY = Patience(part_s=0.8, draw_s=0.8, still_s=0.8, obstacle_s=0.2, refusal_s=0.8)


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with closing(PageServer()) as running:
        yield running


SEEDS = (2026, 34)  # `make fuzz` draws its own, and plays each option by itself
SHAPES = [shape for seed in SEEDS for shape in covering_shapes(seed)]


def test_every_value_of_every_option_is_played() -> None:
    for option, values in OPTIONS.items():
        assert {getattr(shape, option) for shape in SHAPES} == set(values)


@pytest.mark.parametrize("shape", [Shape(), *SHAPES], ids=range(1 + len(SHAPES)))
def test_pages_in_many_shapes_are_won(server: PageServer, chromium: Browser, shape: Shape) -> None:
    outcome, record = play_shape(server, chromium, shape, patience=Patience(refusal_s=3))
    assert outcome.status == "won", shape
    assert not record.notes, shape
    assert server.requests.count("/") == 1  # one page load a game


@pytest.mark.parametrize("name", UNPLAYABLE)
def test_what_cannot_be_played_costs_no_guess(
    server: PageServer, chromium: Browser, name: str, tmp_path: Path
) -> None:
    options, words = UNPLAYABLE[name]
    with (
        refusing(server, chromium, Shape(**{"tutorial": False, **options}), tmp_path) as stage,
        pytest.raises(PageError, match=words),
    ):
        stage.play(url=server.url, patience=HASTY)


def test_a_recording_examines_the_legend_when_it_is_made_and_read_again(
    server: PageServer, chromium: Browser, tmp_path: Path
) -> None:
    server.page = page_of(Shape(marks="teal", legend="lines", tutorial=False), "7")
    strange = load_profile("live").profile
    known = {"rgb(0, 128, 128)": "g", "rgb(218, 112, 214)": "y", "rgb(68, 85, 102)": "e"}
    repaired = strange.model_copy(update={"colours": {**strange.colours, **known}})
    with visiting(server, chromium) as stage:
        site = PokleSite(stage.tabs.page, repaired)
        site.open(server.url)
        site.wait_until_drawn()
        recording = Recording(tmp_path, repaired)
        recording.keep(site, "start")
        assert [phase.problem for phase in recording.phases] == [""]
        (now,) = replay(tmp_path, stage.tabs.page, repaired)
        assert now.is_same
        (later,) = replay(tmp_path, stage.tabs.page, strange)
    assert not later.is_same
    assert "explains colours that the profile does not know" in later.diagnosis.verdict


def test_colours_that_flash_grey_first_are_not_believed(
    server: PageServer, chromium: Browser
) -> None:
    shape = Shape(flash_ms=250, marks="computed", tutorial=False)
    outcome, _ = play_shape(server, chromium, shape)
    assert outcome.status == "won"


def test_colours_that_fit_no_board_at_first_are_waited_for(
    server: PageServer, chromium: Browser
) -> None:
    """Attribute and paint agree and are wrong, while the next row is open already."""
    outcome, record = play_shape(server, chromium, Shape(lie="ggggy", lie_ms=400, tutorial=False))
    assert outcome.status == "won"
    assert [turn.row for turn in record.turns] == list(outcome.state.rows)


def test_colours_that_change_while_the_next_guess_is_typed_cost_no_guess(
    server: PageServer, chromium: Browser
) -> None:
    made = puzzle_of_cards(all_cards("7"))
    first = standin.advise(GameState(made.puzzle, ())).guess
    truth = Row(first, colors_of(first, made.board, True))
    others = (as_cards(board) for board in standin.boards_of(made.puzzle).cards)
    lies = (colors_of(first, board, True) for board in others)
    lie = next(colours for colours in lies if colours not in (truth.colors, "ggggg"))
    server.page = page_of(Shape(lie=lie, tutorial=False), "7")
    with visiting(server, chromium) as stage:

        def reveal(state: GameState, proposal: Proposal) -> None:
            if state.rows:
                stage.tabs.page.evaluate("reveal()")

        stage.record.after_proposal = reveal
        outcome = stage.play(url=server.url, max_guesses=2)
        assert ["have changed" in note for note in stage.record.notes] == [True]
        assert outcome.state.rows[0] == truth
        second = standin.advise(GameState(made.puzzle, (), (truth,))).guess
        assert set(outcome.state.rows[1].guess) == set(second)  # chosen by the true colours
        assert len(guesses_of(stage)) == 2


def advise_badly(state: GameState) -> Proposal:
    """Boards of the puzzle one after the other, whatever the colours say."""
    boards = standin.boards_of(state.puzzle).cards
    return Proposal(as_cards(boards[7 * len(state.rows)]), boards_left=len(boards))


@pytest.mark.parametrize("newest", ["first", "last"])
def test_the_solution_of_a_lost_game_is_not_a_win(
    server: PageServer, chromium: Browser, newest: str
) -> None:
    shape = Shape(end="solution", newest=newest, tutorial=False)
    outcome, _ = play_shape(server, chromium, shape, advise=advise_badly)
    assert (outcome.status, outcome.n_guesses) == ("lost", N_GUESSES)


def test_a_green_row_that_nobody_handed_in_is_not_a_win(
    server: PageServer, chromium: Browser, tmp_path: Path
) -> None:
    server.page = page_of(Shape(end="solution", gives_up=1, tutorial=False), "7")
    kept = tmp_path / "played.json"
    with visiting(server, chromium, PlayedPuzzles(kept)) as stage:
        with pytest.raises(PageError, match="was not submitted"):
            stage.play(advise_badly, url=server.url, patience=HASTY)
        assert len(guesses_of(stage)) == 1
    assert not kept.exists() or '"won"' not in kept.read_text()


def test_a_row_that_forgets_what_was_typed_while_it_was_drawn(
    server: PageServer, chromium: Browser
) -> None:
    shape = Shape(rows="all", row_ms=700, marks="rgb", tutorial=False)
    outcome, record = play_shape(server, chromium, shape, patience=Patience(refusal_s=2))
    assert outcome.status == "won"
    assert not record.notes  # no guess counts as refused


def test_patience_counts_from_the_last_colour(server: PageServer, chromium: Browser) -> None:
    patience = Patience(still_s=2, refusal_s=2)
    shape = Shape(colour_ms=600)  # all five take longer than the patience for one
    outcome, _ = play_shape(server, chromium, shape, patience=patience, max_guesses=1)
    assert outcome.n_guesses == 1


def test_a_page_whose_files_are_on_their_way_is_waited_for(
    server: PageServer, chromium: Browser
) -> None:
    shape = Shape(assets_ms=3000, tutorial=False)  # longer than the patience for a part
    patience = Patience(part_s=2, draw_s=2)
    outcome, _ = play_shape(server, chromium, shape, patience=patience, max_guesses=1)
    assert outcome.n_guesses == 1


def test_a_page_that_stands_still_is_told(server: PageServer, chromium: Browser) -> None:
    with pytest.raises(PageError, match=r"does not react: the colours of .* did not appear"):
        play_shape(server, chromium, Shape(colour_ms=30_000), patience=HASTY)


@pytest.mark.parametrize("missing", MISSING)
def test_each_missing_part_has_its_own_line_picture_and_html(
    server: PageServer, chromium: Browser, missing: str, tmp_path: Path
) -> None:
    shape = Shape(missing=missing)
    with pytest.raises(PageError, match=MISSING[missing]) as caught:
        play_shape(server, chromium, shape, patience=HASTY, evidence_dir=tmp_path / "kept")
    assert len(str(caught.value).splitlines()) == 1
    assert str(tmp_path / "kept") in str(caught.value)
    assert (tmp_path / "kept" / "page.png").read_bytes().startswith(b"\x89PNG")
    html = (tmp_path / "kept" / "page.html").read_text()
    assert "Pokle" in html
    assert "<script" not in html

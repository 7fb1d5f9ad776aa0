"""Whole games on the practice site, in a real headless Chromium."""

import os
import signal
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from assistant.pokle_bot import BotRequest, make_player, proposal_for
from automation.listener import Archive
from automation.player import BrowserPlayer, advice_line
from automation.practice.server import PracticeServer
from automation.profiles import load_profile
from automation.site import PokleSite
from automation.state import Board, BrowserOutcome, GameState, Proposal, Turn
from engine.cards import format_cards, parse_cards
from engine.control import CancelFlag
from engine.pokle.rules import Puzzle
from tests.browser.stage import (
    Record,
    Stage,
    dismiss_tutorial,
    hand_in,
    row_cells,
    type_by_keyboard,
)

pytestmark = pytest.mark.browser

SEEDS = range(100, 104)  # `make fuzz` plays others


def best(state: GameState) -> Proposal:
    return proposal_for(state, CancelFlag())


@pytest.mark.parametrize("seed", SEEDS)
def test_seeded_games_are_won(stage: Stage, seed: int) -> None:
    outcome = stage.play(best, url=stage.server.url(seed=seed, pace=0))
    assert outcome.status == "won"
    assert 1 <= outcome.n_guesses <= 6
    assert [turn.number for turn in stage.record.turns] == list(range(1, outcome.n_guesses + 1))
    assert all(turn.bits is not None and turn.bits >= 0 for turn in stage.record.turns)
    assert not stage.record.notes


def test_a_person_wins_with_the_keyboard_alone(stage: Stage) -> None:
    page = stage.tabs.page
    page.goto(stage.server.url(seed=5, pace=0))
    for dialog in ("intro", "tutorial-1", "tutorial-2", "tutorial-3"):
        page.wait_for_selector(f"#{dialog}[open]")
        page.keyboard.press("Enter")
    site = PokleSite(page, load_profile("practice").profile)
    state = site.read()
    while not state.is_finished:
        guess = best(state).guess
        type_row(page, len(state.rows), guess)
        page.keyboard.press("Enter")
        site.wait_for_row(guess)
        state = site.read()
    assert state.is_won
    expect(page.locator("#result")).to_have_text(f"You Won in {len(state.rows)} Guesses!")


def type_row(page: Page, guess: int, cards: Board) -> None:
    """Go to the first cell with the arrows, then type all five cards over what is there."""
    cells = [page.locator(css) for css in row_cells(guess + 1)]
    for card, cell in zip(cards, cells, strict=True):
        while "selected" not in (cell.get_attribute("class") or ""):
            page.keyboard.press("ArrowRight")
        type_by_keyboard(page, repr(card))


def test_watching_a_person_play(stage: Stage) -> None:
    page = stage.tabs.page
    own = "2C 3H 4H 5S 7C"

    def play_a_row(state: GameState, proposal: Proposal) -> None:
        if not state.rows:
            dismiss_tutorial(page)
        guess = proposal.guess if state.rows else parse_cards(own)
        type_row(page, len(state.rows), guess)
        page.keyboard.press("Enter")

    stage.record.after_proposal = play_a_row
    drawn: list[str] = []
    stage.record.after_turn = lambda turn: drawn.extend(
        page.locator("#card-table-advice").all_text_contents()
    )
    outcome = stage.play(mode="watch", draw=True)
    assert outcome.status == "won"
    first = " ".join(card.symbol for card in stage.record.proposals[0].guess)
    assert drawn[0].removeprefix("Next guess:").split() == first.split()
    assert page.locator("#card-table-advice").count() == 0
    assert str(stage.record.turns[0].row).startswith(own)
    assert len(stage.record.proposals) == outcome.n_guesses
    assert stage.record.turns[0].proposal == stage.record.proposals[0]


def win_by_hand(stage: Stage) -> str:
    """Win a known puzzle with the first guess; returns its address."""
    puzzle = "KC JS JC JH 10H 6S QS 10S AS 6C 6D"  # the board at the end
    page = stage.open(puzzle=puzzle, pace=0)
    hand_in(page, "QS 10S AS 6C 6D")
    expect(page.locator("#result")).to_have_text("You Won in 1 Guess!")
    return stage.server.url(puzzle=puzzle, pace=0)


def test_the_browser_stays_open_when_a_game_has_ended(stage: Stage) -> None:
    url = win_by_hand(stage)
    player = stage.player(mode="watch", stay=True, url=url)
    ended_s: list[float] = []

    def stop_later(outcome: BrowserOutcome) -> None:
        ended_s.append(time.monotonic())
        threading.Timer(0.5, player.stop).start()

    stage.record.after_finish = stop_later
    assert player.run().status == "won"
    assert time.monotonic() - ended_s[0] > 0.5
    assert not stage.tabs.page.is_closed()


def test_watching_goes_on_with_another_puzzle_and_draws_after_a_reload(stage: Stage) -> None:
    page = stage.tabs.page
    drawn: list[str] = []

    def play_a_row(state: GameState, proposal: Proposal) -> None:
        if page.locator("#intro[open]").count():
            dismiss_tutorial(page)
        type_row(page, len(state.rows), proposal.guess)
        page.keyboard.press("Enter")

    def another(outcome: BrowserOutcome) -> None:
        if len(stage.record.outcomes) == 1:
            page.goto(stage.server.url(seed=7, pace=0))
        else:
            player.stop()

    def reload(turn: Turn) -> None:
        drawn.extend(page.locator("#card-table-advice").all_text_contents())
        page.reload()

    stage.record.after_proposal = play_a_row
    stage.record.after_finish = another
    stage.record.after_turn = reload
    player = stage.player(mode="watch", stay=True, draw=True)
    assert player.run().status == "won"
    assert [outcome.status for outcome in stage.record.outcomes] == ["won", "won"]
    puzzles = [outcome.state.puzzle for outcome in stage.record.outcomes if outcome.state]
    assert puzzles[0] != puzzles[1]
    assert all(line.startswith("Next guess:") for line in drawn)


def test_another_puzzle_in_the_middle_of_a_watched_game(stage: Stage) -> None:
    page = stage.tabs.page

    def leave(state: GameState, proposal: Proposal) -> None:
        if len(stage.record.states) == 1:
            page.goto(stage.server.url(seed=7, pace=0))
        else:
            player.stop()

    stage.record.after_proposal = leave
    player = stage.player(mode="watch")
    assert player.run().status == "stopped"
    assert len(stage.record.states) == 2
    assert any("another puzzle" in note for note in stage.record.notes)


def test_the_drawn_line_stays_in_view_and_knows_the_cards_that_the_page_kept(
    chromium: Browser,
) -> None:
    guess, kept = parse_cards("3C JD 8D 3S 9H"), parse_cards("JD")[0]
    line = advice_line(guess, (kept, None, None, None, None))
    assert line == "Next guess:\nJ♦ ✓  3♣  8♦  3♠  9♥"
    context = chromium.new_context(viewport={"width": 1280, "height": 640})
    page = context.new_page()
    page.set_content("<p>a page")
    PokleSite(page, load_profile("practice").profile).draw(line)
    box = page.locator("#card-table-advice").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 640
    assert box["x"] + box["width"] < 1280
    context.close()


def test_a_game_counts_the_guesses_that_were_made_though_the_page_forgot(stage: Stage) -> None:
    def forget(turn: Turn) -> None:
        if turn.number == 1:
            stage.tabs.page.evaluate("localStorage.clear()")
            stage.tabs.page.reload()

    stage.record.after_turn = forget
    outcome = stage.play()
    assert outcome.status == "won"
    assert outcome.n_guesses == len(stage.record.turns)
    shown = stage.tabs.page.locator('#turn-table .guess-button[active="false"]').count()
    assert shown == outcome.n_guesses - 1


def test_a_dry_run_advises_on_a_puzzle_that_was_played(stage: Stage) -> None:
    class Played(Archive):
        def has(self, puzzle: Puzzle) -> bool:
            return True

    stage.archive = Played()
    assert stage.play().status == "played before"
    assert stage.play(mode="propose").status == "proposed"


def test_closing_the_window_of_an_ended_game_is_the_end(stage: Stage) -> None:
    url = win_by_hand(stage)
    stage.record.after_finish = lambda outcome: stage.tabs.page.close()
    assert stage.play(mode="watch", stay=True, url=url).status == "won"


def test_watching_ends_when_the_window_is_closed(stage: Stage) -> None:
    stage.record.after_proposal = lambda state, proposal: stage.tabs.page.close()
    assert stage.play(mode="watch").status == "closed"


def test_a_game_begun_by_hand_is_continued(stage: Stage) -> None:
    page = stage.open(seed=5, pace=0)
    type_by_keyboard(page, "2C 3H 4H 5S 7C")
    page.keyboard.press("Enter")
    outcome = stage.play()
    assert outcome.status == "won"
    assert len(stage.record.states[0].rows) == 1
    assert stage.record.turns[0].number == 2


def test_a_finished_game_is_noticed(stage: Stage) -> None:
    outcome = stage.play(url=win_by_hand(stage))
    assert (outcome.status, outcome.n_guesses) == ("won", 1)
    assert stage.record.turns == []


def test_proposing_types_nothing(stage: Stage) -> None:
    outcome = stage.play(mode="propose")
    assert outcome.status == "proposed"
    assert outcome.proposal is not None
    shown = [stage.tabs.page.locator(css).text_content() for css in row_cells(1)]
    assert shown == ["?"] * 5


def test_each_turn_has_its_picture(stage: Stage) -> None:
    stage.play(max_guesses=1, capture=True)
    picture = stage.record.turns[0].screenshot
    assert picture is not None
    assert picture.startswith(b"\x89PNG")


def test_stop_between_two_guesses(stage: Stage) -> None:
    player = stage.player()
    stage.record.after_turn = lambda turn: player.stop()
    assert player.run().status == "stopped"
    assert len(stage.record.turns) == 1


def started(player: BrowserPlayer) -> "Future[BrowserOutcome]":
    """Play in another thread, as the window does it; each player here has its own browser."""
    return ThreadPoolExecutor(1).submit(player.run)


def test_a_player_in_another_thread_pauses_resumes_and_stops() -> None:
    record, proposal_made, stepped = Record(), threading.Event(), threading.Event()
    record.after_proposal = lambda state, proposal: proposal_made.set()
    player = make_player(BotRequest(site="practice", seed="5", capture=True), record)
    player.pause()
    played = started(player)
    assert proposal_made.wait(60)
    with pytest.raises(TimeoutError):
        played.result(0.3)
    assert record.turns == []

    def pause_again(turn: Turn) -> None:
        player.pause()
        stepped.set()

    record.after_turn = pause_again
    player.resume()
    assert stepped.wait(60)
    player.stop()
    assert played.result(10).status == "stopped"
    assert len(record.turns) == 1
    assert [outcome.status for outcome in record.outcomes] == ["stopped"]


def browser_pid(profile_dir: Path) -> int:
    """The main process of the browser that uses this profile: it holds the profile's lock."""
    return int(str((profile_dir / "SingletonLock").readlink()).rpartition("-")[2])


@pytest.mark.skipif(sys.platform != "linux", reason="the lock names the process on Linux")
def test_the_browser_is_killed_between_two_guesses(tmp_path: Path) -> None:
    record, profile = Record(), tmp_path / "profile"

    def kill(turn: Turn) -> None:
        if turn.number == 1:
            os.kill(browser_pid(profile), signal.SIGKILL)

    record.after_turn = kill
    request = BotRequest(site="practice", seed="5", profile_dir=profile)
    assert started(make_player(request, record)).result(120).status == "won"
    assert any("restarting" in note for note in record.notes)
    guesses = [format_cards(turn.row.guess) for turn in record.turns]
    assert len(set(guesses)) == len(guesses)


def run_in_thread(request: BotRequest) -> Record:
    record = Record()
    started(make_player(request, record)).result(120)
    return record


def test_a_kept_profile_goes_on_and_a_puzzle_is_played_once(tmp_path: Path) -> None:
    with PracticeServer() as server:
        kept = BotRequest(url=server.url(seed=5, pace=0), profile_dir=tmp_path / "kept")
        begun = run_in_thread(kept.model_copy(update={"max_guesses": 1}))
        assert begun.outcomes[0].status == "out of guesses"
        ended = run_in_thread(kept)
        assert len(ended.states[0].rows) == 1
        assert ended.outcomes[0].status == "won"
        fresh = run_in_thread(kept.model_copy(update={"profile_dir": tmp_path / "fresh"}))
        assert fresh.outcomes[0].status == "played before"
        assert fresh.turns == []

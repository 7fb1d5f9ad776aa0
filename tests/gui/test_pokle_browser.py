import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from assistant import pokle_bot
from assistant.advisors.pokle import PokleAdvice, PokleRequest, RankedGuess
from assistant.pokle_bot import BotRequest
from automation.listener import Listener
from automation.state import BrowserOutcome, GameState, Proposal, Turn
from engine.cards import parse_cards
from engine.errors import UnavailableError
from engine.pokle.feedback import Row
from engine.pokle.rules import Puzzle
from gui.dialogs import files
from gui.panels import pokle_browser
from gui.panels.pokle import PoklePanel
from gui.widgets.card_row import CardRow
from gui.widgets.table import AnswerTable
from tests.gui.conftest import MakeWindow, OpenPanel, find

LEFT = Qt.MouseButton.LeftButton
PUZZLE = Puzzle(
    tuple(parse_cards(hand) for hand in ("JS KH", "7C 9S", "9H QD")),
    (3, 2, 1),
    (1, 3, 2),
    (1, 2, 3),
)
ROWS = (
    Row(parse_cards("QC 9D KS JD QS"), "yyeey"),
    Row(parse_cards("9C 8H 10H KC 7S"), "ggggg"),
)

ADVICE = PokleAdvice(
    why="splits well",
    exact=True,
    boards_left=111,
    guesses_left=6,
    guesses=(
        RankedGuess(
            cards=ROWS[0].guess,
            entropy=4.5,
            win_chance=0.0,
            expected_guesses=2.0,
            worst_case=9,
            group_sizes=(60, 51),
            is_board=False,
            is_achievable=True,
            proven=False,
        ),
    ),
)


def picture() -> bytes:
    buffer = QBuffer()
    pixmap = QPixmap(64, 36)
    pixmap.fill(Qt.GlobalColor.darkGreen)
    pixmap.save(buffer, "PNG")
    return bytes(buffer.data().data())


class StagedPlayer:
    """Plays two turns as the browser's player would, with a gate between them."""

    def __init__(self, listener: Listener, shot: bytes) -> None:
        self.listener, self.shot = listener, shot
        self.gate, self.stopped = threading.Event(), threading.Event()
        self.calls: list[str] = []
        self.request = BotRequest()

    def pause(self) -> None:
        self.calls.append("pause")

    def resume(self) -> None:
        self.calls.append("resume")

    def stop(self) -> None:
        self.stopped.set()
        self.gate.set()

    def run(self) -> BrowserOutcome:
        state = GameState(PUZZLE, ("a", "b", "c"))
        self.listener.on_state(state)
        for number, row in enumerate(ROWS, 1):
            proposal = Proposal(row.guess, 111, why="splits well", advice=ADVICE)
            self.listener.on_proposal(state, proposal)
            self.listener.on_turn(Turn(number, state, proposal, row, 5, 4.5, self.shot))
            state = replace(state, rows=(*state.rows, row))
            if number == 1:
                self.gate.wait()
            if self.stopped.is_set():
                return self.end(BrowserOutcome("stopped", state))
        return self.end(BrowserOutcome("won", state))

    def end(self, outcome: BrowserOutcome) -> BrowserOutcome:
        self.listener.on_finish(outcome)
        return outcome


@pytest.fixture
def panel(open_panel: OpenPanel) -> Iterator[PoklePanel]:
    made = open_panel(PoklePanel)
    made.tabs.open(made.browser_tab)
    yield made
    made.shut_down()


@pytest.fixture
def staged(monkeypatch: pytest.MonkeyPatch) -> list[StagedPlayer]:
    made: list[StagedPlayer] = []
    shot = picture()

    def make(request: BotRequest, listener: Listener) -> StagedPlayer:
        made.append(StagedPlayer(listener, shot))
        made[-1].request = request
        return made[-1]

    monkeypatch.setattr(pokle_browser, "make_player", make)
    return made


def play_a_turn(panel: PoklePanel, qtbot: QtBot) -> AnswerTable:
    """Start the bot and wait for its first turn; the list of turns."""
    qtbot.mouseClick(find(panel, "Start", QPushButton), LEFT)
    turns = find(panel, "Turns", AnswerTable)
    qtbot.waitUntil(lambda: turns.rowCount() == 1)
    return turns


def test_the_page_is_shown_from_the_start_and_only_this_game(
    panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot
) -> None:
    play_a_turn(panel, qtbot)
    shown = find(panel, "Page", QLabel)
    staged[0].gate.set()
    again = panel.browser_tab.open().again
    qtbot.waitUntil(lambda: again.isVisible() and again.isEnabled())
    assert not shown.pixmap().isNull()
    panel.browser_tab.open().shot.forget()
    assert shown.pixmap().isNull()
    panel.browser_tab.open().bridge.on_picture(picture())
    qtbot.waitUntil(lambda: not shown.pixmap().isNull())


def test_another_puzzle_begins_with_an_empty_list_of_turns(
    panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot
) -> None:
    panel.open_example()
    turns = play_a_turn(panel, qtbot)
    assert not panel.is_example  # the page's puzzle is on show
    bridge = panel.browser_tab.open().bridge
    bridge.on_state(GameState(PUZZLE, ("a", "b", "c")))  # read again after a restart
    assert turns.rowCount() == 1
    bridge.on_state(GameState(replace(PUZZLE, river=(2, 1, 3)), ("a", "b", "c")))
    assert turns.rowCount() == 0
    assert find(panel, "Page", QLabel).pixmap().isNull()
    staged[0].gate.set()


def test_turns_are_shown_in_the_colours_that_the_page_has_now(
    panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot
) -> None:
    turns = play_a_turn(panel, qtbot)
    spoken = Qt.ItemDataRole.AccessibleTextRole
    before = [turns.item(0, column).text() for column in range(4)]
    cards_before = turns.item(0, 1).data(spoken)
    state = GameState(PUZZLE, ("a", "b", "c"), rows=(replace(ROWS[0], colors="gyeey"),))
    proposal = Proposal(ROWS[1].guess, 40, why="splits well", advice=ADVICE)
    panel.browser_tab.open().bridge.on_proposal(state, proposal)
    after = [turns.item(0, column).text() for column in range(4)]
    assert turns.rowCount() == 1
    assert before[2:] == ["5", "4.5"]
    assert after[2:] == ["", ""]  # they belonged to the colours before
    assert turns.item(0, 1).data(spoken) != cards_before
    staged[0].gate.set()


def test_a_played_puzzle_can_be_played_again(
    panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot
) -> None:
    view = panel.browser_tab.open()
    assert not view.again.isVisible()
    view.bridge.on_finish(BrowserOutcome("played before", GameState(PUZZLE, ("a", "b", "c"))))
    qtbot.waitUntil(view.again.isVisible)
    qtbot.mouseClick(view.again, LEFT)
    qtbot.waitUntil(lambda: bool(staged))
    assert staged[0].request.again
    assert not view.again.isVisible()
    staged[0].stop()


def test_the_first_live_game_is_asked_for(
    panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answers = iter((False, True))

    def ask(parent: object, title: str, words: str) -> bool:
        asked.append(words)
        return next(answers)

    monkeypatch.setattr(pokle_browser, "ask_yes_no", ask)
    find(panel, "Site", QComboBox).setCurrentText("Live site")
    qtbot.mouseClick(find(panel, "Start", QPushButton), LEFT)
    assert "counts in the site's global statistics" in asked[0]
    assert find(panel, "Start", QPushButton).isEnabled()
    assert not staged
    play_a_turn(panel, qtbot)  # yes
    assert len(asked) == 2
    staged[0].gate.set()
    qtbot.waitUntil(lambda: find(panel, "Start", QPushButton).isEnabled())
    assert not pokle_bot.needs_consent(staged[0].request)


def test_every_turn_appears_with_its_screenshot(
    panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot
) -> None:
    turns = play_a_turn(panel, qtbot)
    assert not find(panel, "Page", QLabel).pixmap().isNull()
    assert panel.entries.hands == ("JS KH", "7C 9S", "9H QD")
    staged[0].gate.set()
    qtbot.waitUntil(lambda: turns.rowCount() == 2)
    assert panel.entries.guesses[0] == ("QC 9D KS JD QS", "yyeey")
    state = find(panel, "Browser state", QLabel)
    qtbot.waitUntil(lambda: state.text() == "Won in 2 guesses.")
    assert find(panel, "Start", QPushButton).isEnabled()
    assert turns.item(1, 3).text() == "4.5"


def test_the_bots_advice_is_painted_and_nothing_is_solved_again(
    panel: PoklePanel,
    staged: list[StagedPlayer],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved: list[PokleRequest] = []
    monkeypatch.setattr(
        PoklePanel, "advise", lambda panel, request, control: solved.append(request) or ADVICE
    )
    play_a_turn(panel, qtbot)
    qtbot.waitUntil(lambda: panel.advice is ADVICE)
    state = find(panel, "Browser state", QLabel).text()
    assert state == "111 boards left; guess Q♣ 9♦ K♠ J♦ Q♠: splits well"
    assert find(panel, "Next guess", CardRow).isVisible()
    qtbot.wait(200)  # longer than the pause after which a panel computes
    assert solved == []
    assert panel.undo.count() == 1
    staged[0].gate.set()
    qtbot.waitUntil(lambda: len(solved) == 1)  # how the game ended, once
    assert [row.colors for row in solved[0].rows] == ["yyeey", "ggggg"]
    assert panel.undo.count() == 1
    panel.undo.undo()
    assert panel.entries.hands == ("", "", "")


def test_pause_and_go_on(panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot) -> None:
    pause = find(panel, "Pause", QPushButton)
    assert not pause.isEnabled()
    play_a_turn(panel, qtbot)
    qtbot.mouseClick(pause, LEFT)
    assert pause.text() == "Resume"
    qtbot.mouseClick(pause, LEFT)
    assert staged[0].calls == ["pause", "resume"]


def test_stop_leaves_the_game(panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot) -> None:
    play_a_turn(panel, qtbot)
    qtbot.mouseClick(find(panel, "Stop playing", QPushButton), LEFT)
    qtbot.waitUntil(
        lambda: find(panel, "Browser state", QLabel).text() == "Stopped; the game is left as it is."
    )


def test_the_status_bar_tells_that_the_bot_plays_and_stops_it(
    make_window: MakeWindow, staged: list[StagedPlayer], qtbot: QtBot
) -> None:
    window = make_window("pokle")
    panel = window.panel
    assert isinstance(panel, PoklePanel)
    panel.tabs.open(panel.browser_tab)
    status, stop = find(window, "Status", QLabel), find(window, "Stop", QPushButton)
    play_a_turn(panel, qtbot)
    qtbot.waitUntil(lambda: status.text() == "The bot plays in the browser…")
    window.show_panel("holdem")
    assert status.text() == "Pokle: The bot plays in the browser…"
    qtbot.mouseClick(stop, LEFT)
    qtbot.waitUntil(lambda: status.text() == "Ready")
    assert staged[0].stopped.is_set()
    assert find(panel, "Browser state", QLabel).text() == "Stopped; the game is left as it is."


def test_closing_stops_the_bot(panel: PoklePanel, staged: list[StagedPlayer], qtbot: QtBot) -> None:
    play_a_turn(panel, qtbot)
    panel.shut_down()
    assert staged[0].stopped.is_set()
    jobs = panel.browser_tab.open().jobs
    jobs.close()
    assert jobs.wait(60)


def test_missing_browser_is_one_line(
    panel: PoklePanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(request: BotRequest, listener: Listener) -> None:
        raise UnavailableError("no browser was found: install Chromium")

    monkeypatch.setattr(pokle_browser, "make_player", fail)
    qtbot.mouseClick(find(panel, "Start", QPushButton), LEFT)
    state = find(panel, "Browser state", QLabel)
    qtbot.waitUntil(lambda: state.text() == "No browser was found: install Chromium")
    assert state.property("wrong"), "an error is shown as one"
    assert find(panel, "Start", QPushButton).isEnabled()


def test_a_picture_is_read_and_a_broken_one_is_empty() -> None:
    assert pokle_browser.decode(picture()).width() == 64
    assert pokle_browser.decode(b"").isNull()
    assert pokle_browser.decode(b"no picture").isNull()


def test_watching_needs_a_window(panel: PoklePanel) -> None:
    find(panel, "Site", QComboBox).setCurrentText("Live site")
    find(panel, "Mode", QComboBox).setCurrentText("Watch me play")
    request = panel.browser_tab.open().request()
    assert (request.site, request.mode, request.headed) == ("live", "watch", True)


def choose_tool(panel: PoklePanel, words: str) -> None:
    menu = find(panel, "Tools for the page", QPushButton).menu()
    next(action for action in menu.actions() if action.text() == words).trigger()


def findings(panel: PoklePanel) -> list[str]:
    lines = find(panel, "Findings", QListWidget)
    return [lines.item(row).text() for row in range(lines.count())]


def test_a_profile_of_ones_own(
    panel: PoklePanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[ways]\nsubmit = ["#go"]\n')
    monkeypatch.setattr(files, "ask_open", lambda *_: file)
    choose_tool(panel, "Use a profile of your own…")
    qtbot.waitUntil(lambda: f"# from {file}" in findings(panel))
    assert 'ways.submit = ["#go"]' in findings(panel)
    assert panel.browser_tab.open().request().site == str(file)
    assert find(panel, "Site", QComboBox).currentText() == "mine.toml"
    file.write_text("speed = 3\n")
    choose_tool(panel, "Show the profile")
    state = find(panel, "Browser state", QLabel)
    qtbot.waitUntil(lambda: "speed: there is no such key" in state.text())
    assert state.property("wrong")
    assert find(panel, "Start", QPushButton).isEnabled()
    file.write_text("")
    choose_tool(panel, "Show the profile")
    qtbot.waitUntil(lambda: "To override keys" in state.text())
    assert not state.property("wrong")


def test_the_profile_is_repaired_by_pointing(
    panel: PoklePanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    repair_lines = [
        "Not repaired, nothing is saved: why",
        "The profile is repaired and saved in x.",
    ]
    monkeypatch.setattr(
        "assistant.pokle_page.repair_page", lambda request, should_stop: iter([repair_lines[-1]])
    )
    state = find(panel, "Browser state", QLabel)
    for last, is_wrong in ((repair_lines[1], False), (repair_lines[0], True)):
        repair_lines.append(last)
        choose_tool(panel, "Repair it by clicking…")
        qtbot.waitUntil(lambda last=last: findings(panel) == [last])
        qtbot.waitUntil(lambda is_wrong=is_wrong: bool(state.property("wrong")) == is_wrong)


@pytest.mark.browser
def test_the_page_is_checked_recorded_and_replayed(
    panel: PoklePanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pokle_bot, "random_seed", lambda: "7")  # few boards: it is about the page
    choose_tool(panel, "Check its parts")
    assert not find(panel, "Start", QPushButton).isEnabled()
    qtbot.waitUntil(lambda: "The page can be played." in findings(panel), timeout=120_000)
    assert not find(panel, "Turns", AnswerTable).isVisible()
    monkeypatch.setattr(files, "ask_folder", lambda *_: tmp_path)
    choose_tool(panel, "Record a game…")
    qtbot.waitUntil(lambda: "phases kept in" in findings(panel)[-1], timeout=120_000)
    choose_tool(panel, "Look at a recording…")
    qtbot.waitUntil(lambda: findings(panel)[-1].startswith("0"), timeout=120_000)
    assert not any("NOT AS RECORDED" in line for line in findings(panel))

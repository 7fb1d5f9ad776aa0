"""`assistant pokle play` and `watch`: in a real browser where it matters."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assistant import pokle_bot
from assistant.pokle_bot import (
    BotRequest,
    PlayedPuzzles,
    agree_to_statistics,
    needs_consent,
    played_file,
    proposal_for,
)
from automation.errors import NoBoardFitsError
from automation.listener import Listener
from automation.state import BrowserOutcome, GameState
from engine.cards import parse_cards
from engine.control import CancelFlag
from engine.errors import UnavailableError
from engine.pokle.feedback import Row
from engine.pokle.rules import Puzzle
from tests.assistant.cli.conftest import Call

HANDS = [parse_cards(text) for text in ("KC JS", "JC JH", "10H 6S")]
PUZZLE = Puzzle(tuple(HANDS), (1, 2, 3), (1, 3, 2), (2, 3, 1))  # type: ignore[arg-type]
WON = Row(parse_cards("QS 10S AS 6C 6D"), "ggggg")
PLAY = ("pokle", "play", "--site", "practice", "--seed", "7")
STATE = GameState(PUZZLE, ("Ada", "Bruno", "Chloe"), (WON,))


@pytest.mark.browser
def test_play_on_the_practice_site(call: Call, tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    output = call(*PLAY, "--screenshots", str(shots))
    assert "1. 36 boards left" in output
    assert "bits" in output
    assert output.strip().endswith("guesses.")
    assert "Won in" in output
    assert (shots / "turn-1.png").exists()


@pytest.mark.browser
def test_dry_run_as_json(call: Call) -> None:
    output = call.json(*PLAY, "--dry-run")
    assert output["status"] == "proposed"
    assert output["proposal"]["boards_left"] == 36
    assert len(output["proposal"]["guess"].split()) == 5


def test_watching_opens_the_window_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[BotRequest] = []

    @contextmanager
    def open_site(request: BotRequest) -> Iterator[object]:
        opened.append(request)
        raise UnavailableError("seen enough")
        yield

    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(pokle_bot, "open_site", open_site)
    player = pokle_bot.make_player(BotRequest(site="practice", mode="watch"), Listener())
    with pytest.raises(UnavailableError, match="seen enough"):
        player.run()
    assert opened[0].headed


def test_the_first_live_game_is_asked_for_once(call: Call) -> None:
    refusal = call.refusal("pokle", "play", code=1)
    assert "counts in the site's global statistics" in refusal
    assert "--yes" in refusal
    free = [
        BotRequest(mode="propose"),
        BotRequest(mode="watch"),
        BotRequest(site="practice"),
        BotRequest(url="http://127.0.0.1:8000/"),
    ]
    assert not any(map(needs_consent, free))
    assert needs_consent(BotRequest())
    PlayedPuzzles(played_file()).keep(BrowserOutcome("won", STATE))
    agree_to_statistics()
    assert not needs_consent(BotRequest())
    assert PlayedPuzzles(played_file()).has(PUZZLE)
    PlayedPuzzles(played_file()).keep(BrowserOutcome("lost", STATE))
    assert not needs_consent(BotRequest())


def test_a_dry_run_changes_nothing_that_is_kept(tmp_path: Path) -> None:
    archive = PlayedPuzzles(tmp_path / "played.json")
    archive.keep(BrowserOutcome("proposed", STATE))
    assert not (tmp_path / "played.json").exists()
    archive.keep(BrowserOutcome("won", STATE))
    archive.keep(BrowserOutcome("proposed", STATE))
    assert archive.has(PUZZLE)


def test_watching_without_a_display_is_one_message(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    watch = ("pokle", "watch", "--site", "practice")
    plain, headed = call.refusal(*watch, code=1), call.refusal(*watch, "--headed", code=1)
    assert plain == headed
    assert "There is no display for a browser window: `play` and `doctor` work" in plain


def test_a_puzzle_is_played_once(tmp_path: Path) -> None:
    path = tmp_path / "played.json"
    archive = PlayedPuzzles(path)
    assert not archive.has(PUZZLE)
    archive.keep(BrowserOutcome("won", STATE))
    assert PlayedPuzzles(path).has(PUZZLE)
    assert not PlayedPuzzles(path, again=True).has(PUZZLE)
    other = Puzzle(PUZZLE.hole, (2, 1, 3), PUZZLE.turn, PUZZLE.river)
    assert not archive.has(other)


def test_the_rows_of_a_game_that_was_left_are_kept(tmp_path: Path) -> None:
    archive = PlayedPuzzles(tmp_path / "played.json")
    begun = Row(WON.guess, "ggyey")
    archive.keep(BrowserOutcome("stopped", GameState(PUZZLE, STATE.names, (begun,))))
    assert not archive.has(PUZZLE)
    assert archive.rows(PUZZLE) == (begun,)
    archive.keep(BrowserOutcome("won", STATE))
    assert archive.has(PUZZLE)
    assert archive.rows(PUZZLE) == ()


def test_a_damaged_record_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "played.json"
    path.write_text("{oops")
    archive = PlayedPuzzles(path)
    assert not archive.has(PUZZLE)
    archive.keep(BrowserOutcome("won", STATE))
    assert archive.has(PUZZLE)


def test_proposals_are_the_advisers() -> None:
    start = GameState(PUZZLE, STATE.names)
    first = proposal_for(start, CancelFlag())
    assert first.boards_left > 100
    refused = GameState(PUZZLE, STATE.names, refused=frozenset({first.guess}))
    assert proposal_for(refused, CancelFlag()).guess != first.guess


def test_colours_that_fit_no_board_are_told() -> None:
    lie = Row(WON.guess, "gggge")
    with pytest.raises(NoBoardFitsError, match="No board fits"):
        proposal_for(GameState(PUZZLE, STATE.names, (WON, lie)), CancelFlag())

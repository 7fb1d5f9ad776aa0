"""`assistant pokle play` and `watch`: in a real browser where it matters."""

import json
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.cli.app import load_command
from assistant.pokle_bot import PlayedPuzzles, proposal_for
from automation.errors import NoBoardFitsError
from automation.state import GameState, Outcome
from engine.cards import parse_cards
from engine.control import CancelFlag
from engine.pokle.feedback import Row
from engine.pokle.rules import Puzzle

HANDS = [parse_cards(text) for text in ("KC JS", "JC JH", "10H 6S")]
PUZZLE = Puzzle(tuple(HANDS), (1, 2, 3), (1, 3, 2), (2, 3, 1))  # type: ignore[arg-type]
WON = Row(parse_cards("QS 10S AS 6C 6D"), "ggggg")
STATE = GameState(PUZZLE, ("Ada", "Bruno", "Chloe"), (WON,))


def call(*args: str) -> int:
    return main.run(load_command("assistant.cli.pokle:app"), list(args))


@pytest.mark.browser
def test_play_on_the_practice_site(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    assert call("play", "--site", "practice", "--seed", "7", "--screenshots", str(shots)) == 0
    told = capsys.readouterr().out
    assert "1. 36 boards left" in told
    assert "bits" in told
    assert told.strip().endswith("guesses.")
    assert "Won in" in told
    assert (shots / "turn-1.png").exists()


@pytest.mark.browser
def test_dry_run_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("play", "--site", "practice", "--seed", "7", "--dry-run", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "proposed"
    assert told["proposal"]["boards_left"] == 36
    assert len(told["proposal"]["guess"].split()) == 5


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("play", "--site", "mars"), 'no site "mars"'),
        (("play", "--site", "no/such.toml"), 'cannot read the profile "no/such.toml"'),
        (("play", "--url", "poklegame.com"), "is no address"),
        (("play", "--url", "http://[/]"), "is no address"),
        (("play", "--url", "https://:99999/"), "is no address"),
        (("play", "--max-guesses", "9"), "--max-guesses"),
        (("watch", "--site", "practice"), "add --headed"),
        (("play", "--site", "practice", "--browser", "no-such"), "no-such"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], reason: str) -> None:
    assert call(*args) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert reason in told
    assert len(told.splitlines()) == 1


def test_a_puzzle_is_played_once(tmp_path: Path) -> None:
    path = tmp_path / "played.json"
    archive = PlayedPuzzles(path)
    assert not archive.has(PUZZLE)
    archive.keep(Outcome("won", STATE))
    assert PlayedPuzzles(path).has(PUZZLE)
    assert not PlayedPuzzles(path, again=True).has(PUZZLE)
    other = Puzzle(PUZZLE.hole, (2, 1, 3), PUZZLE.turn, PUZZLE.river)
    assert not archive.has(other)


def test_the_rows_of_a_game_that_was_left_are_kept(tmp_path: Path) -> None:
    archive = PlayedPuzzles(tmp_path / "played.json")
    begun = Row(WON.guess, "ggyey")
    archive.keep(Outcome("stopped", GameState(PUZZLE, STATE.names, (begun,))))
    assert not archive.has(PUZZLE)
    assert archive.rows(PUZZLE) == (begun,)
    archive.keep(Outcome("won", STATE))
    assert archive.has(PUZZLE)
    assert archive.rows(PUZZLE) == ()


def test_a_damaged_record_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "played.json"
    path.write_text("{oops")
    archive = PlayedPuzzles(path)
    assert not archive.has(PUZZLE)
    archive.keep(Outcome("won", STATE))
    assert archive.has(PUZZLE)


def test_proposals_are_the_advisers() -> None:
    start = GameState(PUZZLE, STATE.names)
    first = proposal_for(start, CancelFlag())
    assert first.boards_left > 100
    refused = GameState(PUZZLE, STATE.names, refused=frozenset({first.guess}))
    assert proposal_for(refused, CancelFlag()).guess != first.guess


def test_colours_that_fit_no_board_are_told() -> None:
    lie = Row(WON.guess, "gggge")
    with pytest.raises(NoBoardFitsError, match="no board fits"):
        proposal_for(GameState(PUZZLE, STATE.names, (WON, lie)), CancelFlag())

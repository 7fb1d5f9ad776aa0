"""What stands behind the address that the bot plays at."""

import urllib.request
from pathlib import Path

import pytest

from assistant import pokle_bot
from assistant.play.kept import finished_records
from assistant.play.position import read_position
from assistant.pokle_bot import BotRequest, FinishedGames
from assistant.review.decisions import review
from assistant.review.player_record import PlayerRecord
from automation.practice import server
from automation.state import BrowserOutcome, GameState

WON = "pokle 7C9S/ACQH/8S4S 312/321/312 4CQCAD4DQD=ggggg"


def test_a_live_page_needs_no_practice_server(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(server, "PracticeServer", lambda: pytest.fail("a server was made"))
    monkeypatch.setattr(pokle_bot, "load_solver", lambda: loaded.append("solver"))
    with pokle_bot._making_ready(BotRequest(url="http://127.0.0.1:9/")) as address:
        assert address.result() == "http://127.0.0.1:9/"
    assert loaded == ["solver"]


def test_practice_is_served_until_the_game_is_left() -> None:
    with pokle_bot._making_ready(BotRequest(site="practice", seed="7")) as address:
        url = address.result()
        with urllib.request.urlopen(url, timeout=60) as answer:
            assert answer.status == 200
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url, timeout=60)


@pytest.mark.parametrize("is_own", [False, True])
def test_a_finished_game_can_be_reviewed_and_only_a_persons_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_own: bool
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    request = read_position(WON)
    state = GameState(request.puzzle(), ("Ann", "Bo", "Cleo"), tuple(request.rows))
    FinishedGames(None, is_own).keep(BrowserOutcome("won", state))
    (record,) = finished_records(5)
    assert record.names == ("You" if is_own else "Bot",)
    assert len(review(record).decisions) == 1
    assert len(PlayerRecord().games()) == is_own

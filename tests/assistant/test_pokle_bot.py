"""What stands behind the address that the bot plays at."""

import urllib.request

import pytest

from assistant import pokle_bot
from assistant.pokle_bot import BotRequest
from automation.practice import server


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

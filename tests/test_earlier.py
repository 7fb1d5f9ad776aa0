"""Files that earlier versions wrote: the settings, the window's state, scenarios and sessions.

`earlier/<version>/` holds what that version kept in its `CARD_TABLE_HOME`, and scenarios that its
window saved; the store is packed. A version that changes what is kept adds a folder here.
"""

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import JsonValue
from pytestqt.qtbot import QtBot

from assistant.arena.store import Store
from assistant.cli.app import load_command
from assistant.cli.main import run
from assistant.scenarios import load_scenario
from assistant.settings import load_settings
from gui.main_window import MainWindow
from gui.state import load_state
from tests.gui.conftest import make_window, plain_theme

__all__ = ["make_window", "plain_theme"]  # fixtures

EARLIER = Path(__file__).parent / "earlier"
VERSIONS = [folder.name for folder in sorted(EARLIER.iterdir())]
RENAMED = {"table": "game_name"}  # entries that have another name now
SCENARIOS = sorted(EARLIER.glob("*/scenarios/*.json"))


@pytest.fixture(params=VERSIONS)
def home(request: pytest.FixtureRequest, user_home: Path) -> Path:
    """A user's folder as the version left it."""
    kept = EARLIER / request.param
    shutil.copytree(kept / "config", user_home / "config")
    shutil.copytree(kept / "data", user_home / "data")
    packed = user_home / "data" / "arena.sqlite.gz"
    (user_home / "data" / "arena.sqlite").write_bytes(gzip.decompress(packed.read_bytes()))
    return user_home


@pytest.mark.usefixtures("home")
def test_settings_are_taken_over() -> None:
    settings, complaint = load_settings()
    assert not complaint
    assert (settings.theme, settings.font_pt, settings.four_colour) == ("dark", 12, True)


@pytest.mark.usefixtures("home")
def test_the_window_opens_where_it_was_closed() -> None:
    state, complaint = load_state()
    assert not complaint
    assert state.panel == "konkan"
    assert state.entries["konkan"]["trash"] == "3H JD 10S"


@pytest.mark.usefixtures("home")
def test_sessions_are_shown_and_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*args: str) -> str:
        assert run(load_command("assistant.cli.main:app"), ["arena", *args]) == 0
        return capsys.readouterr().out

    with Store() as store:
        games = [store.session(number).plan.game for number in (1, 2, 3)]
    assert games == ["slave", "konkan", "pokle"]
    shown = json.loads(printed("show", "1", "--json"))
    assert (shown["games_done"], shown["standings"][0]["wins"]) == (8, 7.0)
    assert "Policy" in printed("replay", "1", "1")


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_scenarios_open_in_their_panel(
    path: Path, make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window("holdem")
    window.load_file(path)
    qtbot.waitUntil(lambda: window.panel is not None and window.panel.game == path.stem)
    assert window.panel is not None
    entries = load_scenario(path).entries
    assert window.panel.entries == window.panel.Values.model_validate(entries)
    shown = window.panel.scenario().entries
    kept = {name: _begin(shown[RENAMED.get(name, name)], old) for name, old in entries.items()}
    assert kept == entries


def _begin(shown: JsonValue, old: JsonValue) -> JsonValue:
    """What was there in the earlier version: a table may have more seats by now."""
    return shown[: len(old)] if isinstance(shown, list) and isinstance(old, list) else shown

import pytest

from gui.actions import PANELS
from gui.dialogs import files
from gui.panels import pokle_browser
from tests.gui.conftest import MakeWindow
from tests.gui.fuzz import LEAST_ACTIONS, Fuzzer, no_browser


def test_nothing_thrown_at_the_panels_raises(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ask_open", "ask_save"):
        monkeypatch.setattr(files, name, lambda *_: None)
    monkeypatch.setattr(pokle_browser, "make_player", no_browser)
    window = make_window("pokle")
    fuzzer = Fuzzer(window, seed=2024)
    fuzzer.run(seconds=10)
    assert fuzzer.problems == []
    assert fuzzer.n_actions >= LEAST_ACTIONS * len(PANELS)

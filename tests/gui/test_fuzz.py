import pytest

from gui.actions import PANELS
from gui.dialogs import files
from gui.dialogs.ask import ask_yes_no
from gui.panels import pokle_browser
from gui.panels.base import Panel
from tests.gui.conftest import MakeWindow
from tests.gui.fuzz import LEAST_ACTIONS, Fuzzer, no_browser


def test_nothing_thrown_at_the_panels_raises(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ask_open", "ask_save", "ask_folder"):
        monkeypatch.setattr(files, name, lambda *_: None)
    monkeypatch.setattr(pokle_browser, "make_player", no_browser)
    window = make_window("pokle")
    fuzzer = Fuzzer(window, seed=2024)
    fuzzer.run(seconds=0)  # a number of actions, not a time: the same on any machine
    assert fuzzer.problems == []
    assert fuzzer.n_actions == LEAST_ACTIONS * len(PANELS)


def test_a_question_does_not_stop_the_fuzzer(make_window: MakeWindow) -> None:
    window = make_window("pokle")
    fuzzer = Fuzzer(window, seed=1)
    answers: list[bool] = []

    def ask(panel: Panel) -> None:
        fuzzer.problems.append("asked once")  # which ends the run
        answers.append(ask_yes_no(window, "Play?", "It counts."))

    fuzzer._type = fuzzer._click = fuzzer._press = ask  # type: ignore[method-assign]
    fuzzer._choose = fuzzer._trigger = ask  # type: ignore[method-assign]
    fuzzer.run(seconds=1)
    assert answers == [False]

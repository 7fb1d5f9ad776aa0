"""Panels and tabs are made when they are first shown, on the main thread."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gui import main_window
from gui.actions import PANELS
from gui.panels.registry import PANEL_CLASSES, SLOW_IMPORTS, MissingPanel
from gui.widgets.tabs import Tabs
from tests.gui.conftest import MakeWindow
from tests.gui.toy import ToyPanel


def test_a_panel_is_made_when_it_is_first_shown(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(main_window, "make_panel", lambda game: made.append(game) or ToyPanel())
    window = make_window("slave")
    assert made == ["slave"]
    for game, _ in (*PANELS, *PANELS):
        window.show_panel(game)
    assert sorted(made) == sorted(game for game, _ in PANELS)


def test_a_panel_that_cannot_be_loaded_says_why(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PANEL_CLASSES, "arena", "gui.panels.no_such_module:Panel")
    window = make_window("pokle")
    window.show_panel("arena")
    assert isinstance(window.stack.currentWidget(), MissingPanel)
    assert window.panel is None


def test_panels_and_what_is_dear_in_them_are_imported_ahead(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window("pokle")
    window.load_ahead()
    qtbot.waitUntil(lambda: window.is_loaded, timeout=60_000)
    panels = {place.partition(":")[0] for place in PANEL_CLASSES.values()}
    assert {*SLOW_IMPORTS, *panels} <= set(sys.modules)


def test_a_page_is_made_and_painted_when_it_is_looked_at(qtbot: QtBot) -> None:
    painted: list[tuple[str, object]] = []
    tabs = Tabs("Views")
    qtbot.addWidget(tabs)
    first, second = (
        tabs.add(name, lambda name=name: QLabel(name), lambda v, a: painted.append((v.text(), a)))
        for name in ("one", "two")
    )
    assert first.view is not None
    assert second.view is None
    tabs.paint(7)
    tabs.paint(8)
    assert painted == [("one", None), ("one", 7), ("one", 8)]
    assert tabs.open(second).text() == "two"
    assert painted[3:] == [("two", 8)]
    tabs.open(first)
    tabs.open(second)
    assert len(painted) == 4, "nothing new: nothing is painted again"


WHERE = """
import sys, threading
from gui.app import make_application, make_window
from gui.actions import PANELS
app = make_application()
elsewhere = set()
class Watch:
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is not threading.main_thread():
            elsewhere.add(name)
sys.meta_path.insert(0, Watch())
window = make_window("pokle")
window.show()
for game, _ in PANELS:
    window.show_panel(game)
    window.panel.show_example()
    while window.panel.advice is None and game != "arena":
        app.processEvents()
        if not window.panel.is_busy:  # no answer within the time limit, on a slow machine
            window.panel.compute()
    for place in range(window.panel.tabs.count()):
        window.panel.tabs.setCurrentIndex(place)
print(*sorted(elsewhere))
window.close()
"""


def test_widgets_come_into_being_on_the_main_thread_alone(tmp_path: Path) -> None:
    """Types of Qt that are made in a thread while Qt works end the program now and then."""
    environment = {**os.environ, "CARD_TABLE_HOME": str(tmp_path)}
    output = subprocess.run(
        [sys.executable, "-c", WHERE], env=environment, capture_output=True, text=True, check=True
    )
    names = output.stdout.split()
    assert names, "the jobs import what they need where they run"
    assert [name for name in names if name.startswith(("gui", "PySide6", "shiboken6"))] == []

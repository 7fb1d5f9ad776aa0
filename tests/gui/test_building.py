import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui import main_window
from gui.actions import PANELS
from gui.panels.base import Panel
from gui.panels.registry import PANEL_CLASSES, MissingPanel
from gui.theme import theme
from gui.wardrobe import wardrobe
from gui.widgets.picker import FaceButton
from tests.gui.test_main_window import MakeWindow
from tests.gui.toy import ToyPanel

WAIT_MS = 60_000


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Count, and let the event pass."""
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> list[ToyPanel]:
    """The panels that were begun, toys all of them."""
    begun: list[ToyPanel] = []

    def make(game: str) -> ToyPanel:
        begun.append(ToyPanel(at_once=False))
        return begun[-1]

    monkeypatch.setattr(main_window, "make_panel", make)
    return begun


def test_a_panel_is_built_in_steps(qtbot: QtBot) -> None:
    panel = ToyPanel(at_once=False)
    qtbot.addWidget(panel)
    steps = 1
    while panel.build_on():
        steps += 1
    assert steps > 5
    assert not panel.build_on()
    panel.show_example()
    qtbot.waitUntil(lambda: panel.total.text() == "51", timeout=WAIT_MS)


def test_a_panel_asked_for_is_shown_when_it_is_whole(
    make_window: MakeWindow, toys: list[ToyPanel], qtbot: QtBot
) -> None:
    window = make_window("pokle")
    window.show_panel("holdem")
    assert window.stack.currentWidget().accessibleName() == "Opening"
    qtbot.waitUntil(lambda: window.stack.currentWidget() is toys[-1], timeout=WAIT_MS)
    assert len(toys) == 2
    assert window.panel is toys[-1]


def test_the_rest_is_built_ahead(
    make_window: MakeWindow, toys: list[ToyPanel], qtbot: QtBot
) -> None:
    window = make_window("slave")
    window.build_ahead()
    qtbot.waitUntil(lambda: window.stack.count() == len(PANELS) + 1, timeout=WAIT_MS)
    assert window.stack.currentWidget() is toys[0], "what is on show stays"
    for game, _ in PANELS:
        window.show_panel(game)
        assert isinstance(window.stack.currentWidget(), Panel)
    assert len(toys) == len(PANELS)


def test_closing_while_panels_are_built(make_window: MakeWindow, toys: list[ToyPanel]) -> None:
    window = make_window("pokle")
    window.build_ahead()
    assert window.close()


def test_a_scenario_waits_for_its_panel(
    make_window: MakeWindow, toys: list[ToyPanel], tmp_path: Path, qtbot: QtBot
) -> None:
    window = make_window("pokle")
    path = tmp_path / "hand.json"
    path.write_text(
        json.dumps({"game": "konkan", "entries": {"hero": "AS KD", "board": ""}}), "utf-8"
    )
    window.load_file(path)
    qtbot.waitUntil(lambda: window.stack.currentWidget() is toys[-1], timeout=WAIT_MS)
    assert toys[-1].hero.text() == "AS KD"


def test_a_panel_that_cannot_be_loaded_says_why(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setitem(PANEL_CLASSES, "arena", "gui.panels.no_such_module:Panel")
    window = make_window("pokle")
    window.show_panel("arena")
    qtbot.waitUntil(lambda: isinstance(window.stack.currentWidget(), MissingPanel), timeout=WAIT_MS)
    assert window.panel is None


def test_what_is_shown_is_painted_once(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("pokle")
    qtbot.waitExposed(window)
    window.show_panel("holdem")
    assert window.panel is not None
    paints = Paints(window.panel.findChildren(FaceButton)[-1])
    for game, count in (("pokle", 0), ("holdem", 1)):
        paints.count = 0
        window.show_panel(game)
        qtbot.wait(50)
        assert paints.count == count
    paints.count = 0
    dark = theme.settings.model_copy(update={"theme": "dark"})
    window.use_settings(dark)
    qtbot.waitUntil(lambda: wardrobe.is_done, timeout=WAIT_MS)
    assert paints.count <= 2, "with the window, and when it is dressed"


WHERE = """
import sys, threading
from gui.app import make_application, make_window
app = make_application()
window = make_window("pokle")
window.show()
elsewhere = set()
class Watch:
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is not threading.main_thread():
            elsewhere.add(name)
sys.meta_path.insert(0, Watch())
window.build_ahead()
while window.stack.count() < 7:
    app.processEvents()
print(*sorted(elsewhere))
window.close()
"""


def test_widgets_come_into_being_on_the_main_thread_alone(tmp_path: Path) -> None:
    """Types of Qt that are made in a thread while Qt works end the program now and then."""
    environment = {**os.environ, "CARD_TABLE_HOME": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-c", WHERE], env=environment, capture_output=True, text=True, check=True
    )
    names = told.stdout.split()
    assert "assistant.advisors.konkan" in names
    assert [name for name in names if name.startswith(("gui", "PySide6", "shiboken6"))] == []

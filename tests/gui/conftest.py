"""A window of its own for every test; whatever Qt warns about fails the test."""

import gc
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from engine.control import Budget
from gui import jobs
from gui.garbage import collect_in_main_thread
from gui.main_window import MainWindow
from gui.panels.base import Panel
from gui.panels.konkan import KonkanPanel
from gui.panels.slave import SlavePanel
from gui.state import WindowState
from gui.theme import theme

MakeWindow = Callable[..., MainWindow]
AnyPanel = TypeVar("AnyPanel", bound=Panel)
Found = TypeVar("Found", bound=QWidget)
PATIENCE_MS = 60_000


class OpenPanel(Protocol):
    """Makes a shown panel of a class."""

    def __call__(self, kind: type[AnyPanel]) -> AnyPanel: ...


def find(root: QWidget, name: str, kind: type[Found] = QWidget) -> Found:
    """The one widget below `root` with this accessible name."""
    found = [w for w in root.findChildren(kind) if w.accessibleName() == name]
    assert len(found) == 1, f"{len(found)} widgets are called {name!r}"
    return found[0]


def panel_of(window: MainWindow) -> Panel:
    """The panel that a window shows."""
    assert window.panel is not None
    return window.panel


def settle(panel: Panel, qtbot: QtBot) -> None:
    """Wait until the panel has answered what was entered last, and the answer has its place."""
    qtbot.waitUntil(lambda: not panel.is_busy, timeout=120_000)
    QApplication.processEvents()


class PatientBot(QtBot):
    """Waits long: a machine under load may take many seconds for what usually takes none."""

    def waitUntil(  # noqa: N802 (the name of its base)
        self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS
    ) -> None:
        """Wait until a call is true, or fail."""
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture
def qtbot(request: pytest.FixtureRequest, qapp: object) -> PatientBot:
    """The test's robot, with more patience than usual."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def plain_theme(qapp: QApplication) -> Iterator[None]:
    """Every test starts in the light theme, collects garbage as the window does, and leaves no
    thread behind.
    """
    theme.apply(Settings(theme="light", precision="precise"))
    timer = collect_in_main_thread(qapp)
    yield
    assert jobs.stop_all(seconds=30), "a job does not stop"
    timer.deleteLater()
    gc.enable()


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Konkan and Slave answer after a number of samples, not after all the time they may take."""
    for panel, n_samples in ((KonkanPanel, 500), (SlavePanel, 4_000)):
        budget = Budget(seconds=30.0, samples=n_samples)
        monkeypatch.setattr(panel, "set_budget", lambda _, budget=budget: budget)
    monkeypatch.setattr("assistant.play.konkan.QUESTION_TRIES", 500)
    monkeypatch.setattr("assistant.play.slave.QUESTION_PLAYOUTS", 4_000)


@pytest.fixture
def open_panel(qtbot: QtBot) -> OpenPanel:
    """Make a shown panel of a class."""

    def make(kind: type[AnyPanel]) -> AnyPanel:
        panel = kind()
        qtbot.addWidget(panel)
        panel.resize(1100, 740)
        panel.show()
        return panel

    return make


@pytest.fixture
def make_window(qtbot: QtBot) -> Callable[..., MainWindow]:
    """Make a shown window on a panel, which is empty unless its example is asked for."""

    def make(panel: str = "pokle", *, example: bool = False, **state: object) -> MainWindow:
        window = MainWindow(theme.settings, WindowState(panel=panel, **state))
        qtbot.addWidget(window)
        window.show()
        if window.panel is not None and window.panel.is_example and not example:
            window.panel.clear()
            window.panel.undo.clear()
        return window

    return make

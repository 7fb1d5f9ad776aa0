"""Finished games with a clear mistake of the person, and a home of their own for every test."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable, Record, find_game, run
from engine.control import Control
from tests.gui.coach.keyboard import Keyboard
from tests.gui.conftest import MakeWindow
from tests.gui.felt.conftest import sit_down

__all__ = ["sit_down"]
Finished = Callable[..., Record]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))


@pytest.fixture
def finished() -> Finished:
    """A game that AIs played, as if the first seat had been a person's."""

    def play(game: str, agents: tuple[str, ...], seed: int = 3) -> Record:
        table = GameTable(find_game(game), agents, 1, seed)
        for _ in run(table, Control()):
            pass
        seats = (("You", HUMAN), *table.record.seats[1:])
        return table.record.model_copy(update={"seats": seats})

    return play


@pytest.fixture
def keyboard(make_window: MakeWindow, qtbot: QtBot) -> Keyboard:
    """A keyboard before the home page of a window."""
    window = make_window("home")
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    return Keyboard(window, qtbot)

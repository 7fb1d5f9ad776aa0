"""Copy position and Paste position in the window, for all five games."""

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from assistant.play.position import position_line, question_of
from tests.gui.conftest import MakeWindow

GAMES = ("pokle", "holdem", "kings-lows", "konkan", "slave")


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_copied_and_opens_elsewhere(
    game: str, make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window(game)
    assert window.panel is not None
    window.panel.show_example()
    window.panel.jobs.drop()
    window.copy_position()
    line = QGuiApplication.clipboard().text()
    assert line.startswith(game)
    assert position_line(question_of(line)) == line
    window.panel.clear()
    window.show_panel("arena")
    window.paste_position()
    assert window.panel.game == game
    window.panel.jobs.drop()
    window.copy_position()
    assert QGuiApplication.clipboard().text() == line


def test_what_is_no_position_is_told(make_window: MakeWindow) -> None:
    window = make_window("konkan")
    told: list[str] = []
    window.tell = told.append  # type: ignore[method-assign]
    QGuiApplication.clipboard().setText("a shopping list")
    window.paste_position()
    window.copy_position()
    assert "cannot read the position" in told[0]
    assert told[1] == "there is no position to copy yet"

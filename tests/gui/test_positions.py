"""Copy position and Paste position in the window, for all five games."""

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from assistant.play import GameTable, Record, find_game, run
from assistant.play.kept import save_game
from assistant.play.position import position_line, question_of
from engine.control import Control
from gui.dialogs import files
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


def test_a_session_of_the_arena_has_no_position(make_window: MakeWindow) -> None:
    window = make_window("arena")
    messages: list[str] = []
    window.show_message = messages.append  # type: ignore[method-assign]
    window.copy_position()
    assert messages == ["There is no position to copy yet."]


def test_what_is_no_position_is_told(make_window: MakeWindow) -> None:
    window = make_window("konkan")
    messages: list[str] = []
    window.show_message = messages.append  # type: ignore[method-assign]
    QGuiApplication.clipboard().setText("a shopping list")
    window.paste_position()
    window.copy_position()
    assert "Cannot read the position" in messages[0]
    assert messages[1] == "There is no position to copy yet."


def test_the_game_of_a_table_is_saved_and_opened(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window("slave")
    window.play_at_table("slave")
    page = window.panel.table_tab.view
    qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)
    page.course.halt()
    saved, path = page.table.record, tmp_path / "game.json"
    monkeypatch.setattr(files, "ask_save", lambda *_: path)
    window.save_scenario()
    page.course.sit_down(GameTable(find_game("slave"), ("greedy",) * 4, 1, 9))
    page.course.halt()
    window.show_panel("holdem")
    window.load_file(path)
    assert window.panel.game == "slave"
    qtbot.waitUntil(lambda: page.table.agents == saved.agents, timeout=60_000)
    page.course.halt()
    opened = page.table.record  # an opponent may have moved before the halt
    assert opened.moves.startswith(saved.moves)
    assert opened.model_copy(update={"moves": saved.moves}) == saved


def test_a_game_without_a_table_is_looked_back_at(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    race = GameTable(find_game("pokle"), ("random", "random"), 1, 5)
    for _ in run(race, Control()):
        pass
    window, path = make_window("konkan"), tmp_path / "race.json"
    save_game(path, race.record)
    window.load_file(path)
    page = window.coach["review"]
    assert page.isVisible()
    assert page.record == race.record
    qtbot.waitUntil(lambda: len(page.steps) == len(race.events), timeout=60_000)
    page.jobs.drop()


def test_a_file_of_an_unknown_game_is_one_message(make_window: MakeWindow, tmp_path: Path) -> None:
    window, path = make_window("konkan"), tmp_path / "bridge.json"
    save_game(path, Record(game="bridge", seats=(("Ann", "random"),), rounds=1, seed=1))
    window.load_file(path)
    assert 'no game "bridge"' in window.status.currentMessage()

"""The first page: every game can be played or asked about from it, and a left game continued."""

import pytest
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable
from assistant.play.kept import keep_game
from assistant.play.registry import find_game
from gui.home import TILES
from tests.gui.conftest import MakeWindow, find, panel_of


def test_a_new_window_opens_at_home(make_window: MakeWindow) -> None:
    window = make_window("home")
    assert window.panel is None
    assert find(window, "Home page").isVisible()
    assert find(window, "Show Home", QToolButton).isChecked()


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.game)
def test_a_tile_asks_about_its_game(make_window: MakeWindow, tile) -> None:
    window = make_window("home")
    find(window, f"Ask about {tile.title}", QPushButton).click()
    assert panel_of(window).game == tile.game


@pytest.mark.parametrize("game", ["konkan", "slave"])
def test_play_deals_at_once(make_window: MakeWindow, qtbot: QtBot, game: str) -> None:
    window = make_window("home")
    title = next(tile.title for tile in TILES if tile.game == game)
    find(window, f"Play {title}", QPushButton).click()
    page = panel_of(window).table_tab.view
    qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)
    assert page.isVisible()


def test_a_left_game_is_continued(make_window: MakeWindow, qtbot: QtBot) -> None:
    table = GameTable(find_game("slave"), (HUMAN, "greedy", "greedy", "greedy"), 2, seed=5)
    keep_game(table.record)
    window = make_window("home")
    find(window, "Continue Slave", QPushButton).click()
    page = panel_of(window).table_tab.view
    qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)
    assert page.table.seed == 5

"""The first page: every game can be played or asked about from it, and a left game continued."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QToolButton, QWidget
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


def test_a_left_game_says_where_it_stands(make_window: MakeWindow) -> None:
    table = GameTable(find_game("slave"), (HUMAN,) * 4, 3, seed=5)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    table.deal()
    keep_game(table.record)
    home = find(make_window("home"), "Home page")
    words = [each.text() for each in home.findChildren(QLabel)]
    assert "Round 2 of 3 against Player 2, Player 3 and Player 4" in words


def test_a_left_game_is_continued(make_window: MakeWindow, qtbot: QtBot) -> None:
    table = GameTable(find_game("slave"), (HUMAN, "greedy", "greedy", "greedy"), 2, seed=5)
    keep_game(table.record)
    window = make_window("home")
    assert window.focusWidget() is find(window, "Continue Slave")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert window.focusWidget() is find(window, "Play Pokle")
    find(window, "Continue Slave", QPushButton).click()
    page = panel_of(window).table_tab.view
    qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)
    assert page.table.seed == 5


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_tiles_are_as_wide_as_the_card_below_them(
    make_window: MakeWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = make_window("home")
    window.resize(*size)
    qtbot.wait(50)
    home = find(window, "Home page")
    record = find(window, "Last results").parentWidget()

    def right(widget: QWidget) -> int:
        return widget.mapTo(home, widget.rect().topRight()).x()

    last = find(window, f"{TILES[-1].title} tile")
    assert right(last) == right(record)


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)])
def test_nothing_is_cut_beside_the_help(
    make_window: MakeWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    keep_game(GameTable(find_game("slave"), (HUMAN, "greedy", "greedy", "greedy"), 2, 5).record)
    window = make_window("home")
    window.resize(*size)
    window.open_help()
    qtbot.wait(80)
    home = find(window, "Home page")
    area = home.findChild(QScrollArea)
    assert area.widget().width() == area.viewport().width(), "nothing to scroll sideways"
    rights = [b.mapTo(home, b.rect().topRight()).x() for b in home.findChildren(QPushButton)]
    assert max(rights) < area.viewport().width()


def test_the_tiles_are_back_in_one_row_once_the_help_is_closed(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    for game, n_seats in (("slave", 4), ("konkan", 2)):
        agents = (HUMAN, *("greedy",) * (n_seats - 1))
        keep_game(GameTable(find_game(game), agents, 2, 5).record)
    window = make_window("home")
    window.resize(1280, 800)
    qtbot.wait(50)
    tiles = [find(window, f"{tile.title} tile") for tile in TILES]
    places = [tile.geometry() for tile in tiles]
    for _ in range(2):
        window.open_help()
        qtbot.wait(80)
    assert [tile.geometry() for tile in tiles] == places


def test_the_tiles_grow_with_the_window_in_one_row(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("home")
    sizes = []
    for width in (1024, 1280, 1920):
        window.resize(width, 800)
        qtbot.wait(50)
        tiles = [find(window, f"{tile.title} tile") for tile in TILES]
        assert len({tile.y() for tile in tiles}) == 1, width
        sizes.append(tiles[0].width())
    assert sizes[0] < sizes[1] < sizes[2]

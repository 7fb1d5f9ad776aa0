"""The panel at the end of a round: it covers no name plate, and keeps its rows."""

import gc

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QLayoutItem
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable, find_game
from gui.felt.page import TablePage
from gui.panels.table_panel import TablePanel
from tests.gui.conftest import MakeWindow

SEATS = {"konkan": (HUMAN, "greedy", "greedy"), "slave": (HUMAN, *("greedy",) * 3)}


def played(game: str, rounds: int) -> GameTable:
    """A table whose first round is over; the person's seat takes the last choice each time."""
    table = GameTable(find_game(game), (HUMAN,) * len(SEATS[game]), rounds, 6)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    return table


@pytest.fixture
def page(request: pytest.FixtureRequest, make_window: MakeWindow, qtbot: QtBot) -> TablePage:
    window = make_window(request.param)
    window.resize(1024, 700)
    panel = window.panel
    assert isinstance(panel, TablePanel)
    made = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in made.runners))
    return made


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("page", ["slave", "konkan"], indirect=True)
def test_the_result_covers_no_name(page: TablePage, qtbot: QtBot, rounds: int) -> None:
    page.sit_down(played(page.game.name, rounds))
    qtbot.waitUntil(page.result.isVisible)
    qtbot.wait(20)
    shown = QRectF(page.result.geometry())
    assert QRectF(page.felt.rect()).contains(shown)
    for plate in page.felt._layout.plates:
        assert not shown.intersects(plate.rect), plate


@pytest.mark.parametrize("page", ["slave"], indirect=True)
def test_the_result_says_the_person_s_own_and_the_headline_all(
    page: TablePage, qtbot: QtBot
) -> None:
    page.sit_down(GameTable(find_game("slave"), SEATS["slave"], 2, 6))
    table = page.table
    assert table is not None
    page.result.show_round(
        "Round 1 of 3: You are Slave. Cleo King, Bo Queen, Dan Commoner", table.names, (), ""
    )
    assert page.result.title.text() == "Round 1 of 3: You are Slave"


@pytest.mark.parametrize("page", ["slave"], indirect=True)
def test_round_after_round_nothing_is_left(page: TablePage, qtbot: QtBot) -> None:
    table = played("slave", 2)
    rows, scoring = table.state.standings(), table.state.scoring

    def items() -> int:
        gc.collect()
        return sum(isinstance(each, QLayoutItem) for each in gc.get_objects())

    page.result.show_round("The end", table.names, rows, scoring)
    before, n_children = items(), len(page.result.findChildren(object))
    for _ in range(20):
        page.result.show_round("The end", table.names, rows, scoring)
    assert len(page.result.findChildren(object)) == n_children
    assert items() <= before

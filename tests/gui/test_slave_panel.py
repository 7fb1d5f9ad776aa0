import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from gui.panels.slave import SlaveEntries, SlavePanel
from gui.widgets.bars import Bars
from tests.gui.conftest import OpenPanel, find, settle


@pytest.fixture
def panel(open_panel: OpenPanel) -> SlavePanel:
    return open_panel(SlavePanel)


def test_ranked_moves_are_the_advisors(panel: SlavePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "Your hand", QLineEdit), "9S9H2C")
    qtbot.keyClicks(find(panel, "Play to beat", QLineEdit), "8C8D")
    settle(panel, qtbot)
    advice = panel.advice
    bars = find(panel, "Moves", Bars).bars
    assert [bar.name for bar in bars] == [move.text for move in advice.moves]
    assert {bar.name for bar in bars} == {"pass", "9♥ 9♠"}
    assert sum(bars[0].parts) == pytest.approx(1.0)
    assert find(panel, "Best move", QLabel).text() == advice.best
    assert find(panel, "Why", QLabel).text() == advice.why
    assert find(panel, "Reasons", QListWidget).count() == 2


def test_an_impossible_position_is_told_and_undone(panel: SlavePanel, qtbot: QtBot) -> None:
    hand = find(panel, "Your hand", QLineEdit)
    qtbot.keyClicks(hand, "9S9H")
    settle(panel, qtbot)
    find(panel, "You, title", QComboBox).setCurrentText("King")
    qtbot.waitUntil(lambda: "King" in find(panel, "Problem", QLabel).text())
    panel.undo.undo()
    settle(panel, qtbot)
    assert find(panel, "Problem", QLabel).text() == ""
    assert panel.advice is not None


def test_the_exchange_asks_for_what_comes_and_ranks_gifts(panel: SlavePanel, qtbot: QtBot) -> None:
    titles = ("King", "Queen", "Commoner", "Slave")
    panel.replace_entries(
        SlaveEntries(
            hand="3C 4D 5H 6S 7C 8D 9H 10S JC QD KH AS 2C",
            incoming="2S AH",
            titles=titles,
            exchange=True,
        )
    )
    settle(panel, qtbot)
    assert find(panel, "You will get", QLineEdit).isVisible()
    assert panel.advice.gifts
    assert find(panel, "Best move", QLabel).text().startswith("give ")
    find(panel, "Exchange", QCheckBox).setChecked(False)
    assert not find(panel, "You will get", QLineEdit).isVisible()


def test_a_round_against_the_agents(panel: SlavePanel, qtbot: QtBot) -> None:
    view = panel.tabs.open(panel.table_tab)
    for place in (2, 3, 4):
        find(panel, f"Player {place}", QComboBox).setCurrentText("heuristic")
    find(panel, "Pace", QComboBox).setCurrentText("Fast")
    moves = find(panel, "Your moves", QListWidget)
    qtbot.mouseClick(find(panel, "Deal", QPushButton), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: moves.count() > 0, timeout=60_000)
    hints, hint = find(panel, "Hints", QListWidget), find(panel, "Hint", QPushButton)

    def is_asked() -> bool:
        """The agents' last move may still be on its way: press until it is heard."""
        qtbot.mouseClick(hint, Qt.MouseButton.LeftButton)
        return hints.count() > 0

    qtbot.waitUntil(is_asked, timeout=30_000)
    qtbot.waitUntil(lambda: hints.count() > 0 and "King" in hints.item(0).text(), timeout=60_000)
    before = len(view.table.match.moves)
    qtbot.mouseClick(find(panel, "Play", QPushButton), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(view.table.match.moves) > before, timeout=30_000)
    panel.shut_down()

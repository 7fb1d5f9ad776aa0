import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from gui.panels.konkan import KonkanPanel
from gui.widgets.bars import Bars
from gui.widgets.card_row import CardRow
from tests.gui.conftest import OpenPanel, find, settle

LEFT = Qt.MouseButton.LeftButton
HAND = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"


@pytest.fixture
def panel(open_panel: OpenPanel) -> KonkanPanel:
    return open_panel(KonkanPanel)


def test_the_turn_and_the_melds_are_the_advisors(panel: KonkanPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "Your hand", QLineEdit), HAND)
    qtbot.keyClicks(find(panel, "Trash, top last", QLineEdit), "3H 10S")
    settle(panel, qtbot)
    advice = panel.advice
    assert find(panel, "Best move", QLabel).text() == advice.headline
    assert find(panel, "Why", QLabel).text() == advice.why
    drawn = find(panel, "Meld 1", CardRow).accessibleDescription()
    assert len(drawn.split(";")) == len(advice.groups[0].cards)
    assert f"{advice.group_points} points" in find(panel, "Meld points", QLabel).text()
    assert find(panel, "Moves", Bars).bars[0].parts == (advice.moves[0].win_share,)
    assert find(panel, "Plan of the turn", QListWidget).count() == len(advice.plan)


def test_two_decks_and_two_jokers_can_be_picked(panel: KonkanPanel, qtbot: QtBot) -> None:
    hand = find(panel, "Your hand", QLineEdit)
    hand.setFocus()
    ace = find(panel.picker, "ace of spades", QAbstractButton)
    joker = find(panel.picker, "joker", QAbstractButton)
    for button in (ace, ace, joker, joker):
        qtbot.mouseClick(button, LEFT)
    assert hand.text() == "AS AS JK JK"
    qtbot.mouseClick(ace, LEFT)
    assert hand.text() == "AS JK JK"
    hand.setText("JK JK JK")
    assert "JK" in find(panel, "Your hand, problem", QLabel).text()


def test_a_meld_that_is_none_is_marked(panel: KonkanPanel, qtbot: QtBot) -> None:
    edit = find(panel, "Melds of next player", QLineEdit)
    edit.setText("7S 8S 10S")
    assert find(panel, "Melds of next player, problem", QLabel).text()
    assert edit.property("bad") is True
    edit.setText("7S 8S 9S / KH KD JK")
    assert find(panel, "Melds of next player, problem", QLabel).text() == ""
    assert len(panel.melds[1].melds) == 2


def test_a_wrong_number_of_cards_is_told(panel: KonkanPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "Your hand", QLineEdit), "7S 8S 9S")
    problem = find(panel, "Problem", QLabel)
    qtbot.waitUntil(lambda: "3" in problem.text(), timeout=20_000)


def test_playing_a_move_against_the_ai(panel: KonkanPanel, qtbot: QtBot) -> None:
    view = panel.tabs.open(panel.table_tab)
    find(panel, "Player 2", QComboBox).setCurrentText("greedy")
    find(panel, "Player 3", QComboBox).setCurrentText("nobody")
    qtbot.mouseClick(find(panel, "Deal", QPushButton), LEFT)
    moves = find(panel, "Your moves", QListWidget)
    qtbot.waitUntil(lambda: moves.count() > 0, timeout=60_000)
    assert len(view.table.agents) == 2
    qtbot.mouseClick(find(panel, "Play", QPushButton), LEFT)
    qtbot.waitUntil(lambda: len(view.table.events) > 1, timeout=30_000)
    panel.shut_down()

"""Three errands from a fresh start, with mouse clicks that are counted.

Version 0.2.0 took 24 clicks for the guess (six cards, eighteen on trophies), 8 for the odds (the
grid and the odds were on tabs of their own) and 3 for the table.
"""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QSlider, QWidget
from pytestqt.qtbot import QtBot

from gui.main_window import MainWindow
from gui.widgets.picker import FaceButton
from tests.gui.conftest import MakeWindow, find, panel_of, settle


class Mouse:
    """Clicks by name in a window, and counts."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.n_clicks = window, 0

    def click(self, name: str, kind: type[QWidget] = QAbstractButton) -> None:
        page = self.window.stack.currentWidget()
        QTest.mouseClick(find(page, name, kind), Qt.MouseButton.LeftButton)
        self.n_clicks += 1

    def choose(self, name: str, words: str) -> None:
        """Open a list and click one of its lines."""
        find(self.window.stack.currentWidget(), name, QComboBox).setCurrentText(words)
        self.n_clicks += 2


@pytest.fixture
def mouse(make_window: MakeWindow) -> Mouse:
    return Mouse(make_window("home"))


def test_a_pokle_guess_is_asked_for(mouse: Mouse, qtbot: QtBot) -> None:
    mouse.click("Ask about Pokle")
    cards = "jack of spades,king of hearts,7 of clubs,9 of spades,9 of hearts,queen of diamonds"
    for card in cards.split(","):
        mouse.click(card, FaceButton)
    for street, seats in (("Flop", (3, 2)), ("Turn", (1, 3)), ("River", (1, 2))):
        for seat in seats:  # the third place follows from the two
            mouse.click(f"{street} place of player {seat}")
    panel = panel_of(mouse.window)
    settle(panel, qtbot)
    assert not panel.is_example
    assert panel.advice.guesses
    assert mouse.n_clicks == 13


def test_a_hand_is_weighed_against_a_range(mouse: Mouse, qtbot: QtBot) -> None:
    mouse.click("Ask about Hold'em")
    for card in ("ace of hearts", "king of hearts"):
        mouse.click(card, FaceButton)
    mouse.choose("Opponent 1 kind", "Range")
    slider = find(panel_of(mouse.window), "Top percent of hands", QSlider)
    slider.setValue(15)  # one click on the line
    mouse.n_clicks += 1
    panel = panel_of(mouse.window)
    settle(panel, qtbot)
    assert 0.4 < panel.advice.hero.equity < 0.7
    assert find(panel, "Figure", QLabel).text().endswith("%")
    assert mouse.n_clicks == 6


def test_slave_is_played(mouse: Mouse, qtbot: QtBot) -> None:
    mouse.click("Play Slave")
    panel = panel_of(mouse.window)
    assert panel.is_at_table
    qtbot.waitUntil(lambda: panel.table_tab.view.table is not None, timeout=60_000)
    assert mouse.n_clicks == 1
    panel.table_tab.view.course.halt()


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_cards_are_typed_over_the_example_without_a_stop(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    """The first letter clears the example; a full field hands the next letter on."""
    window = make_window("pokle", example=True)
    panel = panel_of(window)
    window.activateWindow()
    qtbot.waitUntil(lambda: panel.hands[0].edit.hasFocus())
    QTest.qWait(20)  # the example's cards are selected
    _type("7c9s acqh 8s4s")
    assert [hand.value() for hand in panel.hands] == ["7c9s ", "acqh ", "8s4s"]
    assert panel.guesses[0].value() == ("", "")
    assert not panel.is_example
    panel.guesses[0].edit.setFocus()
    _type("7dqcqd9cahyyeeg")
    assert panel.guesses[0].value() == ("7dqcqd9cah", "yyeeg")
    panel.hands[0].edit.setFocus()
    _type("ks")  # no empty field follows
    assert panel.hands[0].value() == "7c9s ks"
    assert panel.hands[0].error == "Only 2 cards here."


def _type(letters: str) -> None:
    """Type into whatever has the focus."""
    for letter in letters:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClicks(focused, letter)


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_a_whole_list_is_pasted_over_the_example(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("pokle", example=True)
    panel = panel_of(window)
    window.activateWindow()
    qtbot.waitUntil(lambda: panel.hands[0].edit.hasFocus())
    panel.hands[0].edit.selectAll()
    QGuiApplication.clipboard().setText("7C 9S AC QH 8S 4S")
    panel.hands[0].edit.paste()
    assert [hand.value() for hand in panel.hands] == ["7C 9S", "AC QH", "8S 4S"]
    assert panel.guesses[0].value() == ("", "")

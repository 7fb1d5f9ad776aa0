"""Keys, focus and clicks go where a person expects them."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from gui.actions import PANELS
from gui.main_window import MainWindow
from gui.theme import theme
from gui.widgets.card_field import EntryEdit
from tests.gui.conftest import MakeWindow, find, panel_of, settle

GAMES = [game for game, _ in PANELS if game != "arena"]
TRASH = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 6D 7D 8D 9D 10D JD QD AD 2H 3H 4H 5H"


def press(window: MainWindow, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    held = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        held |= modifier
    QTest.keyClick(window.focusWidget() or window, key, held)


def test_after_the_start_a_key_plays(make_window: MakeWindow) -> None:
    window = make_window("home")
    first = window.focusWidget()
    assert isinstance(first, QAbstractButton)
    assert first.accessibleName() == "Play Pokle"


@pytest.mark.parametrize("game", GAMES)
def test_a_panel_opens_with_the_cursor_in_its_first_field(
    make_window: MakeWindow, game: str
) -> None:
    window = make_window("home")
    window.actions_by_name[f"panel-{game}"].trigger()
    assert isinstance(window.focusWidget(), EntryEdit)
    assert window.focusWidget() is panel_of(window).first_field()


@pytest.mark.parametrize("name", ["home", *GAMES])
def test_a_click_on_nothing_leaves_the_keys_where_they_are(
    make_window: MakeWindow, name: str
) -> None:
    window = make_window(name)
    focused = window.focusWidget()
    areas = [area for area in window.findChildren(QScrollArea) if area.isVisible()]
    assert areas
    for area in areas:
        QTest.mouseClick(area.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
        assert window.focusWidget() is focused


@pytest.mark.parametrize("page", ["arena", "practice", "you"])
def test_keys_belong_to_the_page_that_was_opened(make_window: MakeWindow, page: str) -> None:
    window = make_window("home")
    window.actions_by_name[f"panel-{page}"].trigger()
    focused = window.focusWidget()
    assert focused is not None
    assert window.stack.isAncestorOf(focused)


def test_cards_of_an_opponent_are_clicked_at_once(make_window: MakeWindow) -> None:
    window = make_window("holdem")
    panel = panel_of(window)
    panel.hero.set_text("AH KH")
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Cards")
    for name in ("queen of spades", "queen of diamonds"):
        find(panel, name, QAbstractButton).click()
    assert panel.opponents[0].cards.text() == "QS QD"
    assert panel.hero.text() == "AH KH"


def test_the_range_of_an_opponent_is_painted_at_once_and_is_no_error(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    panel = panel_of(make_window("holdem"))
    panel.hero.set_text("AH KH")
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    assert panel.tabs.currentWidget() is panel.range_tab
    settle(panel, qtbot)
    assert find(panel, "Problem", QLabel).text() == ""
    assert find(panel, "What to enter", QLabel).text().startswith("Paint the range of Opponent 1")
    assert panel.opponents[0].range_edit.property("bad") is not True


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
@pytest.mark.parametrize(
    "open_menus",
    [
        lambda window: press(window, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier),
        lambda window: press(window, Qt.Key.Key_F10),
    ],
    ids=["Alt+F", "F10"],
)
def test_menus_open_by_keys(
    make_window: MakeWindow, qtbot: QtBot, open_menus: Callable[[MainWindow], None]
) -> None:
    window = make_window("pokle")
    with qtbot.waitActive(window):
        window.activateWindow()
    focused = window.focusWidget()
    open_menus(window)
    chosen = window.menuBar().activeAction()
    assert chosen is not None
    assert chosen.text() == "&File"
    menu = QApplication.activePopupWidget()
    assert menu is not None
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert window.focusWidget() is focused, "the keys go back to where they were"


def test_recalculate_calculates_again(make_window: MakeWindow, qtbot: QtBot) -> None:
    theme.apply(Settings(theme="light", precision="quick"))
    panel = panel_of(make_window("konkan", example=True))
    settle(panel, qtbot)
    first = panel.advice
    panel.compute()
    settle(panel, qtbot)
    assert panel.advice is first, "the same question has one answer"
    panel.again()
    settle(panel, qtbot)
    assert panel.advice is not first


def test_a_long_trash_leaves_the_advice_in_view(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("konkan")
    window.resize(1024, 700)
    panel = panel_of(window)
    panel.hand.set_text("7S 8S 9S JK QH KH AH KD KC KS 2S 5D 9S 4S")
    QApplication.processEvents()
    before = [w.mapTo(window, w.rect().topLeft()) for w in (panel.verdict, panel.bars)]
    panel.trash.set_text(TRASH)
    settle(panel, qtbot)
    assert [w.mapTo(window, w.rect().topLeft()) for w in (panel.verdict, panel.bars)] == before
    row = panel.trash.row
    assert len(panel.trash.cards) == 28
    shown = [row.place_rect(place) for place in range(28)]
    assert all(not one.intersects(other) for one, other in pairwise(shown))
    assert shown[-1].right() <= row.width()

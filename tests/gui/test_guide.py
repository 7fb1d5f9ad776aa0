"""The window explains itself: empty answers, the help of each panel, tips and marks."""

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QTextBrowser, QToolButton
from pytestqt.qtbot import QtBot

from gui.actions import PANELS
from gui.guide import GUIDES, guide_html, tip_of
from gui.widgets.explained import mark
from tests.gui.conftest import MakeWindow, OpenPanel, find, panel_of
from tests.gui.toy import ToyPanel

GAMES = [game for game, _ in PANELS]


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_panel_says_what_to_enter(make_window: MakeWindow, game: str) -> None:
    panel = panel_of(make_window(game))
    assert find(panel, "What to enter", QLabel).text() == panel.hint
    assert panel.hint
    assert find(panel, "Show an example", QPushButton).isVisible()


def test_the_example_is_one_click_away(open_panel: OpenPanel, qtbot: QtBot) -> None:
    panel = open_panel(ToyPanel)
    find(panel, "Show an example", QPushButton).click()
    qtbot.waitUntil(lambda: panel.total.text() == "51")
    assert not panel.empty.isVisible()
    panel.clear()
    qtbot.waitUntil(panel.empty.isVisible)


@pytest.mark.parametrize("game", GAMES)
def test_the_help_of_a_panel_explains_its_terms(make_window: MakeWindow, game: str) -> None:
    window = make_window(game)
    find(window, f"Help for {dict(PANELS)[game]}", QToolButton).click()
    page = window.findChild(QTextBrowser)
    assert page is not None
    text = page.toPlainText()
    for term, tip in GUIDES[game].terms.items():
        assert term in text
        assert tip in text
    assert "Shortcuts" in text


def test_every_panel_has_a_guide() -> None:
    assert set(GUIDES) == set(GAMES)
    assert "<h2>Hold'em</h2>" in guide_html("holdem", "Hold'em")


def test_headings_have_tips(make_window: MakeWindow) -> None:
    panel = panel_of(make_window("pokle"))
    assert panel.table.horizontalHeaderItem(1).toolTip() == tip_of("bits")
    assert tip_of("Suit pardon") in find(panel, "What is Suit pardon?", QToolButton).toolTip()


def test_a_mark_without_an_explanation_would_be_no_help(qtbot: QtBot) -> None:
    made = mark("Lifted")
    qtbot.addWidget(made)
    assert "wild cards" in made.toolTip()

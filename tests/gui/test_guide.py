"""The window explains itself: empty answers, the help of each panel, tips and marks."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument, QTextDocumentFragment
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QTableWidget,
    QTextBrowser,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from assistant.advisors import pokle
from assistant.advisors.pokle_game import report_skill
from assistant.settings import Settings
from engine.cards import parse_card, parse_cards
from engine.control import Control
from engine.holdem.ranges import parse_range
from engine.kings_lows.wild import WildCardRules
from engine.pokle.rules import N_GUESSES
from gui.actions import ACTIONS, PANELS
from gui.guide import GUIDES, PICTURE_PX, guide_html, tip_of
from gui.theme import theme
from gui.widgets.explained import mark
from tests.gui.conftest import MakeWindow, OpenPanel, find, panel_of
from tests.gui.toy import ToyPanel

GAMES = [game for game, _ in PANELS]


def words_of(tip: str) -> str:
    """The words of a tip, which is HTML if it takes several lines."""
    return QTextDocumentFragment.fromHtml(tip).toPlainText() if tip.startswith("<") else tip


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_panel_says_what_to_enter(make_window: MakeWindow, game: str) -> None:
    panel = panel_of(make_window(game))
    assert find(panel, "What to enter", QLabel).text() == panel.hint
    assert panel.hint
    assert find(panel, "Example", QToolButton).isVisible()


def test_the_example_is_one_click_away(open_panel: OpenPanel, qtbot: QtBot) -> None:
    panel = open_panel(ToyPanel)
    find(panel, "Example", QToolButton).click()
    qtbot.waitUntil(lambda: panel.total.text() == "51")
    assert not panel.verdict.hint.isVisible()
    find(panel, "Clear", QToolButton).click()
    qtbot.waitUntil(panel.verdict.hint.isVisible)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "arena"])
def test_a_new_panel_opens_with_its_example_answered(
    make_window: MakeWindow, qtbot: QtBot, game: str
) -> None:
    panel = panel_of(make_window(game, example=True))
    assert panel.is_example
    assert find(panel, "Example on show", QLabel).isVisible()
    qtbot.waitUntil(lambda: panel.advice is not None, timeout=60_000)
    panel.clear()
    assert not find(panel, "Example on show", QLabel).isVisible()
    assert panel.entries == panel.Values()


def test_typing_replaces_the_example_that_a_panel_opened_with(
    open_panel: OpenPanel, qtbot: QtBot
) -> None:
    panel = open_panel(ToyPanel)
    panel.open_example()
    panel.hero.edit.setFocus()
    qtbot.waitUntil(panel.hero.edit.hasSelectedText)
    qtbot.keyClicks(panel.hero.edit, "4h5h")
    assert panel.hero.text() == "4h5h"
    assert not panel.is_example


def test_a_picked_card_replaces_the_example_that_a_panel_opened_with(
    open_panel: OpenPanel,
) -> None:
    panel = open_panel(ToyPanel)
    panel.open_example()
    panel.picker.picked.emit(parse_card("7C"))
    assert (panel.hero.text(), panel.board.text()) == ("7C", "")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_panel_marks_is_explained_on_its_help_page(
    make_window: MakeWindow, game: str
) -> None:
    window = make_window(game)
    panel = panel_of(window)
    marks = [w for w in panel.findChildren(QToolButton) if w.accessibleName().startswith("What is")]
    find(window, f"Help for {dict(PANELS)[game]}", QToolButton).click()
    page = window.findChild(QTextBrowser)
    assert page is not None
    text = page.toPlainText()
    for made in marks:
        term = made.accessibleName().removeprefix("What is ").removesuffix("?")
        tip = words_of(made.toolTip())
        assert len(tip.split()) >= 3, f"{term} has no explanation"
        assert tip in text, f"{term} is explained otherwise on the page"
    tips = {w.toolTip() for w in [*panel.findChildren(QLabel), *panel.findChildren(QCheckBox)]}
    for table in panel.findChildren(QTableWidget):
        items = [table.horizontalHeaderItem(c) for c in range(table.columnCount())]
        tips |= {item.toolTip() for item in items if item is not None}
    assert marks or any(tip and words_of(tip) in text for tip in tips), (
        "nothing on the panel has a tip"
    )
    assert "Shortcuts" in text


def test_every_panel_has_a_guide() -> None:
    assert set(GUIDES) == set(GAMES)
    assert "<h2>Hold'em</h2>" in guide_html("holdem", "Hold'em")


@pytest.mark.parametrize("game", [game for game in GAMES if game != "arena"])
def test_the_rules_have_pictures_whose_cards_are_also_in_words(
    make_window: MakeWindow, game: str
) -> None:
    """A screen reader reads no picture: every card of one is named below it, or in the rules."""
    window = make_window(game)
    window.open_help()
    pictures = GUIDES[game].pictures
    assert pictures
    words = GUIDES[game].rules + "".join(picture.words for picture in pictures)
    shown = window.help.text.toPlainText()
    for picture in pictures:
        assert picture.words in shown
        cards = [card.partition(":")[0] for card in picture.cards.split() if card != "|"]
        assert [card for card in cards if card.replace("JK", "joker") not in words] == []


def test_the_pictures_of_the_help_take_the_theme(make_window: MakeWindow) -> None:
    window = make_window("holdem")
    window.open_help()
    text = window.help.text
    url = QUrl("card:A♥")
    seen = []
    for kind in ("light", "dark"):
        theme.apply(Settings(theme=kind))
        drawn = text.document().resource(QTextDocument.ResourceType.ImageResource, url)
        seen.append(drawn.toImage())
        assert drawn.width() == PICTURE_PX
    assert seen[0] != seen[1]


def test_headings_have_tips(make_window: MakeWindow) -> None:
    panel = panel_of(make_window("pokle"))
    assert "is the board" in panel.table.horizontalHeaderItem(1).toolTip()
    assert "a wrong suit" in find(panel, "What is Suit pardon?", QToolButton).toolTip()


def test_the_numbers_of_the_guide_are_true() -> None:
    pair, suited, offsuit = (parse_range(hands).n_combos for hands in ("QQ", "AKs", "AKo"))
    assert f"a pair has {pair}, a suited hand {suited}, an offsuit {offsuit}" in tip_of("Combos")
    assert f"{parse_range('random').n_combos:,} combinations" in tip_of("Top hands")
    assert f"in {N_GUESSES} guesses".replace("6", "six") in GUIDES["pokle"].rules


def test_help_says_what_the_program_does() -> None:
    """Terms that were once explained wrongly, held to what is computed."""
    puzzle = {"hole": ("JS KH", "7C 9S", "9H QD"), "flop": (3, 2, 1), "turn": (1, 3, 2)}
    rows = ["QC 9D KS JD QS=yyeey"]
    advice = pokle.advise(pokle.PokleRequest(**puzzle, river=(1, 2, 3), rows=rows), Control())
    best = advice.guesses[0]
    assert 1 < best.worst_case <= 5, "worst counts guesses, not boards"
    assert "most guesses" in tip_of("Worst")
    assert "guesses" in tip_of("Luck")
    assert "bits" not in tip_of("Luck")
    report = report_skill(pokle.PokleRequest(**puzzle, river=(1, 2, 3), rows=rows), Control())
    assert abs(report.steps[0].luck) < 5, "luck is counted in guesses"
    assert "kicker" not in tip_of("Boards").replace("No kickers", "")
    assert "more of the same kind" not in GUIDES["slave"].rules
    assert "higher one of the same kind" in GUIDES["slave"].rules
    king, threes = parse_cards("KH"), parse_cards("3H 3D")
    wild = WildCardRules().determine_wild_cards((*threes, *parse_cards("5C 8S"), *king))
    assert set(wild) == {*threes, *king}, "the example of the help"
    assert "3♥ 3♦ 5♣ 8♠ K♥" in GUIDES["kings-lows"].rules


def test_everything_in_the_menus_has_keys() -> None:
    assert [row.text for row in ACTIONS if not row.keys] == []


def test_a_mark_without_an_explanation_would_be_no_help(qtbot: QtBot) -> None:
    made = mark("Improved")
    qtbot.addWidget(made)
    assert "wild cards" in made.toolTip()

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from assistant.advisors.kings_lows import KingsLowsRequest, KingsLowsSeat, advise
from engine.cards import parse_cards
from engine.control import Control
from engine.words import capital
from gui.panels import kings_lows
from gui.panels.kings_lows import KingsLowsPanel
from gui.widgets.bars import Bars, percent
from gui.widgets.card_row import CardRow
from gui.widgets.share_table import ShareTable
from gui.widgets.table import AnswerTable
from tests.gui.conftest import OpenPanel, find, settle


@pytest.fixture
def panel(open_panel: OpenPanel, monkeypatch: pytest.MonkeyPatch) -> KingsLowsPanel:
    monkeypatch.setattr(kings_lows, "N_DEALS", dict.fromkeys(kings_lows.N_DEALS, 3000))
    return open_panel(KingsLowsPanel)


def test_answer_is_the_advisors(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    find(panel, "Number of players", QSpinBox).setValue(2)
    qtbot.keyClicks(find(panel, "Player 1 hole", QLineEdit), "KS4H")
    qtbot.keyClicks(find(panel, "Player 1 open", QLineEdit), "7D4C10H")
    qtbot.keyClicks(find(panel, "Player 2 open", QLineEdit), "ADACQH")
    settle(panel, qtbot)
    seats = (
        KingsLowsSeat(name="You", hole="KS 4H", open="7D 4C 10H"),
        KingsLowsSeat(name="Ann", open="AD AC QH"),
    )
    expected = advise(KingsLowsRequest(players=seats, n_deals=3000), Control())
    bars = find(panel, "Players", Bars).bars
    assert [bar.name for bar in bars] == ["You", "Ann"]
    assert bars[0].figure == percent(expected.players[0].equity.value)
    table = find(panel, "Hand types", ShareTable)
    assert table.share("You", "Five of a kind") == expected.players[0].hand_types["five of a kind"]
    for player in expected.players:
        assert table.share(player.name, "Flush") == player.hand_types.get("flush", 0.0)


def test_wild_cards_are_marked_on_the_cards(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    marks = [face.mark for face in find(panel, "Player 1 hole, drawn", CardRow).faces]
    assert marks == ["wild", "wild"]
    find(panel, "King required", QCheckBox).setChecked(True)
    settle(panel, qtbot)
    ann = find(panel, "Player 2 open, drawn", CardRow).faces
    assert [face.mark for face in ann] == ["", "", ""], "Ann has no king: her low is not wild"


def test_wild_cards_are_those_of_the_player_who_is_chosen(
    panel: KingsLowsPanel, qtbot: QtBot
) -> None:
    """The page did not say whose wild cards it showed; they were chosen on another page."""
    panel.show_example()
    settle(panel, qtbot)
    panel.tabs.setCurrentIndex(1)
    whose = find(panel, "Whose wild cards", QComboBox)
    cards = find(panel, "Known cards", CardRow)
    assert whose.currentText() == "You"
    assert [face.card for face in cards.faces] == list(parse_cards("KS 4H 7D 4C 10H"))
    whose.setCurrentText("Ann")
    assert [face.card for face in cards.faces] == list(parse_cards("AD AC QH"))
    improved = percent(panel.advice.players[1].improved.value)
    assert find(panel, "Improved by wild cards", QLabel).text() == improved
    find(panel, "Name of player 2", QLineEdit).setText("Anna")
    settle(panel, qtbot)
    assert whose.currentText() == "Anna"
    find(panel, "Number of players", QSpinBox).setValue(2)
    find(panel, "Player 1 hole", QLineEdit).setText("")
    settle(panel, qtbot)
    assert whose.currentText() == "Anna"
    panel.clear()
    settle(panel, qtbot)
    assert (whose.count(), cards.faces) == (0, ())


def test_kinds_of_hands_have_the_names_of_the_other_games(
    panel: KingsLowsPanel, qtbot: QtBot
) -> None:
    """They were called "5 of a kind" here."""
    panel.show_example()
    settle(panel, qtbot)
    words = find(panel, "Hand types", ShareTable).accessibleDescription()
    assert "Five of a kind " in words
    assert "Pair " in words
    assert "5 of" not in words


def test_viewer_hides_the_others_hole_cards(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    panel.show_example()
    find(panel, "Player 2 hole", QLineEdit).setText("KH 2S")
    find(panel, "Point of view", QComboBox).setCurrentText("You")
    settle(panel, qtbot)
    assert panel.advice.viewer == "You"
    hidden = find(panel, "Player 2 hole, drawn", CardRow).faces
    assert [face.dim for face in hidden] == [True, True]


@pytest.mark.parametrize("variant", range(3))
def test_variants_reach_the_request(panel: KingsLowsPanel, variant: int) -> None:
    panel.show_example()
    box = find(panel, "Variant", QComboBox)
    box.setCurrentIndex(variant)
    built = panel.build_request()
    assert built is not None
    assert built.variant == box.currentData()


def test_streets_are_computed_when_looked_at(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    assert panel.advice.streets == ()
    panel.tabs.open(panel.streets_tab)
    settle(panel, qtbot)
    assert find(panel, "Streets", ShareTable).share("You", "Fifth card") > 0


def test_same_name_twice_is_refused(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    panel.show_example()
    find(panel, "Name of player 2", QLineEdit).setText("You")
    qtbot.waitUntil(lambda: "called You:" in find(panel, "Problem", QLabel).text())
    assert panel.advice is None


def test_card_given_twice_is_marked(panel: KingsLowsPanel) -> None:
    panel.show_example()
    find(panel, "Player 3 last", QLineEdit).setText("KS")
    assert "Player 1 hole already holds K♠" in panel.desk.error
    find(panel, "Number of players", QSpinBox).setValue(2)
    assert panel.desk.error == ""


def test_others_fold_and_the_last_card_is_advised(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    find(panel, "Number of players", QSpinBox).setValue(2)
    find(panel, "Player 1 hole", QLineEdit).setText("10C 9D")
    find(panel, "Player 1 open", QLineEdit).setText("8S 8H 7C 4D")
    find(panel, "Player 2 open", QLineEdit).setText("6C 6D JD 3H")
    find(panel, "Others fold", QComboBox).setCurrentText("fold below full house")
    settle(panel, qtbot)
    assert panel.advice.players[1].folds > 0
    assert capital(panel.advice.last_card.words) in find(panel, "Why", QLabel).text()
    assert capital(panel.advice.last_card.words) in panel.share_text()
    find(panel, "Player 1 last", QLineEdit).setText("2C")
    settle(panel, qtbot)
    assert "last card" not in find(panel, "Why", QLabel).text()


def test_each_variant_has_its_option(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    lows, fours = (
        find(panel, name, QCheckBox) for name in ("King required", "Extra card for a four")
    )
    variant = find(panel, "Variant", QComboBox)
    assert (lows.isVisible(), fours.isVisible()) == (True, False)
    variant.setCurrentText("Baseball")
    assert (lows.isVisible(), fours.isVisible()) == (False, True)
    find(panel, "Player 1 open", QLineEdit).setText("4C")
    find(panel, "Player 1 hole", QLineEdit).setText("9C 2D KD")
    assert "Player 1 hole" in panel.entry_error()
    fours.setChecked(True)
    settle(panel, qtbot)
    assert panel.entry_error() == ""
    assert len(panel.advice.players[0].cards) == 4
    variant.setCurrentText("Follow the Queen")
    assert "Player 1 hole" in panel.entry_error()
    find(panel, "Player 1 hole", QLineEdit).setText("9C 2D")
    settle(panel, qtbot)
    assert "queens wild" in panel.advice.why.lower()


def test_the_sentence_ends_once(panel: KingsLowsPanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    why = find(panel, "Why", QLabel).text()
    assert why.endswith(".")
    assert ".." not in why


def test_sample_deals_say_who_wins_and_where_a_deal_ends(
    panel: KingsLowsPanel, qtbot: QtBot
) -> None:
    find(panel, "Player 1 hole", QLineEdit).setText("KS KH")
    settle(panel, qtbot)
    panel.tabs.setCurrentIndex(3)
    table = find(panel, "Sample deals", AnswerTable)
    deals = panel.advice.history
    names = [table.item(row, 0).text() for row in range(table.rowCount())]
    expected = [
        hand.name if not hand.won else "You win" if hand.name == "You" else f"{hand.name} wins"
        for deal in deals
        for hand in deal
    ]
    assert names == expected
    assert "You win" in names
    colours = [_ground(table, row) for row in range(table.rowCount())]
    n_players = len(deals[0])
    assert len(set(colours[:n_players])) == len(set(colours[n_players : 2 * n_players])) == 1
    assert colours[0] != colours[n_players]


def _ground(table: AnswerTable, row: int) -> str:
    """Return the colour behind the words of a row, as it is painted."""
    box = table.visualItemRect(table.item(row, 0))
    return table.viewport().grab(box).toImage().pixelColor(2, 2).name()

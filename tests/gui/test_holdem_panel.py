import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from assistant.advisors.holdem import HoldemRequest, advise
from assistant.range_presets import PRESETS
from assistant.ranges import kept_ranges
from assistant.settings import Settings
from engine.control import Control
from engine.holdem.ranges import parse_range
from engine.words import capital
from gui.panels import holdem_views
from gui.panels.holdem import HoldemPanel
from gui.theme import theme
from gui.widgets.bars import Bars, percent
from gui.widgets.hand_grid import HANDS, hand_name
from gui.widgets.range_grid import RangeGrid
from gui.widgets.share_table import ShareTable
from gui.widgets.suit_grid import SuitGrid
from tests.gui.conftest import OpenPanel, find, settle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(open_panel: OpenPanel) -> HoldemPanel:
    return open_panel(HoldemPanel)


def test_exact_answer_is_the_advisors(panel: HoldemPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "You", QLineEdit), "AhKh")
    qtbot.keyClicks(find(panel, "Board", QLineEdit), "Qh7h2c3d")
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Cards")
    qtbot.keyClicks(find(panel, "Opponent 1 cards", QLineEdit), "QsQd")
    settle(panel, qtbot)
    asked = HoldemRequest(hero="Ah Kh", opponents=("Qs Qd",), board="Qh 7h 2c 3d")
    expected = advise(asked, Control())
    assert expected.exact
    assert find(panel, "Figure", QLabel).text() == percent(expected.hero.equity)
    assert find(panel, "Precision", QLabel).text().startswith("exact")
    assert [bar.name for bar in find(panel, "Players", Bars).bars] == ["You", "Opponent 1"]
    table = find(panel, "Hand types", ShareTable)
    assert table.share("You", "Flush") == expected.hero_categories["Flush"]
    assert table.share("Opponent 1", "Flush") == expected.field_categories["Flush"]
    view = panel.tabs.open(panel.next_tab)
    assert view.accessibleDescription().startswith("best ")


def test_sampled_answer_shows_its_interval(panel: HoldemPanel, qtbot: QtBot) -> None:
    find(panel, "You", QLineEdit).setText("AhKh")
    find(panel, "Number of opponents", QSpinBox).setValue(3)
    settle(panel, qtbot)
    assert panel.advice.half_width > 0
    assert "±" in find(panel, "Precision", QLabel).text()
    assert 0.3 < panel.advice.hero.equity < 0.6


def test_bad_range_is_marked_at_its_row(panel: HoldemPanel, qtbot: QtBot) -> None:
    find(panel, "You", QLineEdit).setText("AhKh")
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    edit = find(panel, "Opponent 1 range", QLineEdit)
    edit.setText("QQ+, XYs")
    assert "XYs" in edit.toolTip()
    assert edit.property("bad") is True
    qtbot.waitUntil(lambda: "Opponent 1" in find(panel, "Problem", QLabel).text())
    edit.setText("QQ+, AKs")
    assert edit.toolTip() == ""


def test_text_and_grid_are_the_same_range(panel: HoldemPanel) -> None:
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    find(panel, "Opponent 1 range", QLineEdit).setText("QQ+, AKs, 76s:0.5")
    panel.tabs.open(panel.range_tab)
    shown = find(panel, "Range grid", RangeGrid).weights()
    assert shown == {"AA": 1, "KK": 1, "QQ": 1, "AKs": 1, "76s": 0.5}


def test_dragging_paints_a_range(panel: HoldemPanel, qtbot: QtBot) -> None:
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    panel.tabs.open(panel.range_tab)
    grid = find(panel, "Range grid", RangeGrid)
    spots = [grid.cell_rect(0, column).center().toPoint() for column in range(4)]
    qtbot.mousePress(grid, LEFT, pos=spots[0])
    for spot in spots[1:]:
        qtbot.mouseMove(grid, spot)
    qtbot.mouseRelease(grid, LEFT, pos=spots[-1])
    assert find(panel, "Opponent 1 range", QLineEdit).text() == "AA, AJs+"
    qtbot.mousePress(grid, LEFT, pos=spots[0])  # a stroke that begins on a hand erases
    qtbot.mouseRelease(grid, LEFT, pos=spots[0])
    assert find(panel, "Opponent 1 range", QLineEdit).text() == "AJs+"
    panel.undo.undo()
    panel.undo.undo()
    assert "AJs" not in find(panel, "Opponent 1 range", QLineEdit).text()


def test_grid_works_with_the_keyboard(panel: HoldemPanel, qtbot: QtBot) -> None:
    panel.tabs.open(panel.range_tab)
    grid = find(panel, "Range grid", RangeGrid)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Space):
        qtbot.keyClick(grid, key)
    assert grid.weights() == {"KQo": 1}
    assert panel.entries.opponents[0][:2] == ("range", "KQo")


def test_grid_names_all_hands() -> None:
    assert len(set(HANDS)) == 169
    assert (hand_name(0, 0), hand_name(0, 1), hand_name(1, 0)) == ("AA", "AKs", "AKo")


def test_hidden_opponents_hold_no_cards(panel: HoldemPanel) -> None:
    count = find(panel, "Number of opponents", QSpinBox)
    count.setValue(2)
    find(panel, "Opponent 2 kind", QComboBox).setCurrentText("Cards")
    find(panel, "Opponent 2 cards", QLineEdit).setText("AhKh")
    find(panel, "You", QLineEdit).setText("AhKd")
    assert "You already hold" in panel.opponents[1].cards.error
    count.setValue(1)
    assert panel.desk.error == ""
    built = panel.build_request()
    assert built is not None
    assert built.opponents == (parse_range("random"),)


@pytest.mark.parametrize("board", ["Qh", "Qh7h"])
def test_unfinished_flop_is_waited_for(panel: HoldemPanel, qtbot: QtBot, board: str) -> None:
    find(panel, "You", QLineEdit).setText("AhKh")
    find(panel, "Board", QLineEdit).setText(board)
    hint = find(panel, "What to enter", QLabel)
    qtbot.waitUntil(lambda: hint.text() == "The flop has three cards.")


def test_a_call_is_worth_what_the_advisor_says(panel: HoldemPanel, qtbot: QtBot) -> None:
    find(panel, "You", QLineEdit).setText("AhKh")
    find(panel, "Board", QLineEdit).setText("Qh7h2c3d")
    find(panel, "Pot", QDoubleSpinBox).setValue(30)
    settle(panel, qtbot)
    action, words = find(panel, "Best move", QLabel), find(panel, "Why", QLabel)
    assert "into 30" not in words.text()  # the price is missing
    find(panel, "Call", QDoubleSpinBox).setValue(7.5)
    settle(panel, qtbot)
    asked = HoldemRequest(hero="Ah Kh", board="Qh 7h 2c 3d", pot=30, price=7.5)
    expected = advise(asked, Control()).call
    assert expected is not None
    assert action.text() == "Call"
    needed = f"You need {percent(expected.needed_equity)} equity. "
    assert words.text().startswith(needed)
    assert find(panel, "Minimum defence", QLabel).text() == "defend ≥ 75.0%"
    assert "Calling 7.5 into 30 gains" in words.text()
    assert capital(expected.words) in panel.share_text()


def test_the_slider_takes_the_best_hands(panel: HoldemPanel) -> None:
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    panel.tabs.open(panel.range_tab)
    find(panel, "Top percent of hands", QSlider).setValue(15)
    assert find(panel, "Opponent 1 range", QLineEdit).text() == "15%"
    assert find(panel, "Combos in the range", QLabel).text() == "200 of 1,326 combos, 15.1%"
    assert "AA" in find(panel, "Range grid", RangeGrid).weights()
    find(panel, "Opponent 1 range", QLineEdit).setText("QQ+")
    assert find(panel, "Combos in the range", QLabel).text().startswith("18 of")
    assert find(panel, "Top percent of hands", QSlider).value() == 1


def test_ranges_are_kept_under_a_name(panel: HoldemPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [False, True]
    monkeypatch.setattr(holdem_views, "ask_yes_no", lambda *_: answers.pop(0))
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    panel.tabs.open(panel.range_tab)
    edit, kept = find(panel, "Opponent 1 range", QLineEdit), find(panel, "Saved ranges", QComboBox)
    problem = find(panel, "Saved ranges, problem", QLabel)
    edit.setText("22+, A2s+")
    find(panel, "Save the range", QPushButton).click()
    assert "is not a name" in problem.text()
    kept.setEditText("button")
    find(panel, "Save the range", QPushButton).click()
    assert not problem.text()
    assert kept_ranges() == {"button": "22+, A2s+"}
    edit.setText("QQ+")
    kept.activated.emit(kept.findText("button"))
    assert edit.text() == "22+, A2s+"
    find(panel, "Remove the range", QPushButton).click()
    assert kept_ranges() == {"button": "22+, A2s+"}, "No keeps it"
    find(panel, "Remove the range", QPushButton).click()
    assert kept_ranges() == {}
    find(panel, "Remove the range", QPushButton).click()
    assert "There is no range" in problem.text()


def test_a_range_of_ones_own_is_looked_into(panel: HoldemPanel, qtbot: QtBot) -> None:
    find(panel, "You kind", QComboBox).setCurrentText("Range")
    find(panel, "You range", QLineEdit).setText("QQ+, AKs")
    find(panel, "Board", QLineEdit).setText("Qh7h2c3d")
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    find(panel, "Opponent 1 range", QLineEdit).setText("KQs, 99")
    settle(panel, qtbot)
    assert panel.advice.study is None  # nobody looks
    assert find(panel, "Best move", QLabel).text() == "Your range"
    view = panel.tabs.open(panel.study_tab)
    settle(panel, qtbot)
    asked = HoldemRequest(hero="QQ+, AKs", opponents=("KQs, 99",), board="Qh 7h 2c 3d", study_of=0)
    found = advise(asked, Control()).study
    assert found is not None
    assert view.map.shares == {part.name: part.equity for part in found.hands}
    view.look.setCurrentIndex(1)
    names = [row[0] for row in view.table.texts()[1:]]
    assert names == [part.name for part in (*found.made, *found.draws)]
    view.look.setCurrentIndex(2)
    assert "All 48 boards" in find(panel, "About the range", QLabel).text()
    view.whose.setCurrentIndex(1)
    view.whose.activated.emit(1)
    settle(panel, qtbot)
    assert panel.advice.study.player == "Opponent 1"
    assert set(view.map.shares) == {"KQs", "99"}


def test_a_range_is_narrowed_to_what_it_hit_and_carried_to_the_next_street(
    panel: HoldemPanel, qtbot: QtBot
) -> None:
    panel.load(
        {"hero": "AhKh", "board": "Qh7h2c", "opponents": [("range", "QQ, 77, AQs, T9s", "")]}
    )
    settle(panel, qtbot)
    view = panel.tabs.open(panel.study_tab)
    settle(panel, qtbot)
    view.look.setCurrentIndex(1)
    names = [row[0] for row in view.table.texts()[1:]]
    view.table.selectRow(names.index("Three of a kind"))
    find(panel, "Keep only selected hands", QPushButton).click()
    kept = parse_range(find(panel, "Opponent 1 range", QLineEdit).text())
    assert kept.n_combos == 6, "three of each: the queen and the seven of the board are gone"
    find(panel, "Board", QLineEdit).setText("Qh7h2c3d")
    settle(panel, qtbot)
    assert panel.advice.made_now[1] == {"Three of a kind": 1.0}
    panel.undo.undo()
    panel.undo.undo()
    assert find(panel, "Opponent 1 range", QLineEdit).text() == "QQ, 77, AQs, T9s"


def test_two_ranges_are_laid_over_each_other(panel: HoldemPanel, qtbot: QtBot) -> None:
    panel.load(
        {
            "hero_kind": "range",
            "hero_range": "AA, 72o",
            "board": "Ah7h2c",
            "opponents": [("range", "KK, QQ", "")],
        }
    )
    view = panel.tabs.open(panel.study_tab)
    settle(panel, qtbot)
    view.look.setCurrentIndex(3)
    lines = {line.name: line.values for line in find(panel, "Range against range").lines}
    assert set(lines) == {"You", "Opponent 1"}
    for values in lines.values():
        assert len(values) == 101
        assert list(values) == sorted(values, reverse=True), "the best hands come first"
    asked = HoldemRequest(hero="AA", opponents=("KK, QQ",), board="Ah 7h 2c")
    assert lines["You"][0] / 100 == pytest.approx(advise(asked, Control()).hero.equity)


def test_each_opponent_has_its_own_hand_types(panel: HoldemPanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    find(panel, "When", QComboBox).setCurrentIndex(1)
    table = find(panel, "Hand types", ShareTable)
    assert table.share("Opponent 2", "Three of a kind") == 1
    assert 0 < table.share("Opponent 1", "Top pair") < table.share("Opponent 1", "High card")


def test_presets_can_all_be_read_and_are_as_wide_as_they_say(panel: HoldemPanel) -> None:
    shares = {name: parse_range(hands).n_combos / 1326 for name, hands in PRESETS.items()}
    assert 0.14 < shares["Open, under the gun"] < 0.2
    assert 0.36 < shares["Open, button"] < 0.48
    opens = [share for name, share in shares.items() if name.startswith("Open")]
    assert opens[:4] == sorted(opens[:4]), "later positions open more hands"
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    panel.tabs.open(panel.range_tab)
    preset = find(panel, "Preset range", QComboBox)
    preset.setCurrentText("4-bet")
    preset.activated.emit(preset.currentIndex())
    assert find(panel, "Opponent 1 range", QLineEdit).text() == PRESETS["4-bet"]


def test_hands_are_painted_with_a_weight(panel: HoldemPanel) -> None:
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    view = panel.tabs.open(panel.range_tab)
    find(panel, "Weight to paint with", QSpinBox).setValue(50)
    view.grid.setFocus()
    QTest.keyClick(view.grid, Qt.Key.Key_Space)
    assert find(panel, "Opponent 1 range", QLineEdit).text() == "AA:0.5"


def test_nine_opponents_and_tables_of_before(panel: HoldemPanel, qtbot: QtBot) -> None:
    panel.load({"hero": "AhKh", "n_opponents": 2, "opponents": [("range", "22+", "")] * 6})
    assert panel.opponents[5].text() == "22+"
    assert panel.opponents[8].text() == "random"
    find(panel, "Number of opponents", QSpinBox).setValue(9)
    settle(panel, qtbot)
    assert len(panel.advice.players) == 10


def test_the_first_range_is_looked_into_first(panel: HoldemPanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    view = panel.tabs.open(panel.study_tab)
    settle(panel, qtbot)
    assert panel.advice.study.player == "Opponent 1" == view.whose.currentText()


def test_hands_are_painted_with_suits_and_keep_those_of_other_hands(
    panel: HoldemPanel, qtbot: QtBot
) -> None:
    find(panel, "Opponent 1 kind", QComboBox).setCurrentText("Range")
    edit = find(panel, "Opponent 1 range", QLineEdit)
    edit.setText("QhJh")
    view = panel.tabs.open(panel.range_tab)
    suits = find(panel, "Suits to paint with", SuitGrid)
    qtbot.mouseClick(suits, LEFT, pos=suits.cell_rect(0, 0).center().toPoint())
    qtbot.keyClick(suits, Qt.Key.Key_Down)
    qtbot.keyClick(suits, Qt.Key.Key_Space)  # hearts and spades, beside spades
    assert suits.accessibleDescription() == "♥♠, ♠♠"
    for place in ((0, 0), (0, 1), (1, 0)):
        qtbot.mouseClick(view.grid, LEFT, pos=view.grid.cell_rect(*place).center().toPoint())
    assert edit.text() == "QhJh, AhKs, AsKs, AsAh"
    assert view.grid.weights() == {"AA": 1 / 6, "AKs": 0.25, "AKo": 1 / 12, "QJs": 0.25}
    qtbot.mouseClick(view.grid, LEFT, pos=view.grid.cell_rect(0, 0).center().toPoint())
    assert "AsAh" not in edit.text()


def test_the_verdict_says_gains_or_loses_and_no_digits_that_are_not_known(
    panel: HoldemPanel, qtbot: QtBot
) -> None:
    panel.show_example()
    settle(panel, qtbot)
    words = find(panel, "Why", QLabel)
    assert not panel.advice.exact
    assert panel.advice.hero.tie < 0.001  # three digits would be written of an exact share
    assert f"tie {panel.advice.hero.tie:.1%}," in words.text()
    for price, does in ((5, "gains"), (20, "loses")):
        find(panel, "Call", QDoubleSpinBox).setValue(price)
        settle(panel, qtbot)
        assert re.search(rf" {does} \d+\.\d\d on average", words.text())


@pytest.mark.parametrize("kind", ["light", "dark"])
def test_red_suits_are_red_on_the_map_of_next_cards(
    panel: HoldemPanel, qtbot: QtBot, kind: str
) -> None:
    theme.apply(Settings(theme=kind))
    panel.show_example()
    settle(panel, qtbot)
    view = panel.tabs.open(panel.next_tab)
    qtbot.wait(20)
    for card in panel.advice.next_cards:
        cell = view.cell_rect(card.card).toRect()
        picture = view.grab(cell).toImage()
        inks = {
            picture.pixelColor(x, y).name()
            for x in range(4, picture.width() - 4)
            for y in range(4, picture.height() // 2 - 4)
        }
        assert theme.suit_color(card.card.suit).name() in inks, card.card

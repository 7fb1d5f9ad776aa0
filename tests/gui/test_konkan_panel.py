import re
from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from assistant.play.konkan import KonkanState
from engine.konkan.rules import KonkanRules
from gui.panels.konkan import KonkanPanel
from gui.widgets.bars import Bar, Bars
from gui.widgets.card_row import CardRow
from tests.gui.conftest import OpenPanel, find, settle
from tests.gui.felt.conftest import person_or_end

LEFT = Qt.MouseButton.LeftButton
HAND = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"


@pytest.fixture
def panel(open_panel: OpenPanel) -> KonkanPanel:
    return open_panel(KonkanPanel)


def drawn_cards(bar: Bar) -> list[str]:
    """The cards of a move as they are drawn, without those that are taken or a card's back."""
    faces = [face for piece in bar.pieces if not isinstance(piece, str) for face in piece]
    taken = bar.pieces[:1] == ("+",)
    return [repr(f.card) if f.card else "JK" for f in faces[taken:] if f.kind != "back"]


def cards_of(turn: Sequence[str]) -> list[str]:
    """The cards that a turn names."""
    return re.findall(r"(?:10|[2-9JQKA])[CDHS](?!\S)|JK", re.sub("=\\S+", "", " ".join(turn)))


def test_the_turn_and_the_melds_are_the_advisors(panel: KonkanPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "Your hand", QLineEdit), HAND)
    qtbot.keyClicks(find(panel, "Trash, top last", QLineEdit), "3H 10S")
    settle(panel, qtbot)
    advice = panel.advice
    assert find(panel, "Best move", QLabel).text() == advice.headline
    assert find(panel, "Why", QLabel).text() == advice.reason
    drawn = find(panel, "Meld 1", CardRow).accessibleDescription()
    assert len(drawn.split(";")) == len(advice.groups[0].cards)
    assert f"{advice.group_points} points" in find(panel, "Meld points", QLabel).text()
    assert find(panel, "Moves", Bars).bars[0].parts == (advice.moves[0].win_share,)
    for bar, move in zip(find(panel, "Moves", Bars).bars, advice.moves, strict=False):
        assert drawn_cards(bar) == cards_of(move.turn)
    assert find(panel, "Plan of the turn", QListWidget).count() == len(advice.plan)


def test_two_decks_and_two_jokers_can_be_picked(panel: KonkanPanel, qtbot: QtBot) -> None:
    hand = find(panel, "Your hand", QLineEdit)
    hand.setFocus()
    ace = find(panel.picker, "ace of spades", QAbstractButton)
    joker = find(panel.picker, "joker", QAbstractButton)
    for button in (ace, ace, joker, joker):
        qtbot.mouseClick(button, LEFT)
    assert hand.text() == "AS AS JK JK"
    qtbot.mouseClick(ace, Qt.MouseButton.RightButton)
    assert hand.text() == "AS JK JK", "one is taken back"
    for _ in range(2):
        qtbot.mouseClick(ace, LEFT)
    assert hand.text() == "JK JK", "there is no third one: both are taken back"
    hand.setText("JK JK JK")
    assert "JK" in panel.hand.error


def test_a_text_that_is_not_a_meld_is_marked(panel: KonkanPanel, qtbot: QtBot) -> None:
    edit = find(panel, "Melds of next player", QLineEdit)
    edit.setText("7S 8S 10S")
    assert panel.melds[1].error
    qtbot.waitUntil(lambda: "Melds of next player" in panel.verdict.problem.text())
    assert edit.property("bad") is True
    edit.setText("7S 8S 9S / KH KD JK")
    assert not panel.melds[1].error
    assert len(panel.melds[1].melds) == 2


def test_a_wrong_number_of_cards_is_shown(panel: KonkanPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "Your hand", QLineEdit), "7S 8S 9S")
    problem = find(panel, "Problem", QLabel)
    qtbot.waitUntil(lambda: "3" in problem.text(), timeout=60_000)


def test_the_table_has_the_whole_panel_and_analyses_its_position(
    panel: KonkanPanel, qtbot: QtBot
) -> None:
    entry = panel.sides.entry
    page = panel.tabs.open(panel.table_tab)
    assert not entry.isVisible()
    find(panel, "Player 2", QComboBox).setCurrentText("Greedy")
    find(panel, "Player 3", QComboBox).setCurrentText("Nobody")
    find(panel, "Pace", QComboBox).setCurrentText("Instant")
    find(panel, "Deal number", QSpinBox).setValue(3)  # a round of more than a dozen moves
    qtbot.mouseClick(find(panel, "Deal", QPushButton), LEFT)
    for n_moves in range(12):  # whole turns against the AI: throw, pull, throw...
        qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)
        assert person_or_end(page, qtbot)
        table = page.table
        assert table is not None
        assert isinstance(table.state, KonkanState)
        request = panel.Values.model_validate(panel.entries_of(table.question()).model_dump())
        assert request.players == 2
        if n_moves < 11:
            page.course.play(table.state.game.choose("greedy", 1))
    assert panel.runners == (panel.jobs, *page.runners)
    saved = table.record
    qtbot.mouseClick(find(panel, "Analyse", QPushButton), LEFT)
    qtbot.waitUntil(lambda: bool(page.side.advice.hints), timeout=60_000)
    assert not entry.isVisible(), "the table stays in view"
    qtbot.mouseClick(find(panel, "Open in Best move", QPushButton), LEFT)
    assert entry.isVisible()
    assert panel.hand.cards == tuple(sorted(table.state.game.hand(0), key=panel.hand.cards.index))
    settle(panel, qtbot)
    assert panel.advice is not None, panel.problem.text()
    panel.tabs.open(panel.table_tab)
    assert page.table.record.moves == saved.moves
    panel.shut_down()


def test_phase_house_rules_and_cards_that_opponents_took_are_asked(
    panel: KonkanPanel, qtbot: QtBot
) -> None:
    find(panel, "Your hand", QLineEdit).setText(HAND + " 10H")
    find(panel, "Next player took", QLineEdit).setText("5H 6H")
    find(panel, "Threshold", QSpinBox).setValue(100)
    find(panel, "A joker in hand", QSpinBox).setValue(30)
    find(panel, "Drawn after", QSpinBox).setValue(120)
    find(panel, "The trash keeps its top", QCheckBox).setChecked(True)
    settle(panel, qtbot)
    request = panel.build_request()
    assert request is not None
    assert request.rules == KonkanRules(100, keep_top=True, joker_deadwood=30, max_turns=120)
    assert panel.advice.threshold == 100
    assert len(request.opponents[0].known) == 2
    entries = panel.read_entries()
    panel.write_entries(type(entries)())
    assert not panel.rules.rules().keep_top
    panel.write_entries(entries)
    assert panel.read_entries() == entries


def test_a_seat_that_is_down_says_its_phase(panel: KonkanPanel, qtbot: QtBot) -> None:
    entries = type(panel.read_entries())(
        hand="4S 5S JK", trash="5C", players=2, n_cards=(1, 14), down=(90, 98, 0),
        melds=("7S 8S 9S / 9C 9D 9H", "5D 6D 7D", ""), phase="act",
    )  # fmt: skip
    panel.replace_entries(entries)
    settle(panel, qtbot)
    assert panel.advice.exact
    assert find(panel, "Moves", Bars).bars[0].text == "certain"


def test_a_growing_counter_does_not_rearrange_the_panel(panel: KonkanPanel, qtbot: QtBot) -> None:
    panel.show_example()
    qtbot.waitUntil(lambda: panel.advice is not None, timeout=120_000)
    panel.jobs.stop()
    settle(panel, qtbot)
    needs = set()
    for visits in (0, 1, 999, 9_999, 12_345, 50_000):
        moves = [move.model_copy(update={"visits": visits}) for move in panel.advice.moves]
        panel.paint_advice(panel.advice.model_copy(update={"moves": tuple(moves)}))
        needs.add(panel.bars.minimumSizeHint().width())
    assert len(needs) == 1

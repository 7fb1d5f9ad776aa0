import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from assistant.advisors.slave import SlaveAdvice, SlaveMove, SlaveRequest
from assistant.play import GameTable
from assistant.play.slave import SlaveState
from engine.cards import Card, parse_card
from engine.slave.history import view_of
from engine.slave.kernels.rounds import LAP, PLAYED
from engine.slave.rules import SlaveRules
from engine.words import sentence
from gui.panels.slave import SlaveEntries, SlavePanel
from gui.widgets.bars import Bars
from gui.widgets.card_row import CardRow
from tests.gui.conftest import OpenPanel, find, settle
from tests.gui.felt.conftest import person_or_end


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
    assert _drawn(panel) == advice.moves[0].cards
    assert find(panel, "Why", QLabel).text() == sentence(advice.reason)
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
    assert find(panel, "Best move", QLabel).text() == "Give"
    dearest = max(panel.advice.gifts, key=lambda gift: gift.cost)
    reasons = find(panel, "Reasons", QListWidget)
    shown = [reasons.item(row).text() for row in range(reasons.count())]
    assert f"{dearest.text}: {dearest.why}." in shown
    report = panel.report()
    assert "you will get 2S AH" in report.asked[0]
    assert report.headers[-1] == "Costs, in places"
    assert report.rows[0][-1] == "0.00"
    find(panel, "Exchange", QCheckBox).setChecked(False)
    assert not find(panel, "You will get", QLineEdit).isVisible()


def test_the_moves_of_the_round_stand_for_the_rest_of_the_table(
    panel: SlavePanel, qtbot: QtBot
) -> None:
    qtbot.keyClicks(find(panel, "Your hand", QLineEdit), "4S 6S 7C 7D 8H 10C 10D QC QD AC 2H")
    history = find(panel, "Moves of the round", QLineEdit)
    qtbot.keyClicks(history, "3C, 5D, p, 9H, JD, KS, p, p, 4C 4D, 6C 6D, p, p, p")
    find(panel, "Who led", QComboBox).setCurrentText("Across led")
    settle(panel, qtbot)
    assert panel.advice.moves[0].text != "pass"
    assert not find(panel, "After you, cards", QSpinBox).isEnabled()
    request = panel.build_request()
    assert request is not None
    assert len(view_of(request.position()).laid) == 13
    assert "moves so far: 3C, 5D" in panel.report().asked[0]
    history.setText("5C")
    qtbot.keyClick(history, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "first lead" in find(panel, "Problem", QLabel).text())
    find(panel, "3♣ need not lead", QCheckBox).setChecked(True)
    qtbot.waitUntil(lambda: "first lead" not in find(panel, "Problem", QLabel).text())
    history.clear()
    assert find(panel, "After you, cards", QSpinBox).isEnabled()


def check_request(request: SlaveRequest | None, table: GameTable) -> None:
    """The advisor sees what the player at the table sees, with all moves of the round."""
    assert request is not None
    if request.phase == "exchange":
        return
    assert isinstance(table.state, SlaveState)
    assert table.seat is not None
    seen, described = table.state.match.view(table.seat), view_of(request.position())
    assert (described.laid == seen.laid).all()
    assert described.legal_actions() == seen.legal_actions()
    assert described.row[LAP] == seen.row[LAP] == 1
    unplayed = ~int(seen.row[PLAYED])
    assert sorted(described.known & unplayed) == sorted(seen.known & unplayed)


def test_any_position_of_a_table_can_be_analysed(panel: SlavePanel, qtbot: QtBot) -> None:
    page = panel.tabs.open(panel.table_tab)
    find(panel, "Pace", QComboBox).setCurrentText("Instant")
    for place in (2, 3, 4):
        find(panel, f"Player {place}", QComboBox).setCurrentText("Heuristic")
    find(panel, "Rounds to play", QSpinBox).setValue(2)
    page.show_rules.setChecked(True)
    assert not page.rules.isHidden()
    for rule in page.rules.controls.values():
        rule.setChecked(True)
    qtbot.mouseClick(find(panel, "Deal", QPushButton), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)
    assert page.table.rules == SlaveRules("lap", first_lead_contains_3c=False)
    phases = set()
    while not page.table.is_over:
        if person_or_end(page, qtbot):
            panel.write_entries(panel.entries_of(page.table.question()))
            assert panel.desk.error == ""
            check_request(panel.build_request(), page.table)
            phases.add(page.table.question().phase)
            page.course.play(*page.table.choices()[0].moves)
        elif page.table.waits_for_deal:
            page.course.next_round()
    assert "play" in phases
    qtbot.mouseClick(find(panel, "Take back", QPushButton), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(find(panel, "Analyse", QPushButton), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.side.advice.hints), timeout=60_000)
    qtbot.mouseClick(find(panel, "Open in Best move", QPushButton), Qt.MouseButton.LeftButton)
    settle(panel, qtbot)
    assert panel.advice is not None, panel.problem.text()
    panel.shut_down()


def test_moves_left_out_early_are_told_by_their_playouts(panel: SlavePanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    moves = panel.advice.moves
    assert min(m.n_samples for m in moves) < moves[0].n_samples
    lost = [bar.figure.split(" · ")[-1] for bar in find(panel, "Moves", Bars).bars]
    assert lost[0] != lost[-1]
    assert "fewer playouts" in find(panel, "Left out", QLabel).text()
    report = panel.report()
    at = report.headers.index("Playouts")
    assert [row[at] for row in report.rows] == [f"{m.n_samples:,}" for m in moves]
    few = [m.model_copy(update={"n_samples": 100}) for m in moves]
    panel.paint_advice(panel.advice.model_copy(update={"moves": tuple(few)}))
    assert not find(panel, "Left out", QLabel).isVisible()


def _drawn(panel: SlavePanel) -> tuple[Card, ...]:
    """The cards of the best move as they are drawn."""
    return tuple(face.card for face in find(panel, "Best move, drawn", CardRow).faces if face.card)


def test_the_pad_has_the_best_cards_first(panel: SlavePanel) -> None:
    spots = panel.picker._spots
    ranks = [spots[0, column].face.card.rank for column in range(13)]
    assert ranks == [2, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]


def test_the_reasons_do_not_scroll_inside_the_column(panel: SlavePanel, qtbot: QtBot) -> None:
    panel.resize(940, 600)
    panel.show_example()
    settle(panel, qtbot)
    reasons = find(panel, "Reasons", QListWidget)
    assert reasons.count() > 5

    def is_seen_whole() -> bool:
        last = reasons.visualItemRect(reasons.item(reasons.count() - 1))
        return last.bottom() <= reasons.viewport().height()

    qtbot.waitUntil(is_seen_whole, timeout=60_000)


def test_the_networks_opinion_is_told_before_the_search(panel: SlavePanel) -> None:
    """Ten empty bars and "Search and network agree" stood there while nothing was searched."""
    move = SlaveMove(
        king=0,
        queen=0,
        commoner=0,
        slave=0,
        expected_place=0,
        n_samples=0,
        half_width=0,
        text="6♦",
        cards=(parse_card("6D"),),
        why="it is low",
        action=1,
        policy_share=0.75,
    )
    advice = SlaveAdvice(
        exact=False,
        elapsed_s=0,
        why="it is low",
        best="6♦",
        moves=(move,),
        search_says="6♦",
        policy_says="6♦",
    )
    panel.paint_advice(advice)
    assert panel.opinions.text() == "Network: 6♦. The search follows."
    assert panel.bars.bars[0].parts == (0.75,)


def test_the_figure_is_that_of_the_title_that_is_at_stake(panel: SlavePanel, qtbot: QtBot) -> None:
    """It said 0% to be King, though the best move is played for Queen."""
    panel.show_example()
    settle(panel, qtbot)
    moves = [
        move.model_copy(update={"king": 0.0, "queen": 0.625, "certain_title": None})
        for move in panel.advice.moves
    ]
    shown = panel.verdict_of(panel.advice.model_copy(update={"moves": tuple(moves)}))
    assert (shown.figure, shown.unit) == ("62.5%", "to be Queen")


def test_playouts_are_called_playouts(panel: SlavePanel, qtbot: QtBot) -> None:
    """The table said "tries" and the line below it "playouts"."""
    panel.show_example()
    settle(panel, qtbot)
    words = [panel.left_out.text(), *panel.report().headers, *(bar.tip for bar in panel.bars.bars)]
    assert "Playouts" in words
    assert all(" playouts" in bar.tip for bar in panel.bars.bars)
    assert not [text for text in words if "tries" in text.lower()]

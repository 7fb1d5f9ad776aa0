"""The teaching table: a costly move is held back; think again, take the better one, or play it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable, find_game
from assistant.review import warning
from assistant.review.decisions import ReviewedDecision
from assistant.review.player_record import PlayerRecord
from assistant.review.slave import SlaveJudge
from engine.agents import list_opponents
from gui.felt.page import TablePage
from gui.jobs import JobRunner
from tests.gui.felt.conftest import SitDown, person_or_end

SEATS = (HUMAN, "greedy", "greedy", "greedy")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Every move but the first legal one costs much; what was judged is noted."""
    asked: list[tuple[str, ...]] = []

    def check(table: GameTable, moves: tuple[str, ...], level: float, control: object) -> object:
        asked.append(moves)
        best = table.state.choices()[0]
        if moves == best.moves:
            return None
        return warning.Warning(ReviewedDecision(0, 1, ""), f"{best.text} is better.", best)

    monkeypatch.setattr("gui.felt.teacher.check_move", check)
    return asked


def at_a_choice(page: TablePage, qtbot: QtBot) -> GameTable:
    """Play on until the person has at least two plays."""
    table = page.table
    assert table is not None
    while person_or_end(page, qtbot):
        if len(table.choices()) > 1:
            return table
        page.course.play(*table.choices()[0].moves)
    raise AssertionError("there was no choice in this round")


def test_a_costly_move_waits_for_a_word(
    sit_down: SitDown, qtbot: QtBot, judged: list[tuple[str, ...]]
) -> None:
    page = sit_down("slave", SEATS, seed=3)
    page.teacher.level.setCurrentIndex(1)
    table = at_a_choice(page, qtbot)
    bar, worse = page.teacher.bar, table.choices()[1]
    before = len(table.events)

    page.felt.brought.emit(worse.cards, worse.target)
    qtbot.waitUntil(lambda: bar.isVisible(), timeout=60_000)
    assert judged == [worse.moves]
    assert len(table.events) == before
    assert "is better" in bar.words.text()

    QTest.keyClick(bar.think, Qt.Key.Key_Space)  # think again: nothing has happened
    assert bar.isHidden()
    assert len(table.events) == before

    page.felt.brought.emit(worse.cards, worse.target)
    qtbot.waitUntil(lambda: bar.isVisible(), timeout=60_000)
    better = table.choices()[0].moves
    bar.better.click()
    assert table.events[before].move == better[0]
    assert table.helped
    page.stop()


def test_play_anyway_and_the_game_is_not_rated(
    sit_down: SitDown, qtbot: QtBot, judged: list[tuple[str, ...]]
) -> None:
    page = sit_down("slave", SEATS, seed=3)
    page.teacher.level.setCurrentIndex(3)
    table = at_a_choice(page, qtbot)
    before, worse = len(table.events), table.choices()[1]
    page.felt.brought.emit(worse.cards, worse.target)
    qtbot.waitUntil(lambda: page.teacher.bar.isVisible(), timeout=60_000)
    page.teacher.bar.anyway.click()
    assert table.events[before].move == worse.moves[0]
    page.teacher.level.setCurrentIndex(0)
    while person_or_end(page, qtbot):
        page.course.play(*table.choices()[0].moves)
    page.stop()
    (kept,) = PlayerRecord().games()
    assert not kept.rated


def test_off_by_default(sit_down: SitDown, qtbot: QtBot, judged: list[tuple[str, ...]]) -> None:
    page = sit_down("slave", SEATS, seed=3)
    table = at_a_choice(page, qtbot)
    choice = table.choices()[1]
    before = len(table.events)
    page.felt.brought.emit(choice.cards, choice.target)
    assert table.events[before].move == choice.moves[0]
    assert not judged
    assert not table.helped
    page.stop()


def test_a_finished_game_is_named_with_its_accuracy(
    sit_down: SitDown, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SlaveJudge, "first_worlds", 40)
    monkeypatch.setattr(SlaveJudge, "most_worlds", 40)
    monkeypatch.setattr(SlaveJudge, "most_for_mistakes", 40)
    page = sit_down("slave", SEATS, seed=3)
    table = page.table
    assert table is not None
    while person_or_end(page, qtbot):
        page.course.play(*table.choices()[0].moves)
    qtbot.waitUntil(lambda: "of 100" in page.result.accuracy.text(), timeout=240_000)
    (kept,) = PlayerRecord().games()
    assert page.result.accuracy.text() == f"Your accuracy: {kept.accuracy:.0f} of 100"
    page.stop()


def test_the_table_says_whether_the_game_is_rated(
    sit_down: SitDown, qtbot: QtBot, judged: list[tuple[str, ...]]
) -> None:
    page = sit_down("slave", ("human", "dao", "greedy", "greedy"), seed=3)
    teacher, table = page.teacher, page.table
    assert table is not None
    person_or_end(page, qtbot)
    assert teacher.rated.text() == "Rated"
    place = teacher.rated.geometry()
    teacher.level.setCurrentIndex(1)
    teacher.level.activated.emit(1)
    assert "not rated" in page.felt._said, "it is said before it is done"
    teacher.level.setCurrentIndex(0)
    assert not table.helped
    page.course.ask_hint()
    page._show_state()
    assert teacher.rated.text() == "Not rated"
    assert "hints" in teacher.rated.toolTip()
    assert teacher.rated.geometry() == place
    page.stop()


def test_a_newcomer_meets_opponents_of_the_middle(sit_down: SitDown) -> None:
    game = find_game("slave")
    page = TablePage(game, list_opponents(game.agents), JobRunner())
    levels = [game.agents[combo.currentData()].level for combo in page.seat_combos[1:]]
    assert sorted(levels) == [3, 4, 5]
    page.stop()

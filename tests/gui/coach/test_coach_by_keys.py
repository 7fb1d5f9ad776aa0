"""The coach by keys: a round with warnings, its review, another try, and an exercise of it."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, Choice, GameTable, find_game
from assistant.review.player_record import PlayerRecord
from assistant.review.replay import choice_of
from assistant.review.slave import SlaveJudge
from gui.coach.practice_page import PracticePage
from gui.coach.review_page import ReviewPage
from gui.felt.course import PACES
from gui.felt.page import TablePage
from gui.panels.table_panel import TablePanel
from tests.gui.coach.keyboard import Key, Keyboard
from tests.gui.felt.conftest import person_or_end

SEED = 4  # a deal in which the spendthrift errs often
WORLDS = 160


def spendthrift(table: GameTable) -> Choice:
    """Play the highest single card, or else the last thing that can be done."""
    singles = [choice for choice in table.choices() if len(choice.cards) == 1]
    return (singles or list(table.choices()))[-1]


def sit_down(keyboard: Keyboard) -> TablePage:
    """Go from the home page to the table of Slave, where a known deal is played."""
    keyboard.tab_to("Play Slave")
    keyboard.press(Key.Key_Return)
    panel = keyboard.window.panel
    assert isinstance(panel, TablePanel)
    page = panel.table_tab.view
    keyboard.wait(lambda: page.table is not None)
    page.pace.setCurrentIndex(len(PACES) - 1)
    agents = (HUMAN, "greedy", "greedy", "greedy")
    page.sit_down(GameTable(find_game("slave"), agents, 1, SEED))
    return page


def play_round(keyboard: Keyboard, page: TablePage, qtbot: QtBot) -> int:
    """Play to the end, also what is warned of; return the number of warnings."""
    table, bar = page.table, page.teacher.bar
    assert table is not None
    n_warnings = 0
    while person_or_end(page, qtbot):
        n_events = len(table.events)
        keyboard.bring(page.felt, table.game, spendthrift(table))
        keyboard.wait(lambda n=n_events: len(table.events) > n or bar.isVisible())
        if bar.isVisible():
            n_warnings += 1
            assert "is better" in bar.words.text()
            keyboard.press(Key.Key_X)  # play anyway
    return n_warnings


def test_a_round_is_reviewed_tried_again_and_practised(
    keyboard: Keyboard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("first_worlds", "most_worlds", "most_for_mistakes"):
        monkeypatch.setattr(SlaveJudge, limit, WORLDS)

    # a round with the teaching table on
    page = sit_down(keyboard)
    keyboard.tab_to("Warn me")
    keyboard.press(Key.Key_Down)
    assert page.teacher.is_on
    keyboard.tab_to("Card table")
    assert play_round(keyboard, page, qtbot) > 0
    keyboard.wait(lambda: "of 100" in page.result.accuracy.text())

    # its review opens at the worst move; a key leads there from anywhere
    keyboard.tab_to("Review")
    keyboard.press(Key.Key_Return)
    review_page = keyboard.window.stack.currentWidget()
    assert isinstance(review_page, ReviewPage)
    keyboard.wait(lambda: bool(review_page.steps) and not review_page.jobs.is_running)
    review = review_page.review
    assert review is not None
    worst = review.worst
    assert worst is not None
    assert worst.is_costly
    place = review.decisions.index(worst)
    assert review_page.current == place
    for _ in review.mistakes:
        keyboard.press(Key.Key_M)
        assert review.decisions[review_page.current].is_costly
    assert review_page.current == place, "after all the others"
    assert "Better" in review_page.sentence.text()

    # another try from there, with the better move
    view = review_page.steps[worst.number].before
    keyboard.press(Key.Key_T)
    keyboard.wait(lambda: page.felt.is_settled and page.felt.view == view)
    table = page.table
    assert table is not None
    assert table.waits_for_human
    page.teacher.level.setCurrentIndex(0)
    keyboard.bring(page.felt, table.game, choice_of(table.state, worst.best_moves))
    assert table.record.decisions[-1] == worst.best_moves

    # an exercise: the first one due is made from this game
    (own,) = PlayerRecord().due_exercises("slave", 100)
    keyboard.press(Key.Key_8, Qt.KeyboardModifier.ControlModifier)
    practice = keyboard.window.stack.currentWidget()
    assert isinstance(practice, PracticePage)
    keyboard.choose_kind(practice, "slave")
    keyboard.begin()
    keyboard.wait_for_question(practice)
    exercise = practice.table
    assert exercise is not None
    assert exercise.exercise == own
    keyboard.bring(practice.felt, exercise.game, choice_of(exercise.start, exercise.best))
    keyboard.wait(lambda: practice.is_answered)
    assert practice.verdict.text().startswith("Right!")
    page.stop()

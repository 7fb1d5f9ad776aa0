"""A set of ten of every kind by keys alone: from the home page to the summary, and on to the next.

Keys go to whatever has the focus, as they do for a person; nothing is clicked or called.
"""

from collections.abc import Callable
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from assistant.review import drills
from assistant.review.drills import EquityDrill, GuessDrill, MeldDrill
from assistant.review.exercises import SET_SIZE, ExerciseTable, due_set
from assistant.review.player_record import PlayerRecord
from assistant.review.replay import choice_of
from assistant.review.slave import SlaveJudge
from engine.cards import format_cards, full_deck
from engine.control import Control
from gui.coach.practice_page import NOTHING_DUE, PracticePage
from tests.gui.coach.keyboard import Key, Keyboard

Answer = Callable[[Keyboard, PracticePage], None]


def play_best(keyboard: Keyboard, page: PracticePage) -> None:
    """Play the best answer, which may be several moves of Konkan."""
    table = page.table
    assert table is not None
    for move in table.best:
        keyboard.bring(page.felt, table.game, choice_of(table.state, (move,)))


def play_last(keyboard: Keyboard, page: PracticePage) -> None:
    """Play the last thing that may be done, whatever it costs."""
    table = page.table
    assert table is not None
    keyboard.bring(page.felt, table.game, table.state.choices()[-1])
    assert table.is_answered


def lay_melds(keyboard: Keyboard, page: PracticePage) -> None:
    drill = page.drill
    assert isinstance(drill, MeldDrill)
    cards = tuple(c.symbol.partition("=")[0] for meld in drill.best.melds for c in meld.cards)
    keyboard.choose(page.felt, cards)
    keyboard.press(Key.Key_Return)


def type_equity(keyboard: Keyboard, page: PracticePage) -> None:
    assert isinstance(page.drill, EquityDrill)
    keyboard.type(f"{page.drill.equity:.0f}")
    keyboard.press(Key.Key_Return)


def type_guess(keyboard: Keyboard, page: PracticePage) -> None:
    """Type cards that are not dealt; they may be a bad guess."""
    assert isinstance(page.drill, GuessDrill)
    dealt = {card for hand in page.drill.request.hole for card in hand}
    free = [card for card in full_deck() if card not in dealt]
    keyboard.type(format_cards(Random(page._n_done).sample(free, 5)))
    keyboard.press(Key.Key_Return)


def play_set(keyboard: Keyboard, page: PracticePage, answer: Answer, size: int = SET_SIZE) -> None:
    """Answer all questions of a set, and go on after each; the last time to the summary."""
    for place in range(1, size + 1):
        keyboard.wait_for_question(page)
        assert page.progress.text().startswith(f"{place} of {size}")
        answer(keyboard, page)
        keyboard.wait(lambda: page.is_answered)
        assert page.verdict.text()
        keyboard.press(Key.Key_Return)


@pytest.fixture(autouse=True)
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare a wrong answer in few deals; a guess is rated even on a machine under load."""
    monkeypatch.setattr(drills, "ANSWER_S", 60.0)
    for limit in ("first_worlds", "most_worlds", "most_for_mistakes"):
        monkeypatch.setattr(SlaveJudge, limit, 40)


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("konkan", play_best),
        ("slave", play_best),
        ("slave", play_last),
        ("melds", lay_melds),
        ("holdem", type_equity),
        ("kings-lows", type_equity),
        ("pokle", type_guess),
    ],
)
def test_a_set_of_ten_and_the_next_one(keyboard: Keyboard, kind: str, answer: Answer) -> None:
    page = keyboard.to_practice()
    keyboard.choose_kind(page, kind)
    keyboard.begin()
    play_set(keyboard, page, answer)
    assert page.notice.heading.text() == "The set is done"
    assert f"of {SET_SIZE} right" in page.notice.words.text()

    keyboard.press(Key.Key_Return)  # Start has the focus again
    keyboard.wait_for_question(page)
    assert page.progress.text().startswith(f"1 of {SET_SIZE}")
    answer(keyboard, page)
    keyboard.wait(lambda: page.is_answered)


def test_a_set_is_left_and_found_again(keyboard: Keyboard) -> None:
    page = keyboard.to_practice()
    keyboard.choose_kind(page, "kings-lows")
    keyboard.begin()
    for is_answered_first in (False, True, False):
        keyboard.wait_for_question(page)
        if is_answered_first:
            type_equity(keyboard, page)
        for key in (Key.Key_0, Key.Key_8):  # home, and back
            keyboard.press(key, Qt.KeyboardModifier.ControlModifier)
        if not is_answered_first:
            type_equity(keyboard, page)
        assert page.is_answered
        keyboard.press(Key.Key_Return)
    assert page.progress.text().startswith("4 of 10")


def test_another_kind_is_for_the_next_set(keyboard: Keyboard) -> None:
    page = keyboard.to_practice()
    keyboard.choose_kind(page, "holdem")
    keyboard.begin()
    keyboard.wait_for_question(page)
    keyboard.choose_kind(page, "pokle")
    keyboard.tab_to("Your guess in percent")
    type_equity(keyboard, page)
    keyboard.press(Key.Key_Return)
    keyboard.wait_for_question(page)
    assert isinstance(page.drill, EquityDrill)


def test_enter_twice_answers_nothing_twice(keyboard: Keyboard) -> None:
    page = keyboard.to_practice()
    keyboard.choose_kind(page, "holdem")
    keyboard.begin()
    keyboard.wait_for_question(page)
    type_equity(keyboard, page)
    first = page.drill
    for _ in range(3):
        QTest.keyClick(keyboard.focus, Key.Key_Return)  # at once: nothing is drawn in between
    keyboard.wait_for_question(page)
    assert page.drill is not first
    assert not page.is_answered
    assert page.progress.text() == "2 of 10 · 1 right"


def test_a_set_says_how_many_are_due(keyboard: Keyboard) -> None:
    player = PlayerRecord()
    due_set("slave")
    for exercise in player.due_exercises("slave", 100)[2:]:
        player.answer_exercise(exercise, True)
    page = keyboard.to_practice()
    keyboard.choose_kind(page, "slave")
    keyboard.begin()
    play_set(keyboard, page, play_best, 2)
    assert page.notice.words.text().startswith("2 of 2 right")
    keyboard.press(Key.Key_Return)
    keyboard.wait(lambda: page.notice.heading.text() == NOTHING_DUE)
    assert page.progress.text() == ""


def test_a_comparison_that_is_stopped_ends_no_set(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compare(table: ExerciseTable, control: Control) -> object:
        while True:
            control.check()

    page = keyboard.to_practice()
    keyboard.choose_kind(page, "slave")
    keyboard.begin()
    keyboard.wait_for_question(page)
    monkeypatch.setattr(ExerciseTable, "check", compare)
    play_last(keyboard, page)
    assert page.jobs.is_running
    keyboard.press(Key.Key_Escape)
    keyboard.wait(lambda: not page.jobs.is_running)
    assert page.verdict.text() == "Stopped."
    keyboard.press(Key.Key_Return)
    keyboard.wait_for_question(page)
    assert page.progress.text().startswith("2 of 10")

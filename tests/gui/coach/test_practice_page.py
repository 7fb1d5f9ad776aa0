"""Practice by keys alone: exercises from games, melds, equities; answers are scheduled again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.review.exercises import ExerciseTable, ready_exercises
from assistant.review.player_record import PlayerRecord
from gui.coach import practice_page
from gui.coach.practice_page import KINDS, PracticePage
from gui.widgets.card_row import CardRow

PLACES = {kind: place for place, (kind, _) in enumerate(KINDS)}


@pytest.fixture
def page(qtbot: QtBot) -> PracticePage:
    made = PracticePage()
    qtbot.addWidget(made)
    made.resize(960, 640)
    made.show()
    made.activateWindow()
    return made


def begin(page: PracticePage, kind: str, qtbot: QtBot) -> None:
    page.kind.setCurrentIndex(PLACES[kind])
    page.begin.setFocus()
    QTest.keyClick(page.begin, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not page.jobs.is_running, timeout=60_000)


def press(page: PracticePage, key: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget() or page, key)


def choose(page: PracticePage, cards: tuple[str, ...]) -> None:
    """Choose cards of the hand with the arrow keys and Space."""
    press(page, Qt.Key.Key_Home)
    wanted = list(cards)
    for card in page.felt.hand:
        if card.card in wanted:
            wanted.remove(card.card)
            press(page, Qt.Key.Key_Space)
        press(page, Qt.Key.Key_Right)
    assert not wanted


def test_an_exercise_is_answered_by_keys_alone(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "slave", qtbot)
    table = page.table
    assert isinstance(table, ExerciseTable)
    assert page.felt.view is not None
    others = [seat for seat in range(4) if seat != table.seat]
    assert not any(page.felt.is_open(seat) for seat in others)  # hidden cards stay hidden
    best = table.best
    choice = next(c for c in table.state.choices() if c.moves == best)
    if choice.cards:
        choose(page, choice.cards)
        press(page, Qt.Key.Key_Return)
    else:
        QTest.keyClick(page, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: page.is_answered, timeout=60_000)
    assert page.verdict.text().startswith("Right!")
    due = {each.id for each in PlayerRecord().due_exercises("slave", 100)}
    assert table.exercise.id not in due  # it comes again later
    press(page, Qt.Key.Key_Space)  # Next has the focus
    assert page.table is not None
    assert page.table is not table


def test_melds_against_the_clock_by_keys(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "melds", qtbot)
    best = page.drill.best
    cards = tuple(c.symbol.partition("=")[0] for meld in best.melds for c in meld.cards)
    choose(page, cards)
    press(page, Qt.Key.Key_Return)
    assert page.is_answered
    assert f"{best.points} points, the most" in page.verdict.text()


@pytest.mark.parametrize("kind", ["holdem", "kings-lows"])
def test_an_equity_is_guessed_by_keys(page: PracticePage, qtbot: QtBot, kind: str) -> None:
    begin(page, kind, qtbot)
    QTest.keyClicks(page.percent, f"{page.drill.equity:.0f}")
    QTest.keyClick(page.percent, Qt.Key.Key_Return)
    assert page.is_answered
    assert "is right" in page.verdict.text()
    assert "1 right" in page.progress.text()


def test_an_equity_is_guessed_by_mouse(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "holdem", qtbot)
    page.percent.setValue(round(page.drill.equity))
    qtbot.mouseClick(page.enter, Qt.MouseButton.LeftButton)
    assert page.is_answered
    assert not page.enter.isEnabled()
    qtbot.mouseClick(page.go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.jobs.is_running, timeout=60_000)
    assert page.enter.isEnabled()


def test_an_empty_page_starts_a_set(page: PracticePage, qtbot: QtBot) -> None:
    assert page.notice.isVisible()
    page.kind.setCurrentIndex(PLACES["holdem"])
    qtbot.mouseClick(page.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.drill is not None, timeout=60_000)
    assert page.notice.isHidden()


def test_a_set_ends_with_its_result_on_the_felt(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "holdem", qtbot)
    page.percent.setValue(round(page.drill.equity))
    qtbot.mouseClick(page.enter, Qt.MouseButton.LeftButton)
    page._waiting = []
    press(page, Qt.Key.Key_Space)  # Next has the focus
    assert page.notice.heading.text() == "The set is done"
    assert page.notice.words.text().startswith("1 of 1 right, ")
    assert not page.verdict.text()
    assert not page.progress.text()
    press(page, Qt.Key.Key_Space)  # another set
    qtbot.waitUntil(lambda: page.drill is not None, timeout=60_000)


def test_nothing_due_offers_a_game(
    page: PracticePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_page, "due_set", lambda game: [])
    begin(page, "slave", qtbot)
    assert page.notice.heading.text() == "Nothing is due today"
    with qtbot.waitSignal(page.played) as caught:
        qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)
    assert caught.args == ["slave"]


def test_the_buttons_of_an_exercise_stay_where_they_are(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "slave", qtbot)
    assert isinstance(page.table, ExerciseTable)
    qtbot.wait(20)
    places = {way: way.geometry() for way in page._ways}
    assert [way.text() for way in places] == ["Play", "Pass"]
    page.table.play(*page.table.best)
    page._show_ways(page.table.game.targets)
    qtbot.wait(20)
    assert {way: way.geometry() for way in page._ways} == places
    assert not any(way.isEnabled() for way in places), "it is answered"


def test_cards_of_a_question_grow_with_the_page(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "pokle", qtbot)
    sizes = []
    for size in ((960, 640), (1100, 740), (1740, 1020)):
        page.resize(*size)
        qtbot.wait(20)
        rows = page.form.findChildren(CardRow)
        assert all(row.mapTo(page, row.rect().bottomRight()).y() < size[1] for row in rows)
        sizes.append(rows[0].height())
    assert sizes[0] < sizes[1] < sizes[2]


def test_a_name_stands_beside_the_middle_of_its_cards(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "holdem", qtbot)
    qtbot.wait(20)
    name = page._names[0]
    cards = page.form.findChildren(CardRow)[0]
    middles = [part.mapTo(page, part.rect().center()).y() for part in (name, cards)]
    assert abs(middles[0] - middles[1]) <= 2


def test_a_bad_guess_is_told_in_one_line(page: PracticePage, qtbot: QtBot) -> None:
    begin(page, "pokle", qtbot)
    QTest.keyClicks(page.guess, "5H 5H")
    QTest.keyClick(page.guess, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.jobs.is_running, timeout=60_000)
    assert not page.is_answered
    assert page.verdict.text()
    assert "\n" not in page.verdict.text()


@pytest.mark.parametrize("game", ["konkan", "slave"])
def test_every_ready_exercise_can_be_answered_with_its_best_move(game: str) -> None:
    ready = ready_exercises(game)
    assert len(ready) >= 10
    for exercise in ready:
        table = ExerciseTable(exercise)
        table.play(*table.best)
        assert table.is_answered, exercise.position
        assert table.is_best

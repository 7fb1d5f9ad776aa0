"""The review page: marks, chart, the table at each decision, the better move, and trying again."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN
from assistant.play.kept import keep_game
from assistant.play.position import question_of
from assistant.review.player_record import PlayerRecord
from gui.coach.review_page import ReviewPage
from gui.dialogs import files
from gui.main_window import MainWindow
from tests.gui.coach.conftest import Finished
from tests.gui.conftest import MakeWindow, find, panel_of

SLAVE = ("random", "greedy", "greedy", "greedy")


def open_review(window: MainWindow, qtbot: QtBot, record: object) -> ReviewPage:
    window.review_game(record)
    page = find(window, "Review page", ReviewPage)
    qtbot.waitUntil(
        lambda: bool(page.steps) and page.review is not None and page.review.is_complete
        and not page.jobs.is_running,
        timeout=240_000,
    )  # fmt: skip
    return page


def test_a_slave_game_from_the_worst_move_to_trying_again(
    make_window: MakeWindow, finished: Finished, qtbot: QtBot, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window = make_window("home")
    record = finished("slave", SLAVE, seed=4)
    keep_game(record)
    page = open_review(window, qtbot, record)
    review = page.review
    assert review is not None
    assert "Accuracy" in page.summary.text()
    assert "fair share" in page.account.text()
    worst = review.worst
    assert worst is not None
    assert worst.is_costly

    # it opens at the worst move, with the better one in gold on the cards
    assert review.decisions[page.current] is worst
    assert page.decisions.currentRow() == page.current
    assert "Better" in page.sentence.text()
    assert page.felt.view == page.steps[worst.number].before

    # the colours are explained, but not over the names of the others
    for width, height in ((1024, 700), (1600, 1000)):
        window.resize(width, height)
        qtbot.wait(50)
        page.go_to(page.current)
        assert ("Gold" in page.felt._said) != page.felt.covers_plates
    assert "Gold" in page.felt._said
    page.felt.resize(page.felt.width(), 250)
    page.go_to(page.current)
    assert page.felt.covers_plates
    assert "Gold" not in page.felt._said

    # the chart, the list and the button all lead to decisions
    place = min(page.chart.points)
    point = page.chart.points[place]
    QTest.mouseClick(page.chart, Qt.MouseButton.LeftButton, pos=QPointF(point.x(), 20).toPoint())
    assert page.current == place
    find(page, "Next mistake", QPushButton).click()
    assert review.decisions[page.current].is_costly

    # the position as one line, and the review as a page
    find(page, "Copy position", QPushButton).click()
    assert question_of(QGuiApplication.clipboard().text()).game == "slave"
    target = tmp_path / "review.html"
    monkeypatch.setattr(files, "ask_save", lambda *_: target)
    find(page, "Save page…", QPushButton).click()
    assert "<svg" in target.read_text("utf-8")

    # the game is in the record with what the review found
    (kept,) = PlayerRecord().games()
    assert kept.accuracy == pytest.approx(review.accuracy.value if review.accuracy else None)

    # play on from there: the same cards, the same opponents, the person's turn, not rated
    number = review.decisions[page.current].number
    view = page.steps[number].before
    find(page, "Try again from here", QPushButton).click()
    table_page = panel_of(window).table_tab.view
    qtbot.waitUntil(lambda: table_page.table is not None)
    assert table_page.table.view == view
    assert table_page.table.waits_for_human
    assert table_page.table.agents == (HUMAN, *SLAVE[1:])
    assert table_page.table.record.helped
    table_page.stop()


def test_a_review_that_was_made_before_is_shown_at_once(
    make_window: MakeWindow, finished: Finished, qtbot: QtBot
) -> None:
    window = make_window("home")
    record = finished("slave", SLAVE, seed=5)
    first = open_review(window, qtbot, record).review
    page = find(window, "Review page", ReviewPage)
    page.open(record)
    qtbot.waitUntil(lambda: page.review is not None, timeout=60_000)
    assert page.review == first


def test_stopping_keeps_the_page_usable(
    make_window: MakeWindow, finished: Finished, qtbot: QtBot
) -> None:
    window = make_window("home")
    window.review_game(finished("konkan", ("greedy", "greedy"), seed=3))
    page = find(window, "Review page", ReviewPage)
    qtbot.waitUntil(lambda: page.review is not None, timeout=60_000)  # the first marks
    page.jobs.stop()
    qtbot.waitUntil(lambda: not page.jobs.is_running, timeout=60_000)
    qtbot.waitUntil(lambda: bool(page.steps), timeout=60_000)
    page.go_to(0)
    assert page.sentence.text()


def test_pokle_is_named_and_shared_without_cards(
    make_window: MakeWindow, finished: Finished, qtbot: QtBot
) -> None:
    window = make_window("home")
    page = open_review(window, qtbot, finished("pokle", ("entropy",), seed=3))
    assert page.summary.text().startswith("Solved in ")
    find(page, "Copy result", QPushButton).click()
    shared = QGuiApplication.clipboard().text()
    assert shared.startswith("Pokle ")
    assert shared.endswith("🟩🟩🟩🟩🟩")
    assert not set(shared) & set("♠♥♦♣")


def test_an_empty_page_says_what_to_do(make_window: MakeWindow) -> None:
    window = make_window("review")
    page = find(window, "Review page", ReviewPage)
    assert page.empty.isVisible()
    assert "Play a game" in page.empty.words.text()
    assert not find(page, "Next mistake", QPushButton).isEnabled()


@pytest.mark.parametrize("title", ["Konkan", "Slave", "Pokle"])
def test_an_empty_page_opens_a_game(make_window: MakeWindow, title: str) -> None:
    window = make_window("review")
    find(window, f"Play {title}", QPushButton).click()
    assert panel_of(window).title == title


def test_a_review_takes_the_words_off_the_felt(
    make_window: MakeWindow, finished: Finished, qtbot: QtBot
) -> None:
    window = make_window("review")
    page = open_review(window, qtbot, finished("pokle", ("entropy", "random")))
    assert page.empty.isHidden()

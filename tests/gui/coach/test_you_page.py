"""Your record: figures, curves, the list of games, export and delete."""

import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from assistant.review.player_record import FinishedGame, PlayerRecord
from gui.coach import you_page
from gui.coach.you_page import YouPage
from gui.dialogs import files
from tests.gui.conftest import find


def a_game(number: int, game: str = "konkan") -> FinishedGame:
    guesses = (number % 6 + 1 if number % 7 else None) if game == "pokle" else None
    return FinishedGame(
        game,
        "Bo" if game != "pokle" else "",
        place=1 + number % 2,
        n_seats=2,
        points=float(guesses or 7),
        rated=True,
        guesses=guesses,
        accuracy=60.0 + number % 40,
        play=0.1,
        luck=-0.05,
        finished=f"2026-01-{number % 28 + 1:02d}T10:00:00+00:00",
        losses='{"throw": [0.4, 10], "draw": [0.1, 8]}',
    )


@pytest.fixture
def page(qtbot: QtBot) -> YouPage:
    for number in range(40):
        PlayerRecord().add_game(a_game(number))
        PlayerRecord().add_game(a_game(number, "pokle"))
    made = YouPage()
    qtbot.addWidget(made)
    made.resize(960, 640)
    made.show()
    wait(made, qtbot)
    return made


def wait(page: YouPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page.jobs.is_running, timeout=60_000)


def test_figures_curves_and_games(page: YouPage, qtbot: QtBot) -> None:
    assert page.figures["Played"].value.text() == "40"
    assert page.figures["Won"].value.text() == "20 (50%)"
    assert page.games.rowCount() == 40
    assert [line.name for line in page.plot.lines] == ["accuracy"]
    page.curve.setCurrentIndex(page.curve.findData("Loss by kind"))
    assert [line.name for line in page.plot.lines] == ["throw", "draw"]
    assert page.plot.lines[0].values[-1] == pytest.approx(4.0)  # points of 100 for each throw
    page.game.setCurrentIndex(page.game.findData("pokle"))
    wait(page, qtbot)
    assert page.guesses.isVisible()
    assert sum(int(bar.text) for bar in page.guesses.bars) == 40


def test_export_and_delete(
    page: YouPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ask_save", lambda *_: tmp_path / "record.csv")
    find(page, "Export CSV…", QPushButton).click()
    lines = (tmp_path / "record.csv").read_text("utf-8").splitlines()
    assert lines[0].startswith("game,opponents,place")
    assert len(lines) == 81
    monkeypatch.setattr(you_page, "ask_yes_no", lambda *_: False)
    find(page, "Delete your record", QPushButton).click()
    assert PlayerRecord().games()
    monkeypatch.setattr(you_page, "ask_yes_no", lambda *_: True)
    find(page, "Delete your record", QPushButton).click()
    wait(page, qtbot)
    assert not PlayerRecord().games()
    assert page.empty.isVisible()


def test_an_empty_record_opens_a_game(page: YouPage, qtbot: QtBot) -> None:
    page.game.setCurrentIndex(page.game.findData("slave"))
    wait(page, qtbot)
    assert page.play.isVisible()
    assert page.play.text() == "Play Slave"
    with qtbot.waitSignal(page.played) as caught:
        page.play.click()
    assert caught.args == ["slave"]


def test_a_game_is_opened_for_review(page: YouPage, qtbot: QtBot) -> None:
    PlayerRecord().add_game(a_game(1))
    with qtbot.waitSignal(page.reviewed, timeout=100, raising=False) as blocker:
        page.games.used.emit(0)
    assert not blocker.signal_triggered  # a game without a file has nothing to review


def test_ten_thousand_games_are_read_quickly(tmp_path: Path) -> None:
    player = PlayerRecord(tmp_path / "big.sqlite")
    player.add_games(a_game(number) for number in range(10_000))
    began_s = time.process_time()
    history = you_page.history_of(player.games("konkan"))
    assert len(history.games) == 10_000
    assert time.process_time() - began_s < 1.5  # the bench holds the real figure


def test_luck_has_a_true_minus_and_zero_has_no_sign() -> None:
    told = [you_page._luck(luck, is_pokle=False) for luck in (0.123, -0.05, 0.001, -0.001)]
    assert told == ["+12", "−5", "0", "0"]
    assert you_page._luck(-0.004, is_pokle=True) == "0.00"


def test_a_list_of_pokles_fills_its_width(page: YouPage, qtbot: QtBot) -> None:
    page.game.setCurrentIndex(page.game.findData("pokle"))
    wait(page, qtbot)
    qtbot.wait(20)
    assert page.games.horizontalHeader().length() == page.games.viewport().width()
    assert page.games.columnWidth(3) < 100, "luck stands beside the accuracy"
    assert not page.games.horizontalScrollBar().isVisible()

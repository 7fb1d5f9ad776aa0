"""Watching: every move is seen at every pace, games pause, step, stop, and survive the window."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.play import Event, GameTable, find_game, read_record, run
from assistant.play.kept import game_files, keep_game, last_game, prepare_save
from engine.control import Control
from gui.felt.course import PACES
from gui.felt.felt import Felt
from gui.felt.page import TablePage
from gui.jobs import JobRunner
from tests.gui.felt.conftest import SitDown

LEFT = Qt.MouseButton.LeftButton
AIS = ("heuristic", "greedy", "greedy", "random")


def test_every_move_of_a_game_of_fast_ais_is_seen(sit_down: SitDown, qtbot: QtBot) -> None:
    seen: list[Event] = []
    page = sit_down("slave", AIS, rounds=2)
    page.felt.shown.connect(seen.append)
    n_before = len(page.table.events)  # those of before we could listen
    qtbot.waitUntil(lambda: page.table.is_over and page.felt.is_settled, timeout=120_000)
    assert seen == page.table.events[n_before:]
    assert page.log.toPlainText().splitlines() == [event.text for event in page.table.events]


def test_events_that_come_too_soon_are_shown_later(qtbot: QtBot) -> None:
    table = GameTable(find_game("konkan"), ("greedy", "greedy"), 1, 5)
    events = list(run(table, Control()))[:12]
    felt, seen = Felt(), []
    qtbot.addWidget(felt)
    felt.resize(700, 500)
    felt.show()
    felt.move_ms = 40
    felt.show_view(events[0].before)
    felt.shown.connect(seen.append)
    for event in events:
        felt.show_event(event)
    assert len(seen) == 1
    qtbot.waitSignal(felt.settled, timeout=60_000).wait()
    assert seen == events
    assert felt.view == events[-1].after


def test_pause_step_and_go_on(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", AIS, pace=2)
    qtbot.waitUntil(lambda: len(page.table.events) > 1, timeout=60_000)
    QTest.mouseClick(page.pause, LEFT)
    qtbot.waitUntil(lambda: not page.course.jobs.is_running, timeout=60_000)
    stood = len(page.table.events)
    qtbot.wait(3 * PACES[2][1])
    assert len(page.table.events) == stood
    for n_steps in (1, 2):
        QTest.mouseClick(page.step, LEFT)
        qtbot.waitUntil(lambda n=n_steps: len(page.table.events) == stood + n, timeout=60_000)
    qtbot.wait(3 * PACES[2][1])
    assert len(page.table.events) == stood + 2
    assert page.pause.text() == "Resume"
    QTest.mouseClick(page.pause, LEFT)
    qtbot.waitUntil(lambda: len(page.table.events) > stood + 3, timeout=60_000)


def test_an_ai_that_thinks_says_so_and_can_be_stopped(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("search?simulations=100000000", "greedy"))
    qtbot.waitUntil(lambda: bool(page.felt.thinking), timeout=60_000)
    assert page.felt.thinking == "Search, 100,000,000 tries"
    assert page.course.jobs.is_running
    page.stop()
    assert not page.felt.thinking


@pytest.mark.parametrize("kind", ["konkan", "slave"])
def test_a_game_survives_closing_the_window(sit_down: SitDown, qtbot: QtBot, kind: str) -> None:
    seats = ("human", "greedy", "greedy", "greedy")[: max(find_game(kind).n_seats)]
    page = sit_down(kind, seats, rounds=2)
    for _ in range(3):
        qtbot.waitUntil(lambda: page.table.waits_for_human and page.felt.is_settled, timeout=60_000)
        page.course.play(*page.table.choices()[-1].moves)
    qtbot.waitUntil(lambda: page.table.waits_for_human and page.felt.is_settled, timeout=60_000)
    left = page.table.record
    page.stop()
    again = TablePage(find_game(kind), ("greedy",), JobRunner())
    qtbot.addWidget(again)
    again.show()
    qtbot.waitUntil(lambda: again.table is not None, timeout=60_000)
    assert again.table.record == left
    assert again.log.toPlainText().splitlines() == [event.text for event in page.table.events]


def test_a_reopened_table_matches_its_controls(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("greedy", "random"), rounds=5, seed=8, pace=0)
    page.course.pause(True)
    page.stop()
    again = TablePage(find_game("konkan"), ("greedy",), JobRunner())
    qtbot.addWidget(again)
    again.show()
    qtbot.waitUntil(lambda: again.table is not None, timeout=60_000)
    assert [combo.currentData() for combo in again.seat_combos] == ["greedy", "random", ""]
    assert again.seat_combos[1].currentText() == "Random"
    assert (again.rounds.value(), again.seed.value()) == (5, 9)
    assert again.course.is_paused
    assert again.pause.text() == "Resume"
    n_events = len(again.table.events)
    again.pause.click()
    qtbot.waitUntil(lambda: len(again.table.events) > n_events, timeout=60_000)


def test_a_game_is_kept_after_every_move(sit_down: SitDown, qtbot: QtBot) -> None:
    """A program that is killed closes no window: what lies on the disk is the game."""
    page = sit_down("slave", ("human", "greedy", "greedy", "greedy"), rounds=2)
    for _ in range(3):
        qtbot.waitUntil(lambda: page.table.waits_for_human and page.felt.is_settled, timeout=60_000)
        qtbot.waitUntil(lambda: last_game("slave") == page.table.record, timeout=60_000)
        page.course.play(*page.table.choices()[-1].moves)
    page.course.pause(True)
    page.course.take_back()
    qtbot.waitUntil(lambda: last_game("slave") == page.table.record, timeout=60_000)


def test_a_watched_game_that_is_over_is_not_kept(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", AIS)
    qtbot.waitUntil(lambda: page.table.is_over, timeout=120_000)
    qtbot.waitUntil(lambda: not list(game_files("slave")), timeout=60_000)


def test_a_played_game_that_is_over_is_kept_and_a_new_one_can_be_dealt(
    sit_down: SitDown, qtbot: QtBot
) -> None:
    page = sit_down("slave", ("human", "greedy", "greedy", "greedy"))
    while not page.table.is_over:
        if page.table.waits_for_human and page.felt.is_settled:
            page.course.play(*page.table.choices()[0].moves)
        qtbot.wait(1)
    page.stop()
    (file,) = game_files("slave")
    record = read_record(file.read_text())
    assert record == page.table.record
    assert sorted(record.places or ()) == [1, 2, 3, 4]
    assert last_game("slave") is None


@pytest.mark.usefixtures("sit_down")
def test_a_late_write_does_not_replace_a_newer_game() -> None:
    table = GameTable(find_game("slave"), AIS, 1, 3)
    n_asked, late, before = [1], prepare_save(table.record), table.record
    late(lambda: n_asked[0] > 1)  # nothing newer: it is written
    assert last_game("slave") == before
    task = table.step()
    assert task is not None
    table.answer(task, task.work(Control()))
    n_asked[0] += 1
    keep_game(table.record)
    late(lambda: n_asked[0] > 1)
    assert last_game("slave") == table.record != before


def test_a_damaged_game_is_told_and_a_new_one_can_be_dealt(sit_down: SitDown, qtbot: QtBot) -> None:
    from assistant import paths

    (paths.data_dir() / "table-slave.json").write_text("{")
    messages: list[str] = []
    page = TablePage(find_game("slave"), ("greedy",), JobRunner())
    qtbot.addWidget(page)
    page.message.connect(messages.append)
    qtbot.waitUntil(lambda: bool(messages), timeout=60_000)
    assert "is not a saved game, or it is damaged" in messages[0]
    page.deal()
    qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)


def test_a_watched_game_thinks_in_a_thread_of_its_own(sit_down: SitDown, qtbot: QtBot) -> None:
    before = threading.active_count()
    for seed in range(3):
        page = sit_down("slave", AIS, seed=seed)
        qtbot.waitUntil(lambda page=page: page.table.is_over, timeout=120_000)
    assert threading.active_count() <= before + 3 * 6  # a few for each table, none for a move

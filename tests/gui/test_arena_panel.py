import re
from collections.abc import Iterator
from itertools import islice

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListWidget,
    QPushButton,
    QSlider,
    QSpinBox,
    QTableWidget,
)
from pytestqt.qtbot import QtBot

from assistant.arena import Step, stored_sessions
from assistant.play.record import split_decisions
from engine.errors import InputError
from gui.panels import arena, arena_views
from gui.panels.arena import ArenaEntries, ArenaPanel
from gui.panels.arena_views import RatingsView
from gui.widgets.plot import LinePlot
from gui.widgets.table import AnswerTable
from tests.gui.conftest import OpenPanel, find

LEFT = Qt.MouseButton.LeftButton
PLAN = ArenaEntries(agents=("heuristic", "greedy", "greedy", "random"), rounds=30, seed=3)


@pytest.fixture
def panel(open_panel: OpenPanel) -> ArenaPanel:
    made = open_panel(ArenaPanel)
    made.replace_entries(PLAN)
    return made


def start(panel: ArenaPanel, qtbot: QtBot) -> None:
    qtbot.mouseClick(find(panel, "Start", QPushButton), LEFT)


def play(panel: ArenaPanel, qtbot: QtBot) -> None:
    """Play the whole session."""
    start(panel, qtbot)
    qtbot.waitUntil(lambda: not panel.jobs.is_running, timeout=120_000)
    assert panel.advice.state == "finished"


def test_nothing_starts_by_itself(panel: ArenaPanel, qtbot: QtBot) -> None:
    qtbot.wait(200)
    assert not panel.jobs.is_running
    assert panel.advice is None


def test_a_session_is_played_and_its_ranking_shown(panel: ArenaPanel, qtbot: QtBot) -> None:
    play(panel, qtbot)
    table = find(panel, "Standings", QTableWidget)
    assert table.rowCount() == 3
    first = panel.advice.standings[0].agent
    assert (table.item(0, 0).text(), table.item(0, 0).toolTip()) == ("Heuristic", first)
    pairs = panel.tabs.open(panel.pairs_tab)
    assert pairs.rowCount() == 3
    assert re.fullmatch(r"\d+\.\d ± \d+\.\d%", pairs.item(0, 1).text())
    assert panel.advice.games_done == panel.advice.games_total
    assert not find(panel, "Start", QPushButton).isEnabled()


def test_the_plot_shows_every_agent_with_its_interval(panel: ArenaPanel, qtbot: QtBot) -> None:
    play(panel, qtbot)
    plot = find(panel, "Ratings over games", LinePlot)
    assert [line.name for line in plot.lines] == ["Heuristic", "Greedy", "Random"]
    by_agent = {f"slave:{line.name.lower()}": line for line in plot.lines}
    for row in panel.advice.standings:
        line = by_agent[row.agent]
        ends = (line.lows[-1], line.values[-1], line.highs[-1])
        assert ends == (row.rating.interval.low, row.rating.value, row.rating.interval.high)


def test_any_game_can_be_opened_and_stepped_through(panel: ArenaPanel, qtbot: QtBot) -> None:
    play(panel, qtbot)
    panel.tabs.open(panel.game_tab)
    find(panel, "Game number", QSpinBox).setValue(4)
    qtbot.mouseClick(find(panel, "Open game", QPushButton), LEFT)
    title = find(panel, "Game step", QLabel)
    qtbot.waitUntil(lambda: title.text().startswith("deal"), timeout=60_000)
    qtbot.mouseClick(find(panel, "Step forward", QPushButton), LEFT)
    assert title.text().startswith("1. ")
    slider = find(panel, "Step", QSlider)
    slider.setValue(slider.maximum())
    view = panel.game_tab.view.replay.felt.view
    assert sorted(seat.score[:7] for seat in view.seats) == [f"place {n}" for n in (1, 2, 3, 4)]
    with qtbot.waitSignal(panel.reviewed, timeout=60_000) as signal:
        qtbot.mouseClick(find(panel, "Review the game", QPushButton), LEFT)
    record = signal.args[0]
    assert record.is_over
    assert len(split_decisions(record.moves)) == slider.maximum()


def test_a_game_of_another_version_says_so_and_is_shown_as_far_as_it_can(
    panel: ArenaPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(panel, qtbot)
    view = panel.tabs.open(panel.game_tab)
    monkeypatch.setattr(arena_views, "begun_with", lambda session: "0.0.9")
    qtbot.mouseClick(find(panel, "Open game", QPushButton), LEFT)
    qtbot.waitUntil(lambda: "begun with version 0.0.9" in view.about.text(), timeout=60_000)
    whole = len(view.replay.steps)
    real = arena_views.stored_steps

    def shorter(session: int, number: int) -> Iterator[Step]:
        yield from islice(real(session, number), 5)
        raise InputError("game 0 cannot be shown further than move 4 by this version")

    monkeypatch.setattr(arena_views, "stored_steps", shorter)
    qtbot.mouseClick(find(panel, "Open game", QPushButton), LEFT)
    qtbot.waitUntil(lambda: "further than move 4" in view.about.text(), timeout=60_000)
    assert len(view.replay.steps) == 5 < whole


def test_an_empty_chart_says_what_will_be_there(panel: ArenaPanel, qtbot: QtBot) -> None:
    chart = panel.findChildren(RatingsView)[0]
    assert "Ratings appear here" in chart.when_empty
    empty = chart.grab().toImage()
    play(panel, qtbot)
    assert chart.grab().toImage() != empty


def test_a_game_is_watched_live_only_while_the_session_lives(
    panel: ArenaPanel, qtbot: QtBot
) -> None:
    play(panel, qtbot)
    view = panel.tabs.open(panel.game_tab)
    live = find(panel, "Watch live", QPushButton)
    assert not live.isEnabled(), "the session is finished"
    view.show_advice(panel.advice.model_copy(update={"state": "running"}))
    replay = view.replay
    replay.pace.setCurrentText("Instant")
    qtbot.mouseClick(live, LEFT)
    assert {panel.jobs, replay.jobs} <= set(panel.runners)
    qtbot.waitUntil(lambda: len(replay.steps) > 40 and replay.auto.text() == "Play", timeout=60_000)
    assert replay.steps[-1].outcome is not None


def test_slave_games_of_several_rounds(panel: ArenaPanel, qtbot: QtBot) -> None:
    rounds = find(panel, "Rounds a game", QSpinBox)
    rounds.setValue(3)
    play(panel, qtbot)
    panel.tabs.open(panel.game_tab)
    qtbot.mouseClick(find(panel, "Open game", QPushButton), LEFT)
    title = find(panel, "Game step", QLabel)
    qtbot.waitUntil(lambda: title.text().startswith("deal"), timeout=60_000)
    assert (
        panel.game_tab.view.replay.felt.view.headline == "Round 1 of 3 · the first lead contains 3♣"
    )
    panel.game_name.setCurrentIndex(panel.game_name.findData("konkan"))
    assert rounds.value() == 1
    assert not rounds.isEnabled()


def test_a_paused_session_is_stored_and_resumed(panel: ArenaPanel, qtbot: QtBot) -> None:
    find(panel, "Agent 1", QComboBox).setEditText("search?rollouts=20")
    panel.rounds.setValue(5_000)
    start(panel, qtbot)
    qtbot.waitUntil(
        lambda: panel.advice is not None and panel.advice.games_done > 0, timeout=120_000
    )
    qtbot.mouseClick(find(panel, "Pause", QPushButton), LEFT)
    qtbot.waitUntil(lambda: not panel.jobs.is_running, timeout=30_000)
    played = panel.advice.games_done
    assert 0 < played < panel.advice.games_total
    assert find(panel, "Start", QPushButton).text() == "Resume"
    start(panel, qtbot)
    qtbot.waitUntil(lambda: panel.advice.games_done > played, timeout=120_000)
    qtbot.mouseClick(find(panel, "Pause", QPushButton), LEFT)
    qtbot.waitUntil(lambda: not panel.jobs.is_running, timeout=30_000)
    stored = find(panel, "Stored sessions", AnswerTable)
    qtbot.waitUntil(lambda: stored.rowCount() == 1, timeout=30_000)
    assert "paused" in stored.item(0, 0).text()


def test_a_stored_session_brings_its_chart_its_settings_and_its_games(
    panel: ArenaPanel, open_panel: OpenPanel, qtbot: QtBot
) -> None:
    play(panel, qtbot)
    other = open_panel(ArenaPanel)
    other.open_example()
    other._ask_lists()
    qtbot.waitUntil(lambda: other.advice is not None, timeout=60_000)
    assert sorted(other.read_entries().agents) == sorted(panel.read_entries().agents)
    assert other.read_entries().rounds == PLAN.rounds != ArenaEntries().rounds, "its own settings"
    plot = find(other, "Ratings over games", LinePlot)
    assert len(plot.lines[0].values) >= 5, "the whole chart"
    other.tabs.open(other.game_tab)
    games = find(other, "Games of the session", AnswerTable)
    qtbot.waitUntil(lambda: games.rowCount() == panel.advice.games_total, timeout=60_000)
    assert games.item(0, 0).text() == "1", "games are counted from 1"
    first = [games.item(at, 1).text() for at in range(games.rowCount())]
    best = panel.advice.standings[0]
    assert first.count("Heuristic") == best.wins
    games.setCurrentCell(2, 0)
    qtbot.mouseClick(find(other, "Open game", QPushButton), LEFT)
    moves = find(other, "Moves of the game", QListWidget)
    qtbot.waitUntil(lambda: moves.count() > 10, timeout=60_000)
    moves.setCurrentRow(5)
    assert find(other, "Step", QSlider).value() == 5


def test_a_session_is_deleted_when_one_says_yes(
    panel: ArenaPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(panel, qtbot)
    stored = find(panel, "Stored sessions", AnswerTable)
    qtbot.waitUntil(lambda: stored.rowCount() == 1, timeout=30_000)
    answers = [False, True]
    monkeypatch.setattr(arena, "ask_yes_no", lambda *_: answers.pop(0))
    delete = find(panel, "Delete session", QPushButton)
    delete.click()
    assert len(stored_sessions()) == 1
    delete.click()
    assert stored_sessions() == []
    qtbot.waitUntil(lambda: stored.rowCount() == 0, timeout=30_000)
    assert find(panel, "Start", QPushButton).isEnabled()


def test_an_unknown_agent_is_told(panel: ArenaPanel, qtbot: QtBot) -> None:
    find(panel, "Agent 1", QComboBox).setEditText("wizard")
    start(panel, qtbot)
    qtbot.waitUntil(lambda: "wizard" in find(panel, "Problem", QLabel).text(), timeout=60_000)

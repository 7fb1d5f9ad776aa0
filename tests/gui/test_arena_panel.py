import re
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

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

from assistant.arena import GameStep, stored_sessions
from assistant.arena.request import ArenaRequest, advise
from assistant.play.record import split_decisions
from assistant.settings import Settings
from engine.control import Control
from engine.errors import InputError
from engine.slave.compile import prepare
from gui.panels import arena, arena_views
from gui.panels.arena import ArenaEntries, ArenaPanel
from gui.panels.arena_views import RatingsView
from gui.theme import contrast, theme
from gui.widgets.bars import percent
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


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a user's folder with a session that was played to its end."""
    home = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARD_TABLE_HOME", str(home))
        plan = {"agents": PLAN.agents, "rounds": PLAN.rounds, "seed": PLAN.seed}
        advise(ArenaRequest(game_name=PLAN.game_name, **plan), Control())
    return home


@pytest.fixture
def played(session: Path, user_home: Path, open_panel: OpenPanel, qtbot: QtBot) -> ArenaPanel:
    """Show the session that was played, opened from the list of stored sessions."""
    shutil.copytree(session, user_home, dirs_exist_ok=True)
    panel = open_panel(ArenaPanel)
    stored = find(panel, "Stored sessions", AnswerTable)
    qtbot.waitUntil(lambda: stored.rowCount() == 1, timeout=60_000)
    stored.setCurrentCell(0, 0)
    qtbot.mouseClick(find(panel, "Open", QPushButton), LEFT)
    qtbot.waitUntil(lambda: panel.advice is not None and not panel.jobs.is_running, timeout=60_000)
    assert panel.advice.state == "finished"
    return panel


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
    pairs = panel.tabs.open(panel.pairs_tab).pairs
    assert pairs.rowCount() == 3
    assert re.fullmatch(r"\d+\.\d% ± \d+\.\d%", pairs.item(0, 1).text())
    assert panel.advice.games_done == panel.advice.games_total
    assert not find(panel, "Start", QPushButton).isEnabled()


def test_the_plot_shows_every_agent_with_its_interval(played: ArenaPanel, qtbot: QtBot) -> None:
    plot = find(played, "Ratings over games", LinePlot)
    assert [line.name for line in plot.lines] == ["Heuristic", "Greedy", "Random"]
    by_agent = {f"slave:{line.name.lower()}": line for line in plot.lines}
    for row in played.advice.standings:
        line = by_agent[row.agent]
        ends = (line.lows[-1], line.values[-1], line.highs[-1])
        assert ends == (row.rating.interval.low, row.rating.value, row.rating.interval.high)


def test_any_game_can_be_opened_and_stepped_through(played: ArenaPanel, qtbot: QtBot) -> None:
    played.tabs.open(played.game_tab)
    find(played, "Game number", QSpinBox).setValue(4)
    qtbot.mouseClick(find(played, "Open game", QPushButton), LEFT)
    title = find(played, "Game step", QLabel)
    qtbot.waitUntil(lambda: title.text().startswith("Round 1 is dealt"), timeout=60_000)
    qtbot.mouseClick(find(played, "Step forward", QPushButton), LEFT)
    assert title.text().startswith("1. ")
    slider = find(played, "Step", QSlider)
    slider.setValue(slider.maximum())
    view = played.game_tab.view.replay.felt.view
    assert sorted(seat.score[:7] for seat in view.seats) == [f"place {n}" for n in (1, 2, 3, 4)]
    with qtbot.waitSignal(played.reviewed, timeout=60_000) as signal:
        qtbot.mouseClick(find(played, "Review the game", QPushButton), LEFT)
    record = signal.args[0]
    assert record.is_over
    assert len(split_decisions(record.moves)) == slider.maximum()


def test_a_replay_has_chances_candidates_and_advice_at_any_move(
    played: ArenaPanel, qtbot: QtBot
) -> None:
    prepare()  # without compiled kernels there are no chances
    view = played.tabs.open(played.game_tab)
    qtbot.mouseClick(find(played, "Open game", QPushButton), LEFT)
    watch = view.replay.watch
    qtbot.waitUntil(lambda: 1 < len(view.replay.steps) == len(watch.chances), timeout=60_000)
    chart = find(played, "Chances to win", LinePlot)
    assert [line.name for line in chart.lines] == list(view.replay.table.names)
    view.replay.slider.setValue(6)
    qtbot.mouseClick(find(played, "Analyse here", QPushButton), LEFT)
    advice = view.side.advice
    assert advice.isVisible()
    qtbot.waitUntil(lambda: bool(advice.hints), timeout=60_000)
    asked = view.replay.table.at(6)
    assert advice.title.text() == f"Move 7: {asked.names[asked.seat]}'s best moves"
    assert {hint.choice.moves[0] for hint in advice.hints} <= set(asked.state.legal())
    moves = find(played, "Moves of the game", QListWidget)
    qtbot.mouseClick(find(played, "Step forward", QPushButton), LEFT)
    assert moves.currentRow() == 7, "the list follows"
    seat = view.replay.table.at(7).seat
    assert advice.title.text().startswith(f"Move 8: {asked.names[seat]}'s best moves"), "candidates"


def test_the_verdict_names_the_leader_and_a_figure(played: ArenaPanel, qtbot: QtBot) -> None:
    best = played.advice.standings[0]
    assert find(played, "Best move", QLabel).text() == "Heuristic"
    assert find(played, "Figure", QLabel).text() == percent(best.win_share.value)


def test_a_game_of_another_version_says_so_and_is_shown_as_far_as_it_can(
    played: ArenaPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = played.tabs.open(played.game_tab)
    monkeypatch.setattr(arena_views, "begun_with", lambda session: "0.0.9")
    qtbot.mouseClick(find(played, "Open game", QPushButton), LEFT)
    qtbot.waitUntil(lambda: "begun with version 0.0.9" in view.about.text(), timeout=60_000)
    whole = len(view.replay.steps)
    real = arena_views.stored_steps

    def shorter(session: int, number: int) -> Iterator[GameStep]:
        yield from islice(real(session, number), 5)
        raise InputError("game 1 cannot be shown further than move 4 by this version")

    monkeypatch.setattr(arena_views, "stored_steps", shorter)
    qtbot.mouseClick(find(played, "Open game", QPushButton), LEFT)
    qtbot.waitUntil(lambda: "further than move 4" in view.about.text(), timeout=60_000)
    assert len(view.replay.steps) == 5 < whole


def test_an_empty_chart_says_what_will_be_there(panel: ArenaPanel, qtbot: QtBot) -> None:
    chart = panel.findChildren(RatingsView)[0]
    assert "Ratings appear here" in chart.when_empty
    empty = chart.grab().toImage()
    play(panel, qtbot)
    assert chart.grab().toImage() != empty


def test_a_game_is_watched_live_only_while_the_session_lives(
    played: ArenaPanel, qtbot: QtBot
) -> None:
    view = played.tabs.open(played.game_tab)
    live = find(played, "Watch live", QPushButton)
    assert not live.isEnabled(), "the session is finished"
    view.show_advice(played.advice.model_copy(update={"state": "running"}))
    replay = view.replay
    replay.pace.setCurrentText("Instant")
    qtbot.mouseClick(live, LEFT)
    assert {played.jobs, replay.jobs} <= set(played.runners)
    qtbot.waitUntil(lambda: len(replay.steps) > 40 and replay.auto.text() == "Play", timeout=60_000)
    assert replay.steps[-1].outcome is not None


def test_slave_games_of_several_rounds(panel: ArenaPanel, qtbot: QtBot) -> None:
    rounds = find(panel, "Rounds a game", QSpinBox)
    rounds.setValue(3)
    play(panel, qtbot)
    panel.tabs.open(panel.game_tab)
    qtbot.mouseClick(find(panel, "Open game", QPushButton), LEFT)
    title = find(panel, "Game step", QLabel)
    qtbot.waitUntil(lambda: title.text().startswith("Round 1 is dealt"), timeout=60_000)
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
    qtbot.waitUntil(lambda: not panel.jobs.is_running, timeout=60_000)
    played = panel.advice.games_done
    assert 0 < played < panel.advice.games_total
    assert find(panel, "Start", QPushButton).text() == "Resume"
    start(panel, qtbot)
    qtbot.waitUntil(lambda: panel.advice.games_done > played, timeout=120_000)
    qtbot.mouseClick(find(panel, "Pause", QPushButton), LEFT)
    qtbot.waitUntil(lambda: not panel.jobs.is_running, timeout=60_000)
    stored = find(panel, "Stored sessions", AnswerTable)
    qtbot.waitUntil(lambda: stored.rowCount() == 1, timeout=60_000)
    assert "paused" in stored.item(0, 0).text()


def test_a_stored_session_brings_its_chart_its_settings_and_its_games(
    played: ArenaPanel, open_panel: OpenPanel, qtbot: QtBot
) -> None:
    other = open_panel(ArenaPanel)
    other.open_example()
    other._ask_lists()
    qtbot.waitUntil(lambda: other.advice is not None, timeout=60_000)
    assert sorted(other.read_entries().agents) == sorted(played.read_entries().agents)
    assert other.read_entries().rounds == PLAN.rounds != ArenaEntries().rounds, "its own settings"
    plot = find(other, "Ratings over games", LinePlot)
    assert len(plot.lines[0].values) >= 5, "the whole chart"
    other.tabs.open(other.game_tab)
    games = find(other, "Games of the session", AnswerTable)
    qtbot.waitUntil(lambda: games.rowCount() == played.advice.games_total, timeout=60_000)
    assert games.item(0, 0).text() == "1", "games are counted from 1"
    first = [games.item(at, 1).text() for at in range(games.rowCount())]
    best = played.advice.standings[0]
    assert first.count("Heuristic") == best.wins
    games.setCurrentCell(2, 0)
    qtbot.mouseClick(find(other, "Open game", QPushButton), LEFT)
    moves = find(other, "Moves of the game", QListWidget)
    qtbot.waitUntil(lambda: moves.count() > 10, timeout=60_000)
    moves.setCurrentRow(5)
    assert find(other, "Step", QSlider).value() == 5


def test_a_session_is_deleted_when_one_says_yes(
    played: ArenaPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = find(played, "Stored sessions", AnswerTable)
    qtbot.waitUntil(lambda: stored.rowCount() == 1, timeout=60_000)
    answers = [False, True]
    monkeypatch.setattr(arena, "ask_yes_no", lambda *_: answers.pop(0))
    delete = find(played, "Delete session", QPushButton)
    delete.click()
    assert len(stored_sessions()) == 1
    delete.click()
    assert stored_sessions() == []
    qtbot.waitUntil(lambda: stored.rowCount() == 0, timeout=60_000)
    assert find(played, "Start", QPushButton).isEnabled()


def test_an_unknown_agent_is_told(panel: ArenaPanel, qtbot: QtBot) -> None:
    find(panel, "Agent 1", QComboBox).setEditText("wizard")
    start(panel, qtbot)
    qtbot.waitUntil(lambda: "wizard" in find(panel, "Problem", QLabel).text(), timeout=60_000)


@pytest.mark.parametrize("kind", ["light", "dark"])
def test_who_beats_whom_is_whole_and_can_be_read(
    played: ArenaPanel, qtbot: QtBot, kind: str
) -> None:
    theme.apply(Settings(theme=kind))
    pairs = played.tabs.open(played.pairs_tab).pairs
    qtbot.wait(20)
    shares = {}
    for one in range(3):
        for other in range(3):
            item = pairs.item(one, other)
            assert (item is None) == (one == other)
            if item is not None:
                shares[one, other] = float(item.text().split("%")[0])
                picture = pairs.viewport().grab(pairs.visualItemRect(item)).toImage()
                ground = picture.pixelColor(3, 3).name()
                assert contrast(item.foreground().color().name(), ground) >= 4.5
    assert all(shares[a, b] + shares[b, a] == pytest.approx(100) for a, b in shares)


def test_the_first_game_lies_on_the_felt_at_once(played: ArenaPanel, qtbot: QtBot) -> None:
    view = played.tabs.open(played.game_tab)
    qtbot.waitUntil(lambda: len(view.replay.steps) > 5, timeout=60_000)
    assert find(played, "Game number", QSpinBox).value() == 1


def test_stored_sessions_name_agents_as_the_ranking_does(played: ArenaPanel) -> None:
    """They were listed as "slave:heuristic, slave:greedy"."""
    stored = find(played, "Stored sessions", AnswerTable)
    assert stored.texts()[1][2] == "Heuristic, Greedy, Random"


def test_the_ranking_leaves_the_rest_of_a_large_window_to_the_chart(
    played: ArenaPanel, qtbot: QtBot
) -> None:
    played.resize(1700, 1000)
    page = played.tabs.open(played.ratings_tab)
    qtbot.wait(50)
    ranking = page.ranking
    last = ranking.rowViewportPosition(ranking.rowCount() - 1) + ranking.rowHeight(0)
    assert 0 <= ranking.viewport().height() - last <= ranking.rowHeight(0)
    assert page.plot.height() > 3 * ranking.height()


def test_rows_of_who_beats_whom_grow_in_a_large_window(played: ArenaPanel, qtbot: QtBot) -> None:
    pairs = played.tabs.open(played.pairs_tab).pairs
    usual = pairs.verticalHeader().sectionSizeHint(0)
    played.resize(1700, 1000)
    qtbot.waitUntil(lambda: pairs.rowHeight(0) >= 1.8 * usual)

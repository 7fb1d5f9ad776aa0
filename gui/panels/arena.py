"""The Arena panel: pick a game and agents, let them play, read ratings, step through any game.

A session is a job like any other: Pause stops the job, and what was played stays in the store,
so Resume goes on from there. The panel starts nothing by itself.
"""

import re
from typing import Any, cast

from pydantic import AliasChoices, Field, model_validator
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QWidget

from assistant.arena import (
    GAMES,
    SessionRow,
    Snapshot,
    delete_session,
    find_game,
    look_at,
    stored_sessions,
)
from assistant.arena.cluster import MAX_WORKERS
from assistant.arena.request import ArenaRequest, advise
from assistant.arena.store import DONE, RUNNING
from assistant.play.registry import EARLIER_NAMES
from assistant.reports import Report
from engine.agents import agent_name
from engine.control import Budget, Control
from engine.errors import UnavailableError
from engine.words import capital
from gui.dialogs.ask import ask_yes_no
from gui.jobs import JobRunner
from gui.panels.arena_views import GameView, PairsPage, RatingsPage
from gui.panels.base import Panel
from gui.panels.entries import Entries
from gui.plain_text import plain, set_tip
from gui.widgets.bars import percent
from gui.widgets.boxes import fill, framed, group, row
from gui.widgets.controls import button, check, choice, number, show_value
from gui.widgets.table import AnswerTable
from gui.widgets.verdict import Verdict

N_AGENTS = 6
STORED_PX = 110
STORED_WIDTH_PX = 334  # as much as the list asks for once there are sessions
FIRST = "slave"  # the game that is set when the panel is new
STYLES = (("match", "One table"), ("round robin", "Round robin"))


class ArenaEntries(Entries):
    """A session as it is set up, and the stored one that is open (0: none).

    Files of version 0.1.0 call the game "table".
    """

    game_name: str = Field(default=FIRST, validation_alias=AliasChoices("game_name", "table"))
    style: str = "match"
    agents: tuple[str, ...] = find_game(FIRST).example
    rounds: int = 200
    game_rounds: int = 1
    seed: int = 7
    workers: int = 1
    stop_when_clear: bool = False
    options: str = ""
    session: int = 0

    @model_validator(mode="before")
    @classmethod
    def _with_present_name(cls, values: Any) -> Any:
        """Files of 0.2.0 and older name house rules of Slave by the game, "slave_lap"."""
        name = values.get("game_name") if isinstance(values, dict) else None
        if name not in EARLIER_NAMES:
            return values
        game, rules = EARLIER_NAMES[name]
        return values | {"game_name": game, "options": "&".join(rules)}


class ArenaPanel(Panel):
    """The Arena panel: sessions between AIs, their ratings and their games."""

    game = "arena"
    title = "Arena"
    hint = "Choose a game and its agents, then press Start."
    Values = ArenaEntries
    example = ArenaEntries()
    entry_width = 330

    def __init__(self) -> None:
        self._session = 0
        self._wanted = False
        self._sessions: tuple[SessionRow, ...] = ()
        self._is_new = False  # opened for the first time, with nothing entered yet
        self._lists = JobRunner()
        self.game_jobs = JobRunner()
        super().__init__()

    def connect_parts(self) -> None:
        """Join the signals of the session, of the lists and of the game on show."""
        super().connect_parts()
        self._lists.done.connect(self._show_lists)
        self.jobs.started.connect(self._show_buttons)
        self.jobs.finished.connect(self._show_buttons)
        self.jobs.finished.connect(self._ask_lists)
        self._show_buttons()
        self._ask_lists()

    def open_example(self) -> None:
        """Show the newest stored session; the example starts when it is asked for."""
        self._is_new = True

    def demonstrate(self) -> None:
        """Play the example's session; for pictures."""
        self.show_example()
        self._start_session()

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Build the plan of a session, its buttons, and the list of stored sessions."""
        fill(self.entry_box, self._plan_box(), (self._stored_box(), 1))
        self.sides.set_foot(group(self._buttons()))
        self._limit_game_rounds()
        with self.silence():
            self.write_entries(ArenaEntries())

    def _plan_box(self) -> QWidget:
        self.game_name = choice("Game", [(name, find_game(name).title) for name in GAMES])
        self.meeting = choice("Format", STYLES)
        self.rounds = number("Deals", 1, 1_000_000, 200)
        self.game_rounds = number("Rounds a game", 1, 1, 1)
        self.options = QLineEdit()
        self.options.setAccessibleName("House rules")
        self.seed = number("Seed", 0, 2_000_000_000, 7)
        self.workers = number("Workers", 1, MAX_WORKERS, 1)
        self.stop_when_clear = check("Stop when clear", "Stop when the answer is clear")
        self.agents = [_agent_combo(f"Agent {place}") for place in range(1, N_AGENTS + 1)]
        form = QFormLayout()
        form.addRow("Game", self.game_name)
        form.addRow("Format", self.meeting)
        for combo in self.agents:
            form.addRow(combo.accessibleName(), combo)
        form.addRow("Deals", self.rounds)
        form.addRow("Rounds a game", self.game_rounds)
        form.addRow("House rules", self.options)
        form.addRow("Seed", self.seed)
        form.addRow("Workers", self.workers)
        form.addRow("", self.stop_when_clear)
        self.game_name.currentIndexChanged.connect(self._game_changed)
        return framed("Session", form)

    def _buttons(self) -> QHBoxLayout:
        self.start = button("Start", self._start_session, primary=True, other="Resume")
        self.pause = button("Pause", self.jobs.stop)
        self.fresh = button("New", self._new_session)
        return row(self.start, self.pause, self.fresh)

    def _stored_box(self) -> QWidget:
        heads = ["Session", "Begun", "Agents"]
        self.stored = AnswerTable("Stored sessions", heads, card_width=14)
        self.stored.setMinimumHeight(STORED_PX)
        self.stored.used.connect(lambda _: self._open_stored())
        self.open = button("Open", self._open_stored)
        self.delete = button("Delete…", self._delete_stored, name="Delete session")
        box = framed("Stored sessions", self.stored, row(self.open, self.delete, 1))
        cast(QBoxLayout, box.layout()).addStrut(STORED_WIDTH_PX)
        return box

    def first_field(self) -> QWidget | None:
        """Return the list of games."""
        return self.game_name

    def controls(self) -> dict[str, Any]:
        """Return all controls except the session, which has none; `style` is that of the plan."""
        own = [name for name in ArenaEntries.model_fields if name not in ("session", "style")]
        return {name: getattr(self, name) for name in own} | {"style": self.meeting}

    def read_entries(self) -> ArenaEntries:
        """Return what stands in the controls, and the session that is open."""
        return ArenaEntries.of(**dict(super().read_entries()) | {"session": self._session})

    def write_entries(self, entries: ArenaEntries) -> None:
        """Put entries into the controls; the places that no agent has stay empty."""
        agents = (*entries.agents, *[""] * N_AGENTS)[:N_AGENTS]
        super().write_entries(entries.model_copy(update={"agents": agents}))
        self._session = entries.session

    def edited(self) -> None:
        """Treat another plan as another session; the ranking on show stays until it starts."""
        if not self._quiet and not self.jobs.is_running:
            self._session = 0
            super().edited()
            self._show_buttons()

    def touch(self) -> None:
        """Open the stored session, if there is one: a session does not start on its own."""
        self._pause.start()

    def _limit_game_rounds(self) -> None:
        """Show rounds within a game and house rules only for games that have them."""
        game = find_game(self.game_name.currentData())
        self.game_rounds.setMaximum(game.max_rounds)
        options = game.rules_type.options()
        self.options.setEnabled(bool(options))
        self.options.setPlaceholderText(f"such as {options[0].example}" if options else "none")
        lines = (f"{option.key} ({option.accepted}): {option.help}" for option in options)
        set_tip(self.options, "\n".join(lines))

    def _game_changed(self) -> None:
        self._limit_game_rounds()
        if not self._quiet:
            with self.silence():
                self.options.clear()
                names = (*find_game(self.game_name.currentData()).example, *[""] * N_AGENTS)
                show_value(self.agents, names[:N_AGENTS])
        self._ask_lists()
        self.edited()

    # -- the job --------------------------------------------------------------------------------

    def build_request(self) -> ArenaRequest | None:
        """Return the session to play on with, to look at, or None until Start is pressed."""
        if not self._wanted and not self._session:
            self.waiting_for = self.hint
            return None
        entries = self.read_entries()
        agents = tuple(filter(None, entries.agents))
        options = tuple(part.strip() for part in re.split("[&,;]", entries.options) if part.strip())
        return ArenaRequest.of(
            **dict(entries)
            | {"agents": agents, "session": self._session or None, "options": options}
        )

    def position(self) -> str:
        """Return "": a plan of many games is not a position."""
        return ""

    def advise(self, request: Any, control: Control) -> Any:
        """Play, or only look at what was played; runs in a thread."""
        if request.session is not None and not self._wanted:
            return look_at(request.session)
        return advise(request, control)

    def set_budget(self) -> Budget:
        """Return no limit: a session ends when it is done or paused."""
        return Budget()

    def _start_session(self) -> None:
        self._wanted = True
        self.compute()
        self._wanted = self.jobs.is_running

    def _new_session(self) -> None:
        self._session = 0
        self.jobs.drop()
        self.compute()
        self._show_buttons()

    def _open_stored(self) -> None:
        row = self._chosen_session()
        if row is not None:
            with self.silence():
                self.write_entries(_entries_of(row))
            self._entries = self.read_entries()
            self._wanted = False
            self.compute()

    def _chosen_session(self) -> SessionRow | None:
        place = self.stored.currentRow()
        return self._sessions[place] if 0 <= place < len(self._sessions) else None

    def _delete_stored(self) -> None:
        """Delete a stored session, once the user has said yes."""
        row = self._chosen_session()
        if row is None or (row.id == self._session and self.jobs.is_running):
            return
        if not ask_yes_no(self, "Delete session", f"Delete session {row.id} and all its games?"):
            return
        try:
            delete_session(row.id)
        except UnavailableError as error:
            self.message.emit(str(error))
            return
        if row.id == self._session:
            self._new_session()
        self._ask_lists()

    def _ask_lists(self) -> None:
        self._wanted = self._wanted and self.jobs.is_running
        self._lists.submit(_load_lists, self.game_name.currentData())

    def _show_lists(self, lists: Any) -> None:
        agents, sessions = lists
        tip = Qt.ItemDataRole.ToolTipRole
        with self.silence():
            for combo in self.agents:
                text = combo.currentText()
                combo.clear()
                for name, about in agents:
                    combo.addItem(name)
                    combo.setItemData(combo.count() - 1, plain(about), tip)
                combo.setEditText(text)
        self._sessions = tuple(sessions)
        self.stored.show_rows([_session_cells(row) for row in sessions])
        for control in (self.open, self.delete):
            control.setEnabled(bool(sessions))
        self._show_last_session()

    def _show_last_session(self) -> None:
        """Show the newest stored session in a panel that has nothing else to show yet."""
        if self._is_new and self._sessions and not self._session and not self.jobs.is_running:
            self.stored.setCurrentCell(0, 0)
            self._open_stored()
        self._is_new = False

    def _show_buttons(self) -> None:
        running = self.jobs.is_running
        self.start.setText("Resume" if self._session else "Start")
        finished = self.advice is not None and self.advice.state == "finished"
        self.start.setEnabled(not running and not (finished and bool(self._session)))
        self.pause.setEnabled(running)
        self.fresh.setEnabled(not running)
        widgets = (self.game_name, self.meeting, *self.agents, self.rounds, self.options, self.seed)
        for widget in widgets:
            widget.setEnabled(not running)
        self.game_rounds.setEnabled(not running and self.game_rounds.maximum() > 1)

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """The panel's runners and the one that loads the stored lists."""
        return (*super().runners, self._lists)

    def shut_down(self) -> None:
        """Pause the session before the window closes; it stays in the store."""
        self.jobs.stop()
        self.game_jobs.drop()

    # -- answer ---------------------------------------------------------------------------------

    def build_answer(self) -> None:
        """Build the tabs: the ranking with the ratings over time, the pairs, the games."""
        self.ratings_tab = self.tabs.add("Ratings", RatingsPage, RatingsPage.show_advice)
        self.pairs_tab = self.tabs.add("Who beats whom", PairsPage, PairsPage.show_advice)
        self.game_tab = self.tabs.add("Games", self._game_view, GameView.show_advice)
        self.tabs.currentChanged.connect(self._tab_changed)
        fill(self.answer_box, (self.tabs, 1))

    def _tab_changed(self) -> None:
        """Give a game the whole panel; the status bar still stops the session."""
        is_game = self.tabs.currentWidget() is self.game_tab
        self.hide_entry(is_game)

    def _game_view(self) -> GameView:
        view = GameView(self.game_jobs)
        view.message.connect(self.message)
        view.reviewed.connect(self.reviewed)
        return view

    def verdict_of(self, advice: Snapshot) -> Verdict:
        """Return who leads, and how often that agent came first."""
        if not advice.standings:
            return super().verdict_of(advice)
        leader = advice.standings[0]
        share = percent(leader.win_share.value)
        return Verdict(advice.name_of(leader.agent), capital(advice.reason), share, "first places")

    def paint_advice(self, advice: Snapshot) -> None:
        """Show the ranking and the tab on show."""
        self._session = advice.session
        self.state.setText(
            f"Session {advice.session}: {advice.games_done:,} of {advice.games_total:,} games, "
            + (f"{advice.games_per_s:,.0f} a second, " if advice.games_per_s else "")
            + advice.state
        )
        self.tabs.paint(advice)
        self._show_buttons()

    def report(self) -> Report:
        """Return the ranking of the session."""
        headers, *rows = self.ratings_tab.open().ranking.texts()
        return Report((f"Arena: {self.state.text()}",), (self.advice.why,), headers, rows)

    def paint_nothing(self) -> None:
        """Show that there is no session."""
        self.tabs.paint(None)


def _agent_combo(name: str) -> QComboBox:
    combo = choice(name, [])
    combo.setEditable(True)
    combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    combo.setMinimumContentsLength(12)
    line = combo.lineEdit()
    assert line is not None
    line.setPlaceholderText("none")
    return combo


# Words for the state of a stored session that is not played now.
_STATES = {DONE: "finished", RUNNING: "paused"}


def _session_cells(row: SessionRow) -> tuple[str, str, str]:
    plan = row.plan
    title = f"{row.id}: {find_game(plan.game).title}, {_STATES[row.state]}"
    kinds = plan.load_game().agents
    names = (agent_name(agent, kinds) for agent in plan.agents)
    return title, row.created[:16].replace("T", " "), ", ".join((*names, *plan.options))


def _entries_of(row: SessionRow) -> ArenaEntries:
    """Return the settings that a stored session was begun with."""
    plan = row.plan
    together = len(plan.line_ups) == 1
    names = [agent.removeprefix(f"{plan.game}:") for agent in plan.agents]
    return ArenaEntries.of(
        game_name=plan.game,
        style="match" if together else "round robin",
        agents=[names[seat] for seat in plan.line_ups[0]] if together else names,
        rounds=plan.rounds,
        game_rounds=plan.game_rounds,
        seed=plan.seed,
        stop_when_clear=plan.stop_when_clear,
        options="&".join(plan.options),
        session=row.id,
    )


def _load_lists(game: str, control: Control) -> tuple[list[tuple[str, str]], list[SessionRow]]:
    """Return the agents of a game and the stored sessions, newest first; runs in a thread."""
    agents = [(name, kind.about) for name, kind in find_game(game).agents.items()]
    return agents, list(reversed(stored_sessions()))

"""A page to play at or to watch: who sits down, the felt, what can be done, and the log."""

from collections.abc import Callable, Sequence
from functools import partial
from random import randrange

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QPushButton, QSplitter, QWidget

from assistant.play import HUMAN, Event, Game, Record, Table
from assistant.play.kept import keep_game, last_game, prepare_keeping
from assistant.review.player_record import PlayerRecord
from engine.agents import agent_name
from engine.control import Control
from engine.errors import InputError, UnavailableError
from gui.felt.course import Course, pace_choice
from gui.felt.felt import Felt
from gui.jobs import JobRunner
from gui.plain_text import plain, set_tip
from gui.widgets.boxes import column, flow, group, row
from gui.widgets.controls import button, check, choice, number
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import ElidedLabel, label
from gui.widgets.rules_box import RulesBox

WELCOME = "Press Deal to play, or make every seat an AI and watch."
LOG_WIDTH = 210


class TablePage(QWidget):
    """See the module's first lines."""

    message = Signal(str)
    analysed = Signal(object)  # the question about the position, for the advisor

    def __init__(self, game: Game, agents: Sequence[str], jobs: JobRunner) -> None:
        super().__init__()
        self.game, self._agents = game, tuple(agents)
        self.felt = Felt()
        self.course = Course(self.felt, jobs)
        self._opener, self._keeper = JobRunner(), JobRunner()
        self._is_opening = True  # the game that was left is being looked for
        self._deals_if_empty = False
        self._build()
        self._connect()
        self._sort()
        self._show_state()
        self._opener.submit(_read_last, game)

    @property
    def table(self) -> Table | None:
        """The game in progress."""
        return self.course.table

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """All that may be at work for this table."""
        return (*self.course.runners, self._opener)

    # -- what a person does ---------------------------------------------------------------------

    def deal(self) -> None:
        """Start a new game with the players that are set."""
        self.course.halt()
        seats = tuple(agent for combo in self.seat_combos if (agent := combo.currentData()))
        rules = self.rules.rules()
        deal = partial(Table, self.game, seats, self.rounds.value(), self.seed.value(), rules=rules)
        self._opener.submit(lambda deal, _: deal(), deal)  # it takes a moment
        self.seed.setValue(self.seed.value() + 1)

    def open_or_deal(self) -> None:
        """Continue the game that was left; deal a new one if there is none."""
        if self.table is None and not self._is_opening:
            self.deal()
        self._deals_if_empty = True

    def sit_down(self, table: Table | None) -> None:
        """Go on with a game, if there is one."""
        was_opening, self._is_opening = self._is_opening, False
        if table is None:
            if was_opening and self._deals_if_empty:
                self.deal()
            return
        self.log.clear()
        for event in table.events:
            self._write_log(event)
        self._show_players(table)
        self.course.set_pace(self.pace.currentIndex())
        self.course.sit_down(table)
        self.felt.setFocus()

    def _show_players(self, table: Table) -> None:
        """Set what the table was dealt with; the next deal is the one after it."""
        nobody = [""] * (len(self.seat_combos) - len(table.agents))
        for combo, agent in zip(self.seat_combos, (*table.agents, *nobody), strict=True):
            if combo.findData(agent) < 0:
                self._add_agent(combo, agent)
            combo.setCurrentIndex(combo.findData(agent))
        self.rounds.setValue(table.n_rounds)
        self.seed.setValue(table.seed + 1)
        self.rules.show_rules(table.rules)

    def stop(self) -> None:
        """Stop the AIs and keep the game for the next time; returns when it is written."""
        self.course.halt()
        self._opener.drop()
        self._keeper.drop()
        if self.table is not None:
            try:
                keep_game(self.table.record)
                PlayerRecord().add_finished(self.table.record)
            except UnavailableError as error:
                self.message.emit(str(error))

    def _keep(self) -> None:
        """Write the game down, beside the window: it survives even if the program is killed."""
        if self.table is not None:
            record = self.table.record
            write = prepare_keeping(record)  # unless a later move is to be written

            def keep(record: Record, control: Control) -> None:
                write(control.cancel.is_set)
                if not control.cancel.is_set():
                    PlayerRecord().add_finished(record)

            self._keeper.submit(keep, record)

    def hideEvent(self, event: QHideEvent) -> None:
        """Whoever looks elsewhere finds the game paused where it was."""
        super().hideEvent(event)
        if self.table is not None and not self.table.humans:
            self.course.pause(True)

    def _analyse(self) -> None:
        question = None if self.table is None else self.table.question()
        if question is not None:
            self.analysed.emit(question)

    def _sort(self) -> None:
        self.felt.sorting = partial(self.game.sort_key, by=self.order.currentData())
        self.felt.redraw()
        self.course.reveal(self.show_hands.isChecked())

    # -- what is shown --------------------------------------------------------------------------

    def _show_state(self) -> None:
        table, course = self.table, self.course
        mine = table is not None and table.waits_for_human and self.felt.is_settled
        self.headline.setText(WELCOME if table is None else table.view.headline)
        for way in self.ways:
            way.setEnabled(mine)
        self.hint.setEnabled(mine)
        self.analyse.setEnabled(mine)
        self.back.setEnabled(table is not None and table.can_take_back)
        self.next.setEnabled(table is not None and table.waits_for_deal)
        runs = table is not None and not table.is_over
        self.review.setEnabled(table is not None and table.is_over)
        self.pause.setEnabled(runs)
        self.pause.setText("Resume" if course.is_paused else "Pause")
        self.step.setEnabled(runs and not mine)

    def _write_log(self, event: Event) -> None:
        self.log.appendPlainText(event.text)

    def _event_shown(self, event: Event) -> None:
        self._write_log(event)
        self._show_state()

    def _rewrite_log(self) -> None:
        self.log.setPlainText("\n".join(e.text for e in self.table.events) if self.table else "")
        self.log.verticalScrollBar().setValue(self.log.verticalScrollBar().maximum())

    # -- the frame ------------------------------------------------------------------------------

    def _build(self) -> None:
        players = self._players_row()
        self.headline = ElidedLabel(WELCOME, "heading", "Table state")
        self.log = QPlainTextEdit()
        self.log.setReadOnly(True)
        self.log.setAccessibleName("Log")
        self.log.setMaximumBlockCount(5_000)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.felt)
        split.addWidget(self.log)
        split.setStretchFactor(0, 1)
        split.setSizes([900, LOG_WIDTH])
        split.setCollapsible(0, False)
        parts = (players, self.rules, self.headline, (split, 1), self._actions_row())
        self.setLayout(column(*parts, spacing=5))

    def _players_row(self) -> FlowLayout:
        self.seat_combos = [self._seat_combo(place) for place in range(max(self.game.n_seats))]
        self.rounds = number("Rounds to play", 1, 100, 3)
        self.seed = number("Deal number", 0, 1_000_000, randrange(1, 1_000_000))
        self.rules = RulesBox(self.game.rules_type)
        self.rules.hide()
        for control in self.rules.controls.values():  # the advisor's entries have the same ones
            control.setAccessibleName(f"{control.accessibleName()}, at the table")
        self.show_rules = check("House rules", tip="Rules to set before the deal")
        self.show_rules.toggled.connect(self.rules.setVisible)
        return flow(
            *self.seat_combos,
            _together(label("Rounds"), self.rounds),
            _together(label("Deal no."), self.seed),
            self.show_rules,
            button("Deal", self.deal, primary=True),
        )

    def _seat_combo(self, place: int) -> QComboBox:
        combo = choice(f"Player {place + 1}", [(HUMAN, "You")] if place == 0 else [])
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for agent in self._agents:
            self._add_agent(combo, agent)
        if place >= min(self.game.n_seats):
            combo.addItem("nobody", "")
        return combo

    def _add_agent(self, combo: QComboBox, agent: str) -> None:
        name = "You" if agent == HUMAN else agent_name(agent, self.game.agents)
        combo.addItem(name, agent)
        combo.setItemData(combo.count() - 1, plain(agent), Qt.ItemDataRole.ToolTipRole)

    def _actions_row(self) -> FlowLayout:
        self.ways = [
            self._action(words, key, partial(self.felt.bring, place))
            for place, words, key in self.game.targets
        ]
        self.hint = self._action("Hint", "H", self.course.ask_hint)
        self.analyse = self._action("Analyse", "A", self._analyse)
        self.back = self._action("Take back", "U", self._take_back)
        self.next = self._action("Next round", "N", self.course.next_round)
        self.pause = button("Pause", self._toggle_pause)
        set_tip(self.pause, "Pause (F5)")  # the window has the key: it computes again elsewhere
        self.step = self._action("Step", "F6", self.course.step)
        self.review = button("Review", self._open_review)
        set_tip(self.review, "What each of your decisions cost, once the game is over")
        self.pace = pace_choice()
        self.order = choice("Sort", [(name, f"by {name}") for name in self.game.orders])
        self.show_hands = check("Show hands")
        return flow(
            *(*self.ways, self.hint, self.analyse, self.back, self.next, self.review),
            _together(self.pause, self.step, self.pace),
            _together(self.order, self.show_hands),
        )

    def _action(self, words: str, key: str, act: Callable[[], object]) -> QPushButton:
        made = button(words, act)
        set_tip(made, f"{words} ({key})")
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(made.click)
        return made

    def _open_review(self) -> None:
        from gui.review import ReviewDialog

        if self.table is not None:
            ReviewDialog(self, self.table.record).open()

    def _take_back(self) -> None:
        self.course.take_back()
        self._rewrite_log()

    def _toggle_pause(self) -> None:
        self.course.pause(not self.course.is_paused)

    def _connect(self) -> None:
        self._opener.done.connect(self.sit_down)
        self._opener.failed.connect(self.message)
        self._keeper.failed.connect(self.message)
        self.course.moved.connect(self._keep)
        self.course.changed.connect(self._show_state)
        self.course.shown.connect(self._event_shown)
        self.course.failed.connect(self.message)
        self.pace.currentIndexChanged.connect(self.course.set_pace)
        self.order.currentIndexChanged.connect(self._sort)
        self.show_hands.toggled.connect(self.course.reveal)


def _read_last(game: Game, control: Control) -> Table | None:
    """The game of the last time, if there is one that is not over; in a thread."""
    record = last_game(game.name)
    if record is None:
        return None
    try:
        return Table.of(record)
    except InputError as error:
        raise InputError(f"the game of the last time cannot go on: {error}") from None


def _together(*widgets: QWidget) -> QWidget:
    """Widgets that stay in one line."""
    return group(row(*widgets, spacing=6))

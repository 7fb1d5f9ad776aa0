"""A page to play at or to watch: who sits down, the felt, what can be done, and the log."""

from collections.abc import Callable, Sequence
from functools import partial
from random import randrange

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QPushButton, QSplitter, QWidget

from assistant.play import HUMAN, Event, Game, GameTable, Record
from assistant.play.kept import keep_game, last_game, prepare_keeping
from assistant.review.player_record import PlayerRecord
from engine.agents import agent_name
from engine.control import Control
from engine.errors import InputError, UnavailableError
from gui.dialogs.ask import ask_yes_no
from gui.felt.course import Course, pace_choice
from gui.felt.felt import Felt
from gui.felt.teacher import Teacher
from gui.jobs import JobRunner
from gui.plain_text import plain, set_tip
from gui.widgets.boxes import column, flow, group, row
from gui.widgets.controls import button, check, choice, number
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import ElidedLabel, label
from gui.widgets.rules_box import RulesBox

WELCOME = "Press Deal to play, or make every seat an AI and watch."
LOG_WIDTH = 210
LOG_FROM = 1400  # pixels of width from which the log stands beside the felt by itself


class TablePage(QWidget):
    """See the module's first lines."""

    message = Signal(str)
    analysed = Signal(object)  # the question about the position, for the advisor
    reviewed = Signal(object)  # the record of a finished game, to look back at it

    def __init__(self, game: Game, agents: Sequence[str], jobs: JobRunner) -> None:
        super().__init__()
        self.game, self._agents = game, tuple(agents)
        self.felt = Felt()
        self.felt.largest_hand = game.largest_hand
        self.course = Course(self.felt, jobs)
        self.teacher = Teacher(self.course, self)
        self._opener, self._keeper = JobRunner(), JobRunner()
        self._is_opening = True  # the game that was left is being looked for
        self._deals_if_empty = False
        self._log_was_set = False  # by the person: the width decides no longer
        self._reveals = False  # what the person wants to see of the others' hands
        self._build()
        self._connect()
        self._sort()
        self._show_state()
        self._opener.submit(_read_last, game)

    @property
    def table(self) -> GameTable | None:
        """The game in progress."""
        return self.course.table

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """All that may be at work for this table."""
        return (*self.course.runners, self._opener, *self.teacher.runners)

    # -- what a person does ---------------------------------------------------------------------

    def deal(self) -> None:
        """Start a new game with the players that are set."""
        self.course.halt()
        seats = tuple(agent for combo in self.seat_combos if (agent := combo.currentData()))
        rules = self.rules.rules()
        deal = partial(
            GameTable, self.game, seats, self.rounds.value(), self.seed.value(), rules=rules
        )
        self._opener.submit(lambda deal, _: deal(), deal)  # it takes a moment
        self.seed.setValue(self.seed.value() + 1)

    def deal_again(self) -> None:
        """Deal a new game; a person who has begun to play one is asked first."""
        table = self.table
        is_played = table is not None and table.can_take_back and not table.is_over
        words = "Your game is not over. Leave it and deal a new one?"
        if not is_played or ask_yes_no(self, "Deal a new game", words):
            self.deal()

    def open_or_deal(self) -> None:
        """Continue the game that was left; deal a new one if there is none."""
        if self.table is None and not self._is_opening:
            self.deal()
        self._deals_if_empty = True

    def sit_down(self, table: GameTable | None) -> None:
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
        self.change.setChecked(False)
        self.course.set_pace(self.pace.currentIndex())
        self.course.sit_down(table)
        self.felt.setFocus()

    def _show_players(self, table: GameTable) -> None:
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
            self.teacher.look_back(record)

    def hideEvent(self, event: QHideEvent) -> None:
        """Whoever looks elsewhere finds the game paused where it was."""
        super().hideEvent(event)
        if self.table is not None and not self.table.humans:
            self.course.pause(True)

    def showEvent(self, event: QShowEvent) -> None:
        """Whoever comes back can go on with the keys at once."""
        super().showEvent(event)
        if self.table is not None:
            self.felt.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The log stands beside the felt where there is room, unless the person chose."""
        super().resizeEvent(event)
        if not self._log_was_set:
            self.show_log.setChecked(self.width() >= LOG_FROM)

    def _choose_log(self) -> None:
        self._log_was_set = True

    def _reveal_log(self, on: bool) -> None:
        self.log.setVisible(on)
        self.last_move.setVisible(not on)

    def _analyse(self) -> None:
        question = None if self.table is None else self.table.question()
        if question is not None and self.table is not None:
            self.table.helped = True  # a game with advice is not rated
            self.analysed.emit(question)

    def _sort(self) -> None:
        self.felt.sorting = partial(self.game.sort_key, by=self.order.currentData())
        self.felt.redraw()
        self.course.reveal(self._reveals)

    def _reveal(self, on: bool) -> None:
        self._reveals = on
        self.course.reveal(on)

    # -- what is shown --------------------------------------------------------------------------

    def _show_state(self) -> None:
        table, course = self.table, self.course
        mine = table is not None and table.waits_for_human and self.felt.is_settled
        self.headline.setText(self._headline(mine))
        last = self.felt.last
        if last is None and table is not None and table.events and self.felt.is_settled:
            last = table.events[-1]  # of a game that was reopened
        self.last_move.setText("" if last is None else last.text)
        self._show_ways(table, mine)
        self._show_what_applies(table)
        self.hint.setEnabled(mine)
        self.analyse.setEnabled(mine)
        self.back.setEnabled(table is not None and table.can_take_back)
        self.next.setEnabled(table is not None and table.waits_for_deal)
        runs = table is not None and not table.is_over
        self.review.setEnabled(table is not None and table.is_over)
        self.pause.setEnabled(runs)
        self.pause.setText("Resume" if course.is_paused else "Pause")
        self.step.setEnabled(runs and not mine)

    def _headline(self, mine: bool) -> str:
        table = self.table
        if table is None:
            return WELCOME
        if not mine or table.seat is None:
            return table.view.headline
        name = table.names[table.seat]
        whose = "Your turn" if name == "You" else f"{name}'s turn"
        todo = table.state.prompt(self.felt.chosen_cards)
        return f"{whose}: {todo} · {table.view.headline}" if todo else table.view.headline

    def _show_ways(self, table: GameTable | None, mine: bool) -> None:
        """Name each button after what it does now; only what can be done is enabled."""
        choices = table.choices() if table is not None and mine else ()
        for way, (place, words, key) in zip(self.ways, self.game.targets, strict=True):
            can = any(c.target == place or (place == "trick" and c.cards) for c in choices)
            way.setEnabled(can and not (place == "pass" and self.felt.chosen))
            now = words if table is None else table.state.target_words(place) or words
            way.setText(now)
            way.setAccessibleName(now)
            set_tip(way, f"{now} ({key})")

    def _show_what_applies(self, table: GameTable | None) -> None:
        """Show the buttons of a person, or those of somebody who watches."""
        is_watching = table is not None and not table.humans
        for widget in (*self.ways, self.hint, self.analyse, self.back, self.next, self.auto_pass):
            widget.setVisible(not is_watching)
        self.auto_pass.setVisible(self._can_pass and not is_watching)
        self.step.setVisible(is_watching)
        seats = frozenset() if table is None else table.open_seats()
        all_open = table is not None and len(seats) == len(table.agents)
        with QSignalBlocker(self.show_hands):
            self.show_hands.setChecked(all_open or self._reveals)
        self.show_hands.setEnabled(not all_open)

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
        self.log.hide()
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.felt)
        split.addWidget(self.log)
        split.setStretchFactor(0, 1)
        split.setSizes([900, LOG_WIDTH])
        split.setCollapsible(0, False)
        self.setup = group(column(players, self.rules, spacing=5))
        self.change = QPushButton("Change…")
        self.change.setAccessibleName("Change the set-up")
        set_tip(self.change, "Players, rounds, deal number and house rules")
        self.change.setCheckable(True)
        self.change.setChecked(True)
        self.change.toggled.connect(self.setup.setVisible)
        deal = button("Deal", self.deal_again, primary=True)
        self.last_move = ElidedLabel("", "muted", "Last move")
        line = row((self.headline, 3), (self.last_move, 2), self.change, deal, spacing=6)
        parts = (self.setup, line, (split, 1), self._actions_row())
        self.setLayout(column(*parts, spacing=5))
        switches = (
            self.teacher.level,
            self.pace,
            self.order,
            self.show_hands,
            self.auto_pass,
            self.show_log,
        )
        for widget in (*self.findChildren(QPushButton), *switches):
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the felt

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
        for way in self.ways:
            way.setMinimumWidth(way.sizeHint().width())  # its words change, its place does not
        self._can_pass = any(place == "pass" for place, _, _ in self.game.targets)
        self.auto_pass = check("Auto-pass", tip="Pass by itself when nothing can be played")
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
        self.show_log = check("Log", tip="All moves, beside the felt")
        self.show_log.clicked.connect(self._choose_log)
        self.show_log.toggled.connect(self._reveal_log)
        return flow(
            *(*self.ways, self.hint, self.analyse, self.back, self.next, self.review),
            _together(self.pause, self.step, self.pace),
            _together(self.order, self.show_hands, self.show_log),
            self.auto_pass,
            self.teacher.level,
        )

    def _action(self, words: str, key: str, act: Callable[[], object]) -> QPushButton:
        made = button(words, act)
        set_tip(made, f"{words} ({key})")
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(made.click)
        return made

    def _open_review(self) -> None:
        if self.table is not None:
            self.reviewed.emit(self.table.record)

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
        self.show_hands.toggled.connect(self._reveal)
        self.auto_pass.toggled.connect(self.course.set_auto_pass)
        self.felt.picked.connect(self._show_state)


def _read_last(game: Game, control: Control) -> GameTable | None:
    """The game of the last time, if there is one that is not over; in a thread."""
    record = last_game(game.name)
    if record is None:
        return None
    try:
        return GameTable.of(record)
    except InputError as error:
        raise InputError(f"the game of the last time cannot go on: {error}") from None


def _together(*widgets: QWidget) -> QWidget:
    """Widgets that stay in one line."""
    return group(row(*widgets, spacing=6))

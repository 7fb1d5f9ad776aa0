"""A page to play at or to watch: who sits down, the felt, what can be done, and the log."""

from collections.abc import Callable, Sequence
from functools import partial
from random import randrange

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QSizePolicy, QSplitter, QWidget

from assistant.play import HUMAN, Choice, Event, Game, GameTable, Hint, Record
from assistant.play.kept import keep_game, last_game, prepare_save
from assistant.review.player_record import PlayerRecord
from engine.agents import agent_about, middle_opponents
from engine.control import Control
from engine.errors import InputError, UnavailableError
from engine.ladder import seat_label
from engine.rules import Rules
from engine.words import capital
from gui.announce import announce
from gui.dialogs.ask import ask_yes_no
from gui.felt.course import Course, pace_choice
from gui.felt.felt import Felt
from gui.felt.notice import FeltNotice
from gui.felt.round_panel import RoundPanel
from gui.felt.side import GameLog, SidePanel
from gui.felt.teacher import Teacher
from gui.felt.watch import WatchBar
from gui.jobs import JobRunner
from gui.plain_text import plain, set_tip
from gui.widgets.boxes import BREAK, column, flow, group, row
from gui.widgets.controls import button, check, choice, number
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import ElidedLabel, label, set_flag
from gui.widgets.rules_box import RulesBox
from gui.widgets.sides import HANDLE

WELCOME = "Nobody has cards yet"
WHAT_TO_DO = "Deal to sit down with the players above, or make every seat an AI and watch."
SIDE_WIDTH = 270
SIDE_FROM = 1400  # pixels of width from which the log stands beside the felt by itself
CANDIDATES_S = 1.0  # for the moves of an AI that somebody watches


class TablePage(QWidget):
    """A card table: choosing players, playing or watching on the felt, and the log."""

    message = Signal(str)
    analysed = Signal(object)  # the question about the position, for the advisor
    reviewed = Signal(object)  # the record of a finished game, to look back at it

    def __init__(self, game: Game, agents: Sequence[str], jobs: JobRunner) -> None:
        super().__init__()
        self.game, self._agents = game, tuple(agents)
        self.felt = Felt()
        self.felt.largest_hand = game.largest_hand
        self.course = Course(self.felt, jobs)
        self.teacher = Teacher(game.name, self.course, self)
        self._opener, self._keeper = JobRunner(), JobRunner()
        self._is_opening = True  # the game that was left is being looked for
        self._deals_if_empty = False
        self._side_was_set = False  # by the person: the width decides no longer
        self._reveals = False  # what the person wants to see of the others' hands
        self._announced: tuple[object, str] = (None, "")  # the last position and its headline
        self.menu = QMenu(self)  # lists what a joker may stand for
        self._advised: GameTable | None = None  # the table that the advice on show is about
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
        """Everything that may be running for this table."""
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

    def open_game(self, record: Record) -> None:
        """Go on with a saved game, or show how it ended."""
        self.course.halt()
        self._opener.submit(lambda record, _: GameTable.of(record), record)

    def sit_down(self, table: GameTable | None) -> None:
        """Go on with a game, if there is one."""
        was_opening, self._is_opening = self._is_opening, False
        if table is None:
            if was_opening and self._deals_if_empty:
                self.deal()
            self._show_state()
            return
        self.log.clear()
        for event in table.events:
            self._write_log(event)
        self._show_players(table)
        self.change.setChecked(False)
        self.side.advice.clear()
        self.side.set_watching(not table.humans)
        self.course.set_pace(self.pace.currentIndex())
        self._sort_by(table.rules)
        self.course.sit_down(table)
        self.watch.sit_down(table)
        self._show_chances()
        self.felt.setFocus()

    def _show_players(self, table: GameTable) -> None:
        """Set the controls to the players and rules of the table; the next deal number is one
        higher.
        """
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
        self.watch.stop()
        self._opener.drop()
        self._keeper.drop()
        if self.table is not None:
            try:
                keep_game(self.table.record)
                PlayerRecord().add_finished(self.table.record)
            except UnavailableError as error:
                self.message.emit(str(error))

    def _keep(self) -> None:
        """Save the game in a background thread: it survives even if the program is killed."""
        if self.table is not None:
            record = self.table.record
            write = prepare_save(record)  # unless a later move is to be written

            def keep(record: Record, control: Control) -> None:
                write(control.cancel.is_set)
                if not control.cancel.is_set():
                    PlayerRecord().add_finished(record)

            self._keeper.submit(keep, record)
            self.teacher.look_back(record)

    def hideEvent(self, event: QHideEvent) -> None:
        """Pause the game while another page is on show."""
        super().hideEvent(event)
        if self.table is not None and not self.table.humans:
            self.course.pause(True)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the keyboard focus back to the felt."""
        super().showEvent(event)
        if self.table is not None:
            self.felt.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the log beside the felt where there is room, unless the person chose."""
        super().resizeEvent(event)
        if not self._side_was_set:
            self.show_side.setChecked(self.width() >= SIDE_FROM)

    def _choose_side(self) -> None:
        self._side_was_set = True

    def _open_advice(self) -> None:
        """Show the advice beside the felt, where the table stays in view."""
        self._side_was_set = True
        self.show_side.setChecked(True)
        self.side.setCurrentWidget(self.side.advice)

    def _analyse(self) -> None:
        """Show the moves of the position on the felt, best first, beside it."""
        table = self.table
        if table is None:
            return
        table.helped = True  # a game with advice is not rated
        self._open_advice()
        if self.watch.is_back:
            self._ask_about(table.at(self.watch.place))
        elif table.waits_for_human:
            self.side.advice.show_wait(table)
            self.course.ask_hint()
        else:
            self._ask_about(table.at(len(table.events)))

    def _ask_about(self, table: GameTable, seconds: float | None = None) -> None:
        if table.seat is not None:
            self.side.advice.show_wait(table)
            self.course.ask_about(table, seconds)

    def _show_advice(self, table: GameTable, hints: tuple[Hint, ...]) -> None:
        if not hints:
            self.side.advice.clear()
            return
        self._advised = table
        self.side.advice.show_hints(table, hints)
        if self.side.advice.isVisible():
            best = hints[0]
            announce(self.side.advice, f"{best.choice.text}: {best.figure}. {best.why}")

    def _forget_advice(self) -> None:
        """Clear the advice of a person: it was about the position before."""
        if self.table is not None and self.table.humans:
            self.side.advice.clear()

    def _open_question(self) -> None:
        """Take the position to the advisor's own view, as an entry that can be undone."""
        question = None if self._advised is None else self._advised.question()
        if question is not None:
            self.analysed.emit(question)

    def _pick(self, options: Sequence[Choice]) -> None:
        """Let the person pick one of several ways to play the same cards."""
        self.menu.clear()
        self.menu.setAccessibleName("What the joker stands for")
        for option in options:
            pick = partial(self.course.choose, option.moves)
            self.menu.addAction(capital(option.text)).triggered.connect(pick)
        self.menu.popup(self.felt.mapToGlobal(self.felt.rect().center() - QPoint(60, 0)))
        self.menu.setActiveAction(self.menu.actions()[0])

    def _sort(self) -> None:
        """Sort the hand as it is set, whatever order the person gave it."""
        self._sort_by(self.game.rules_type() if self.table is None else self.table.rules)
        self.felt.sort_hand()
        self.course.reveal(self._reveals)

    def _sort_by(self, rules: Rules) -> None:
        self.felt.sort_by(self.game, self.order.currentData(), rules)

    # -- watching -------------------------------------------------------------------------------

    def _go_to(self, place: int) -> None:
        """Show an earlier move of a watched game, or the newest."""
        table = self.table
        if table is None:
            return
        if self.watch.is_back:
            self.course.pause(True)
        events = table.events[:place]
        self.felt.show_view(events[-1].after if events else table.at(0).view)
        self.felt.last = events[-1] if events else None
        self.felt.refresh()
        self._show_chances()
        self._show_state()

    def _show_chances(self) -> None:
        table = self.table
        if table is not None and not table.humans:
            self.felt.set_chances(self.watch.chances_at(self.watch.place))
            self.side.show_chances(table.names, self.watch.chances)
        else:
            self.felt.set_chances(())

    def _show_candidates(self) -> None:
        """Show what an AI that is watched could do, while the advice is open."""
        table = self.table
        if table is None or table.humans or table.seat is None or self.watch.is_back:
            return
        if self.side.advice.isVisible() and not self.course.is_asking:
            self._ask_about(table.at(len(table.events)), CANDIDATES_S)

    def _reveal(self, on: bool) -> None:
        self._reveals = on
        self.course.reveal(on)

    # -- what is shown --------------------------------------------------------------------------

    def _show_state(self) -> None:
        table, course = self.table, self.course
        mine = table is not None and table.waits_for_human and self.felt.is_settled
        self.headline.setText(self._headline(mine))
        self.last_move.setText(self._last_move(mine))
        self._show_ways(table, mine)
        self._show_what_applies(table)
        self.hint.setEnabled(mine)
        runs = table is not None and not table.is_over
        is_watched = table is not None and not table.humans
        self.analyse.setEnabled(mine or (is_watched and (runs or self.watch.is_back)))
        self.back.setEnabled(table is not None and table.can_take_back)
        self.next.setEnabled(table is not None and table.waits_for_deal)
        self.review.setEnabled(table is not None and table.is_over)
        self.pause.setEnabled(runs)
        self.pause.setText("Resume" if course.is_paused else "Pause")
        self.step.setEnabled(runs and not mine)
        self._show_result(table)
        is_empty = table is None and not self._is_opening and not self._deals_if_empty
        self.empty.setVisible(is_empty)
        set_flag(self.deal_button, "primary", not runs)  # it would end the game that goes on
        if table is not None and mine:
            self._announce_turn(table, self.headline.text())

    def _announce_turn(self, table: GameTable, words: str) -> None:
        """Announce whose turn it is, once; of later words of the same turn only what is new."""
        if (table.stamp, words) == self._announced:
            return
        goes_on = bool(table.events) and table.events[-1].seat == table.seat
        is_new = table.stamp is not self._announced[0] and not goes_on
        announce(self.felt, words if is_new else words.partition(": ")[2] or words)
        self._announced = (table.stamp, words)

    def _headline(self, mine: bool) -> str:
        table = self.table
        if table is None:
            return ""
        shown = table.view if self.felt.view is None else self.felt.view
        if not mine or table.seat is None:
            return shown.headline
        name = table.names[table.seat]
        whose = "Your turn" if name == "You" else f"{name}'s turn"
        todo = table.state.prompt(self.felt.chosen_cards)
        return f"{whose}: {todo}" if todo else shown.headline

    def _last_move(self, mine: bool) -> str:
        """Return what happened last, and the state of the round where the headline does not."""
        table, last = self.table, self.felt.last
        if table is None:
            return ""
        if last is None and table.events and self.felt.is_settled and not self.watch.is_back:
            last = table.events[-1]  # the last event of a game that was reopened
        state = table.view.headline if mine and self.headline.text() != table.view.headline else ""
        return " · ".join(filter(None, ("" if last is None else last.text, state)))

    def _show_result(self, table: GameTable | None) -> None:
        """Show how the round ended once all of it was seen."""
        is_over = table is not None and table.seat is None and self.felt.is_settled
        if table is None or not is_over or self.felt.view is not table.view:
            self.result.hide()
            self._n_result = -1
        elif self._n_result != len(table.events):
            self._n_result = len(table.events)
            self.next.setVisible(table.waits_for_deal and bool(table.humans))
            self.review.setVisible(table.is_over)
            self.again.setVisible(table.is_over)
            rows, scoring = table.state.standings(), table.state.scoring
            self.result.accuracy.setText(self.teacher.result)
            self.result.show_round(table.view.headline, table.names, rows, scoring)

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
        for widget in (*self.ways, self.hint, self.back, self.auto_pass, self.teacher.level):
            widget.setVisible(not is_watching)
        self.analyse.setText("Analyse here" if is_watching else "Analyse")
        self.auto_pass.setVisible(self._can_pass and not is_watching)
        self.teacher.show_rated()
        self.step.setVisible(is_watching)
        seats = frozenset() if table is None else table.open_seats()
        all_open = table is not None and len(seats) == len(table.agents)
        with QSignalBlocker(self.show_hands):
            self.show_hands.setChecked(all_open or self._reveals)
        self.show_hands.setEnabled(not all_open)

    def _write_log(self, event: Event) -> None:
        self.log.write(event.text, event.seat)

    def _event_shown(self, event: Event) -> None:
        self._write_log(event)
        if self.table is not None and not self.table.humans:
            self.watch.grow(len(self.table.events))
            self.watch.compute()
            self._show_candidates()
        self._show_state()

    def _rewrite_log(self) -> None:
        self.log.clear()
        for event in self.table.events if self.table else ():
            self._write_log(event)
        self.log.verticalScrollBar().setValue(self.log.verticalScrollBar().maximum())

    # -- the frame ------------------------------------------------------------------------------

    def _build(self) -> None:
        players = self._players_row()
        self.headline = ElidedLabel("", "heading", "Table state")
        self.log = GameLog()  # all moves in words
        self.side, self.watch = SidePanel(self.log, "Log"), WatchBar()
        self.side.hide()
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.felt)
        split.addWidget(self.side)
        split.setHandleWidth(HANDLE)
        split.setStretchFactor(0, 1)
        split.setSizes([900, SIDE_WIDTH])
        split.setCollapsible(0, False)
        self.setup = group(column(players, self.rules, spacing=5))
        self.change = QPushButton("Change…")
        self.change.setAccessibleName("Change the set-up")
        set_tip(self.change, "Players, rounds, deal number and house rules")
        self.change.setCheckable(True)
        self.change.setChecked(True)
        self.change.toggled.connect(self.setup.setVisible)
        self.deal_button = button("Deal", self.deal_again, primary=True)
        self.last_move = ElidedLabel("", "muted", "Last move")
        self.last_move.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.headline.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        words = (self.headline, (self.last_move, 1))  # which has all the width that is left
        line = row(*words, self.change, self.deal_button, spacing=6)
        actions = self._actions_row()
        self.result = RoundPanel(self.felt, (self.next, self.review, self.again))
        self._n_result = -1  # events of the game whose result is on show
        begin = button("Deal", self.deal, primary=True, name="Deal the first cards")
        self.empty = FeltNotice(self.felt, "No cards yet", (begin,))
        self.empty.say(WELCOME, WHAT_TO_DO)
        self.setLayout(column(self.setup, line, (split, 1), self.watch, actions, spacing=5))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocusProxy(self.felt)  # a click beside the buttons leaves the keys to the felt
        switches = (
            self.teacher.level,
            self.pace,
            self.order,
            self.show_hands,
            self.auto_pass,
            self.show_side,
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
            combo.addItem("Nobody", "")
        usual = middle_opponents(self.game.agents)[place - 1] if place else HUMAN
        combo.setCurrentIndex(max(combo.findData(usual), 0))
        return combo

    def _add_agent(self, combo: QComboBox, agent: str) -> None:
        kinds = self.game.agents
        name = "You" if agent == HUMAN else seat_label(self.game.name, agent, kinds)
        combo.addItem(name, agent)
        tip = agent if agent == HUMAN else agent_about(agent, kinds)
        combo.setItemData(combo.count() - 1, plain(tip), Qt.ItemDataRole.ToolTipRole)

    def _actions_row(self) -> FlowLayout:
        self.ways = [self._way(*target) for target in self.game.targets]
        for way in self.ways:
            way.setMinimumWidth(way.sizeHint().width())  # its words change, its place does not
        self._can_pass = any(place == "pass" for place, _, _ in self.game.targets)
        self.auto_pass = check("Auto-pass", tip="Pass by itself when nothing can be played")
        self.hint = self._action("Hint", "H", self.course.ask_hint)
        self.analyse = self._action("Analyse", "A", self._analyse)
        self.back = self._action("Take back", "U", self._take_back)
        undo = self._shortcut(QKeySequence(QKeySequence.StandardKey.Undo), self.back.click)
        set_tip(self.back, f"Take back (U or {undo.key().toString()})")
        self.next = self._action("Next round", "N", self.course.next_round)
        self.pause = button("Pause", self._toggle_pause, other="Resume")
        set_tip(self.pause, "Pause (F5)")  # the window has the key: it computes again elsewhere
        self.step = self._action("Step", "F6", self.course.step)
        self.next.setProperty("primary", True)
        self.review = button("Review", self._open_review)
        set_tip(self.review, "What each of your decisions cost")
        self.again = button("New game", self.deal_again)
        self.pace = pace_choice()
        self.order = choice("Sort", [(name, f"By {name}") for name in self.game.orders])
        self.show_hands = check("Show hands")
        self.show_side = check("Log and advice", tip="Log and advice beside the felt")
        self.show_side.clicked.connect(self._choose_side)
        self.show_side.toggled.connect(self.side.setVisible)
        actions = (*self.ways, self.hint, self.analyse, self.back, self.pause, self.step)
        switches = (self.pace, self.order, self.show_hands, self.show_side, self.auto_pass)
        return flow(*actions, BREAK, *switches, self.teacher.level, self.teacher.rated)

    def _way(self, place: str, words: str, key: str) -> QPushButton:
        """Return the button of a place; its key says why when the button is off."""
        bring = partial(self.felt.bring, place)
        self._shortcut(QKeySequence(key), bring)
        return button(words, bring)

    def _action(self, words: str, key: str, act: Callable[[], object]) -> QPushButton:
        made = button(words, act)
        set_tip(made, f"{words} ({key})")
        self._shortcut(QKeySequence(key), made.click)
        return made

    def _shortcut(self, key: QKeySequence, act: Callable[[], object]) -> QShortcut:
        """Let a key do something while the page is on show."""
        shortcut = QShortcut(key, self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)
        return shortcut

    def _open_review(self) -> None:
        if self.table is not None:
            self.reviewed.emit(self.table.record)

    def _take_back(self) -> None:
        self.course.take_back()
        self._rewrite_log()

    def _toggle_pause(self) -> None:
        self.watch.to_end()
        self.course.pause(not self.course.is_paused)

    def _connect(self) -> None:
        self._opener.done.connect(self.sit_down)
        self._opener.failed.connect(self.message)
        self._keeper.failed.connect(self.message)
        self.teacher.named.connect(self.result.accuracy.setText)
        self.course.moved.connect(self._keep)
        self.course.moved.connect(self._forget_advice)
        self.course.changed.connect(self._show_state)
        self.course.shown.connect(self._event_shown)
        self.course.failed.connect(self.message)
        self.course.advised.connect(self._show_advice)
        self.course.options.connect(self._pick)
        self.side.advice.opened.connect(self._open_question)
        self.watch.moved.connect(self._go_to)
        self.watch.computed.connect(self._show_chances)
        self.pace.currentIndexChanged.connect(self.course.set_pace)
        self.order.currentIndexChanged.connect(self._sort)
        self.show_hands.toggled.connect(self._reveal)
        self.auto_pass.toggled.connect(self.course.set_auto_pass)
        self.felt.picked.connect(self._show_state)


def _read_last(game: Game, control: Control) -> GameTable | None:
    """Return the game of the last time, if there is one that is not over; in a thread."""
    record = last_game(game.name)
    if record is None:
        return None
    try:
        return GameTable.of(record)
    except InputError as error:
        raise InputError(f"your last game cannot be continued: {error}") from None


def _together(*widgets: QWidget) -> QWidget:
    """Return a widget that keeps widgets in one line."""
    return group(row(*widgets, spacing=6))

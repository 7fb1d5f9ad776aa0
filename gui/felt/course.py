"""The pace of a live game: the AIs think in a job, every move is shown at the pace that is set.

`GameTable` knows whose turn it is and which answers are late. Pausing lets the decision that is
being thought of come, and no other; a step lets one more come.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QComboBox

from assistant.play import Decision, Event, GameTable, Task
from engine.control import Control
from engine.errors import InputError
from engine.words import capital
from gui.felt.felt import Felt
from gui.jobs import JobRunner
from gui.theme import theme
from gui.widgets.controls import choice

PACES = (("Slow", 1500, 700), ("Normal", 650, 320), ("Fast", 160, 120), ("Instant", 0, 0))
"""Name, milliseconds from one move to the next, milliseconds that cards are on their way."""
NORMAL = 1
ROUND_MS = 2500  # a finished round stays on the table, when nobody plays


class Course(QObject):
    """Drives one table and its felt at the chosen pace."""

    changed = Signal()  # whose turn it is, what may be done, whether it runs
    moved = Signal()  # the game is another than before: it is worth keeping
    shown = Signal(object)  # an event, as it is shown
    advised = Signal(object, object)  # the table that was asked about; hints, none if it failed
    options = Signal(object)  # choices of which the person has to pick one
    failed = Signal(str)  # one line for the user

    def __init__(self, felt: Felt, jobs: JobRunner) -> None:
        super().__init__(felt)
        self.felt, self.jobs = felt, jobs
        self.table: GameTable | None = None
        self.holds: Callable[[Decision], bool] = lambda moves: False  # True: a move waits
        self._pace = PACES[NORMAL]
        self._reveal = False
        self._auto_pass = False
        self._offered: object = None  # the position whose choices were offered
        self._hints = JobRunner()
        self._asked: GameTable | None = None  # the table whose advice is awaited
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._go_on)
        self.jobs.done.connect(self._ai_chose)
        self.jobs.failed.connect(self._stopped)
        self._hints.done.connect(self._show_hint)
        self._hints.failed.connect(self._hint_failed)
        felt.brought.connect(self.bring)
        felt.settled.connect(self._offer)
        felt.shown.connect(self.shown)

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """The runners of the AIs and of the advisor that gives hints."""
        return (self.jobs, self._hints)

    @property
    def is_paused(self) -> bool:
        """True while the AIs of the table are not to move."""
        return self.table is not None and self.table.is_paused

    @property
    def is_asking(self) -> bool:
        """True while the advisor is asked."""
        return self._hints.is_running

    # -- the table ------------------------------------------------------------------------------

    def sit_down(self, table: GameTable) -> None:
        """Begin, or go on with, a game."""
        self.halt()
        self.table, self._offered = table, None
        felt = self.felt
        felt.bottom = table.humans[0] if table.humans else 0
        felt.is_open = self._is_open
        if table.events:
            felt.show_view(table.view)
        else:
            felt.show_deal(table.view)
        self.moved.emit()
        self._go_on()

    def _is_open(self, seat: int) -> bool:
        assert self.table is not None
        return seat in self.table.open_seats(self._reveal)

    def reveal(self, on: bool) -> None:
        """Show all hands, or only the own one."""
        self._reveal = on
        if self.table is not None:
            self.felt.redraw()
            if self.felt.is_settled:
                self.felt.set_choices(self.table.choices())

    def set_auto_pass(self, on: bool) -> None:
        """Pass automatically, or not, where a person can do nothing else."""
        self._auto_pass = on
        if on and self.felt.is_settled:
            self._pass_if_forced()

    def _pass_if_forced(self) -> None:
        choices = () if self.table is None else self.table.choices()
        if self._auto_pass and [choice.target for choice in choices] == ["pass"]:
            self.play(*choices[0].moves)

    def set_pace(self, place: int) -> None:
        """Set how fast moves follow each other."""
        self._pace = PACES[place]
        self.felt.move_ms = self._pace[2]
        if self._next.isActive() and self.table is not None and self.table.seat is not None:
            self._next.start(min(self._next.remainingTime(), self._pace[1]))

    def halt(self) -> None:
        """Stop thinking and moving; the table stays as it is."""
        self._next.stop()
        self.jobs.drop()
        self._hints.drop()
        self.felt.set_thinking("")

    def pause(self, on: bool) -> None:
        """Stop further moves of the AIs, or resume."""
        self._hold(on)
        if on:
            self._next.stop()
        elif not self.jobs.is_running:
            self._go_on()
        self.changed.emit()

    def _hold(self, on: bool) -> None:
        if self.table is not None:
            self.table.is_paused = on

    def step(self) -> None:
        """Let an AI make one decision, then pause."""
        self._hold(True)
        if self.table is not None and not self.jobs.is_running:
            self._think_or_deal(self.table)
        self.changed.emit()

    # -- moves ----------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Let the AI move whose turn it is, or let the person choose."""
        table = self.table
        if table is None:
            return
        if table.waits_for_human or table.is_over:
            self._offer()
        elif not self.is_paused and not (table.waits_for_deal and table.humans):
            self._think_or_deal(table)
        self.changed.emit()

    def _think_or_deal(self, table: GameTable) -> None:
        task = table.step()
        if task is not None:
            self.felt.set_thinking(table.names[task.seat])
            self.jobs.submit(work_on, task)
        elif table.waits_for_deal:
            self._show(table.deal())

    def _ai_chose(self, answered: tuple[Task, Any]) -> None:
        self.felt.set_thinking("")
        table = self.table
        if table is None or not table.is_current(answered[0]):
            return
        n_faults = len(table.faults)
        self._show(table.answer(*answered))
        for fault in table.faults[n_faults:]:
            self.failed.emit(fault)

    def _stopped(self, reason: str) -> None:
        self.felt.set_thinking("")
        self._hold(True)
        self.failed.emit(reason)
        self.changed.emit()

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Show a rule that is broken on the felt."""
        try:
            yield
        except InputError as error:
            self.felt.say(capital(str(error)))

    def play(self, *moves: str) -> None:
        """Make moves and show them, or say which rule is against them."""
        if self.table is not None:
            with self._explaining():
                events = self.table.play(*moves)
                self.felt.say("")
                self._show(events)

    def _show(self, events: Sequence[Event]) -> None:
        self.felt.set_choices(())
        for event in events:
            self.felt.show_event(event)
        table = self.table
        assert table is not None
        self.moved.emit()
        wait_ms = self._pace[1]
        if table.seat is None and wait_ms:
            wait_ms = ROUND_MS
        self._next.start(wait_ms)
        self.changed.emit()

    def _offer(self) -> None:
        """Once all is shown, let the person choose; each position is offered once."""
        table = self.table
        if table is None or self._offered is table.stamp or self.felt.view is not table.view:
            return
        if self.felt.is_settled and table.waits_for_human:
            self._offered = table.stamp
            if len(table.humans) > 1 and table.seat is not None:
                self.felt.bottom = table.seat
                self.felt.redraw()
            self.felt.set_choices(table.choices())
            self.changed.emit()
            self._pass_if_forced()

    # -- a person -------------------------------------------------------------------------------

    def bring(self, cards: Sequence[str], place: str) -> None:
        """Play cards to a place, or say which rule is against it; ask what a joker stands for."""
        table = self.table
        if table is None or not table.waits_for_human or not self.felt.is_settled:
            return
        options = table.state.options_for(cards, place)
        if options:
            self.options.emit(options)
            return
        with self._explaining():
            self.choose(table.state.moves_for(cards, place))

    def choose(self, moves: Decision) -> None:
        """Play what the person chose, unless the coach holds it back."""
        if not self.holds(moves):
            self.play(*moves)

    def next_round(self) -> None:
        """Deal again."""
        if self.table is not None and self.table.waits_for_deal:
            self._next.stop()
            self._show(self.table.deal())

    def take_back(self) -> None:
        """Undo the last own decision and all that followed, also while an AI thinks."""
        table = self.table
        if table is None:
            return
        self.halt()
        with self._explaining():
            table.take_back()
        self.felt.show_view(table.view)
        self.moved.emit()
        self._go_on()

    def ask_hint(self) -> None:
        """Ask what the advisor would do in the person's place."""
        if self.table is not None and self.table.waits_for_human and self.felt.is_settled:
            self.felt.say("The advisor is thinking…", stays=True)
            self.table.helped = True  # a game with hints is not rated
            self.ask_about(self.table)

    def ask_about(self, table: GameTable, seconds: float | None = None) -> None:
        """Ask the advisor about a table, this one or one that stands elsewhere in the game."""
        task = table.ask(theme.settings.budget_s if seconds is None else seconds)
        if task is not None:
            self._asked = table
            self._hints.submit(work_on, task)

    def _show_hint(self, answered: tuple[Task, Any]) -> None:
        asked = self._asked
        hints = () if asked is None else asked.hints(*answered)
        if not hints or asked is None:
            return
        if asked is self.table and asked.waits_for_human and self.felt.is_settled:
            best = hints[0]
            words = f"{capital(best.choice.text)}: {best.figure}. {capital(best.why)}"
            self.felt.show_hint(best.choice, words)
        self.advised.emit(asked, hints)

    def _hint_failed(self, reason: str) -> None:
        self.felt.say("")
        self.advised.emit(self._asked, ())
        self.failed.emit(reason)


def work_on(task: Task, control: Control) -> tuple[Task, Any]:
    """Work on a task in a job; its answer comes with the task it belongs to."""
    return task, task.work(control)


def pace_choice() -> QComboBox:
    """Return the paces to choose from."""
    combo = choice("Pace", [(place, name) for place, (name, _, _) in enumerate(PACES)])
    combo.setCurrentIndex(NORMAL)
    return combo

"""A game of the arena on the felt: step by step, by itself, by a slider, or live as it is played.

Steps that are there are shown at once or one after the other; a live game brings its next step from
a job, so that agents that think do not hold up the window. With the table of the game, each seat's
chance to win is computed for every step, and the advisor can be asked about any of them.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QSlider, QWidget

from assistant.arena import GameStep, LiveSteps
from assistant.play import GameTable
from gui.felt.course import PACES, pace_choice
from gui.felt.felt import Felt
from gui.felt.watch import ChanceWatch
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.widgets.boxes import column, row
from gui.widgets.controls import button
from gui.widgets.labels import ElidedLabel


class ReplayView(QWidget):
    """Shows a stored game of the arena step by step, or a live one as it is played."""

    message = Signal(str)
    placed = Signal(int)  # the step that is now on show
    asked = Signal()  # the moves of the step on show are wanted, best first

    def __init__(self, jobs: JobRunner) -> None:
        super().__init__()
        self.jobs = jobs
        self.steps: list[GameStep] = []
        self.table: GameTable | None = None  # with the moves of all steps
        self.watch = ChanceWatch(self)
        self.watch.computed.connect(self._show_chances)
        self._is_playing = False
        self._live: LiveSteps | None = None
        self.felt = Felt()
        self.felt.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._play_next)
        self._build()
        jobs.done.connect(self._take)
        jobs.failed.connect(self.message)
        jobs.failed.connect(lambda _: self.pause())

    @property
    def position(self) -> int:
        """The number of the step on show."""
        return self.slider.value()

    @property
    def position_table(self) -> GameTable | None:
        """The table as it was at the step on show, if anybody had to move there."""
        if self.table is None or not self.steps:
            return None
        table = self.table.at(self.position)
        return None if table.seat is None else table

    def show_steps(self, steps: Sequence[GameStep], table: GameTable | None = None) -> None:
        """Show a game from its deal on; `table` is that of the game before its first move."""
        self._forget_live()
        self.steps, self.table = list(steps), table
        if table is not None:
            table.events = list(steps[1:])
            self.felt.largest_hand = table.game.largest_hand
        self.watch.follow(table)
        self._show_chances()
        race = bool(steps) and not any(seat.cards for seat in steps[0].after.seats)
        self.felt.bottom = None if race else 0
        self._set_range()
        self.slider.setValue(0)
        self._show_at(0)

    def follow(self, steps: LiveSteps, table: GameTable | None = None) -> None:
        """Show a game while it is played; `table` is that of the game before its first move."""
        self.show_steps([], table)
        self._live = steps
        self._wants_next()

    def play(self) -> None:
        """Play on automatically; at the end, from the deal again."""
        if self.position == len(self.steps) - 1 and self._live is None:
            self.slider.setValue(0)
        self._set_playing(True)
        self._timer.start(0)

    def pause(self) -> None:
        """Stay at this step."""
        self._timer.stop()
        self._set_playing(False)

    def _set_playing(self, on: bool) -> None:
        self._is_playing = on
        self.auto.setText("Pause" if on else "Play")

    def walk(self, n_steps: int) -> None:
        """Go some steps on, or back."""
        place = self.position + n_steps
        if n_steps == 1 and place < len(self.steps):
            self._set_place(place)
            self.felt.show_event(self.steps[place])
            self._show_words(place)
        else:
            self.slider.setValue(place)

    # -- a step ---------------------------------------------------------------------------------

    def _play_next(self) -> None:
        if not self.felt.is_settled:
            self._timer.start(30)
        elif self.position < len(self.steps) - 1:
            self.walk(1)
            self._timer.start(PACES[self.pace.currentIndex()][1])
        elif self._live is not None:
            self._wants_next()
        else:
            self.pause()

    def _wants_next(self) -> None:
        if self._live is not None and not self.jobs.is_running:
            last = self.steps[-1].after.seats if self.steps else ()
            self.felt.set_thinking(next((s.name for s in last if s.to_move), ""))
            self.jobs.submit(lambda live, control: live.next_step(control), self._live)

    def _take(self, step: GameStep | None) -> None:
        """Show the next step of a live game; None: it is over."""
        self.felt.set_thinking("")
        if step is None or self._live is None:
            self._live = None
            self.pause()
            return
        self.steps.append(step)
        if self.table is not None and step.number:
            self.table.events.append(step)
            self.watch.compute()
        self._set_range()
        if len(self.steps) == 1:
            race = not any(seat.cards for seat in step.after.seats)
            self.felt.bottom = None if race else 0
            self._show_at(0)
            self.play()
        elif self.position == len(self.steps) - 2 and self._is_playing:
            self.walk(1)
            self._timer.start(PACES[self.pace.currentIndex()][1])

    def _forget_live(self) -> None:
        self._live = None
        self.jobs.drop()
        self.felt.set_thinking("")
        self.pause()

    def _set_range(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(len(self.steps) - 1, 0))

    def _set_place(self, place: int) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(place)

    def _show_at(self, place: int) -> None:
        """Show a step as it stands, however far away it is."""
        if 0 <= place < len(self.steps):
            self.felt.show_view(self.steps[place].after)
            self.felt.last = self.steps[place]
            self.felt.refresh()
            self._show_words(place)
        elif not self.steps:
            self.felt.show_view(None)
            self.title.setText("")
            self.analyse.setEnabled(False)

    def _show_words(self, place: int) -> None:
        step = self.steps[place]
        self.title.setText(f"{step.title}   ({place} of {len(self.steps) - 1})")
        self.back.setEnabled(place > 0)
        self.forth.setEnabled(place < len(self.steps) - 1 or self._live is not None)
        is_turn = any(seat.to_move for seat in step.after.seats)
        self.analyse.setEnabled(self.table is not None and is_turn)
        self._show_chances()
        self.placed.emit(place)

    def _show_chances(self) -> None:
        self.felt.set_chances(self.watch.at(self.position))

    def _ask(self) -> None:
        self.pause()
        self.asked.emit()

    def _forth(self) -> None:
        self.pause()
        if self.position < len(self.steps) - 1:
            self.walk(1)
        elif self._live is not None:
            self._set_playing(True)
            self._wants_next()

    def _toggle(self) -> None:
        if self._is_playing:
            self.pause()
        else:
            self.play()

    # -- the frame ------------------------------------------------------------------------------

    def _build(self) -> None:
        self.title = ElidedLabel("", "heading", "Game step")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Step")
        self.slider.setRange(0, 0)
        self.slider.valueChanged.connect(self._show_at)
        self.back = button("◀", lambda: self.walk(-1), name="Step back")
        self.forth = button("▶", self._forth, name="Step forward")
        self.auto = button("Play", self._toggle, name="Play the game", other="Pause")
        self.analyse = button("Analyse", self._ask, name="Analyse here")
        set_tip(self.analyse, "Shows the moves of this position, best first")
        self.analyse.setEnabled(False)
        self.pace = pace_choice()
        self.pace.currentIndexChanged.connect(self._set_pace)
        self._set_pace(self.pace.currentIndex())
        line = row((self.slider, 1), self.back, self.auto, self.forth, self.analyse, self.pace)
        self.setLayout(column(self.title, (self.felt, 1), line, spacing=4))

    def _set_pace(self, place: int) -> None:
        self.felt.move_ms = PACES[place][2]

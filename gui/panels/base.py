"""The base of the panels. A panel is one file that builds a request and paints an advice.

To make a panel, subclass `Panel`, `CardPanel` if cards are entered, or `TablePanel` if the game can
be played at a table, and give it:

- `game` (its key in `gui.actions.PANELS`), `title`, `hint`, and `Values`: a frozen pydantic model
  with a default for everything that can be entered, as text and plain values. It is what undo,
  scenario files and the restored window keep, so it must hold half-typed text too.
- `build_entry()`: fill `self.entry_box`; `build_answer()`: fill `self.answer_box`; `self.tabs` are
  for an answer of many views, each of which is made when its tab is first shown. The control of an
  entry is the attribute of the entry's name, or a list of controls; `controls` says so where it
  is another one. A box, a number or a choice that changes is an edit by itself; connect other
  controls to `self.edited`. Give every widget that a user touches an accessible name.
- `build_request()`: the advisor's request; None if too little is entered (`self.waiting_for` says
  what), an `InputError` or pydantic's `ValidationError` if it is wrong.
- `advise(request, control)`: the advisor. It runs in a thread and must not touch a widget.
- `paint_advice(advice)` and `paint_nothing()`: called on the main thread for partial and final
  answers; they compute nothing and are quick.
- `example`: entries for the menu's Example and for screenshots.

Other long work (a game against the AI, a browser) takes a `JobRunner` of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from pydantic import ValidationError
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from assistant.advice import Advice
from assistant.reports import Report, how_sure
from assistant.requests import Request, explain_validation
from assistant.scenarios import Scenario
from engine.control import Budget, Control, Progress
from engine.errors import InputError
from gui.jobs import JobRunner
from gui.panels.entries import Entries, EntryHistory
from gui.theme import theme
from gui.widgets.boxes import column, row
from gui.widgets.controls import on_change, show_value, value_of
from gui.widgets.explained import EmptyAnswer, add_tips
from gui.widgets.labels import ElidedLabel, PrecisionLabel, label
from gui.widgets.sides import Sides
from gui.widgets.tabs import Tabs

PAUSE_MS = 60  # from the last keystroke to the computation


class Panel(QWidget):
    """Entry on the left, answer on the right, one job runner; see the module's first lines."""

    game: ClassVar[str]
    title: ClassVar[str]
    hint: ClassVar[str] = ""
    Values: ClassVar[type[Entries]]
    example: ClassVar[Entries]
    entry_width: ClassVar[int] = 520

    message = Signal(str)  # a line for the status bar
    help_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(f"{self.title} panel")
        theme.style(self)  # before there is anything in it
        self.jobs = JobRunner()
        self.undo = EntryHistory(self, self.show_entries)
        self.waiting_for = ""
        self.advice: Any = None
        self._quiet = False
        self._is_old = False  # the answer on show is that of an earlier entry
        self._is_entry_hidden = False  # a table has the whole panel
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.compute)
        self.tabs = Tabs(f"{self.title} views")
        self._build_frame()
        self.build_entry()
        self.build_answer()
        self._place_empty(self.sides.is_stacked)
        add_tips(self)
        self._entries: Entries = self.read_entries()
        self._tokens = theme.tokens  # the colours that the answer was painted in
        self.connect_parts()
        self.paint_nothing()

    # -- what a panel defines -------------------------------------------------------------------

    def build_entry(self) -> None:
        """Fill `self.entry_box` with what can be entered."""
        raise NotImplementedError

    def build_answer(self) -> None:
        """Fill `self.answer_box` with what is answered."""
        raise NotImplementedError

    def build_request(self) -> Request | None:
        """The question to the advisor, or None while too little is entered."""
        raise NotImplementedError

    def advise(self, request: Any, control: Control) -> Advice:
        """Ask the advisor; runs in a thread."""
        raise NotImplementedError

    def paint_advice(self, advice: Any) -> None:
        """Show an answer."""
        raise NotImplementedError

    def paint_nothing(self) -> None:
        """Show that there is no answer."""
        raise NotImplementedError

    def controls(self) -> dict[str, Any]:
        """The controls by the names of their entries."""
        return {name: getattr(self, name) for name in self.Values.model_fields}

    def entry_error(self) -> str:
        """Why what is entered cannot be asked, or ""."""
        return ""

    def is_typing(self) -> bool:
        """True while something is being typed: what is missing will come."""
        return False

    def first_field(self) -> QWidget | None:
        """Where the cursor goes when the user asks for the first field."""
        return None

    def share_text(self) -> str:
        """The answer as text for the clipboard, "" if there is none."""
        return self.report().as_text() if isinstance(self.advice, Advice) else ""

    def report(self) -> Report:
        """What was entered and answered, in words; there is an answer."""
        return Report((self.title,), (self.advice.why,), (), (), how_sure(self.advice))

    def again(self) -> None:
        """Start anew, as the menu's Compute again asks."""
        self.compute()

    def let_go(self) -> bool:
        """Let go of what is held on a card table; False if nothing is, and jobs may stop."""
        return False

    def shut_down(self) -> None:
        """The window closes: let go of what is not a job (a browser, a timer)."""

    # -- what every panel does ------------------------------------------------------------------

    def read_entries(self) -> Any:
        """What stands in the controls now."""
        return self.Values.of(**{name: value_of(c) for name, c in self.controls().items()})

    def write_entries(self, entries: Any) -> None:
        """Put entries into the controls."""
        for name, control in self.controls().items():
            show_value(control, getattr(entries, name))

    def edited(self) -> None:
        """Something was entered: remember it for undo and compute after a short pause."""
        if self._quiet:
            return
        entries = self.read_entries()
        if entries != self._entries:
            self.undo.add_edit(self._entries, entries)
            self._entries = entries
        self.touch()

    def touch(self) -> None:
        """The answer is out of date: drop the running job and compute after the pause."""
        self.jobs.drop()
        self._pause.start()

    @property
    def entries(self) -> Entries:
        """What is entered."""
        return self._entries

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """All that may be at work for this panel, for the status bar."""
        return (self.jobs, *self.tabs.runners)

    @property
    def is_busy(self) -> bool:
        """True while an edit waits to be computed, or is being computed."""
        return self._pause.isActive() or self.jobs.is_running

    def show_entries(self, entries: Entries) -> None:
        """Put entries into the widgets without a step of undo, and compute."""
        with self.silence():
            self.write_entries(entries)
        self._entries = self.read_entries()
        self.touch()

    def show_answered(self, entries: Entries, advice: Advice | None) -> None:
        """Put entries into the widgets with an answer from elsewhere; nothing is computed."""
        self.show_entries(entries)
        self._pause.stop()
        if advice is not None:
            self.problem.setText("")
            self._show(advice, False)

    def replace_entries(self, entries: Entries) -> None:
        """Put entries into the widgets as one step of undo."""
        before = self._entries
        self.show_entries(entries)
        if self._entries != before:
            self.undo.add(before, self._entries)

    def clear(self) -> None:
        """Empty everything."""
        self.replace_entries(self.Values())

    def show_example(self) -> None:
        """Fill in the example."""
        self.replace_entries(self.example)

    def demonstrate(self) -> None:
        """Fill in the example and start what it takes to show it; for pictures."""
        self.show_example()

    def scenario(self) -> Scenario:
        """What is entered, as a file keeps it."""
        return Scenario(game=self.game, entries=self._entries.model_dump(mode="json"))

    def load(self, values: dict[str, Any]) -> None:
        """Take the entries of a scenario; wrong ones are an `InputError`."""
        try:
            entries = self.Values.model_validate(values)
        except ValidationError as error:
            raise explain_validation(error) from error
        self.replace_entries(entries)

    def compute(self) -> None:
        """Build the request and start the job, or say what is missing or wrong."""
        self._pause.stop()
        try:
            self.waiting_for = ""
            request = None if self.entry_error() else self.build_request()
        except ValidationError as error:
            self._show_problem(str(explain_validation(error)))
        except InputError as error:
            self._show_problem(str(error))
        else:
            self._start(request)

    def hide_entry(self, on: bool) -> None:
        """Leave the whole panel to a card table, or show again what is entered and answered."""
        self._is_entry_hidden = on
        self.sides.show_entry(not on)
        for part in (self.state, self.problem, self.precision):
            part.setHidden(on)
        self.empty.setVisible(self.advice is None and not on)

    def focus_first(self) -> None:
        """Put the cursor into the first field."""
        field = self.first_field()
        if field is not None:
            field.setFocus()

    def set_budget(self) -> Budget:
        """How long an answer may take, by the settings."""
        return Budget(seconds=theme.settings.budget_s)

    @contextmanager
    def silence(self) -> Iterator[None]:
        """What is written into widgets meanwhile is no edit."""
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def repaint_answer(self) -> None:
        """Paint the answer once more: the colours, or what is chosen in it, have changed."""
        if self.advice is not None:
            self.paint_advice(self.advice)

    def _start(self, request: Request | None) -> None:
        if request is None:
            self.wait_for_more()
            return
        self._is_old = False
        self.problem.setText("")
        self.jobs.submit(self.advise, request, self.set_budget())

    def wait_for_more(self) -> None:
        """Say what is missing; the last answer stays while somebody types."""
        if self.advice is not None and self.is_typing() and not self.entry_error():
            self._is_old = True
            self.state.setText(self.waiting_for or self.hint)
            self.precision.clear_answer("of the last entry")
        else:
            self._show_problem(self.entry_error(), self.waiting_for)

    def end_typing(self) -> None:
        """Nobody types any more: an answer that was kept meanwhile goes."""
        if self._is_old:
            self.compute()

    def _show_problem(self, problem: str, hint: str = "") -> None:
        self._is_old = False
        self.jobs.drop()
        self.advice = None
        self.problem.setText(problem)
        self.state.setText("")
        self.empty.words.setText(problem or hint or self.hint)
        self.empty.setHidden(self._is_entry_hidden)
        self.precision.clear_answer()
        self.paint_nothing()

    def _show(self, advice: Advice, working: bool) -> None:
        self.advice = advice
        self.empty.hide()
        self.state.setText("")
        self.precision.show_answer(advice, working)
        self.paint_advice(advice)

    def _show_partial(self, partial: object) -> None:
        if isinstance(partial, Advice):  # a stage of the work may report figures of its own
            self._show(partial, True)

    def _show_progress(self, progress: Progress) -> None:
        if progress.text:
            self.state.setText(progress.text)

    def connect_parts(self) -> None:
        """Join the signals, once everything has been made."""
        for control in self.controls().values():
            on_change(control, self.edited)
        self.jobs.partial.connect(self._show_partial)
        self.jobs.done.connect(lambda advice: self._show(advice, False))
        self.jobs.failed.connect(lambda reason: self._show_problem(reason))
        self.jobs.progress.connect(self._show_progress)
        theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        """Put the theme on; a panel that is hidden does so when it is shown."""
        if not self.isVisible():
            return
        theme.style(self)
        self.update()  # how cards are drawn is not in the style sheet
        if self._tokens is not theme.tokens:
            self._tokens = theme.tokens
            self.repaint_answer()

    def showEvent(self, event: QShowEvent) -> None:
        """The theme may have changed since the panel was seen."""
        super().showEvent(event)
        self._apply_theme()

    # -- the frame ------------------------------------------------------------------------------

    def _build_frame(self) -> None:
        head = self._head()
        self.sides = Sides(self.entry_width)
        self.sides.stacked.connect(self.to_answer.setVisible)
        self.sides.stacked.connect(self._place_empty)
        self.to_answer.clicked.connect(self.sides.show_answer)
        self.entry_box, self.answer_box = self.sides.entry.box, self.sides.answer.box
        page = column(head, (self.sides, 1), spacing=8)
        page.setContentsMargins(14, 10, 14, 10)
        self.setLayout(page)

    def _place_empty(self, is_stacked: bool) -> None:
        """What to enter is said above the answer, or above all where that is out of view."""
        box = self.entry_box if is_stacked else self.answer_box
        box.insertWidget(0, self.empty)

    def _head(self) -> QHBoxLayout:
        self.state = ElidedLabel("", "muted", "State")
        self.problem = ElidedLabel("", "error", "Problem")
        self.precision = PrecisionLabel()
        self.empty = EmptyAnswer(self.hint, self.demonstrate, lambda: self.help_asked.emit())
        self.help = QToolButton()
        self.help.setText("?")
        self.help.setAccessibleName(f"Help for {self.title}")
        self.help.setToolTip("Rules, an example, what the numbers mean")
        self.help.clicked.connect(lambda: self.help_asked.emit())
        self.to_answer = QPushButton("Answer ↓")
        self.to_answer.setAccessibleName("Go to the answer")
        self.to_answer.hide()
        title, words = label(self.title, "title"), column(self.state, self.problem, spacing=0)
        return row(title, self.help, (words, 1), self.precision, self.to_answer, spacing=10)

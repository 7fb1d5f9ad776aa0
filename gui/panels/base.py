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
- `verdict_of(advice)`: the answer in short, for the bar above everything else.
- `paint_advice(advice)` and `paint_nothing()`: called on the main thread for partial and final
  answers; they compute nothing and are quick.
- `example`: entries for the menu's Example and for screenshots.

Other long work (a game against the AI, a browser) takes a `JobRunner` of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from pydantic import ValidationError
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from assistant.advice import Advice
from assistant.play.record import Record
from assistant.reports import Report, how_sure
from assistant.requests import Request, explain_validation
from assistant.scenarios import Scenario
from engine.control import Budget, Control, Progress
from engine.errors import InputError
from engine.words import capital
from gui.jobs import JobRunner
from gui.panels.entries import Entries, EntryHistory
from gui.theme import icon, theme
from gui.widgets.boxes import column, group, row
from gui.widgets.controls import head_button, on_change, show_value, value_of
from gui.widgets.explained import add_tips
from gui.widgets.labels import ElidedLabel, label
from gui.widgets.sides import Sides
from gui.widgets.tabs import Tabs
from gui.widgets.verdict import Verdict, VerdictBar

HEAD_BY_PT = 76  # pixels for each point of the letters, for the head's buttons with words
PAUSE_MS = 60  # from the last keystroke to the computation
EXAMPLE_RIBBON = "Example: type over it, or Clear"


class Panel(QWidget):
    """The base of all panels: entry on the left, answer on the right, one job runner."""

    game: ClassVar[str]
    title: ClassVar[str]
    hint: ClassVar[str] = ""
    Values: ClassVar[type[Entries]]
    example: ClassVar[Entries]
    entry_width: ClassVar[int] = 520  # pixels, at ten points
    # Width of the widest tab: changing tabs must not move the entry.
    answer_width: ClassVar[int] = 380

    message = Signal(str)  # a line for the status bar
    help_asked = Signal()
    reviewed = Signal(object)  # the record of a finished game, to look back at it

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
        self._is_example = False  # what is entered is the example that a new panel opens with
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.compute)
        self.tabs = Tabs(f"{self.title} views")
        self._build_frame()
        self.build_entry()
        self.build_answer()
        add_tips(self)
        self._entries: Entries = self.read_entries()
        self._tokens = theme.tokens  # the colours that the answer was painted in
        self.connect_parts()
        self.verdict.show_hint(self.hint)
        self.paint_nothing()

    # -- what a panel defines -------------------------------------------------------------------

    def build_entry(self) -> None:
        """Fill `self.entry_box` with what can be entered."""
        raise NotImplementedError

    def build_answer(self) -> None:
        """Fill `self.answer_box` with what is answered."""
        raise NotImplementedError

    def build_request(self) -> Request | None:
        """Return the question to the advisor, or None while too little is entered."""
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

    def verdict_of(self, advice: Any) -> Verdict:
        """Return the answer in short, for the verdict bar."""
        return Verdict(why=capital(advice.why))

    def controls(self) -> dict[str, Any]:
        """Return the controls by the names of their entries."""
        return {name: getattr(self, name) for name in self.Values.model_fields}

    def entry_error(self) -> str:
        """Return why what is entered cannot be asked, or ""."""
        return ""

    def is_typing(self) -> bool:
        """Return True while something is being typed: what is missing will come."""
        return False

    def first_field(self) -> QWidget | None:
        """Return where the cursor goes when the user asks for the first field."""
        return None

    def share_text(self) -> str:
        """Return the answer as text for the clipboard, "" if there is none."""
        return self.report().as_text() if isinstance(self.advice, Advice) else ""

    def report(self) -> Report:
        """Return what was entered and answered, in words; there is an answer."""
        return Report((self.title,), (self.advice.why,), (), (), how_sure(self.advice))

    def again(self) -> None:
        """Start again, as the menu's Compute again asks."""
        self.compute()

    @property
    def is_at_table(self) -> bool:
        """True while a card table is on show."""
        return False

    def return_to_table(self) -> None:
        """Show the card table as it was left; a panel without one has nothing to show."""

    def open_table(self) -> None:
        """Show where this game is played; a panel without a table has nothing to show."""

    def open_game(self, record: Record) -> None:
        """Show a saved game; a panel without a table has nothing to show."""

    def saved_game(self) -> Record | None:
        """Return the game of the table on show, if there is one."""
        return None

    def let_go(self) -> bool:
        """Deselect cards on a card table; False if none are, and jobs may stop."""
        return False

    def shut_down(self) -> None:
        """Release what is not a job (a browser, a timer) before the window closes."""

    # -- what every panel does ------------------------------------------------------------------

    def read_entries(self) -> Any:
        """Return what stands in the controls now."""
        return self.Values.of(**{name: value_of(c) for name, c in self.controls().items()})

    def write_entries(self, entries: Any) -> None:
        """Put entries into the controls."""
        for name, control in self.controls().items():
            show_value(control, getattr(entries, name))

    def edited(self) -> None:
        """Remember an edit for undo, and compute after a short pause."""
        if self._quiet:
            return
        entries = self.read_entries()
        if entries != self._entries:
            self.undo.add_edit(self._entries, entries)
            self._entries = entries
            self._mark_example(False)
        self.touch()

    def touch(self) -> None:
        """Drop the running job and compute again after the pause."""
        self.jobs.drop()
        self._pause.start()

    @property
    def entries(self) -> Entries:
        """The entries."""
        return self._entries

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """Everything that may be running for this panel, for the status bar."""
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

    def open_example(self) -> None:
        """Show the example in a panel that opens for the first time, and say that it is one."""
        self.show_entries(self.example)
        self.undo.clear()
        self._mark_example(True)

    @property
    def is_example(self) -> bool:
        """True while the example that the panel opened with is on show."""
        return self._is_example

    def _mark_example(self, on: bool) -> None:
        self._is_example = on
        self.ribbon.setVisible(on)

    def show_answered(self, entries: Entries, advice: Advice | None) -> None:
        """Put entries into the widgets with an answer from elsewhere; nothing is computed."""
        self.show_entries(entries)
        self._pause.stop()
        if advice is not None:
            self._show(advice, False)

    def replace_entries(self, entries: Entries) -> None:
        """Put entries into the widgets as one step of undo."""
        before = self._entries
        self.show_entries(entries)
        self._mark_example(False)
        if self._entries != before:
            self.undo.add(before, self._entries)

    def clear(self) -> None:
        """Empty everything; no answer to what was entered before stays."""
        self._show_problem("")
        self.replace_entries(self.Values())

    def show_example(self) -> None:
        """Fill in the example."""
        self.replace_entries(self.example)

    def demonstrate(self) -> None:
        """Fill in the example and start what it takes to show it; for pictures."""
        self.show_example()

    def scenario(self) -> Scenario:
        """Return what is entered, as a file keeps it."""
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
        self.sides.show_entry(not on)
        for part in (self.head, self.verdict):
            part.setHidden(on)

    def focus_first(self) -> None:
        """Put the cursor into the first field."""
        field = self.first_field()
        if field is not None:
            field.setFocus()

    def set_budget(self) -> Budget:
        """Return how long an answer may take, by the settings."""
        return Budget(seconds=theme.settings.budget_s)

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Ignore edits while widgets are filled."""
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def repaint_answer(self) -> None:
        """Paint the answer once more: the colours, or what is chosen in it, have changed."""
        if self.advice is not None:
            self.paint_advice(self.advice)

    def position(self) -> str:
        """Return the position on show as one line; "" if there is none yet."""
        from assistant.play.position import position_line

        try:
            request = None if self.entry_error() else self.build_request()
        except ValidationError as error:
            raise explain_validation(error) from None
        return "" if request is None else position_line(request)

    def entries_of(self, request: Any) -> Entries:
        """Return a request as it would be entered."""
        raise InputError(f"a position cannot be opened in the panel {self.title}")

    def ask(self, request: Any) -> None:
        """Show a request as it would be entered, and answer it."""
        self.replace_entries(self.entries_of(request))

    def submit(self, request: Request) -> None:
        """Answer a question that is not read from the widgets."""
        self._pause.stop()
        self._start(request)

    def _start(self, request: Request | None) -> None:
        if request is None:
            self.wait_for_more()
            return
        self._is_old = False
        self.verdict.clear_problem()
        self.jobs.submit(self.advise, request, self.set_budget())

    def wait_for_more(self) -> None:
        """Say what is missing; the last answer stays while somebody types."""
        if self.advice is not None and self.is_typing() and not self.entry_error():
            self._is_old = True
            self.state.setText(self.waiting_for or self.hint)
            self.verdict.mark_old()
        else:
            self._show_problem(self.entry_error(), self.waiting_for)

    def end_typing(self) -> None:
        """Remove an old answer that was kept while somebody typed."""
        if self._is_old:
            self.compute()

    def _show_problem(self, problem: str, hint: str = "") -> None:
        self._is_old = False
        self.jobs.drop()
        self.advice = None
        self.state.setText("")
        if problem:
            self.verdict.show_problem(capital(problem))
        else:
            self.verdict.show_hint(hint or self.hint)
        self.paint_nothing()

    def _show(self, advice: Advice, working: bool) -> None:
        self.advice = advice
        self.state.setText("")
        self.verdict.show_answer(self.verdict_of(advice), advice, working)
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
        self._fit_head()
        self.update()  # how cards are drawn is not in the style sheet
        if self._tokens is not theme.tokens:
            self._tokens = theme.tokens
            self._draw_icons()
            self.repaint_answer()

    def _draw_icons(self) -> None:
        for button in self.head_buttons:
            button.setIcon(icon(button.property("icon_name")))

    def showEvent(self, event: QShowEvent) -> None:
        """Apply the theme, which may have changed while the panel was hidden."""
        super().showEvent(event)
        self._apply_theme()

    # -- the frame ------------------------------------------------------------------------------

    def _build_frame(self) -> None:
        self.verdict = VerdictBar()
        self.head = group(self._head())
        self.sides = Sides(self.entry_width, self.answer_width)
        self.sides.stacked.connect(self.to_answer.setVisible)
        self.to_answer.clicked.connect(self.sides.show_answer)
        self.entry_box, self.answer_box = self.sides.entry.box, self.sides.answer.box
        page = column(self.head, self.verdict, (self.sides, 1), spacing=8)
        page.setContentsMargins(14, 8, 14, 10)
        self.setLayout(page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit what stands above the verdict."""
        super().resizeEvent(event)
        self._fit_head()

    def _fit_head(self) -> None:
        """Leave the words of the buttons to their tips where there is no room for them."""
        is_narrow = self.width() < HEAD_BY_PT * theme.settings.font_pt
        kinds = Qt.ToolButtonStyle
        kind = kinds.ToolButtonIconOnly if is_narrow else kinds.ToolButtonTextBesideIcon
        for made in self.head_buttons:
            made.setToolButtonStyle(kind)

    def _head(self) -> QHBoxLayout:
        """Build the line above the verdict: what is going on, and what can be done at once."""
        self.state = ElidedLabel("", "muted", "State")
        self.ribbon = label(EXAMPLE_RIBBON, "badge", "Example on show")
        self.ribbon.hide()
        self.to_answer = QPushButton("Answer ↓")
        self.to_answer.setAccessibleName("Go to the answer")
        self.to_answer.hide()
        self.undo_button = head_button("Undo", "undo", "Take the last entry back (Ctrl+Z)")
        self.undo_button.clicked.connect(self.undo.undo)
        self.undo_button.setEnabled(False)
        self.undo.canUndoChanged.connect(self.undo_button.setEnabled)
        clear = head_button("Clear", "clear", "Empty all fields (Ctrl+L)")
        clear.clicked.connect(lambda: self.clear())
        example = head_button("Example", "example", "Fill in an example (Ctrl+Shift+X)")
        example.clicked.connect(lambda: self.demonstrate())
        self.help = head_button("Help", "help", "Rules, an example, what the numbers mean (F1)")
        self.help.setAccessibleName(f"Help for {self.title}")
        self.help.clicked.connect(lambda: self.help_asked.emit())
        self.head_buttons = (self.undo_button, clear, example, self.help)
        self._draw_icons()
        words = (self.ribbon, (self.state, 1), self.to_answer)
        return row(*words, *self.head_buttons, spacing=6)

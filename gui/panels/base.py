"""The base of the panels. A panel is one file that builds a request and paints an advice.

To make a panel, subclass `Panel` and give it:

- `game` (its key in `gui.actions.PANELS`), `title`, `hint`, and `Entries`: a frozen pydantic model
  with a default for everything that can be entered, as text and plain values. It is what undo,
  scenario files and the restored window keep, so it must hold half-typed text too.
- `build_entry()`: fill `self.entry_box`; `build_answer()`: fill `self.answer_box`. One that makes
  many widgets is a generator that yields now and then: the window stays awake. Make card fields
  with `self.card_field(...)` and put `self.picker` somewhere; connect any other widget's change
  signal to `self.edited`. Give every widget that a user touches an accessible name.
- `read_entries()` and `write_entries(entries)`: widgets to model and back.
- `build_request()`: the advisor's request; None if too little is entered (`self.waiting_for` says
  what), an `InputError` or pydantic's `ValidationError` if it is wrong.
- `advise(request, control)`: calls the advisor. It runs in a thread and must not touch a widget.
  The panel's module imports its advisor, which is there already: a thread has imported it.
- `paint_advice(advice)` and `paint_nothing()`: called on the main thread for partial and final
  answers; they compute nothing and are quick.
- `example`: entries for the menu's Example and for screenshots.

Other long work (a game against the AI, a browser) takes a `JobRunner` of its own.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, ValidationError
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent, QUndoCommand, QUndoStack
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from assistant.advice import Advice
from assistant.requests import Request, explain_validation
from assistant.scenarios import Scenario, as_text, flatten
from engine.control import Budget, Control, Progress
from engine.errors import InputError
from gui.jobs import JobRunner
from gui.theme import theme
from gui.wardrobe import wardrobe
from gui.widgets.card_field import CardDesk, CardField
from gui.widgets.labels import ElidedLabel, PrecisionLabel, label
from gui.widgets.picker import CardPicker

PAUSE_MS = 60  # from the last keystroke to the computation
MERGE_S = 1.2  # edits of one field within this time are undone together
POLISHED_AT_ONCE = 40  # widgets
COLOURS_MS = 30  # from another theme to painting the answer in it: the window is painted first
SCROLL_BAR = 14  # pixels
WHOLE = object()


class Entries(BaseModel):
    """The base of what can be entered in a panel."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class EntryCommand(QUndoCommand):
    """One edit: the entries before and after it."""

    def __init__(self, panel: "Panel", before: Entries, after: Entries) -> None:
        super().__init__("entry")
        self.panel, self.before, self.after = panel, before, after
        self.made_s = time.monotonic()
        self._first = True

    def redo(self) -> None:
        """Write the entries again; the first time they are there already."""
        if not self._first:
            self.panel.show_entries(self.after)
        self._first = False

    def undo(self) -> None:
        """Write the entries of before."""
        self.panel.show_entries(self.before)


class Panel(QWidget):
    """Entry on the left, answer on the right, one job runner; see the module's first lines."""

    game: ClassVar[str]
    title: ClassVar[str]
    hint: ClassVar[str] = ""
    Entries: ClassVar[type[Entries]]
    example: ClassVar[Entries]
    entry_width: ClassVar[int] = 520
    picker_card_width: ClassVar[int] = 34
    n_decks: ClassVar[int] = 1
    n_jokers: ClassVar[int] = 0
    needs_kernels: ClassVar[bool] = True  # answers wait while they are being compiled

    message = Signal(str)  # a line for the status bar

    def __init__(self, at_once: bool = True) -> None:
        super().__init__()
        self.setAccessibleName(f"{self.title} panel")
        self.jobs = JobRunner(waits=self.needs_kernels)
        self.undo = QUndoStack(self)
        self.waiting_for = ""
        self.advice: Any = None
        self._quiet = False
        self._faded = False
        self._last: EntryCommand | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.compute)
        self._refresh_colours = QTimer(self, singleShot=True, interval=COLOURS_MS)
        self._refresh_colours.timeout.connect(self._take_colours)
        self._steps = self._build()
        if at_once:
            self.finish()

    def build_on(self) -> bool:
        """Make the next few widgets; False if the panel is whole."""
        return next(self._steps, WHOLE) is not WHOLE

    def finish(self) -> None:
        """Make all that is missing."""
        while self.build_on():
            pass

    # -- what a panel defines -------------------------------------------------------------------

    def build_entry(self) -> Iterator[None] | None:
        """Fill `self.entry_box` with what can be entered."""
        raise NotImplementedError

    def build_answer(self) -> Iterator[None] | None:
        """Fill `self.answer_box` with what is answered."""
        raise NotImplementedError

    def read_entries(self) -> Entries:
        """What stands in the widgets now."""
        raise NotImplementedError

    def write_entries(self, entries: Any) -> None:
        """Put entries into the widgets."""
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

    def share_text(self) -> str:
        """The answer as text for the clipboard."""
        return as_text(self.advice) if isinstance(self.advice, Advice) else ""

    def shut_down(self) -> None:
        """The window closes: let go of what is not a job (a browser, a timer)."""

    # -- what every panel does ------------------------------------------------------------------

    def card_field(self, name: str, n_max: int, **options: Any) -> CardField:
        """A card field that takes part in this panel's desk."""
        return self.desk.add(CardField(name, n_max, **options))

    def edited(self) -> None:
        """Something was entered: remember it for undo and compute after a short pause."""
        if self._quiet:
            return
        entries = self.read_entries()
        if entries != self._entries:
            self._remember(entries)
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
    def is_busy(self) -> bool:
        """True while an edit waits to be computed, or is being computed."""
        return self._pause.isActive() or self.jobs.is_running

    def show_entries(self, entries: Entries) -> None:
        """Put entries into the widgets without a step of undo, and compute."""
        with self._silence():
            self.desk.held = True
            self.write_entries(entries)
            self.desk.held = False
            self.desk.check()
        self._entries = self.read_entries()
        self.touch()

    def replace_entries(self, entries: Entries) -> None:
        """Put entries into the widgets as one step of undo."""
        before = self._entries
        self.show_entries(entries)
        if self._entries != before:
            self._last = None
            self.undo.push(EntryCommand(self, before, self._entries))

    def clear(self) -> None:
        """Empty everything."""
        self.replace_entries(self.Entries())

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
            entries = self.Entries.model_validate(values)
        except ValidationError as error:
            raise explain_validation(error) from error
        self.replace_entries(entries)

    def compute(self) -> None:
        """Build the request and start the job, or say what is missing or wrong."""
        self._pause.stop()
        try:
            self.waiting_for = ""
            request = None if self.desk.error else self.build_request()
        except ValidationError as error:
            self._show_problem(str(explain_validation(error)))
        except InputError as error:
            self._show_problem(str(error))
        else:
            self._start(request)

    def focus_first(self) -> None:
        """Put the cursor into the first field."""
        if self.desk.fields:
            self.desk.fields[0].edit.setFocus()

    def set_budget(self) -> Budget:
        """How long an answer may take, by the settings."""
        return Budget(seconds=theme.settings.budget_s)

    def _start(self, request: Request | None) -> None:
        if request is None:
            self._show_problem(self.desk.error, self.waiting_for)
            return
        self.problem.setText("")
        self.jobs.submit(self.advise, request, self.set_budget())

    def _show_problem(self, problem: str, hint: str = "") -> None:
        self.jobs.drop()
        self.advice = None
        self.problem.setText(problem)
        self.state.setText(hint or self.hint)
        self.precision.clear_answer()
        self.paint_nothing()

    def _remember(self, entries: Entries) -> None:
        if self._continues(entries):
            assert self._last is not None
            self._last.after, self._last.made_s = entries, time.monotonic()
            return
        self._last = EntryCommand(self, self._entries, entries)
        self.undo.push(self._last)

    def _continues(self, entries: Entries) -> bool:
        """True if this edit goes on with the last one: the same field, a moment later."""
        last = self._last
        if last is None or self.undo.index() != self.undo.count() or self.undo.count() == 0:
            return False
        recent = time.monotonic() - last.made_s < MERGE_S
        return recent and _changed(last.before, last.after) == _changed(last.after, entries)

    @contextmanager
    def _silence(self) -> Iterator[None]:
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def _show(self, advice: Advice, working: bool) -> None:
        self.advice = advice
        self.state.setText("")
        self.precision.show_answer(advice, working)
        self.paint_advice(advice)

    def _show_partial(self, partial: object) -> None:
        if isinstance(partial, Advice):  # a stage of the work may report figures of its own
            self._show(partial, True)

    def _show_failure(self, reason: str) -> None:
        self._show_problem(reason)

    def _show_progress(self, progress: Progress) -> None:
        if progress.text:
            self.state.setText(progress.text)

    def _connect(self) -> None:
        self.desk.changed.connect(self.edited)
        self.jobs.partial.connect(self._show_partial)
        self.jobs.done.connect(lambda advice: self._show(advice, False))
        self.jobs.failed.connect(self._show_failure)
        self.jobs.progress.connect(self._show_progress)
        theme.changed.connect(self._theme_changed)

    def _theme_changed(self) -> None:
        """The answer takes the new colours in its turn, or when it is shown."""
        self._faded = True
        if self.isVisible():
            self._refresh_colours.start()

    def _repaint_answer(self) -> None:
        if self.advice is not None:
            self.paint_advice(self.advice)

    def _take_colours(self) -> None:
        self._faded = False
        self._repaint_answer()

    def showEvent(self, event: QShowEvent) -> None:
        """Paint the answer anew if the theme has changed since it was seen."""
        super().showEvent(event)
        if self._faded:
            self._refresh_colours.start()

    # -- the frame ------------------------------------------------------------------------------

    def _build(self) -> Iterator[None]:
        """Make the panel; each step takes a few milliseconds."""
        yield from self._build_frame()
        for build in (self.build_entry, self.build_answer):
            yield from build() or ()
            yield
        for side in self.findChildren(Side):
            for _ in wardrobe.dress_inside(side):
                yield
        yield from self.picker.draw_ahead()
        self._entries = self.read_entries()
        self._connect()
        yield
        self.paint_nothing()
        yield
        for place, widget in enumerate(self.findChildren(QWidget)):
            widget.ensurePolished()
            if place % POLISHED_AT_ONCE == 0:
                yield
        self._keep_entry_whole()

    def _build_frame(self) -> Iterator[None]:
        self.picker = CardPicker(self.picker_card_width, self.n_decks, self.n_jokers)
        self.desk = CardDesk(self.picker)
        yield
        page = QVBoxLayout(self)
        page.setContentsMargins(14, 10, 14, 10)
        page.setSpacing(8)
        page.addWidget(self._head())
        self.splitter = QSplitter()
        self.splitter.setHandleWidth(10)
        self.splitter.setChildrenCollapsible(False)
        self.entry_box = self._side()
        self.answer_box = self._side()
        self.splitter.setSizes([self.entry_width, 1100 - self.entry_width])
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        wardrobe.dress(self.splitter.handle(1))
        page.addWidget(self.splitter, 1)
        yield

    def _keep_entry_whole(self) -> None:
        """The entry side is never narrower than what stands in it, also with larger letters."""
        scroll = self.splitter.widget(0)
        assert isinstance(scroll, QScrollArea)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side = scroll.widget()
        assert isinstance(side, Side)
        side.needs.connect(lambda width: scroll.setMinimumWidth(width + SCROLL_BAR))
        side.tell_needs()

    def _head(self) -> QWidget:
        part = wardrobe.dress(QWidget())
        self.state = ElidedLabel(self.hint, "muted")
        self.state.setAccessibleName("State")
        self.problem = ElidedLabel(role="error")
        self.problem.setAccessibleName("Problem")
        self.precision = PrecisionLabel()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.state)
        words.addWidget(self.problem)
        head = QHBoxLayout(part)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(14)
        head.addWidget(label(self.title, "title"))
        head.addLayout(words, 1)
        head.addWidget(self.precision)
        return part

    def _side(self) -> QVBoxLayout:
        inner = Side()
        box = QVBoxLayout(inner)
        box.setContentsMargins(0, 0, 2, 0)
        box.setSpacing(8)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        wardrobe.dress(scroll.verticalScrollBar())
        wardrobe.dress(scroll.horizontalScrollBar())
        scroll.setWidget(inner)
        for widget in (inner, scroll.viewport()):
            widget.setAutoFillBackground(False)  # Qt would paint all that stands on it twice
        self.splitter.addWidget(scroll)
        return box


class Side(QWidget):
    """One side of a panel; asks for the least height that it needs, and scrolls below that."""

    needs = Signal(int)  # the least width

    def event(self, event: QEvent) -> bool:
        """Tell when what stands here wants other room."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.tell_needs()
        return handled

    def tell_needs(self) -> None:
        """Tell the least width."""
        self.needs.emit(self.minimumSizeHint().width())

    def heightForWidth(self, width: int) -> int:
        """The least height: Qt's own answer would be the comfortable one."""
        return self.layout().totalMinimumHeightForWidth(width)


def _changed(before: Entries, after: Entries) -> set[str]:
    old, new = (dict(flatten(entries.model_dump())) for entries in (before, after))
    return {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}

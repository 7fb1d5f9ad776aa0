"""The coach at a card table: warns of costly moves, and names a finished game with its accuracy.

With "Warn me" on, a move of the person is judged before it is made. One that costs more than the
level is held back with the reason: play it anyway, take the better one, or think again. A rated
game has no warnings: one that gets any is not rated from then on, and the table says so.
"""

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from assistant.play import HUMAN, Decision, GameTable, Record
from assistant.review.decisions import Review
from assistant.review.kept import review_once
from assistant.review.player_record import unrated_reason
from assistant.review.review_notes import note_review
from assistant.review.warning import Warning, check_move, warning_levels
from engine.control import Control
from engine.errors import UnavailableError
from gui.felt.course import Course
from gui.felt.felt import Felt
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import Surface, column, row
from gui.widgets.controls import button, choice
from gui.widgets.labels import label, wrapped

TIP = "Hold back a move that costs more, with the reason. A game with warnings is not rated."
WARNINGS_ON = "Warnings are on: this game is not rated once you have moved."
RATED, NOT_RATED = "Rated", "Not rated"
MARGIN = 12
WIDTH = 520
OFF = 2.0  # more than any move can cost


class WarningBar(Surface):
    """Stands on the felt while a move is held back, so that nothing around it moves."""

    def __init__(self, felt: Felt) -> None:
        super().__init__(felt)
        self.setAccessibleName("Warning")
        self.words = wrapped("", "why", "Why the move is held back")
        self.think = button("Think again", lambda: None)
        set_tip(self.think, "Think again (Esc)")  # the window has the key
        self.better = self._choice("Play the better one", "B")
        self.anyway = self._choice("Play anyway", "X")
        self._felt = felt
        self._box = column(self.words, row(self.think, self.better, self.anyway, 1, spacing=6))
        self._box.setContentsMargins(10, 10, 10, 10)
        self.setLayout(self._box)
        self.hide()
        felt.installEventFilter(self)

    def _choice(self, words: str, key: str) -> QPushButton:
        made = button(words, lambda: None)
        set_tip(made, f"{words} ({key})")
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(made.click)
        return made

    def ask(self, warning: Warning) -> None:
        """Show a warning; the keys go to its buttons."""
        theme.style(self)
        self.words.setText(warning.words)
        self.better.setEnabled(warning.better is not None)
        self._place()
        self.show()
        self.raise_()
        self.think.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the felt."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        width = min(WIDTH, self._felt.width() - 2 * MARGIN)
        height = self._box.totalHeightForWidth(width)
        self.setGeometry((self._felt.width() - width) // 2, MARGIN, width, height)


class Teacher(QObject):
    """Warns of costly moves; `named` has the accuracy of a finished game in words."""

    named = Signal(str)

    def __init__(self, game: str, course: Course, parent: QWidget) -> None:
        super().__init__(parent)
        self.course, self.felt = course, course.felt
        self.level = choice(
            "Warn me",
            [(OFF, "Warnings: off")]
            + [
                (loss, f"Warn: {name}, {100 * loss:.0f} points")
                for name, loss in warning_levels(game)
            ],
        )
        set_tip(self.level, TIP)
        self.level.activated.connect(self._say_what_warnings_mean)
        self.rated = label(NOT_RATED, "muted", "Whether the game is rated")
        self.rated.setMinimumWidth(self.rated.sizeHint().width())  # its words change
        self.bar = WarningBar(self.felt)
        self._checker, self._reviewer = JobRunner(), JobRunner()
        self._held: Decision = ()
        self._table: GameTable | None = None
        self._reviewed = ""  # when the game began that was reviewed last
        course.holds = self.holds
        self._checker.done.connect(self._checked)
        self._checker.failed.connect(lambda _: self._checked(None))
        self._reviewer.done.connect(self._name_result)
        self.bar.think.clicked.connect(self._close)
        self.bar.anyway.clicked.connect(lambda: self._go_on(self._held))
        self.bar.better.clicked.connect(self._play_better)
        self._warning: Warning | None = None
        self.result = " "  # what is said of the game on show

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """Everything that may be running."""
        return (self._checker, self._reviewer)

    @property
    def is_on(self) -> bool:
        """True while moves are judged before they are made."""
        return bool(self.level.currentData() < 1)

    def _say_what_warnings_mean(self) -> None:
        """Say what warnings mean to a game that was rated so far."""
        table = self.course.table
        if self.is_on and table is not None and not table.is_over and not _reason(table):
            self.felt.say(WARNINGS_ON)

    def show_rated(self) -> None:
        """Say whether the game on the table is rated, and in the tip why it is not."""
        table = self.course.table
        self.rated.setVisible(table is not None and bool(table.humans))
        if table is not None:
            reason = _reason(table)
            self.rated.setText(NOT_RATED if reason else RATED)
            set_tip(self.rated, reason or "This game counts for your rating.")

    def holds(self, moves: Decision) -> bool:
        """Return whether a move is held back for a check; it is made if it costs nothing."""
        table = self.course.table
        if table is None or not self.is_on:
            return False
        table.helped = True
        if not self._checker.is_running and self.bar.isHidden():
            self._held, self._table = moves, table
            level, stamp = self.level.currentData(), table.stamp
            self.felt.say("Looking at this move…")
            self._checker.submit(_check(table, moves, level), stamp)
        return True

    def _checked(self, warning: Warning | None) -> None:
        table = self.course.table
        if table is not self._table or table is None or not table.waits_for_human:
            return
        self._warning = warning
        if warning is None:
            self._go_on(self._held)
            return
        if warning.better is not None:
            self.felt.show_hint(warning.better, "")
        self.bar.ask(warning)

    def _play_better(self) -> None:
        if self._warning is not None and self._warning.better is not None:
            self._go_on(self._warning.better.moves)

    def _go_on(self, moves: Decision) -> None:
        self._close()
        self.course.play(*moves)

    def _close(self) -> None:
        self.bar.hide()
        self.felt.say("")
        self.felt.setFocus()

    def let_go(self) -> bool:
        """Take a move back that is held; False if none is."""
        if self.bar.isHidden():
            return False
        self._close()
        return True

    def look_back(self, record: Record) -> None:
        """Review a person's game once it is over, beside the window."""
        is_new = record.begun != self._reviewed
        if record.is_over and HUMAN in record.agents and is_new:
            self._reviewed = record.begun
            self.result = "Looking back at your moves…"
            self._reviewer.submit(_review, record)
        elif not record.is_over:
            self.result = " "

    def _name_result(self, found: Review) -> None:
        accuracy = found.accuracy
        self.result = " " if accuracy is None else f"Your accuracy: {accuracy.value:.0f} of 100"
        self.named.emit(self.result)


def _reason(table: GameTable) -> str:
    """Return why the game on a table is not rated; "" if it is."""
    has_taken_back = bool(table.taken_back)
    return unrated_reason(table.game.name, table.agents, table.helped, has_taken_back)


def _check(
    table: GameTable, moves: Decision, level: float
) -> Callable[[object, Control], Warning | None]:
    """Return the work of judging moves; the table is not changed meanwhile."""
    return lambda _, control: check_move(table, moves, level, control)


def _review(record: Record, control: Control) -> Review:
    """Review a game and note it in the record; in a thread."""
    found = review_once(record, None, control)
    with suppress(UnavailableError):  # the table says so when it keeps the game
        note_review(record, found)
    return found

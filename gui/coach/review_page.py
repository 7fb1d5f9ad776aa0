"""The review of a game: its chances as a chart, the table at each decision, and the better move.

The first marks come at once and are replaced by surer ones while the work goes on in the
background. Escape or another game stops it; a review that was made before is shown as it is.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from assistant.play import HUMAN, Event, Record, find_game
from assistant.play.kept import finished_records
from assistant.play.pokle import PokleRace
from assistant.review.decisions import Review, seat_of
from assistant.review.kept import review_once
from assistant.review.pokle_games import result_words, share_text
from assistant.review.replay import choice_of, game_steps, line_at, state_at, try_again
from assistant.review.review_notes import note_review
from assistant.review.text import (
    account_lines,
    accuracy_text,
    decision_sentence,
    mark_text,
    short_mark_text,
    shown,
)
from engine.control import Control, Progress
from engine.errors import InputError, UnavailableError
from engine.files import write_text
from engine.words import capital, local_time
from gui.coach.marks import mark_color
from gui.coach.value_chart import ValueChart
from gui.dialogs import files
from gui.felt.felt import Felt
from gui.felt.notice import FeltNotice
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import column, flow, framed, group, row
from gui.widgets.controls import button, check, choice
from gui.widgets.labels import ElidedLabel, label, wrapped
from gui.widgets.sides import HANDLE
from gui.widgets.table import AnswerTable

EMPTY = "No game to review yet"
WHAT_TO_DO = (
    "Play a game of Konkan or Slave to its end, or solve a Pokle. What each of your moves cost "
    "stands here then, with the better move."
)
PLAYED = ("konkan", "slave", "pokle")
WAITING = "Trying every decision in many deals…"
HEADINGS = ("Move", "Mark", "Loss", "Played")
LIST_PX = 350
N_GAMES = 50  # games that can be chosen


class ReviewPage(QWidget):
    """The review of one game; `tried_again` has the record of a game to continue at its table,
    `played` the name of a game to play.
    """

    message = Signal(str)
    tried_again = Signal(object)
    played = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Review page")
        theme.style(self)
        self.jobs, self._opener = JobRunner(), JobRunner()
        self.record: Record | None = None
        self.review: Review | None = None
        self.steps: list[Event] = []
        self.current = -1  # the decision on show, by its place in the review
        self._at = 0  # the move on show
        self._records: list[Record] = []
        self._build()
        self._connect()
        self._show_state()

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """Everything that may be running for this page."""
        return (self.jobs, self._opener)

    # -- which game -------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """List the games that can be reviewed; open the newest if none is open."""
        super().showEvent(event)
        self._list_games()
        if self.record is None and self._records:
            self.open(self._records[0])

    def _list_games(self) -> None:
        self._records = finished_records(N_GAMES)
        with QSignalBlocker(self.game):
            self.game.clear()
            if self.record is not None and self.record not in self._records:
                self._records.insert(0, self.record)
            for record in self._records:
                self.game.addItem(_title(record))
            if self.record is not None:
                self.game.setCurrentIndex(self._records.index(self.record))
        self.game.setEnabled(bool(self._records))

    def _choose_game(self, place: int) -> None:
        if 0 <= place < len(self._records):
            self.open(self._records[place])

    def open(self, record: Record, seat: int | None = None) -> None:
        """Review a game for a seat, the person's own if none is given."""
        self.record, self.review, self.current, self._at = record, None, -1, 0
        self.steps = []
        place = seat_of(record, seat)
        game = find_game(record.game)
        self.felt.bottom = None if game.is_race else place
        self.felt.largest_hand = game.largest_hand
        self.felt.sort_by(game, game.orders[0], game.rules_type.read(record.rules))
        self.felt.show_view(None)
        with QSignalBlocker(self.seat):
            self.seat.clear()
            for number, name in enumerate(record.names):
                self.seat.addItem(name, number)
            self.seat.setCurrentIndex(place)
        if self.isVisible():
            self._list_games()
        self.decisions.show_rows([])
        self.chart.show_review(None)
        self.summary.setText(WAITING)
        self.account.setText("")
        self.sentence.setText("")
        self._opener.submit(lambda record, _: game_steps(record), record)
        self.jobs.submit(_review, (record, place))
        self._show_state()

    def _choose_seat(self) -> None:
        if self.record is not None:
            self.open(self.record, self.seat.currentData())

    # -- the answer -------------------------------------------------------------------------------

    def _take_steps(self, steps: list[Event]) -> None:
        self.steps = steps
        if self.current < 0:
            self._show_move(0)
        else:
            self.go_to(self.current)

    def _show_progress(self, progress: Progress) -> None:
        if progress.total:
            share = progress.done / progress.total
            self.progress.setText(f"{capital(progress.text)}: {share:.0%}")

    def show_review(self, found: Review) -> None:
        """Show a review, whole or as far as it is."""
        self.review = found
        self.chart.show_review(found)
        rows = [
            (
                f"{each.round_number}.{each.number + 1}",
                short_mark_text(each),
                ""
                if each.judgement is None
                else shown(each.judgement, found.game, found.unit).loss,
                capital(each.played),
            )
            for each in found.decisions
        ]
        self.decisions.show_rows(rows)
        for place, each in enumerate(found.decisions):
            item = self.decisions.item(place, 1)
            if item is not None and not each.is_pending:
                item.setForeground(mark_color(each.mark))
                set_tip(item, capital(mark_text(each)))
        if found.is_complete:
            solved = ""
            if found.game == "pokle" and self.record is not None and self.record.is_over:
                solved = f"{result_words(self.record, found.seat)}. "
            self.summary.setText(solved + accuracy_text(found))
            lines = account_lines(found)
            self.account.setText(lines[0] if len(lines) == 1 else f"{lines[0]} …")
            set_tip(self.account, "\n".join(lines))
        if self.current >= 0:
            self.go_to(self.current)
        self._show_state()

    def _done(self, found: Review) -> None:
        self.progress.setText("")
        is_first = self.current < 0
        self.show_review(found)
        if is_first and found.mistakes:
            self.go_to(self._place_of_worst())
        elif is_first and found.decisions:
            self.go_to(0)

    def _failed(self, reason: str) -> None:
        self.progress.setText("")
        self.summary.setText(capital(reason))

    def _place_of_worst(self) -> int:
        assert self.review is not None
        worst = self.review.worst
        return 0 if worst is None else self.review.decisions.index(worst)

    # -- where one looks --------------------------------------------------------------------------

    def go_to(self, place: int) -> None:
        """Show a decision: the table before it, what was played, and the better move."""
        found = self.review
        if found is None or not 0 <= place < len(found.decisions):
            return
        self.current = place
        each = found.decisions[place]
        self.chart.show_current(place)
        self.sentence.setText(decision_sentence(found, place))
        if self.decisions.currentRow() != place:
            with QSignalBlocker(self.decisions):
                self.decisions.setCurrentCell(place, 0)
        centre = QAbstractItemView.ScrollHint.PositionAtCenter
        self.decisions.scrollTo(self.decisions.model().index(place, 0), centre)
        self._show_move(each.number)
        self._draw_better(place)
        self._show_state()

    def _draw_better(self, place: int) -> None:
        """Lift the cards that were played; the better ones get a gold ring."""
        found, record = self.review, self.record
        if found is None or record is None or not self.steps or found.game == "pokle":
            return
        each = found.decisions[place]
        state = state_at(record, each.number)
        played = choice_of(state, each.moves)
        wanted = list(played.cards)
        lifted = []
        for index, card in enumerate(self.felt.hand):
            if card.card in wanted:
                wanted.remove(card.card)
                lifted.append(index)
        self.felt.chosen = lifted
        if each.judgement is not None and shown(each.judgement, found.game, found.unit).loss:
            legend = "Gold: the better move." + " Raised: the move played." * bool(lifted)
            better = choice_of(state, each.best_moves)
            self.felt.show_hint(better, "" if self.felt.covers_plates else legend)
        self.felt.refresh()

    def _show_move(self, number: int) -> None:
        """Show the table before a move; after the last one, the end."""
        if not self.steps:
            return
        self._at = max(0, min(number, len(self.steps)))
        if self._at < len(self.steps):
            self.felt.show_view(self.steps[self._at].before)
        else:
            self.felt.show_view(self.steps[-1].after)
        if self._at:
            self.felt.last = self.steps[self._at - 1]
            self.felt.refresh()
        self.where.setText(self._words_at())

    def _words_at(self) -> str:
        last = self.steps[self._at - 1].text if self._at else "The deal"
        return f"Move {self._at} of {len(self.steps)}: {last}"

    def walk(self, n_moves: int) -> None:
        """Go some moves on or back."""
        if not self.steps:
            return
        number = max(0, min(self._at + n_moves, len(self.steps)))
        if n_moves == 1 and self._at < len(self.steps):
            self.felt.show_event(self.steps[self._at])
            self._at = number
            self.where.setText(self._words_at())
        else:
            self._show_move(number)
        here = [p for p, d in enumerate(self._decided) if d.number == self._at]
        if here and n_moves < 0:
            self.go_to(here[0])

    @property
    def _decided(self) -> Sequence[Any]:
        return () if self.review is None else self.review.decisions

    def next_mistake(self) -> None:
        """Go to the next costly decision, from the last one to the first."""
        costly = [place for place, each in enumerate(self._decided) if each.is_costly]
        later = [place for place in costly if place > self.current]
        for place in (later or costly)[:1]:
            self.go_to(place)

    # -- what can be done with it -----------------------------------------------------------------

    def _try_again(self) -> None:
        if self.record is None or self.review is None or self.current < 0:
            return
        number = self.review.decisions[self.current].number
        try:
            self.tried_again.emit(try_again(self.record, number, self.review.seat))
        except InputError as error:
            self.message.emit(str(error))

    def _copy_position(self) -> None:
        if self.record is None:
            return
        try:
            line = line_at(self.record, self._at)
        except InputError as error:
            self.message.emit(str(error))
            return
        QGuiApplication.clipboard().setText(line)
        self.message.emit("Position copied.")

    def _copy_result(self) -> None:
        """Copy a game of Pokle as coloured squares."""
        state = None if self.record is None else state_at(self.record, len(self.record.decisions))
        if isinstance(state, PokleRace):
            QGuiApplication.clipboard().setText(share_text(state.rows[self.seat.currentData()]))
            self.message.emit("Result copied: it gives nothing away.")

    def _save_page(self) -> None:
        from assistant.review.page import as_html

        if self.review is None:
            return
        path = files.ask_save(self, "Save review", "review.html", "Page (*.html)")
        if path is not None:
            try:
                write_text(path, as_html(self.review))
                self.message.emit(f"Saved {path.name}.")
            except UnavailableError as error:
                self.message.emit(str(error))

    def _reveal(self) -> None:
        place = self.current
        self.felt.redraw()
        if place >= 0:
            self.go_to(place)

    def _is_open(self, seat: int) -> bool:
        return self.show_hands.isChecked() or seat == self.seat.currentData()

    def _show_state(self) -> None:
        found = self.review
        has_game = bool(self.record)
        boxes = (self.chart_box, self.decisions_box)
        words = (self.summary, self.account, self.progress, self.sentence, self.where)
        for part in (self.game, self.seat, self.save, *boxes, *words, self.buttons):
            part.setVisible(has_game)  # nothing is empty before the first game
        self.empty.setVisible(not has_game)
        for part in (self.seat, self.copy, self.back, self.forth):
            part.setEnabled(has_game)
        self.save.setEnabled(found is not None and found.is_complete)
        self.mistake.setEnabled(found is not None and bool(found.mistakes))
        is_pokle = has_game and self.record is not None and self.record.game == "pokle"
        self.again.setEnabled(self.current >= 0 and not is_pokle)
        self.share.setVisible(is_pokle)
        self.again.setVisible(not is_pokle)
        self.show_hands.setVisible(not is_pokle)

    # -- the frame --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.game: QComboBox = choice("Game to review", [])
        self.game.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.seat: QComboBox = choice("Seat to review", [])
        self.summary = ElidedLabel("", "heading", "Review, summary")
        self.account = ElidedLabel("", "muted", "Play and luck")
        self.progress = label("", "muted", "Review, progress")
        self.chart = ValueChart()
        self.felt = Felt()
        self.felt.setAccessibleName("Position")
        self.felt.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.felt.is_open = self._is_open
        plays = [
            button(f"Play {find_game(name).title}", partial(self.played.emit, name))
            for name in PLAYED
        ]
        plays[0].setProperty("primary", True)
        self.empty = FeltNotice(self.felt, "No game yet", plays)
        self.empty.say(EMPTY, WHAT_TO_DO)
        self.decisions = AnswerTable("Decisions", HEADINGS, card_width=14)
        self.decisions.set_figures(HEADINGS.index("Loss"))
        self.chart_box = framed("", self.chart)
        self.decisions_box = framed("", (self.decisions, 1))
        self.sentence = wrapped("", "why", "What the move cost")
        self.where = ElidedLabel("", "muted", "Where")
        self.mistake = self._key_button("Next mistake", "M", self.next_mistake, primary=True)
        self.back = self._key_button("◀", "[", lambda: self.walk(-1), "Move back")
        self.forth = self._key_button("▶", "]", lambda: self.walk(1), "Move on")
        self.again = self._key_button("Try again from here", "T", self._try_again)
        self.copy = self._key_button("Copy position", "C", self._copy_position)
        self.share = button("Copy result", self._copy_result)
        self.save = button("Save page…", self._save_page)
        self.show_hands = check("Show hands", tip="Also the cards that were hidden")
        head = row((self.game, 1), self.seat, self.save, spacing=6)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(HANDLE)
        split.addWidget(self.felt)
        split.addWidget(self.decisions_box)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        split.setSizes([600, LIST_PX])
        split.setCollapsible(0, False)
        ways = (self.mistake, self.back, self.forth, self.again, self.copy, self.share)
        self.buttons = group(flow(*ways, self.show_hands))
        page = column(
            head,
            row((self.summary, 1), self.progress),
            self.account,
            self.chart_box,
            (split, 1),
            self.sentence,
            row(self.buttons, (self.where, 1)),
            spacing=6,
        )
        page.setContentsMargins(14, 10, 14, 10)
        self.setLayout(page)

    def _key_button(
        self, words: str, key: str, act: Any, name: str = "", primary: bool = False
    ) -> QPushButton:
        made = button(words, act, primary=primary, name=name)
        set_tip(made, f"{name or words} ({key})")
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(made.click)
        return made

    def _connect(self) -> None:
        self.game.currentIndexChanged.connect(self._choose_game)
        self.seat.currentIndexChanged.connect(self._choose_seat)
        self.chart.chosen.connect(self.go_to)
        self.decisions.chosen.connect(self.go_to)
        self.show_hands.toggled.connect(self._reveal)
        self._opener.done.connect(self._take_steps)
        self._opener.failed.connect(self._failed)
        self.jobs.progress.connect(self._show_progress)
        self.jobs.partial.connect(self.show_review)
        self.jobs.done.connect(self._done)
        self.jobs.failed.connect(self._failed)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        theme.style(self)
        if self.review is not None:
            self.show_review(self.review)


def _title(record: Record) -> str:
    """Return a game in one line: "Konkan against Greedy, 2026-11-18 09:13"."""
    others = [name for name, agent in record.seats if agent != HUMAN]
    when = local_time(record.begun)
    word = "against" if HUMAN in record.agents else "by"
    against = f" {word} {', '.join(others)}" if others else ""
    return f"{find_game(record.game).title}{against}" + (f", {when}" if when else "")


def _review(asked: tuple[Record, int], control: Control) -> Review:
    """Review a game and note it in the person's own record; in a thread."""
    record, seat = asked
    found = review_once(record, seat, control)
    with suppress(UnavailableError):  # a record that cannot be written must not cost the review
        note_review(record, found)
    return found

"""Practice in sets of ten: what do you play, melds against the clock, equities, a guess at Pokle.

Everything works by keys alone: arrows and Space choose cards, Enter lays or throws them, the
letters on the buttons name a place, and Enter goes on to the next exercise.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from random import randrange
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QPushButton, QStackedWidget, QWidget

from assistant.play import Choice, Seat, TableView
from assistant.review import drills
from assistant.review.decisions import ReviewedDecision
from assistant.review.exercises import SET_SIZE, ExerciseTable, answer_words, due_set
from assistant.review.player_record import Exercise, PlayerRecord
from assistant.review.replay import choice_of
from engine.cards import Card
from engine.control import Control
from engine.errors import InputError, UnavailableError
from engine.konkan.cards import hand_order, parse_konkan_card
from engine.words import capital
from gui.announce import announce
from gui.felt.felt import Felt
from gui.felt.notice import FeltNotice
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import column, flow, framed, group, row
from gui.widgets.card_row import CardRow
from gui.widgets.controls import button, choice, number
from gui.widgets.faces import RATIO, Face
from gui.widgets.guess_field import MARKS
from gui.widgets.labels import label, wrapped

KINDS = (
    ("konkan", "Konkan: what do you play?"),
    ("slave", "Slave: what do you play?"),
    ("melds", "Konkan: melds against the clock"),
    ("holdem", "Hold'em: guess the equity"),
    ("kings-lows", "Kings and Lows: guess the equity"),
    ("pokle", "Pokle: rate your guess"),
)
WELCOME = "Practice in sets of ten"
WHAT_TO_DO = (
    "Choose above what to practise and press Start: a set takes about five minutes. Exercises come "
    "from your own games and from ready-made ones."
)
NOTHING_DUE = "Nothing is due today"
COME_BACK = "Play and review games, or come back tomorrow."
DONE = "The set is done"
CARD_PX, LARGE_CARD_PX = 66, 96  # cards of a question; between them they grow with the page
MOST_ROWS = 4  # of cards in a question
AROUND_ROWS = 272  # pixels of the page's height that stand around them
FORM_PX = 560  # width of a question with a field, in the middle of the page
Target = tuple[str, str, str]  # a place for cards, the words on its button, and its key


class PracticePage(QWidget):
    """The practice page: sets of ten exercises or drills; `played` has the name of a game to
    play.
    """

    message = Signal(str)
    played = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Practice page")
        theme.style(self)
        self.jobs = JobRunner()
        self.table: ExerciseTable | None = None
        self.drill: Any = None
        self.is_answered = False
        self._waiting: list[Any] = []  # exercises, or kinds and seeds of drills, still to come
        self._size = 0  # questions of the set; 0 if none goes on
        self._n_done = self._n_right = self._points = 0
        self._began_s = 0.0
        self._ways: list[QPushButton] = []
        self._names: list[QLabel] = []  # of the rows of a question
        self._targets: tuple[Target, ...] = ()  # what the buttons are for
        self._build()
        self._focused: QWidget = self.kind  # what has the focus while the page has it
        self.felt.brought.connect(self._brought)
        self.jobs.done.connect(self._arrived)
        self.jobs.failed.connect(self._failed)
        self.jobs.finished.connect(self._job_over)
        self._clock = QTimer(self, interval=250)
        self._clock.timeout.connect(self._show_time)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        theme.style(self)

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """Everything that may be running for this page."""
        return (self.jobs,)

    # -- a set ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin a set of ten."""
        self._clock.stop()
        self._size = self._n_done = self._n_right = self._points = 0
        kind = self.kind.currentData()
        self.table = self.drill = None
        self._waiting = []
        self.is_answered = False
        self.go_on.setEnabled(False)
        self.progress.setText("")
        self.notice.hide()
        if kind in ("konkan", "slave"):
            self.verdict.setText("Looking for exercises…")
            self.jobs.submit(lambda game, _: ("set", due_set(game)), kind)
        else:
            first = randrange(1_000_000)
            self._take_set([(kind, first + place) for place in range(SET_SIZE)])

    def _take_set(self, waiting: Sequence[Any]) -> None:
        self._waiting, self._size = list(waiting), len(waiting)
        if not self._waiting:
            self._end(NOTHING_DUE, COME_BACK)
            self.play.show()
            return
        self.next_one()

    def next_one(self) -> None:
        """Go on to the next exercise; after the last one, sum up."""
        self.is_answered = False
        self.table = self.drill = None
        self._focus(self)  # not what comes after the button that is switched off
        self.go_on.setEnabled(False)
        if not self._waiting:
            shown = f"{self._n_right} of {self._n_done} right"
            mean = f", {self._points / self._n_done:.0f} of 100 points" if self._n_done else ""
            self._end(DONE, f"{shown}{mean}.")
            return
        item = self._waiting.pop(0)
        self._show_progress(f"{self._n_right} right")
        if isinstance(item, Exercise):
            self._show_exercise(item)
        else:
            self.verdict.setText("One moment…")
            self.jobs.submit(_make_drill, item)

    def _end(self, heading: str, words: str) -> None:
        """Say on the empty felt how a set ended, or why there is none."""
        self.table = self.drill = None
        self._size = 0
        for line in (self.verdict, self.question, self.progress):
            line.setText("")
        self.felt.show_view(None)
        self.stack.setCurrentWidget(self.felt)
        self.go_on.setEnabled(False)
        self._show_ways(())
        self.play.hide()
        self.notice.say(heading, words)
        self._focus(self.again)
        announce(self.notice, f"{heading}. {words}")

    def _show_progress(self, words: str) -> None:
        self.progress.setText(f"{self._size - len(self._waiting)} of {self._size} · {words}")

    def _focus(self, widget: QWidget) -> None:
        """Give a widget the focus; it has it again whenever the page is shown again."""
        self._focused = widget
        widget.setFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to what had it when the page was left."""
        super().focusInEvent(event)
        if self._focused is not self:
            self._focused.setFocus()

    # -- what do you play? ------------------------------------------------------------------------

    def _show_exercise(self, exercise: Exercise) -> None:
        try:
            self.table = ExerciseTable(exercise)
        except InputError as error:
            self.message.emit(str(error))
            self.next_one()
            return
        table, felt = self.table, self.felt
        felt.bottom, felt.largest_hand = table.seat, table.game.largest_hand
        felt.sort_by(table.game, table.game.orders[0], table.game.rules_type())
        felt.is_open = lambda seat: seat == table.seat
        self.stack.setCurrentWidget(felt)
        self.verdict.setText("")
        self._show_position()
        self._focus(felt)

    def _show_position(self) -> None:
        table = self.table
        assert table is not None
        self.felt.show_view(table.state.look(table.names, ("",) * len(table.names)))
        choices = () if table.is_answered else table.state.choices()
        self.felt.set_choices(choices)
        todo = "" if table.is_answered else table.state.prompt()
        self.question.setText("What do you play?" + (f" {capital(todo)}." if todo else ""))
        self._show_ways(table.game.targets)

    def _brought(self, cards: Sequence[str], place: str) -> None:
        if self.is_answered:
            return
        if isinstance(self.drill, drills.MeldDrill):
            chosen = tuple(map(parse_konkan_card, cards))
            self._score(self.drill.score(chosen, time.monotonic() - self._began_s))
        elif self.table is not None and not self.table.is_answered:
            self._play(cards, place)

    def _play(self, cards: Sequence[str], place: str) -> None:
        table = self.table
        assert table is not None
        try:
            table.play(*table.state.moves_for(cards, place))
        except InputError as error:
            self.felt.say(capital(str(error)))
            return
        if not table.is_answered:
            self._show_position()
            return
        self._show_ways(table.game.targets)
        self.verdict.setText("Comparing your answer with the best one…")
        self.jobs.submit(lambda table, control: ("answer", table.check(control)), table)

    def _show_answer(self, is_right: bool, found: ReviewedDecision | None) -> None:
        """Show the position again with the best answer in gold."""
        table = self.table
        assert table is not None
        best = choice_of(table.start, table.best)
        self.felt.show_view(table.start.look(table.names, ("",) * len(table.names)))
        self.felt.show_hint(best, "")
        words = answer_words(table, is_right, found)
        try:
            PlayerRecord().answer_exercise(table.exercise, is_right)
        except (InputError, UnavailableError) as error:
            self.message.emit(str(error))
        self._finish(is_right, 100 if is_right else 0, words)

    # -- drills -----------------------------------------------------------------------------------

    def _show_drill(self, drill: Any) -> None:
        self.drill = drill
        self._began_s = time.monotonic()
        self.verdict.setText("")
        if isinstance(drill, drills.MeldDrill):
            self._show_melds(drill)
        elif isinstance(drill, drills.EquityDrill):
            self._show_equity(drill)
        else:
            self._show_puzzle(drill)

    def _show_melds(self, drill: drills.MeldDrill) -> None:
        felt = self.felt
        cards = tuple(card.symbol for card in sorted(drill.hand, key=hand_order))
        felt.bottom, felt.largest_hand, felt.arrange = 0, len(cards), None
        felt.is_open = lambda seat: True
        felt.show_view(TableView("", (Seat("You", "", cards, "", "", True),), ()))
        felt.set_choices((Choice((), "", cards, "table"),))
        self.stack.setCurrentWidget(felt)
        self.question.setText("Choose all cards that make melds, for the most points; then Lay.")
        self._show_ways((("table", "Lay", "L"),))
        self._clock.start()
        self._focus(felt)

    def _show_time(self) -> None:
        self._show_progress(f"{time.monotonic() - self._began_s:.0f} s")

    def _show_equity(self, drill: drills.EquityDrill) -> None:
        self._clear_rows()
        for name, cards in drill.hands:
            self._add_row(name, _card_row(f"{name}'s cards", cards))
        if drill.board:
            self._add_row("Board", _card_row("Board", drill.board))
        self._size_cards()
        self.question.setText(drill.question)
        self.stack.setCurrentWidget(self.form)
        self.guess.hide()
        self.percent.show()
        self._show_ways(())
        self.enter.setEnabled(True)
        self.percent.setValue(50)
        self._focus(self.percent)
        self.percent.selectAll()

    def _show_puzzle(self, drill: drills.GuessDrill) -> None:
        self._clear_rows()
        request = drill.request
        for place, cards in enumerate(request.hole):
            line = _card_row(f"Player {place + 1}'s cards", cards)
            streets = (request.flop, request.turn, request.river)
            places = " · ".join(str(street[place]) for street in streets)
            trophies = label(f"places {places}", "muted")
            self._add_row(f"Player {place + 1}", group(row(line, trophies, 1)))
        for made in request.rows:
            pairs = zip(made.guess, made.colors, strict=True)
            faces = [Face(card, mark=MARKS[colour]) for card, colour in pairs]
            line = CardRow("Guess made", 5, CARD_PX)
            line.show_faces(faces)
            self._add_row("Guess 1", line)
        self._size_cards()
        self.question.setText("Which five cards do you guess next? Flop, turn, river.")
        self.stack.setCurrentWidget(self.form)
        self.percent.hide()
        self.guess.show()
        self.guess.clear()
        self._show_ways(())
        self.enter.setEnabled(True)
        self._focus(self.guess)

    def _clear_rows(self) -> None:
        self._names = []
        while self.hands.rowCount():
            self.hands.removeRow(0)

    def _add_row(self, name: str, line: QWidget) -> None:
        self._names.append(label(name, "heading"))
        self.hands.addRow(self._names[-1], line)

    def _size_cards(self) -> None:
        """Draw the cards as large as the page has room, with their names beside their middle."""
        room = (self.height() - AROUND_ROWS) / MOST_ROWS / RATIO
        width = round(min(max(room, CARD_PX), LARGE_CARD_PX))
        for line in self.form.findChildren(CardRow):
            line.set_card_width(width)
        for name in self._names:
            name.setMinimumHeight(round(width * RATIO))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the cards of a question to the page."""
        super().resizeEvent(event)
        self._size_cards()

    def _enter(self) -> None:
        """Score what was entered; a second Enter goes on."""
        if self.is_answered:
            self.next_one()
        elif isinstance(self.drill, drills.EquityDrill):
            self.percent.interpretText()  # what was typed counts now
            self._score(self.drill.score(float(self.percent.value())))
        elif isinstance(self.drill, drills.GuessDrill) and not self.jobs.is_running:
            self.verdict.setText("Rating your guess…")
            work = partial(_score_guess, self.drill)
            self.jobs.submit(
                lambda text, control: ("score", work(text, control)), self.guess.text()
            )

    def _score(self, score: drills.DrillScore) -> None:
        if isinstance(self.drill, drills.MeldDrill):
            self._clock.stop()
            cards = tuple(
                c.symbol.partition("=")[0] for m in self.drill.best.melds for c in m.cards
            )
            self.felt.show_hint(Choice((), "", cards, "table"), "")
        self._finish(score.is_right, score.points, score.words)

    # -- common -----------------------------------------------------------------------------------

    def _arrived(self, answer: tuple[str, Any]) -> None:
        what, value = answer
        if what == "set":
            self._take_set(value)
        elif what == "drill":
            self._show_drill(value)
        elif what == "score":
            self._score(value)
        else:
            self._show_answer(*value)

    def _failed(self, reason: str) -> None:
        self.verdict.setText(capital(reason))

    def _job_over(self) -> None:
        """Let the person go on if a job ended without a question, or without an answer to it."""
        if self.jobs.is_running:
            return
        if self.verdict.text().endswith("…"):
            self.verdict.setText("Stopped.")
        self.notice.setVisible(not self._size)
        is_open = self.drill is not None or (self.table is not None and not self.table.is_answered)
        if self._size and not is_open:
            self._let_go_on()

    def _finish(self, is_right: bool, points: int, words: str) -> None:
        self.is_answered = True
        self.enter.setEnabled(False)
        self._n_done += 1
        self._n_right += is_right
        self._points += points
        self.verdict.setText(words)
        self._show_progress(f"{self._n_right} right")
        self._show_ways(self._targets)
        self._let_go_on()

    def _let_go_on(self) -> None:
        self.go_on.setEnabled(True)
        self._focus(self.go_on)

    def _show_ways(self, targets: Sequence[Target]) -> None:
        """Show a button, with its key, for every place of the game; those that can be used now are
        enabled.
        """
        if tuple(targets) != self._targets:
            self._make_ways(tuple(targets))
        state = None if self.table is None else self.table.state
        is_open = not (self.is_answered or (self.table is not None and self.table.is_answered))
        choices = () if state is None or not is_open else state.choices()
        for way, (place, words, _) in zip(self._ways, self._targets, strict=True):
            can = any(c.target == place or (place == "trick" and c.cards) for c in choices)
            way.setEnabled(can if state is not None else is_open)
            if is_open:  # an answer leads to the next position: the words stay
                way.setText(words if state is None else state.target_words(place) or words)

    def _make_ways(self, targets: tuple[Target, ...]) -> None:
        for way in self._ways:
            way.hide()
            way.deleteLater()
        self._targets, self._ways = targets, []
        for place, words, key in targets:
            made = self._key_button(words, key, partial(self.felt.bring, place))
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            made.setMinimumWidth(made.sizeHint().width())  # its words change, its place does not
            self.ways_box.addWidget(made)
            self._ways.append(made)

    def _key_button(self, words: str, key: str, act: Callable[[], object]) -> QPushButton:
        made = button(words, act)
        set_tip(made, f"{words} ({key})")
        shortcut = QShortcut(QKeySequence(key), made)
        shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        shortcut.activated.connect(made.click)
        return made

    # -- the frame --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.kind = choice("Practise", list(KINDS))
        self.begin = button("Start", self.start, name="Start a set of ten")
        self.progress = label("", "muted", "Progress of the set")
        self.question = label("", "heading", "Question")
        self.verdict = wrapped("", "why", "Answer")
        self.felt = Felt()
        self.felt.setAccessibleName("Exercise")
        self.again = button("Start", self.start, primary=True, name="Start the chosen set")
        self.again.setAutoDefault(True)
        self.play = button("Play a game", lambda: self.played.emit(self.kind.currentData()))
        self.play.hide()
        self.notice = FeltNotice(self.felt, "Practice", (self.again, self.play))
        self.notice.say(WELCOME, WHAT_TO_DO)
        self.hands = QFormLayout()
        self.hands.setHorizontalSpacing(18)
        self.percent = number("Your guess in percent", 0, 100, 50, "%")
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # a number field keeps them to itself
            shortcut = QShortcut(QKeySequence(key), self.percent)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._enter)
        self.guess = QLineEdit()
        self.guess.setAccessibleName("Your guess")
        self.guess.setPlaceholderText("five cards, such as QC 9D KS JD 10S")
        self.guess.returnPressed.connect(self._enter)
        self.enter = button("Answer", self._enter, name="Answer the question")
        set_tip(self.enter, "Answer (Enter)")
        entry = row(self.percent, (self.guess, 1), self.enter, 1, spacing=8)
        question = framed("", self.hands, entry, spacing=14)
        question.setMinimumWidth(FORM_PX)
        self.form = group(column(1, row(1, question, 1), 2))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.felt)
        self.stack.addWidget(self.form)
        self.ways_box = flow()
        self.go_on = button("Next", self.next_one, primary=True, name="Next exercise")
        self.go_on.setEnabled(False)
        self.go_on.setAutoDefault(True)
        head = row(label("Practice", "title"), 1, self.kind, self.begin, spacing=6)
        page = column(
            head,
            row((self.question, 1), self.progress),
            (self.stack, 1),
            self.verdict,
            row((group(self.ways_box), 1), self.go_on),
            spacing=8,
        )
        page.setContentsMargins(14, 10, 14, 10)
        self.setLayout(page)


def _card_row(name: str, cards: Sequence[Card]) -> CardRow:
    made = CardRow(name, len(cards), CARD_PX)
    made.show_cards(cards)
    return made


def _score_guess(drill: drills.GuessDrill, text: str, control: Control) -> drills.DrillScore:
    return drill.score(text, control)


def _make_drill(asked: tuple[str, int], control: Control) -> tuple[str, Any]:
    """Make a drill; in a thread."""
    kind, seed = asked
    if kind == "melds":
        return "drill", drills.meld_drill(seed)
    if kind == "holdem":
        return "drill", drills.holdem_drill(seed, control)
    if kind == "kings-lows":
        return "drill", drills.kings_lows_drill(seed, control)
    return "drill", drills.guess_drill(seed)

"""A table to play at or to watch: seats, the cards that lie there, your hand, moves, the log.

It shows a `TableView` and knows no game. The AIs move in a job of its own; a hint is another.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from assistant.tables import DEAL, HIDDEN, HUMAN, Choice, Group, Hint, Seat, Table, TableView
from engine.cards import parse_card
from engine.control import Control
from engine.errors import InputError
from gui.jobs import JobRunner
from gui.widgets.card_row import CardRow
from gui.widgets.controls import button, number
from gui.widgets.faces import BACK, Face
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import ElidedLabel, framed, label, set_flag, wrapped

MAX_GROUPS = 12
ROOM_LEFT = (QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
PACES_S = (("Slow", 1.2), ("Normal", 0.5), ("Fast", 0.12))


def face_of(text: str) -> Face:
    """The face of a card in text; "JK" is a joker, "JK=7S" one that stands for a card."""
    if text == HIDDEN:
        return BACK
    if text.upper().startswith("JK"):
        return Face(kind="joker", note=text.partition("=")[2])
    return Face(parse_card(text))


class SeatBox(QWidget):
    """One player: name, agent, title or score, and how many cards."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.name = label("", "heading", f"Seat {place + 1}")
        self.note = ElidedLabel(role="muted")
        self.cards = CardRow(f"Seat {place + 1}, cards", 0, 22)
        self.cards.setMinimumWidth(60)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(1)
        for widget in (self.name, self.note, self.cards):
            box.addWidget(widget)

    def show_seat(self, seat: Seat) -> None:
        """Paint a player; whose turn it is stands out."""
        self.name.setText(("▶ " if seat.to_move else "") + seat.name)
        set_flag(self.name, "active", seat.to_move)
        parts = [f"{len(seat.cards)} cards", seat.note, seat.score]
        self.note.setText(" · ".join(part for part in parts if part))
        shown = () if seat.agent == HUMAN else seat.cards
        self.cards.show_faces([face_of(text) for text in shown])


class GameTable(QWidget):
    """See the module's first lines. `make_table(seats, rounds, seed)` deals a new game."""

    message = Signal(str)

    def __init__(
        self,
        make_table: Callable[[Sequence[str], int, int], Table],
        agents: Sequence[str],
        n_seats: Sequence[int],
        needs_kernels: bool = True,
    ) -> None:
        super().__init__()
        self._make_table, self._agents, self._n_seats = make_table, tuple(agents), tuple(n_seats)
        self.table: Table | None = None
        self._dealer, self._jobs, self._hints = (JobRunner(needs_kernels) for _ in range(3))
        self._build()
        self._dealer.done.connect(self._sit_down)
        self._dealer.failed.connect(self.message)
        self._jobs.done.connect(self._ai_moved)
        self._jobs.failed.connect(self.message)
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self.go_on)
        self._hints.done.connect(self._show_hints)
        self._hints.failed.connect(self.message)

    # -- what a person does ---------------------------------------------------------------------

    def deal(self) -> None:
        """Start a new game with the players that are set."""
        self.stop()
        seats = [combo.currentData() for combo in self.seat_combos]
        self._dealer.submit(self._make, (seats, self.rounds.value(), self.seed.value()))

    def _make(self, wanted: tuple[Sequence[str], int, int], control: Control) -> Table:
        """Deal; in a thread, because a game's kernels may have to be loaded."""
        seats, rounds, seed = wanted
        return self._make_table([seat for seat in seats if seat], rounds, seed)

    def _sit_down(self, table: Table) -> None:
        self.table = table
        self.seed.setValue(self.seed.value() + 1)
        self.go_on()

    def go_on(self) -> None:
        """Let the AIs move until it is the person's turn."""
        if self.table is None:
            return
        self.hints.clear()
        if self.table.waits_for_deal:
            self.table.play(DEAL)
        self._show_again()
        if self.table.seat is not None and not self.table.waits_for_human:
            self._jobs.submit(_think, self.table)

    def _ai_moved(self, move: str) -> None:
        """Every move is shown for as long as the pace says."""
        assert self.table is not None
        self.table.play(move)
        self._show_again()
        if not self.table.waits_for_human:
            self._next.start(int(1000 * self.pace.currentData()))

    def stop(self) -> None:
        """Stop the AIs; the table stays as it is."""
        self._next.stop()
        for jobs in (self._dealer, self._jobs, self._hints):
            jobs.drop()

    def play_chosen(self) -> None:
        """Make the move that is chosen in the list."""
        item = self.moves.currentItem()
        if item is None or self.table is None or self._jobs.is_running:
            return
        try:
            self.table.play(*item.data(Qt.ItemDataRole.UserRole))
        except InputError as error:
            self.message.emit(str(error))
            return
        self.go_on()

    def ask_hint(self) -> None:
        """Ask the assistant what it would do."""
        if self.table is not None and self.table.waits_for_human and not self._jobs.is_running:
            self.hints.clear()
            self.hints.addItem("thinking…")
            self._hints.submit(_ask_hints, self.table)

    # -- painting -------------------------------------------------------------------------------

    def show_view(self, view: TableView, choices: Sequence[Choice], log: Sequence[str]) -> None:
        """Paint the table."""
        self.headline.setText(view.headline)
        for place, box in enumerate(self.seat_boxes):
            box.setVisible(place < len(view.seats))
            if place < len(view.seats):
                box.show_seat(view.seats[place])
        self._show_groups(view.groups)
        own = view.seats[0].cards if view.seats[0].agent == HUMAN else ()
        self.hand.show_faces([face_of(text) for text in own])
        self.moves.clear()
        for choice in choices:
            item = QListWidgetItem(choice.text)
            item.setData(Qt.ItemDataRole.UserRole, choice.moves)
            self.moves.addItem(item)
        self.moves.setCurrentRow(0)
        self.log.setPlainText("\n".join(log))
        self.log.verticalScrollBar().setValue(self.log.verticalScrollBar().maximum())
        self.play.setEnabled(bool(choices))
        self.hint.setEnabled(bool(choices))

    def _show_groups(self, groups: Sequence[Group]) -> None:
        groups = [g for g in groups if g.place not in ("deck", "gone")]
        for place, (title, row) in enumerate(self.group_rows):
            group = groups[place] if place < len(groups) else None
            title.setVisible(group is not None)
            row.setVisible(group is not None)
            if group is not None:
                title.setText(group.title)
                row.show_faces([face_of(text) for text in group.cards[-13:]])

    def _show_hints(self, hints: Sequence[Hint]) -> None:
        self.hints.clear()
        for hint in hints[:8]:
            figure = f" · {hint.figure}" if hint.figure else ""
            self.hints.addItem(f"{hint.choice.text}{figure} · {hint.why}")
        if not hints:
            self.hints.addItem("no hint here")

    def _show_again(self) -> None:
        if self.table is None:
            return
        table = self.table
        seen = table.humans if table.humans and not self.reveal.isChecked() else range(9)
        choices = table.choices() if table.waits_for_human else ()
        log = [event.text for event in table.events]
        self.show_view(table.view.seen_by(tuple(seen)), choices, log)

    # -- the frame ------------------------------------------------------------------------------

    def _build(self) -> None:
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(5)
        page.addLayout(self._players_row())
        page.addLayout(self._settings_row())
        hint = "Press Deal to play, or make every seat an AI and watch."
        self.headline = wrapped(hint, "heading", "Table state")
        page.addWidget(self.headline)
        page.addLayout(self._seats_row())
        page.addWidget(self._cloth())
        body = QHBoxLayout()
        body.addWidget(self._moves_box(), 3)
        body.addWidget(self._hints_box(), 4)
        body.addWidget(self._log_box(), 3)
        page.addLayout(body, 1)

    def _players_row(self) -> FlowLayout:
        row = FlowLayout()
        self.seat_combos = [self._seat_combo(place) for place in range(max(self._n_seats))]
        for combo in self.seat_combos:
            row.addWidget(combo)
        row.addWidget(button("Deal", self.deal, primary=True))
        return row

    def _settings_row(self) -> FlowLayout:
        row = FlowLayout()
        self.rounds = number("Rounds to play", 1, 20, 3)
        self.seed = number("Deal number", 0, 1_000_000, 1)
        self.pace = QComboBox()
        self.pace.setAccessibleName("Pace")
        for name, pace_s in PACES_S:
            self.pace.addItem(name, pace_s)
        self.pace.setCurrentIndex(1)
        self.reveal = QCheckBox("Show hands")
        self.reveal.setAccessibleName("Show hands")
        self.reveal.toggled.connect(self._show_again)
        row.addWidget(_together(label("Rounds"), self.rounds))
        row.addWidget(_together(label("Deal"), self.seed))
        row.addWidget(_together(self.pace, self.reveal))
        return row

    def _seat_combo(self, place: int) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(f"Player {place + 1}")
        combo.setMinimumContentsLength(7)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        if place == 0:
            combo.addItem("you", "human")
        for agent in self._agents:
            combo.addItem(agent, agent)
        if place >= min(self._n_seats):
            combo.addItem("nobody", "")
        return combo

    def _seats_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.seat_boxes = [SeatBox(place) for place in range(max(self._n_seats))]
        for box in self.seat_boxes:
            row.addWidget(box, 1)
        return row

    def _cloth(self) -> QWidget:
        frame, box = framed("Table")
        grid = QGridLayout()
        self.group_rows: list[tuple[QLabel, CardRow]] = []
        for place in range(MAX_GROUPS):
            title = label("", "muted")
            cards = CardRow(f"Group {place + 1}", 0, 30)
            cards.setMinimumWidth(80)
            column = place % 4
            grid.addWidget(title, place // 4 * 2, column)
            grid.addWidget(cards, place // 4 * 2 + 1, column)
            title.hide()
            cards.hide()
            self.group_rows.append((title, cards))
        box.addLayout(grid)
        self.hand = CardRow("Your cards", 0, 40)
        self.hand.setMinimumWidth(120)
        box.addWidget(self.hand)
        return frame

    def _moves_box(self) -> QWidget:
        frame, box = framed("Your moves")
        self.moves = QListWidget()
        self.moves.setMinimumSize(90, 60)
        self.moves.setSizePolicy(*ROOM_LEFT)
        self.moves.setAccessibleName("Your moves")
        self.moves.itemActivated.connect(lambda _: self.play_chosen())
        self.play = button("Play", self.play_chosen)
        self.hint = button("Hint", self.ask_hint)
        row = QHBoxLayout()
        row.addWidget(self.play)
        row.addWidget(self.hint)
        box.addWidget(self.moves, 1)
        box.addLayout(row)
        return frame

    def _hints_box(self) -> QWidget:
        frame, box = framed("The assistant would")
        self.hints = QListWidget()
        self.hints.setMinimumSize(90, 60)
        self.hints.setSizePolicy(*ROOM_LEFT)
        self.hints.setAccessibleName("Hints")
        self.hints.setWordWrap(True)
        box.addWidget(self.hints, 1)
        return frame

    def _log_box(self) -> QWidget:
        frame, box = framed("Log")
        self.log = QPlainTextEdit()
        self.log.setMinimumSize(90, 60)
        self.log.setSizePolicy(*ROOM_LEFT)
        self.log.setReadOnly(True)
        self.log.setAccessibleName("Log")
        box.addWidget(self.log, 1)
        return frame


def _think(table: Table, control: Control) -> str:
    """The move of the AI whose turn it is; runs in a thread."""
    return table.think(control)


def _ask_hints(table: Table, control: Control) -> tuple[Hint, ...]:
    """What the assistant would do; runs in a thread."""
    return table.hints(control)


def _together(*widgets: QWidget) -> QWidget:
    """Widgets that stay in one line."""
    made = QWidget()
    line = QHBoxLayout(made)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    for widget in widgets:
        line.addWidget(widget)
    return made

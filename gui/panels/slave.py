"""The Slave panel: a position in, ranked moves with the chance of every title out; and a table.

Seats are named as the user sees them: after you, across, before you.
"""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from assistant.advisors.slave import (
    SlaveAdvice,
    SlaveGift,
    SlaveRequest,
    TitleChances,
    advise,
)
from assistant.reports import Report, how_sure
from engine.control import Control
from engine.errors import InputError
from gui.felt.page import TablePage
from gui.guide import tip_of
from gui.jobs import JobRunner
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.theme import theme
from gui.widgets.bars import Bar, Bars, percent
from gui.widgets.card_field import CardField
from gui.widgets.card_row import CardRow
from gui.widgets.controls import number, text_list
from gui.widgets.explained import marked
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import framed, label, wrapped
from gui.widgets.tabs import Tabs

OTHERS = ("After you", "Across", "Before you")
if TYPE_CHECKING:
    from assistant.tables.slave import SlaveTable

TITLES = ("King", "Queen", "Commoner", "Slave")
AGENTS = ("policy", "search", "heuristic", "greedy", "random")
N_MOVES = 10


class SlaveEntries(Entries):
    """A position; `last_by` 0 and `leader` -1 mean unknown, an empty title no last round."""

    hand: str = ""
    last: str = ""
    last_by: int = 0
    played: str = ""
    incoming: str = ""
    left: tuple[int, int, int] = (13, 13, 13)
    passed: tuple[bool, bool, bool] = (False, False, False)
    titles: tuple[str, str, str, str] = ("", "", "", "")
    gave: str = ""
    history: str = ""
    leader: int = -1
    exchange: bool = False
    first_lead: bool = False
    lap: bool = False
    free_lead: bool = False


class SlavePanel(CardPanel):
    """See the module's first lines."""

    game = "slave"
    title = "Slave"
    hint = "Enter your hand; add the play to beat and how many cards the others hold"
    Values = SlaveEntries
    example = SlaveEntries(
        hand="4C 4H 6D 9S 9H JC KD AS 2C 2S",
        played="3C 3D 3S 5H 5C 7C 8C 8D 10H QD",
        left=(11, 9, 10),
        titles=("Commoner", "King", "Queen", "Slave"),
    )
    entry_width = 480

    def __init__(self) -> None:
        self.table_jobs = JobRunner(waits=self.needs_kernels)
        super().__init__()

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Your cards, the play to beat, the others, the last round."""
        self.hand = self.card_field("Your hand", 13, card_width=28, slots=0, stacked=True)
        self.last = self.card_field("Play to beat", 4, hint="empty: you lead", card_width=26)
        self.played = self.card_field(
            "Cards played before", 48, hint="as far as you remember", card_width=22, slots=0
        )
        self.incoming = self.card_field("You will get", 2, card_width=30)
        self.gave = self.card_field("You gave", 2, hint="in the exchange", card_width=22)
        frame, box = framed("Cards", 3)
        for widget in (self.hand, self.last, self.played, self.incoming, self.gave):
            box.addWidget(widget)
        self.entry_box.addWidget(frame)
        self.entry_box.addWidget(self.picker)
        self.entry_box.addWidget(self._others_box())
        self.entry_box.addStretch(1)

    def _others_box(self) -> QWidget:
        frame, box = framed("The others")
        grid = QGridLayout()
        for column, text in enumerate(("cards", "passed", "made the play", "last round"), 1):
            words = label(text, "muted")
            grid.addWidget(marked(words, text) if tip_of(text) else words, 0, column)
        self.left = [number(f"{name}, cards", 0, 13, 13) for name in OTHERS]
        self.passed = [_check(f"{name}, passed") for name in OTHERS]
        self.made = [_check(f"{name}, made the play") for name in OTHERS]
        self.titles = [_title_combo(f"{name}, title") for name in ("You", *OTHERS)]
        grid.addWidget(label("You"), 1, 0)
        grid.addWidget(self.titles[0], 1, 4)
        for row, name in enumerate(OTHERS):
            grid.addWidget(label(name), row + 2, 0)
            widgets = (self.left[row], self.passed[row], self.made[row], self.titles[row + 1])
            for column, widget in enumerate(widgets, 1):
                grid.addWidget(widget, row + 2, column)
        for spin in self.left:
            spin.valueChanged.connect(self.edited)
        for place, box_made in enumerate(self.made):
            box_made.clicked.connect(lambda _=False, place=place: self._made_by(place))
        for check in self.passed:
            check.toggled.connect(self.edited)
        for combo in self.titles:
            combo.currentIndexChanged.connect(self._show_parts)
            combo.currentIndexChanged.connect(self.edited)
        box.addLayout(grid)
        box.addLayout(self._history_row())
        box.addLayout(self._rules_row())
        return frame

    def _history_row(self) -> QHBoxLayout:
        self.history = QLineEdit()
        self.history.setAccessibleName("Moves of the round")
        self.history.setPlaceholderText("all moves of the round: 3C, p, 5D 5H, …")
        self.history.setToolTip(
            "With all moves, what lies and what is left need not be entered, and hidden cards are "
            "known best"
        )
        self.leader = QComboBox()
        self.leader.setAccessibleName("Who led")
        for place, name in enumerate(("led by —", "You led", *(f"{n} led" for n in OTHERS)), -1):
            self.leader.addItem(name, place)
        self.history.textChanged.connect(self._show_parts)
        self.history.editingFinished.connect(self.edited)
        self.leader.currentIndexChanged.connect(self.edited)
        row = QHBoxLayout()
        row.addWidget(self.history, 1)
        row.addWidget(self.leader)
        return row

    def _rules_row(self) -> FlowLayout:
        self.exchange = _check("Exchange")
        self.exchange.setToolTip("You are King or Queen and choose what to give")
        self.first_lead = _check("First lead")
        self.first_lead.setToolTip("The first play of the game, which contains 3♣")
        self.lap = _check("One turn a trick")
        self.lap.setToolTip('Everyone plays at most once in a trick ("lap")')
        self.free_lead = _check("Any first lead")
        self.free_lead.setToolTip("The first lead of the game need not contain 3♣")
        row = FlowLayout()
        for check in (self.exchange, self.first_lead, self.lap, self.free_lead):
            check.setText(check.accessibleName())
            check.toggled.connect(self._show_parts)
            check.toggled.connect(self.edited)
            row.addWidget(check)
        self._show_parts()
        return row

    def _show_parts(self) -> None:
        """Ask for what comes in the exchange alone, for gifts after one, for no thing twice."""
        gives = self.exchange.isChecked()
        _use(self.incoming, gives)
        _use(self.gave, not gives and bool(self.titles[0].currentData()))
        told = bool(self.history.text().strip()) and not gives
        for part in (self.last, self.played, *self.left, *self.passed, *self.made):
            part.setEnabled(not told)
        self.last.in_use = self.played.in_use = not told

    def _made_by(self, place: int) -> None:
        """Only one player made the last play."""
        for other, check in enumerate(self.made):
            check.setChecked(other == place and self.made[place].isChecked())
        self.edited()

    def read_entries(self) -> SlaveEntries:
        """What stands in the widgets now."""
        made = [place for place, check in enumerate(self.made, 1) if check.isChecked()]
        return SlaveEntries.of(
            hand=self.hand.text(),
            last=self.last.text(),
            last_by=made[0] if made else 0,
            played=self.played.text(),
            incoming=self.incoming.text(),
            left=tuple(spin.value() for spin in self.left),
            passed=tuple(check.isChecked() for check in self.passed),
            titles=tuple(combo.currentData() for combo in self.titles),
            gave=self.gave.text(),
            history=self.history.text(),
            leader=self.leader.currentData(),
            exchange=self.exchange.isChecked(),
            first_lead=self.first_lead.isChecked(),
            lap=self.lap.isChecked(),
            free_lead=self.free_lead.isChecked(),
        )

    def write_entries(self, entries: SlaveEntries) -> None:
        """Put entries into the widgets."""
        self.hand.set_text(entries.hand)
        self.last.set_text(entries.last)
        self.played.set_text(entries.played)
        self.incoming.set_text(entries.incoming)
        for place in range(3):
            self.left[place].setValue(entries.left[place])
            self.passed[place].setChecked(entries.passed[place])
            self.made[place].setChecked(entries.last_by == place + 1)
        for combo, title in zip(self.titles, entries.titles, strict=True):
            combo.setCurrentIndex(max(combo.findData(title), 0))
        self.gave.set_text(entries.gave)
        self.history.setText(entries.history)
        self.leader.setCurrentIndex(entries.leader + 1)
        self.exchange.setChecked(entries.exchange)
        self.first_lead.setChecked(entries.first_lead)
        self.lap.setChecked(entries.lap)
        self.free_lead.setChecked(entries.free_lead)

    # -- the job --------------------------------------------------------------------------------

    def build_request(self) -> SlaveRequest | None:
        """The position as the advisor wants it."""
        if not self.hand.cards:
            self.waiting_for = self.hint
            return None
        entries = self.read_entries()
        history = () if entries.exchange else moves_of(entries.history)
        table = {} if history else self._table_fields(entries)
        return SlaveRequest.of(
            hand=self.hand.cards,
            titles=entries.titles if any(entries.titles) else None,
            gave=self.gave.cards if self.gave.in_use else (),
            history=history,
            leader=None if entries.leader < 0 or any(entries.titles) else entries.leader,
            phase="exchange" if entries.exchange else "play",
            incoming=self.incoming.cards if entries.exchange else (),
            first_lead=entries.first_lead,
            trick="lap" if entries.lap else "pass_out",
            free_lead=entries.free_lead,
            n_playouts=200_000,
            **table,
        )

    def _table_fields(self, entries: SlaveEntries) -> dict[str, Any]:
        """What lies on the table and is left, where it does not follow from the moves."""
        return {
            "last": () if entries.exchange else self.last.cards,
            "last_by": entries.last_by or None if self.last.cards else None,
            "played": self.played.cards,
            "left": entries.left,
            "passed": entries.passed,
        }

    def advise(self, request: SlaveRequest, control: Control) -> SlaveAdvice:
        """Ask the advisor; runs in a thread."""
        return advise(request, control)

    # -- answer ---------------------------------------------------------------------------------

    def build_answer(self) -> None:
        """Ranked moves, and a table to play at."""
        self.tabs = Tabs("Slave views")
        self.tabs.add("Best move", self._moves_tab)
        self.table_tab = self.tabs.add("Play or watch", self._table_page)
        self.tabs.currentChanged.connect(self._make_room)
        self.answer_box.addWidget(self.tabs, 1)

    def _table_page(self) -> TablePage:
        from assistant.tables.slave import SlaveTable

        page = TablePage(SlaveTable, AGENTS, self.table_jobs)
        page.message.connect(self.message)
        page.analysed.connect(self._analyse)
        return page

    def _make_room(self) -> None:
        """A table has the whole panel: nothing is entered there."""
        self.make_room(self.tabs.currentWidget() is self.table_tab)

    def _analyse(self, table: "SlaveTable") -> None:
        """Take the position of the table to the advisor; the table stays as it is."""
        try:
            entries = entries_of(table)
        except InputError as error:
            self.message.emit(str(error))
            return
        self.tabs.setCurrentIndex(0)
        self.replace_entries(entries)

    def _moves_tab(self) -> QWidget:
        page = QWidget()
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        self.best = label("", "figure", "Best move")
        self.best_cards = CardRow("Best move, drawn", 0, 52)
        self.why = wrapped("", "why", "Why")
        self.opinions = wrapped("", "muted", "Policy and search")
        head = QHBoxLayout()
        head.addWidget(self.best_cards)
        head.addWidget(self.best)
        head.addStretch(1)
        box.addLayout(head)
        box.addWidget(self.why)
        box.addWidget(self.opinions)
        frame, inner = framed("Moves, best first: King · Queen · Commoner · Slave")
        self.bars = Bars("Moves", name_width=130, row_height=26)
        inner.addWidget(self.bars)
        box.addWidget(frame)
        frame, inner = framed("Why, move by move")
        self.reasons = text_list("Reasons")
        inner.addWidget(self.reasons, 1)
        box.addWidget(frame, 1)
        return page

    def paint_advice(self, advice: SlaveAdvice) -> None:
        """Show the ranked moves or gifts."""
        ranked = advice.moves or advice.gifts
        self.best.setText(advice.best)
        self.best_cards.show_cards(ranked[0].cards)
        self.why.setText(advice.why)
        self.why.show()
        says = f"search: {advice.search_says}"
        if advice.policy_says is not None:
            says += f" · policy: {advice.policy_says}"
        self.opinions.setText(says)
        tokens = theme.tokens
        colours = (tokens.gold, tokens.silver, tokens.bronze, tokens.bar_back)
        self.bars.show_bars(
            [
                Bar(
                    move.text,
                    (move.king, move.queen, move.commoner, move.slave),
                    f"King {percent(move.king)} · place {move.expected_place:.2f}{_cost(move)}",
                    colours=colours,
                )
                for move in ranked[:N_MOVES]
            ]
        )
        self.reasons.clear()
        for move in ranked:
            self.reasons.addItem(f"{move.text}: {move.why}{_cost(move)}")

    def paint_nothing(self) -> None:
        """No position yet."""
        self.best.setText("")
        self.best_cards.show_faces([])
        self.why.hide()
        self.opinions.setText("")
        self.reasons.clear()
        self.bars.show_bars([])

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """The advisor, and the table."""
        return (self.jobs, *(self.table_tab.view.runners if self.table_tab.view else ()))

    def report(self) -> Report:
        """Your cards, the best move, the titles that each move leads to, what each gift costs."""
        gifts = self.advice.gifts
        rows: list[tuple[str, ...]] = [
            (m.text, percent(m.king), percent(m.queen), percent(m.commoner), percent(m.slave))
            for m in self.advice.moves or gifts
        ]
        heads: tuple[str, ...] = ("Move", "King", "Queen", "Commoner", "Slave")
        if gifts:
            heads += ("Costs, in places",)
            rows = [(*row, f"{g.cost:.2f}") for row, g in zip(rows, gifts, strict=True)]
        return Report(
            (f"Slave: {self.hand.text()}; {self._asked()}",),
            (self.advice.best, self.advice.why),
            heads,
            rows,
            how_sure(self.advice),
        )

    def _asked(self) -> str:
        """What lies before the player, in words."""
        if self.exchange.isChecked():
            return f"you will get {self.incoming.text()}"
        if self.history.text().strip():
            return f"moves so far: {self.history.text()}"
        return f"to beat {self.last.text() or 'nothing, you lead'}"

    def shut_down(self) -> None:
        """The window closes: the table stops."""
        if self.table_tab.view is not None:
            self.table_tab.view.stop()


def _check(name: str) -> QCheckBox:
    check = QCheckBox()
    check.setAccessibleName(name)
    return check


def _cost(choice: TitleChances) -> str:
    """What a gift costs, in places."""
    return f" · costs {choice.cost:.2f}" if isinstance(choice, SlaveGift) and choice.cost else ""


def _use(field: CardField, used: bool) -> None:
    """Ask for the cards of a field, or take it away."""
    field.setVisible(used)
    field.in_use = used


def moves_of(text: str) -> tuple[str, ...]:
    """The moves of a history as it is typed."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _title_combo(name: str) -> QComboBox:
    combo = QComboBox()
    combo.setAccessibleName(name)
    combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    combo.addItem("—", "")
    for title in TITLES:
        combo.addItem(title, title)
    return combo


def entries_of(table: "SlaveTable") -> SlaveEntries:
    """What the person to act sees at a table, as it would be entered."""
    match = table.match
    game, me = match.game, match.current_seat
    order = [(me + i) % 4 for i in range(4)]
    last = game.last_play
    is_exchange = match.phase == "exchange"
    played, moves = table.out_of_play(), table.round_moves()
    return SlaveEntries.of(
        hand=" ".join(map(repr, game.hand(me))),
        last=" ".join(map(repr, last.cards)) if last else "",
        last_by=order.index(game.last_player) if last else 0,
        played="" if is_exchange else " ".join(map(repr, played)),
        incoming=" ".join(map(repr, table.incoming)) if is_exchange else "",
        left=tuple(game.cards_left(seat) for seat in order[1:]),
        passed=tuple(bool(game.out_of_trick >> seat & 1) for seat in order[1:]),
        titles=[TITLES[game.titles[seat]] for seat in order] if game.titles else [""] * 4,
        gave=" ".join(map(repr, table.gave(me))),
        history=", ".join(move for _, move in moves),
        leader=order.index(moves[0][0]) if moves else -1,
        exchange=is_exchange,
        first_lead=game.must_contain >= 0,
        lap=game.rules.trick == "lap",
        free_lead=not game.rules.first_lead_contains_3c,
    )

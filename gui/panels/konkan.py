"""The Konkan panel: what you see at the table in, the whole turn and its chances out; and a table.

Seats are named in the order of play: you, the next player, the one after.
"""

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Literal

from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from assistant.advisors.konkan import (
    KonkanAdvice,
    KonkanRequest,
    SeatEntry,
    TableEntry,
    advise,
)
from assistant.reports import Report, how_sure
from engine.control import Control
from engine.errors import InputError
from engine.konkan.cards import format_hand
from engine.konkan.rules import KonkanRules
from engine.words import counted
from gui.felt.page import TablePage
from gui.guide import tip_of
from gui.jobs import JobRunner
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.widgets.bars import Bar, Bars, percent
from gui.widgets.card_row import CardRow
from gui.widgets.controls import choice, choose, number, text_list
from gui.widgets.explained import marked
from gui.widgets.konkan_field import KonkanField, MeldsField, konkan_face
from gui.widgets.konkan_rules import KonkanRulesBox
from gui.widgets.labels import framed, label, wrapped
from gui.widgets.tabs import Tabs

if TYPE_CHECKING:
    from assistant.tables.konkan import KonkanTable

SEATS = ("You", "Next player", "The one after")
AGENTS = ("search", "greedy", "random")
PHASES = (("auto", "By the cards"), ("pull", "Before pulling"), ("act", "After pulling"))
N_GROUPS = 6
N_MOVES = 8
MAX_SIMULATIONS = 50_000


class KonkanEntries(Entries):
    """What is seen; a total of 0 means not down yet."""

    hand: str = ""
    trash: str = ""
    taken: str = ""
    players: int = 3
    n_cards: tuple[int, int] = (14, 14)
    down: tuple[int, int, int] = (0, 0, 0)
    melds: tuple[str, str, str] = ("", "", "")
    first_turn: bool = False
    phase: Literal["auto", "pull", "act"] = "auto"
    took: tuple[str, str] = ("", "")
    threshold: int = 81
    min_naturals: int = 1
    raise_by_later_melds: bool = False
    swap_own: bool = False
    keep_top: bool = False
    joker_deadwood: int = 25
    max_turns: int = 400

    @property
    def rules(self) -> KonkanRules:
        """The house rules among them."""
        return KonkanRules(**{rule.name: getattr(self, rule.name) for rule in fields(KonkanRules)})


class KonkanPanel(CardPanel):
    """See the module's first lines."""

    game = "konkan"
    title = "Konkan"
    hint = "Enter your fourteen cards (fifteen after pulling), the trash and what lies on the table"
    Values = KonkanEntries
    example = KonkanEntries(
        hand="7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C",
        trash="3H JD 10S",
        n_cards=(14, 8),
        down=(0, 0, 85),
        melds=("", "", "JS QS KS / 10H 10D 10C 10S"),
    )
    entry_width = 490
    picker_card_width = 31
    n_decks = 2
    n_jokers = 2
    needs_kernels = False  # its engine is the Rust module

    def __init__(self) -> None:
        self.table_jobs = JobRunner(waits=self.needs_kernels)
        super().__init__()

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Your cards, the trash, the players and their melds."""
        self.hand = self.desk.add(
            KonkanField("Your hand", 15, hint="7S 8S 9S JK", card_width=28, slots=0, stacked=True)
        )
        self.trash = self.desk.add(
            KonkanField("Trash, top last", 60, hint="as far as seen", card_width=24, slots=0)
        )
        self.taken = self.desk.add(
            KonkanField("Taken from it this turn", 1, hint="none", card_width=24)
        )
        self.taken.exclusive = False
        frame, box = framed("Cards", 3)
        box.addWidget(self.hand)
        row = QHBoxLayout()
        row.addWidget(self.trash, 3)
        row.addWidget(self.taken, 2)
        box.addLayout(row)
        self.entry_box.addWidget(frame)
        self.entry_box.addWidget(self.picker)
        self.entry_box.addWidget(self._players_box())
        self.entry_box.addWidget(self._rules_box())
        self.entry_box.addStretch(1)

    def _players_box(self) -> QWidget:
        frame, box = framed("Table")
        head = QHBoxLayout()
        self.players = choice("Players", [(3, "Three players"), (2, "Two players")])
        self.first_turn = QCheckBox("First turn (only throw)")
        self.first_turn.setAccessibleName("First turn")
        self.phase = choice("Phase", PHASES)
        head.addWidget(self.players)
        head.addWidget(self.phase)
        head.addWidget(self.first_turn)
        head.addStretch(1)
        grid = QGridLayout()
        for column, text in enumerate(("cards", "came down with", "melds, separated by /"), 1):
            words = label(text, "muted")
            grid.addWidget(marked(words, text) if tip_of(text) else words, 0, column)
        self.n_cards = [number(f"{name}, cards", 1, 15, 14) for name in SEATS[1:]]
        self.down = [number(f"{name}, total", 0, 200, 0) for name in SEATS]
        self.melds = [MeldsField(f"Melds of {name.lower()}") for name in SEATS]
        self.names = [label(name) for name in SEATS]
        for row, name in enumerate(self.names):
            self.down[row].setSpecialValueText("not down")
            grid.addWidget(name, row + 1, 0)
            grid.addWidget(self.down[row], row + 1, 2)
            grid.addWidget(self.melds[row], row + 1, 3)
            if row:
                grid.addWidget(self.n_cards[row - 1], row + 1, 1)
        grid.setColumnStretch(3, 1)
        box.addLayout(head)
        box.addLayout(grid)
        for field in self.melds:
            field.changed.connect(self.edited)
        self.players.currentIndexChanged.connect(self._show_players)
        self.players.currentIndexChanged.connect(self.edited)
        self.first_turn.toggled.connect(self.edited)
        self.phase.currentIndexChanged.connect(self.edited)
        for spin in (*self.n_cards, *self.down):
            spin.valueChanged.connect(self.edited)
        return frame

    def _rules_box(self) -> QWidget:
        frame, box = framed("Seen, and house rules", 3)
        self.took = [
            self.desk.add(KonkanField(f"{name} took", 14, hint="and holds", card_width=24, slots=0))
            for name in SEATS[1:]
        ]
        seen = QHBoxLayout()
        for field in self.took:
            seen.addWidget(field)
        self.rules = KonkanRulesBox()
        self.rules.changed.connect(self.edited)
        box.addLayout(seen)
        box.addWidget(self.rules)
        return frame

    def _show_players(self) -> None:
        enemy = (self.names[2], self.n_cards[1], self.down[2], self.melds[2], self.took[1])
        for widget in enemy:
            widget.setVisible(self.players.currentData() == 3)

    def read_entries(self) -> KonkanEntries:
        """What stands in the widgets now."""
        return KonkanEntries.of(
            hand=self.hand.text(),
            trash=self.trash.text(),
            taken=self.taken.text(),
            players=self.players.currentData(),
            n_cards=tuple(spin.value() for spin in self.n_cards),
            down=tuple(spin.value() for spin in self.down),
            melds=tuple(field.text() for field in self.melds),
            first_turn=self.first_turn.isChecked(),
            phase=self.phase.currentData(),
            took=tuple(field.text() for field in self.took),
            **asdict(self.rules.rules()),
        )

    def write_entries(self, entries: KonkanEntries) -> None:
        """Put entries into the widgets."""
        self.hand.set_text(entries.hand)
        self.trash.set_text(entries.trash)
        self.taken.set_text(entries.taken)
        choose(self.players, entries.players)
        for spin, value in zip(self.n_cards, entries.n_cards, strict=True):
            spin.setValue(value)
        for spin, value in zip(self.down, entries.down, strict=True):
            spin.setValue(value)
        for field, text in zip(self.melds, entries.melds, strict=True):
            field.set_text(text)
        self.first_turn.setChecked(entries.first_turn)
        choose(self.phase, entries.phase)
        for taken, text in zip(self.took, entries.took, strict=True):
            taken.set_text(text)
        self.rules.show_rules(entries.rules)

    # -- the job --------------------------------------------------------------------------------

    def build_request(self) -> KonkanRequest | None:
        """What you see, as the advisor wants it."""
        if not self.hand.cards:
            self.waiting_for = self.hint
            return None
        entries = self.read_entries()
        n_enemies = entries.players - 1
        table = [
            TableEntry(owner=owner, meld=meld)
            for owner, field in enumerate(self.melds[: entries.players])
            for meld in field.melds
        ]
        return KonkanRequest(
            hand=self.hand.cards,
            trash=self.trash.cards,
            taken=self.taken.cards[0] if self.taken.cards else None,
            enemies=tuple(
                SeatEntry(
                    n_cards=entries.n_cards[i],
                    down_total=entries.down[i + 1] or None,
                    known=self.took[i].cards,
                )
                for i in range(n_enemies)
            ),
            table=tuple(table),
            down_total=entries.down[0] or None,
            first_turn=entries.first_turn,
            phase=entries.phase,
            rules=entries.rules,
            simulations=MAX_SIMULATIONS,
        )

    def advise(self, request: KonkanRequest, control: Control) -> KonkanAdvice:
        """Ask the advisor; runs in a thread."""
        return advise(request, control)

    # -- answer ---------------------------------------------------------------------------------

    def build_answer(self) -> None:
        """The turn and its chances, and a table to play at."""
        self.tabs = Tabs("Konkan views")
        self.tabs.add("Best move", self._advice_tab)
        self.table_tab = self.tabs.add("Play or watch", self._table_page)
        self.tabs.currentChanged.connect(self._make_room)
        self.answer_box.addWidget(self.tabs, 1)

    def _table_page(self) -> TablePage:
        from assistant.tables.konkan import KonkanTable

        page = TablePage(KonkanTable, AGENTS, self.table_jobs)
        page.message.connect(self.message)
        page.analysed.connect(self._analyse)
        return page

    def _make_room(self) -> None:
        """A table has the whole panel: nothing is entered there."""
        self.make_room(self.tabs.currentWidget() is self.table_tab)

    def _analyse(self, table: "KonkanTable") -> None:
        """Take the position of the table to the advisor; the table stays as it is."""
        try:
            entries = entries_of(table)
        except InputError as error:
            self.message.emit(str(error))
            return
        self.tabs.setCurrentIndex(0)
        self.replace_entries(entries)

    def _advice_tab(self) -> QWidget:
        page = QWidget()
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        self.headline = wrapped("", "figure", "Best move")
        self.why = wrapped("", "why", "Why")
        box.addWidget(self.headline)
        box.addWidget(self.why)
        box.addWidget(self._melds_box())
        frame, inner = framed("Turns, by the chance to win after them")
        self.bars = Bars("Moves", name_width=170, row_height=24)
        inner.addWidget(self.bars)
        box.addWidget(frame)
        row = QHBoxLayout()
        frame, inner = framed("This turn")
        self.plan = text_list("Plan of the turn")
        inner.addWidget(self.plan, 1)
        row.addWidget(frame, 3)
        frame, inner = framed("Cards that would help")
        self.helpful = text_list("Helpful cards")
        inner.addWidget(self.helpful, 1)
        row.addWidget(frame, 2)
        box.addLayout(row, 1)
        return page

    def _melds_box(self) -> QWidget:
        frame, box = framed("Best melds of your hand")
        self.points = wrapped("", "muted", "Meld points")
        box.addWidget(self.points)
        grid = QGridLayout()
        self.groups = []
        for place in range(N_GROUPS):
            title, cards = label("", "muted"), CardRow(f"Meld {place + 1}", 0, 30)
            cards.setMinimumWidth(70)
            grid.addWidget(title, place // 3 * 2, place % 3)
            grid.addWidget(cards, place // 3 * 2 + 1, place % 3)
            self.groups.append((title, cards))
        box.addLayout(grid)
        return frame

    def paint_advice(self, advice: KonkanAdvice) -> None:
        """Show the turn, the melds, the moves and what would help."""
        self.headline.setText(advice.headline)
        self.why.setText(advice.why)
        self.why.show()
        self._paint_groups(advice)
        self.bars.show_bars(
            [
                Bar(
                    move.words,
                    (move.win_share,),
                    "certain"
                    if advice.exact
                    else f"{percent(move.win_share)} · {counted(move.visits, 'try', 'tries')}",
                    (
                        max(move.win_share - move.half_width, 0.0),
                        min(move.win_share + move.half_width, 1.0),
                    ),
                )
                for move in advice.moves[:N_MOVES]
            ]
        )
        self.plan.clear()
        for place, step in enumerate(advice.plan, 1):
            self.plan.addItem(f"{place}. {step}")
        self.helpful.clear()
        for card in advice.helpful:
            comes = ", comes down" if card.comes_down else ""
            self.helpful.addItem(
                f"{card.card.symbol}: {card.points} points{comes} ({card.n_unseen} unseen)"
            )

    def _paint_groups(self, advice: KonkanAdvice) -> None:
        need = "you are down" if advice.is_down else f"{advice.threshold} needed to come down"
        reach = "" if advice.is_down else " · enough" if advice.reaches else " · not enough yet"
        self.points.setText(
            f"{advice.group_points} points, {need}{reach} · {advice.deadwood} points left in hand"
        )
        for place, (title, cards) in enumerate(self.groups):
            shown = place < len(advice.groups)
            title.setVisible(shown)
            cards.setVisible(shown)
            if shown:
                group = advice.groups[place]
                title.setText(f"{'run' if group.is_run else 'set'}, {group.points} points")
                cards.show_faces([konkan_face(card) for card in group.cards])

    def paint_nothing(self) -> None:
        """No hand yet."""
        self.headline.setText("")
        self.why.hide()
        self.points.setText("")
        for title, cards in self.groups:
            title.hide()
            cards.hide()
        self.bars.show_bars([])
        self.plan.clear()
        self.helpful.clear()

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """The advisor, and the table."""
        return (self.jobs, *(self.table_tab.view.runners if self.table_tab.view else ()))

    def report(self) -> Report:
        """Your cards, the turn, the moves."""
        advice = self.advice
        rows = [(m.words, percent(m.win_share), f"± {percent(m.half_width)}") for m in advice.moves]
        return Report(
            (f"Konkan: {self.hand.text()}; trash {self.trash.text() or 'empty'}",),
            (advice.headline, advice.why),
            ("Move", "Wins", ""),
            rows,
            how_sure(advice),
        )

    def shut_down(self) -> None:
        """The window closes: the table stops."""
        if self.table_tab.view is not None:
            self.table_tab.view.stop()


def entries_of(table: "KonkanTable") -> KonkanEntries:
    """What the person to act sees at a table, as it would be entered."""
    game = table.game
    if game.must_lay:
        raise InputError("finish coming down first: the advisor is asked before or after it")
    seen = game.observation(game.seat)
    order = [(game.seat + i) % game.players for i in range(game.players)]
    seats = [seen.seats[seat] for seat in order]
    melds = [" / ".join(repr(m.meld) for m in seen.table if m.owner == seat) for seat in order]
    return KonkanEntries.of(
        hand=format_hand(seen.hand),
        trash=format_hand(seen.trash),
        taken=table.taken,
        players=game.players,
        n_cards=(*(s.n_cards for s in seats[1:]), 14)[:2],
        down=(*(s.down_total or 0 for s in seats), 0)[:3],
        melds=(*melds, "")[:3],
        first_turn=game.turn == 0,
        phase=game.phase if game.phase in ("pull", "act") else "auto",
        took=(*(format_hand(s.known) for s in seats[1:]), "")[:2],
        **asdict(game.rules),
    )

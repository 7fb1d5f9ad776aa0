"""The Hold'em panel: hero, board and opponents in; equity, hand types and the next card out."""

from typing import Any

from pydantic import Field, field_validator
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from assistant.advisors.holdem import HoldemAdvice, HoldemPlayer, HoldemRequest, advise
from assistant.reports import Report, how_sure
from assistant.settings import Precision
from engine.control import Control
from engine.errors import InputError
from engine.holdem.config import Mode
from engine.holdem.situation import MAX_OPPONENTS
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.panels.holdem_study import StudyView
from gui.panels.holdem_views import HandTypesView, NextCardView, RangeView
from gui.theme import theme
from gui.widgets.bars import Bar, Bars, percent
from gui.widgets.card_field import CardField
from gui.widgets.controls import Amount, number
from gui.widgets.explained import marked
from gui.widgets.labels import framed, label, sentence, wrapped
from gui.widgets.player_row import KINDS, PlayerRow
from gui.widgets.tabs import Tabs

HERO_KINDS = tuple(reversed(KINDS))  # your own cards are known most often
MODES: dict[Precision, Mode] = {"quick": "fast", "normal": "default", "precise": "precision"}
Opponent = tuple[str, str, str]  # kind, range, cards


class HoldemEntries(Entries):
    """Cards as typed; an opponent keeps its range while it is given as cards."""

    hero: str = ""
    board: str = ""
    dead: str = ""
    n_opponents: int = Field(1, ge=1, le=MAX_OPPONENTS)
    opponents: tuple[Opponent, ...] = Field(
        default=(("random", "", ""),) * MAX_OPPONENTS,
        min_length=MAX_OPPONENTS,
        max_length=MAX_OPPONENTS,
    )
    hero_kind: str = "cards"
    hero_range: str = ""
    pot: float = Field(0, ge=0, description="0: not asked")
    price: float = Field(0, ge=0)

    @field_validator("opponents", mode="before")
    @classmethod
    def _fill_up(cls, rows: Any) -> Any:
        """What was kept when there were fewer seats has random hands in the others."""
        missing = MAX_OPPONENTS - len(rows) if isinstance(rows, list | tuple) else 0
        return (*rows, *[("random", "", "")] * missing) if missing > 0 else rows


class HoldemPanel(CardPanel):
    """See the module's first line."""

    game = "holdem"
    title = "Hold'em"
    hint = "Enter your two cards, or choose Range for many hands."
    Values = HoldemEntries
    example = HoldemEntries.of(
        hero="AH KH",
        board="QH 7H 2C",
        dead="",
        n_opponents=3,
        opponents=(
            ("range", "22+, A2s+, KTs+, QTs+, JTs, ATo+, KJo+", ""),
            ("cards", "", "QS QD"),
        ),
        pot=30,
        price=10,
    )

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Cards, opponents, the picker."""
        frame, box = framed(spacing=4)
        self.hero = self.card_field("Hero", 2, card_width=34, in_line=True)
        self.hero_row = self._player("Hero", self.hero, HERO_KINDS)
        box.addWidget(self.hero_row)
        self.board = self.card_field("Board", 5, card_width=34, in_line=True)
        self.dead = self.card_field("Dead", 45, card_width=22, slots=0, in_line=True)
        for field in (self.board, self.dead):
            field.caption.column = ("Board", "Dead")
            box.addWidget(field)
        box.addLayout(self._call_line())
        self.entry_box.addWidget(frame)
        self._build_opponents()
        frame, box = framed()
        box.addWidget(self.picker)
        self.entry_box.addWidget(frame)
        self.entry_box.addStretch(1)

    def _build_opponents(self) -> None:
        frame, box = framed(spacing=4)
        self.count = number("Number of opponents", 1, MAX_OPPONENTS, 1)
        self.count.valueChanged.connect(self._count_changed)
        line = QHBoxLayout()
        line.addWidget(label("Opponents", "muted"))
        line.addWidget(marked(self.count, "Range"))
        line.addStretch(1)
        box.addLayout(line)
        self.opponents: list[PlayerRow] = []
        for place in range(1, MAX_OPPONENTS + 1):
            box.addWidget(self._opponent(place))
        self._show_opponents()
        self.entry_box.addWidget(frame)

    def _call_line(self) -> QHBoxLayout:
        self.pot, self.price = Amount("Pot"), Amount("Call")
        line = QHBoxLayout()
        line.addWidget(label("Pot", "muted"))
        line.addWidget(self.pot)
        line.addWidget(label("Call", "muted"))
        line.addWidget(marked(self.price, "Value of a call"))
        line.addStretch(1)
        for amount in (self.pot, self.price):
            amount.valueChanged.connect(self.edited)
        return line

    def _opponent(self, place: int) -> PlayerRow:
        name = f"Opponent {place}"
        cards = CardField(f"{name} cards", 2, caption="", card_width=22, in_line=True)
        row = self._player(name, self.desk.add(cards))
        self.opponents.append(row)
        return row

    def _player(
        self, name: str, cards: CardField, kinds: tuple[tuple[str, str], ...] = KINDS
    ) -> PlayerRow:
        row = PlayerRow(name, cards, kinds)
        row.changed.connect(self._player_changed)
        row.range_touched.connect(lambda: self.edit_range(row))
        return row

    def _count_changed(self) -> None:
        self._show_opponents()
        self.desk.check()

    def _player_changed(self) -> None:
        self._show_opponents()
        self.desk.check()
        self._show_grid()

    def _show_opponents(self) -> None:
        self.hero_row.put_away(False)
        for place, row in enumerate(self.opponents):
            row.put_away(place >= self.count.value())

    def read_entries(self) -> HoldemEntries:
        """What stands in the widgets."""
        return HoldemEntries.of(
            hero=self.hero.text(),
            board=self.board.text(),
            dead=self.dead.text(),
            n_opponents=self.count.value(),
            opponents=tuple(row.entries() for row in self.opponents),
            hero_kind=self.hero_row.kind.currentData(),
            hero_range=self.hero_row.range_edit.text(),
            pot=self.pot.value(),
            price=self.price.value(),
        )

    def write_entries(self, entries: HoldemEntries) -> None:
        """Put entries into the widgets."""
        self.hero_row.show_entries(entries.hero_kind, entries.hero_range, entries.hero)
        self.pot.setValue(entries.pot)
        self.price.setValue(entries.price)
        self.board.set_text(entries.board)
        self.dead.set_text(entries.dead)
        self.count.setValue(entries.n_opponents)
        for row, values in zip(self.opponents, entries.opponents, strict=True):
            row.show_entries(*values)
        self._show_opponents()
        rows = (self.hero_row, *self.opponents)
        self.edit_range(next((row for row in rows if row.is_range), self._edited))

    # -- question -------------------------------------------------------------------------------

    def build_request(self) -> HoldemRequest | None:
        """The table as the advisor takes it; None while somebody's two cards are missing."""
        if len(self.board.cards) in (1, 2):
            self.waiting_for = "The flop has three cards."
            return None
        seated = self.opponents[: self.count.value()]
        for row in (self.hero_row, *seated):
            if row.is_range and row.error():
                raise InputError(f"{row.name}: {row.error()}")
            if row.cards.in_use and len(row.cards.cards) < 2:
                is_hero = row is self.hero_row
                self.waiting_for = self.hint if is_hero else f"Enter the two cards of {row.name}."
                return None
        return self._request(seated)

    def _request(self, seated: list[PlayerRow]) -> HoldemRequest:
        pot, price = self.pot.value(), self.price.value()
        return HoldemRequest(
            hero=self.hero_row.text(),
            opponents=tuple(row.text() for row in seated),
            board=self.board.cards,
            dead=self.dead.cards,
            mode=MODES[theme.settings.precision],
            n_threads=theme.settings.threads,
            pot=pot if pot and price else None,
            price=price if pot and price else None,
            study_of=min(self._study_seat, len(seated)) if self._is_studying else None,
        )

    @property
    def _is_studying(self) -> bool:
        return self.tabs.currentWidget() is self.study_tab

    @property
    def _study_seat(self) -> int:
        return self.study_tab.view.seat if self.study_tab.view is not None else 0

    def advise(self, request: HoldemRequest, control: Control) -> HoldemAdvice:
        """Ask the advisor."""
        return advise(request, control)

    # -- answer ---------------------------------------------------------------------------------

    def build_answer(self) -> None:
        """Equity on top, all players as bars, then hand types, next card and the range grid."""
        self.answer_box.addLayout(self._figures())
        self.why = wrapped("", "why", "Why")
        self.answer_box.addWidget(self.why)
        self.call = wrapped("", "why", "Value of the call")
        self.answer_box.addWidget(self.call)
        frame, box = framed("Win · tie · loss")
        self.players = Bars("Players", name_width=96)
        box.addWidget(self.players)
        self.answer_box.addWidget(frame)
        self.tabs = Tabs("Hold'em views")
        self.types_tab = self.tabs.add("Hand types", HandTypesView, HandTypesView.show_advice)
        self.next_tab = self.tabs.add("Next card", NextCardView, NextCardView.show_advice)
        self._edited = self.opponents[0]
        self.range_tab = self.tabs.add("Range", self._range_view)
        self.study_tab = self.tabs.add("Study", self._study_view, StudyView.show_advice)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.answer_box.addWidget(self.tabs, 1)

    def _figures(self) -> QHBoxLayout:
        self.equity = label("–", "figure", "Equity")
        self.equity_words = label("equity", "muted", "Equity interval")
        self.hand_now = wrapped("", "heading", "Hand now")
        self.split = wrapped("", "muted", "Win tie loss")
        line = QHBoxLayout()
        line.setSpacing(26)
        equity_words = marked(self.equity_words, "Equity")
        for pair in ((self.equity, equity_words), (self.hand_now, self.split)):
            column = QVBoxLayout()
            column.setSpacing(0)
            for words in pair:
                column.addWidget(words)
            line.addLayout(column, 0 if self.equity in pair else 1)
        return line

    def _range_view(self) -> RangeView:
        view = RangeView(self._edited)
        view.changed.connect(self._player_changed)
        view.show_row(self._edited)
        return view

    def _study_view(self) -> StudyView:
        view = StudyView()
        rows = (self.hero_row, *self.opponents[: self.count.value()])
        view.choose_seat(next((i for i, row in enumerate(rows) if row.is_range), 0))
        view.whose_changed.connect(self.touch)
        return view

    def _tab_changed(self) -> None:
        if self._is_studying and self.advice and not self.advice.study:
            self.touch()  # a range is looked into when somebody looks

    def edit_range(self, row: PlayerRow) -> None:
        """Show the range of a player in the grid."""
        if row.is_range and row is not self._edited and self.isVisible():
            self.tabs.open(self.range_tab)
        self._edited = row
        self._show_grid()

    def _show_grid(self) -> None:
        if self.range_tab.view is not None:
            self.range_tab.view.show_row(self._edited)

    def paint_advice(self, advice: HoldemAdvice) -> None:
        """Show the odds."""
        hero = advice.hero
        self.equity.setText(percent(hero.equity))
        between = f"equity, {_span(hero)}" if hero.low is not None else "equity, exact"
        self.equity_words.setText(between)
        without = "Your range on this board" if self.board.cards else "Before the flop"
        self.hand_now.setText(sentence(advice.hand_now) or without)
        self.split.setText(
            f"win {percent(hero.win)} · tie {percent(hero.tie)} · loss {percent(hero.loss)}"
        )
        self.why.setText(sentence(advice.why))
        self.why.show()
        self.call.setText(sentence(advice.call.words) if advice.call else "")
        self.call.setVisible(advice.call is not None)
        self.players.show_bars([_bar(player) for player in advice.players])
        self.tabs.paint(advice)

    def paint_nothing(self) -> None:
        """Show that there is no answer."""
        self.equity.setText("–")
        self.equity_words.setText("equity")
        self.hand_now.setText("")
        self.split.setText("")
        self.why.hide()
        self.call.hide()
        self.players.show_bars([])
        self.tabs.paint(None)

    def report(self) -> Report:
        """The cards, everybody's chances."""
        advice, seated = self.advice, self.opponents[: self.count.value()]
        parts = [f"You {self.hero_row.text()}", f"board {self.board.text() or 'none yet'}"]
        parts += [f"dead {self.dead.text()}"] if self.dead.cards else []
        against = "; ".join(row.text() for row in seated)
        rows = [
            (p.name, *(percent(share) for share in (p.equity, p.win, p.tie, p.loss)))
            for p in advice.players
        ]
        return Report(
            (f"Hold'em: {', '.join(parts)}; against {against}",),
            (sentence(advice.why), *([sentence(advice.call.words)] if advice.call else [])),
            ("Player", "Equity", "Win", "Tie", "Loss"),
            rows,
            how_sure(advice),
        )


def _span(player: HoldemPlayer) -> str:
    assert player.low is not None
    assert player.high is not None
    return f"{player.low * 100:.2f} to {player.high * 100:.2f} %"


def _bar(player: HoldemPlayer) -> Bar:
    interval = None
    if player.low is not None and player.high is not None:
        interval = (player.low, player.high)
    tokens = theme.tokens
    return Bar(
        player.name,
        (player.win, player.tie, player.loss),
        f"equity {percent(player.equity)}",
        interval,
        (tokens.bar, tokens.gold, tokens.bar_back),
    )

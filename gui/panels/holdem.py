"""The Hold'em panel: hero, board and opponents in; equity, hand types and the next card out."""

from pydantic import Field
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from assistant.advisors.holdem import HoldemAdvice, HoldemPlayer, HoldemRequest, advise
from assistant.reports import Report, how_sure
from assistant.settings import Precision
from engine.control import Control
from engine.errors import InputError
from engine.holdem.config import Mode
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.panels.holdem_views import HandTypesView, NextCardView, RangeView
from gui.theme import theme
from gui.widgets.bars import Bar, Bars, percent
from gui.widgets.controls import number
from gui.widgets.explained import marked
from gui.widgets.labels import framed, label, sentence, wrapped
from gui.widgets.opponent_row import OpponentRow
from gui.widgets.tabs import Tabs

MAX_OPPONENTS = 6
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


class HoldemPanel(CardPanel):
    """See the module's first line."""

    game = "holdem"
    title = "Hold'em"
    hint = "Enter your two cards."
    Values = HoldemEntries
    example = HoldemEntries.of(
        hero="AH KH",
        board="QH 7H 2C",
        dead="",
        n_opponents=3,
        opponents=(
            ("range", "22+, A2s+, KTs+, QTs+, JTs, ATo+, KJo+", ""),
            ("cards", "", "QS QD"),
            *[("random", "", "")] * 4,
        ),
    )

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Cards, opponents, the picker."""
        frame, box = framed(spacing=4)
        self.hero = self.card_field("Hero", 2, card_width=34, in_line=True)
        self.board = self.card_field("Board", 5, card_width=34, in_line=True)
        self.dead = self.card_field("Dead", 45, card_width=22, slots=0, in_line=True)
        for field in (self.hero, self.board, self.dead):
            field.caption.column = ("Hero", "Board", "Dead")
            box.addWidget(field)
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
        line.addWidget(self.count)
        line.addStretch(1)
        box.addLayout(line)
        self.opponents: list[OpponentRow] = []
        for place in range(1, MAX_OPPONENTS + 1):
            box.addWidget(self._opponent(place))
        self._show_opponents()
        self.entry_box.addWidget(frame)

    def _opponent(self, place: int) -> OpponentRow:
        row = OpponentRow(place)
        self.opponents.append(row)
        self.desk.add(row.cards)
        row.changed.connect(self._opponent_changed)
        row.range_touched.connect(lambda: self.edit_range(row))
        return row

    def _count_changed(self) -> None:
        self._show_opponents()
        self.desk.check()

    def _opponent_changed(self) -> None:
        self._show_opponents()
        self.desk.check()
        self._show_grid()

    def _show_opponents(self) -> None:
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
        )

    def write_entries(self, entries: HoldemEntries) -> None:
        """Put entries into the widgets."""
        self.hero.set_text(entries.hero)
        self.board.set_text(entries.board)
        self.dead.set_text(entries.dead)
        self.count.setValue(entries.n_opponents)
        for row, values in zip(self.opponents, entries.opponents, strict=True):
            row.show_entries(*values)
        self._show_opponents()
        self.edit_range(next((row for row in self.opponents if row.is_range), self._edited))

    # -- question -------------------------------------------------------------------------------

    def build_request(self) -> HoldemRequest | None:
        """The table as the advisor takes it; None while hero has fewer than two cards."""
        if len(self.hero.cards) < 2:
            self.waiting_for = self.hint
            return None
        if len(self.board.cards) in (1, 2):
            self.waiting_for = "The flop has three cards."
            return None
        seated = self.opponents[: self.count.value()]
        for row in seated:
            if row.is_range and row.error():
                raise InputError(f"{row.name}: {row.error()}")
            if row.cards.in_use and len(row.cards.cards) < 2:
                self.waiting_for = f"Enter the two cards of {row.name}."
                return None
        return HoldemRequest(
            hero=self.hero.text(),
            opponents=tuple(row.text() for row in seated),
            board=self.board.cards,
            dead=self.dead.cards,
            mode=MODES[theme.settings.precision],
            n_threads=theme.settings.threads,
        )

    def advise(self, request: HoldemRequest, control: Control) -> HoldemAdvice:
        """Ask the advisor."""
        return advise(request, control)

    # -- answer ---------------------------------------------------------------------------------

    def build_answer(self) -> None:
        """Equity on top, all players as bars, then hand types, next card and the range grid."""
        self.answer_box.addLayout(self._figures())
        self.why = wrapped("", "why", "Why")
        self.answer_box.addWidget(self.why)
        frame, box = framed("Win · tie · loss")
        self.players = Bars("Players", name_width=96)
        box.addWidget(self.players)
        self.answer_box.addWidget(frame)
        self.tabs = Tabs("Hold'em views")
        self.types_tab = self.tabs.add("Hand types", HandTypesView, HandTypesView.show_advice)
        self.next_tab = self.tabs.add("Next card", NextCardView, NextCardView.show_advice)
        self._edited = self.opponents[0]
        self.range_tab = self.tabs.add("Range", self._range_view)
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
        view.changed.connect(self._opponent_changed)
        view.show_row(self._edited)
        return view

    def edit_range(self, row: OpponentRow) -> None:
        """Show the range of an opponent in the grid."""
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
        self.hand_now.setText(sentence(advice.hand_now) or "Before the flop")
        self.split.setText(
            f"win {percent(hero.win)} · tie {percent(hero.tie)} · loss {percent(hero.loss)}"
        )
        self.why.setText(sentence(advice.why))
        self.why.show()
        self.players.show_bars([_bar(player) for player in advice.players])
        self.tabs.paint(advice)

    def paint_nothing(self) -> None:
        """Show that there is no answer."""
        self.equity.setText("–")
        self.equity_words.setText("equity")
        self.hand_now.setText("")
        self.split.setText("")
        self.why.hide()
        self.players.show_bars([])
        self.tabs.paint(None)

    def report(self) -> Report:
        """The cards, everybody's chances."""
        advice, seated = self.advice, self.opponents[: self.count.value()]
        parts = [f"You {self.hero.text()}", f"board {self.board.text() or 'none yet'}"]
        parts += [f"dead {self.dead.text()}"] if self.dead.cards else []
        against = "; ".join(row.text() for row in seated)
        rows = [
            (p.name, *(percent(share) for share in (p.equity, p.win, p.tie, p.loss)))
            for p in advice.players
        ]
        return Report(
            (f"Hold'em: {', '.join(parts)}; against {against}",),
            (sentence(advice.why),),
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

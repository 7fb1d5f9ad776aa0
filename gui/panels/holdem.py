"""The Hold'em panel: hero, board and opponents in; equity, hand types and the next card out."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field, field_validator
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QWidget

from assistant.advisors.holdem import HoldemAdvice, HoldemRequest, advise
from assistant.reports import Report, how_sure
from assistant.settings import Precision
from engine.cards import format_cards, parse_cards
from engine.errors import InputError
from engine.holdem.config import Mode
from engine.holdem.made_hands import keep_kinds
from engine.holdem.ranges import Range, format_range
from engine.holdem.situation import MAX_OPPONENTS
from engine.words import capital
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.panels.holdem_study import StudyView
from gui.panels.holdem_views import NextCardView, OddsView, RangeView
from gui.theme import theme
from gui.widgets.bars import percent
from gui.widgets.boxes import fill, framed, row
from gui.widgets.card_field import CardField
from gui.widgets.controls import Amount, number
from gui.widgets.explained import marked
from gui.widgets.labels import ElidedLabel, label
from gui.widgets.player_row import COLUMN_GAP, KINDS, NAMES, PlayerRow, name_label
from gui.widgets.verdict import Verdict

HERO_KINDS = tuple(reversed(KINDS))  # your own cards are known most often
MODES: dict[Precision, Mode] = {"quick": "fast", "normal": "default", "precise": "precision"}
AMOUNT_PX = 96
CARD_PX, OPPONENT_CARD_PX = (26, 48), (22, 30)  # in a usual and in a large window
CALL_WORDS = {"call": "Call", "fold": "Fold", "even": "Call or fold"}
OpponentEntry = tuple[str, str, str]  # kind, range, cards


class HoldemEntries(Entries):
    """Cards as typed; an opponent keeps its range while it is given as cards."""

    hero: str = ""
    board: str = ""
    dead: str = ""
    n_opponents: int = Field(1, ge=1, le=MAX_OPPONENTS)
    opponents: tuple[OpponentEntry, ...] = Field(
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
        """Fill up entries saved with fewer seats with random hands."""
        missing = MAX_OPPONENTS - len(rows) if isinstance(rows, list | tuple) else 0
        return (*rows, *[("random", "", "")] * missing) if missing > 0 else rows


class HoldemPanel(CardPanel):
    """The Hold'em panel: a table's cards and ranges, and its odds."""

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
    answer_width = 406
    advise = staticmethod(advise)

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Build the fields for cards and opponents, and the picker."""
        self.hero = self.card_field("You", 2, card_width=CARD_PX[0], in_line=True)
        self.hero_row = self._player("You", self.hero, HERO_KINDS)
        self.hero_kind, self.hero_range = self.hero_row.kind, self.hero_row.range_edit
        self.board = self.card_field("Board", 5, card_width=CARD_PX[0], in_line=True)
        self.dead = self.card_field(
            "Dead", 45, card_width=22, slots=0, in_line=True, hint="none known"
        )
        self.board.caption.column = NAMES
        for field in (self.board, self.dead):
            field.line.setSpacing(COLUMN_GAP)
        cards = row(self.board, (self.dead, 1), spacing=COLUMN_GAP)
        table = (self.hero_row, cards, self._call_line())
        fill(self.entry_box, framed("", *table, spacing=2), self._opponents_box())
        self.entry_box.addStretch(1)
        self.sides.set_foot(framed("", self.picker))

    def fit_cards(self, is_large: bool) -> None:
        """Draw hands and board larger in a large window."""
        for field in (self.hero, self.board):
            field.set_card_width(CARD_PX[is_large])
        for player in self.opponents:
            player.cards.set_card_width(OPPONENT_CARD_PX[is_large])

    def _opponents_box(self) -> QWidget:
        self.n_opponents = number("Number of opponents", 1, MAX_OPPONENTS, 1)
        self.n_opponents.valueChanged.connect(self._player_changed)
        number_of = marked(self.n_opponents, "Range")
        line = row(name_label("Opponents"), number_of, 1, spacing=COLUMN_GAP)
        self.opponents = [self._opponent(place) for place in range(1, MAX_OPPONENTS + 1)]
        self._show_opponents()
        return framed("", line, *self.opponents, spacing=2)

    def _call_line(self) -> QHBoxLayout:
        self.pot, self.price = Amount("Pot"), Amount("Call")
        for amount in (self.pot, self.price):
            amount.setMaximumWidth(AMOUNT_PX)
        price = marked(self.price, "Value of a call")
        self.defence = ElidedLabel("", "muted", "Minimum defence")
        defence = (self.defence, 1)
        line = (name_label("Pot"), self.pot, label("Call", "muted"), price, defence)
        return row(*line, spacing=COLUMN_GAP)

    def _opponent(self, place: int) -> PlayerRow:
        name = f"Opponent {place}"
        width = OPPONENT_CARD_PX[0]
        cards = CardField(f"{name} cards", 2, caption="", card_width=width, in_line=True)
        return self._player(name, self.desk.add(cards))

    def _player(
        self, name: str, cards: CardField, kinds: tuple[tuple[str, str], ...] = KINDS
    ) -> PlayerRow:
        player = PlayerRow(name, cards, kinds)
        player.changed.connect(self._player_changed)
        player.range_touched.connect(lambda: self.edit_range(player))
        player.kind_chosen.connect(lambda: self._kind_chosen(player))
        return player

    def _kind_chosen(self, player: PlayerRow) -> None:
        """Open the grid to paint a range, or send the picker to the cards of the player."""
        if player.is_range:
            self.tabs.open(self.range_tab)
            self.edit_range(player)
        elif player.kind.currentData() == "cards":
            self.desk.activate(player.cards)

    def _player_changed(self) -> None:
        self._show_opponents()
        self.desk.check()
        self._show_grid()

    def _show_opponents(self) -> None:
        self.hero_row.put_away(False)
        for place, player in enumerate(self.opponents):
            player.put_away(place >= self.n_opponents.value())

    def write_entries(self, entries: HoldemEntries) -> None:
        """Put entries into the controls, and the first range into the grid."""
        with QSignalBlocker(self.hero_kind):
            super().write_entries(entries)
        self.hero_row.show_kind()
        self._show_opponents()
        players = (self.hero_row, *self.opponents)
        self.edit_range(next((player for player in players if player.is_range), self._edited))

    # -- question -------------------------------------------------------------------------------

    def build_request(self) -> HoldemRequest | None:
        """Return the table as the advisor takes it; None while somebody's two cards are missing."""
        if len(self.board.cards) in (1, 2):
            self.waiting_for = "The flop has three cards."
            return None
        seated = self.opponents[: self.n_opponents.value()]
        for player in (self.hero_row, *seated):
            if player.has_no_range_yet:
                self.waiting_for = f"Paint the range of {player.name}, type it or choose a preset."
                return None
            if player.is_range and player.error():
                raise InputError(f"{player.name}: {player.error()}")
            if player.cards.in_use and len(player.cards.cards) < 2:
                asked = f"Enter the two cards of {player.name}."
                self.waiting_for = self.hint if player is self.hero_row else asked
                return None
        return self._request(seated)

    def entries_of(self, request: HoldemRequest) -> HoldemEntries:
        """Return a request as it would be entered."""
        kind, hero_range, hero = _player_entry(request.hero)
        return HoldemEntries.of(
            hero=hero,
            hero_kind=kind if kind != "random" else "range",
            hero_range=hero_range if kind != "random" else "random",
            n_opponents=len(request.opponents),
            opponents=[_player_entry(hands) for hands in request.opponents],
            board=format_cards(request.board),
            dead=format_cards(request.dead),
            pot=request.pot or 0,
            price=request.price or 0,
        )

    def _request(self, seated: list[PlayerRow]) -> HoldemRequest:
        pot, price = self.pot.value(), self.price.value()
        return HoldemRequest(
            hero=self.hero_row.hands(),
            opponents=tuple(player.hands() for player in seated),
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

    # -- answer ---------------------------------------------------------------------------------

    def build_answer(self) -> None:
        """Build the tabs: the odds, the next card, the range grid, the study of a range."""
        self.tabs.add("Odds", OddsView, OddsView.show_advice)
        self.next_tab = self.tabs.add("Next card", NextCardView, NextCardView.show_advice)
        self._edited = self.opponents[0]
        self.range_tab = self.tabs.add("Range", self._range_view)
        self.study_tab = self.tabs.add("Study", self._study_view, StudyView.show_advice)
        self.tabs.currentChanged.connect(self._tab_changed)
        fill(self.answer_box, (self.tabs, 1))

    def _range_view(self) -> RangeView:
        view = RangeView(self._edited)
        view.changed.connect(self._player_changed)
        view.show_row(self._edited)
        return view

    def _study_view(self) -> StudyView:
        view = StudyView()
        view.kept.connect(self._keep_only)
        players = (self.hero_row, *self.opponents[: self.n_opponents.value()])
        view.choose_seat(next((i for i, player in enumerate(players) if player.is_range), 0))
        view.whose_changed.connect(self.touch)
        return view

    def _keep_only(self, kinds: Sequence[str]) -> None:
        """Narrow the range of the player who is studied to what it hit on this board."""
        player = (self.hero_row, *self.opponents)[self._study_seat]
        if not player.is_range or player.error():
            self.message.emit(f"{player.name} has no range to filter.")
            return
        kept = keep_kinds(player.range(), self.board.cards, kinds)
        player.setValue(("range", format_range(kept), ""))
        self._player_changed()
        self.message.emit(f"Kept {kept.weights.sum():g} combos of {player.name}. Ctrl+Z undoes it.")

    def _tab_changed(self) -> None:
        if self._is_studying and self.advice and not self.advice.study:
            self.touch()  # a range is studied only when its tab is shown

    def edit_range(self, player: PlayerRow) -> None:
        """Show the range of a player in the grid."""
        if player.is_range and player is not self._edited and self.isVisible():
            self.tabs.open(self.range_tab)
        self._edited = player
        self._show_grid()

    def _show_grid(self) -> None:
        if self.range_tab.view is not None:
            self.range_tab.view.show_row(self._edited)

    def verdict_of(self, advice: HoldemAdvice) -> Verdict:
        """Return the call or the hand, why, and the equity."""
        hero, call, equity = advice.hero, advice.call, percent(advice.hero.equity)
        without = "Your range" if self.board.cards else "Before the flop"
        hand = capital(advice.hand_now) or without
        action = CALL_WORDS[call.verdict] if call else hand
        words = capital(advice.reason)
        if call is not None:
            does = "gains" if call.value >= 0 else "loses"
            words = f"You need {percent(call.needed_equity)} equity. "
            words += (
                f"Calling {call.price:g} into {call.pot:g} {does} {abs(call.value):.2f} on average"
            )
        share = percent if advice.exact else "{:.1%}".format  # no digits that are not known
        split = f"Win {share(hero.win)}, tie {share(hero.tie)}, lose {share(hero.loss)}."
        return Verdict(action, f"{words.rstrip('.')}. {split}", equity, "equity")

    def paint_advice(self, advice: HoldemAdvice) -> None:
        """Show the odds."""
        call = advice.call
        defence = f"defend ≥ {percent(call.minimum_defence)}" if call else ""
        self.defence.setText(defence)
        self.tabs.paint(advice)

    def paint_nothing(self) -> None:
        """Show that there is no answer."""
        self.defence.setText("")
        self.tabs.paint(None)

    def report(self) -> Report:
        """Return the cards and everybody's chances."""
        advice, seated = self.advice, self.opponents[: self.n_opponents.value()]
        parts = [f"You {self.hero_row.text()}", f"board {self.board.text() or 'none yet'}"]
        parts += [f"dead {self.dead.text()}"] if self.dead.cards else []
        against = "; ".join(player.text() for player in seated)
        rows = [
            (p.name, *(percent(share) for share in (p.equity, p.win, p.tie, p.loss)))
            for p in advice.players
        ]
        return Report(
            (f"Hold'em: {', '.join(parts)}; against {against}",),
            (capital(advice.why), *([capital(advice.call.words)] if advice.call else [])),
            ("Player", "Equity", "Win", "Tie", "Loss"),
            rows,
            how_sure(advice),
        )


def _player_entry(hands: Range) -> OpponentEntry:
    """Return a player of a request as entered: the kind, a range and cards."""
    if hands.is_random:
        return "random", "", ""
    text = format_range(hands)
    return ("cards", "", format_cards(parse_cards(text))) if hands.is_known else ("range", text, "")

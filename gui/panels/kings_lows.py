"""The Kings and Lows panel: players with what is known of them in; everybody's chances out."""

from pydantic import Field
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assistant.advisors.kings_lows import (
    FOLD_LEVELS,
    KingsLowsAdvice,
    KingsLowsPlayerAdvice,
    KingsLowsRequest,
    KingsLowsSeat,
    advise,
)
from assistant.reports import Report, how_sure
from assistant.settings import Precision
from engine.cards import format_cards
from engine.kings_lows.wild import VARIANT_RULES, VARIANTS, BaseballRules, WildCardRules, rules_of
from engine.words import capital
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.panels.kings_lows_views import DealsView, StreetsView, TypesView, WildView
from gui.theme import theme
from gui.widgets.bars import Bar, Bars, interval_of, percent
from gui.widgets.boxes import column, fill, flow, framed, group, row
from gui.widgets.card_field import Caption
from gui.widgets.controls import check, choice, number
from gui.widgets.explained import marked
from gui.widgets.faces import Face
from gui.widgets.seat_row import CARD_WIDTH, LARGE_CARD_WIDTH, SeatRow
from gui.widgets.verdict import Verdict

LABELS = ("Variant", "Players", "Others")  # all fields begin at one place
NAME_GAP = 9  # pixels: options begin where the cards of the players do
NAMES = ("You", "Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
MIN_PLAYERS = 2
N_DEALS: dict[Precision, int] = {"quick": 30_000, "normal": 200_000, "precise": 2_000_000}
EVERYBODY = "everything visible"
NOBODY_FOLDS = ""
Seat = tuple[str, str, str, str, bool]  # name, hole, open, last, last card up


class KingsLowsEntries(Entries):
    """Cards as typed; `viewer` is a player's place, -1 for all cards."""

    n_players: int = Field(default=3, ge=MIN_PLAYERS, le=len(NAMES))
    seats: tuple[Seat, ...] = Field(
        default=tuple((name, "", "", "", False) for name in NAMES),
        min_length=len(NAMES),
        max_length=len(NAMES),
    )
    dead: str = ""
    variant: str = VARIANTS[0]
    king_required: bool = False
    viewer: int = Field(default=-1, ge=-1, lt=len(NAMES))
    extra_for_four: bool = False
    fold_below: str = NOBODY_FOLDS


class KingsLowsPanel(CardPanel):
    """The Kings and Lows panel: known cards of all players, and everybody's chances."""

    game = "kings-lows"
    title = "Kings and Lows"
    hint = "Enter what is known of the players; empty places are dealt at random."
    Values = KingsLowsEntries
    example = KingsLowsEntries.of(
        n_players=4,
        seats=(
            ("You", "KS 4H", "7D 4C 10H", "", False),
            ("Ann", "", "AD AC QH", "", False),
            ("Bob", "", "5S 6S 8S", "", False),
            ("Cleo", "", "KD 9C 2H", "", False),
            *[(name, "", "", "", False) for name in NAMES[4:]],
        ),
        dead="KC 3D",
    )
    entry_width = 600
    picker_card_width = 39
    advise = staticmethod(advise)

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Build the options, players, dead cards and the picker."""
        options = self._options()
        self.seats = [self._seat_row(place, name) for place, name in enumerate(NAMES, 1)]
        self.dead = self.card_field("Dead", 45, card_width=22, slots=0, in_line=True)
        self.dead.line.setSpacing(NAME_GAP)
        options.addLayout(row(self.folds, (self.dead, 1), spacing=12))
        table = framed("", options, *self.seats, spacing=2)
        fill(self.entry_box, table, 1)
        self.sides.set_foot(framed("", self.picker))
        self._show_seats()
        self._show_options()

    def fit_cards(self, is_large: bool) -> None:
        """Draw the players' cards larger in a large window."""
        for seat in self.seats:
            for field in seat.fields:
                field.set_card_width(LARGE_CARD_WIDTH if is_large else CARD_WIDTH)

    def _seat_row(self, place: int, name: str) -> SeatRow:
        seat = SeatRow(place, name)
        for field in seat.fields:
            self.desk.add(field)
        seat.changed.connect(self._seat_changed)
        return seat

    def _options(self) -> QVBoxLayout:
        self.n_players = number("Number of players", MIN_PLAYERS, len(NAMES), 3)
        self.variant = choice(
            "Variant", [(name, rules.title) for name, rules in VARIANT_RULES.items()]
        )
        self.king_required = check("King required", "Lows need a king")
        self.extra_for_four = check("Extra card for a four")
        self.viewer = choice("Point of view", [(-1, EVERYBODY), *enumerate(NAMES)])
        levels = [(name, f"fold below {name}") for name in FOLD_LEVELS]
        self.fold_below = choice("Others fold", [(NOBODY_FOLDS, "always stay"), *levels])
        self.n_players.valueChanged.connect(self._seat_changed)
        self.variant.currentIndexChanged.connect(self._show_options)
        self.extra_for_four.toggled.connect(self._show_options)
        self.lows_option = marked(self.king_required, "Lows need a king")
        self.fours_option = marked(self.extra_for_four, "Extra card for a four")
        variant = _in_column("Variant", marked(self.variant, "Variant"))
        viewer = marked(self.viewer, "Point of view", "Point of view")
        self.folds = _in_column("Others", marked(self.fold_below, "Others fold"))
        return column(
            flow(variant, self.lows_option, self.fours_option),
            flow(_in_column("Players", self.n_players), viewer),
        )

    def _show_options(self) -> None:
        """Show the option of the variant; extra cards for fours get more room."""
        variant = self.variant.currentData()
        self.lows_option.setVisible(variant == WildCardRules.variant)
        self.fours_option.setVisible(variant == BaseballRules.variant)
        for seat in self.seats:
            seat.allow_extra(self._has_extra)

    @property
    def _has_extra(self) -> bool:
        is_baseball = self.variant.currentData() == BaseballRules.variant
        return is_baseball and self.extra_for_four.isChecked()

    def _seat_changed(self) -> None:
        self._show_seats()
        self.desk.check()

    def _show_seats(self) -> None:
        """Show as many rows as there are players, and their names as viewers."""
        for place, seat in enumerate(self.seats):
            seat.put_away(place >= self.n_players.value())
            self.viewer.setItemText(place + 1, seat.name.text() or f"Player {place + 1}")

    # -- question -------------------------------------------------------------------------------

    def build_request(self) -> KingsLowsRequest | None:
        """Return the table; None while nobody has a card."""
        seats = self.seats[: self.n_players.value()]
        if not any(field.cards for seat in seats for field in seat.fields):
            self.waiting_for = self.hint
            return None
        viewer = self.viewer.currentData()
        return KingsLowsRequest(
            players=tuple(map(_seat, seats)),
            dead=self.dead.cards,
            variant=self.variant.currentData(),
            king_required=self.king_required.isChecked() and self.variant.currentIndex() == 0,
            extra_for_four=self._has_extra,
            fold_below=self.fold_below.currentData() or None,
            last_card=True,
            viewer=seats[viewer].name.text() if 0 <= viewer < len(seats) else None,
            streets=self.tabs.currentWidget() is self.streets_tab,
            n_deals=N_DEALS[theme.settings.precision],
            n_threads=theme.settings.threads,
        )

    def entries_of(self, request: KingsLowsRequest) -> KingsLowsEntries:
        """Return a request as it would be entered."""
        names = [seat.name for seat in request.players]
        seats = [
            (
                seat.name,
                format_cards(seat.hole),
                format_cards(seat.open),
                "" if seat.last is None else repr(seat.last),
                seat.last_up,
            )
            for seat in request.players
        ]
        empty = [(name, "", "", "", False) for name in NAMES if name not in names]
        return KingsLowsEntries.of(
            n_players=len(seats),
            seats=(*seats, *empty)[: len(NAMES)],
            dead=format_cards(request.dead),
            variant=request.variant,
            king_required=request.king_required,
            viewer=-1 if request.viewer is None else names.index(request.viewer),
            extra_for_four=request.extra_for_four,
            fold_below=request.fold_below or NOBODY_FOLDS,
        )

    # -- answer ---------------------------------------------------------------------------------

    def build_answer(self) -> None:
        """Build the tabs: everybody's chances, wild cards, street by street, sample deals."""
        self.tabs.add("Chances", self._chances_view, self._paint_chances)
        self.tabs.add("Wild cards", WildView, WildView.show_advice)
        self.streets_tab = self.tabs.add("Streets", StreetsView, StreetsView.show_advice)
        self.tabs.add("Sample deals", DealsView, DealsView.show_advice)
        self.tabs.currentChanged.connect(self._tab_changed)
        fill(self.answer_box, (self.tabs, 1))

    def _chances_view(self) -> QWidget:
        self.players = Bars("Players", name_width=76)
        shares = framed("Share of the pot: wins · ties", self.players)
        self.types = TypesView()
        return group(column(shares, (self.types, 1), spacing=8))

    def _paint_chances(self, _: QWidget, advice: KingsLowsAdvice | None) -> None:
        """Show everybody's chances."""
        self.types.show_advice(advice)
        self.players.show_bars([_bar(player) for player in advice.players] if advice else [])

    def _tab_changed(self) -> None:
        if (
            self.tabs.currentWidget() is self.streets_tab
            and self.advice
            and not self.advice.streets
        ):
            self.touch()  # the odds street by street are computed when looked at

    def verdict_of(self, advice: KingsLowsAdvice) -> Verdict:
        """Return how the viewer stands, or the first player, and the share of the pot."""
        names = [player.name for player in advice.players]
        me = advice.players[names.index(advice.viewer) if advice.viewer in names else 0]
        last = f" {capital(advice.last_card.words)}." if advice.last_card else ""
        share = percent(me.equity.value)
        return Verdict(advice.standing, advice.reason + last, share, "of the pot")

    def paint_advice(self, advice: KingsLowsAdvice) -> None:
        """Show the chances, and mark the wild cards on the cards."""
        self.tabs.paint(advice)
        for seat, about in zip(self.seats, advice.players, strict=False):
            _mark_wild(seat, about)

    def paint_nothing(self) -> None:
        """Show that there is no answer."""
        self.tabs.paint(None)

    def report(self) -> Report:
        """Return everybody's cards and chances."""
        known = [
            f"{seat.name.text()}: {' '.join(filter(None, seat.value()[1:4])) or 'nothing known'}"
            for seat in self.seats[: self.n_players.value()]
        ]
        rows = [
            (p.name, *(percent(c.value) for c in (p.equity, p.win, p.five_of_a_kind, p.improved)))
            for p in self.advice.players
        ]
        answer = [
            self.advice.why,
            *([self.advice.last_card.words] if self.advice.last_card else []),
        ]
        variant = rules_of(self.advice.variant).title
        return Report(
            (variant if variant == self.title else f"{self.title}: {variant}", *known),
            tuple(map(capital, answer)),
            ("Player", "Pot", "Wins", "Five of a kind", "Improved by wild cards"),
            rows,
            how_sure(self.advice),
        )


def _in_column(name: str, control: QWidget) -> QWidget:
    """Return a control behind its name; the names of all rows share one column."""
    caption = Caption(name)
    caption.column = LABELS
    return group(row(caption, control, spacing=NAME_GAP))


def _seat(row: SeatRow) -> KingsLowsSeat:
    last = row.last.cards[0] if row.last.cards else None
    return KingsLowsSeat(
        name=row.name.text(),
        hole=row.hole.cards,
        open=row.open.cards,
        last=last,
        last_up=row.last_up.isChecked(),
    )


def _mark_wild(row: SeatRow, player: KingsLowsPlayerAdvice) -> None:
    """Mark the cards that are wild by what is known, and dim those the viewer cannot see."""
    known = {card.card: card for card in player.cards}
    for field in row.fields:
        faces = []
        for card in field.cards:
            about = known.get(card)
            wild = about is not None and about.wild_now
            hidden = about is not None and not about.seen
            faces.append(Face(card, mark="wild" if wild else "", dim=hidden))
        field.row.show_faces(faces)


def _bar(player: KingsLowsPlayerAdvice) -> Bar:
    equity, win = player.equity, player.win.value
    return Bar(
        player.name,
        (win, max(equity.value - win, 0.0)),
        percent(equity.value),
        interval_of(equity.low, equity.high),
        (theme.tokens.bar, theme.tokens.gold),
    )

"""The Konkan panel: what you see at the table in, the whole turn and its chances out; and a table.

Seats are named in the order of play: you, the next player, the player after next.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, cast

from PySide6.QtWidgets import QGridLayout, QWidget

from assistant.advisors.konkan import (
    KonkanAdvice,
    KonkanRequest,
    MoveAdvice,
    SeatEntry,
    TableEntry,
    advise,
)
from assistant.play.analysis import ANALYSES
from assistant.reports import Report, how_sure
from engine.konkan.cards import KonkanCard, format_hand
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.words import capital, counted
from gui.guide import tip_of
from gui.panels.entries import Entries
from gui.panels.table_panel import TablePanel
from gui.plain_text import set_tip
from gui.widgets.bars import Bar, Bars, Piece, percent
from gui.widgets.boxes import column, fill, framed, group, row
from gui.widgets.card_row import CardRow
from gui.widgets.controls import check, choice, keep_room, number, text_list
from gui.widgets.explained import explained
from gui.widgets.faces import BACK
from gui.widgets.konkan_field import KonkanField, MeldsField, konkan_face, small_face
from gui.widgets.labels import label, short_playouts, wrapped
from gui.widgets.rules_box import RulesBox
from gui.widgets.verdict import Verdict

SEATS = ("You", "Next player", "Player after next")
AGAINST_CHOICES = (("equal", "Against equal players"), ("greedy", "Against greedy players"))
PHASES = (("auto", "By number of cards"), ("pull", "Before drawing"), ("act", "After drawing"))
N_GROUPS = 6
N_MOVES = 8
MAX_TURNS = 999
MELD_PX = (30, 42)  # in a usual and in a large window
WIDEST_FIGURE = "88.8% · −88.8 ± 88.8%"


class KonkanEntries(Entries):
    """The entries; a total of 0 means not down yet."""

    hand: str = ""
    trash: str = ""
    taken: str = ""
    players: int = 3
    n_cards: tuple[int, int] = (14, 14)
    down: tuple[int, int, int] = (0, 0, 0)
    melds: tuple[str, str, str] = ("", "", "")
    first_turn: bool = False
    turn: int = 0
    against: Literal["equal", "greedy"] = "equal"
    phase: Literal["auto", "pull", "act"] = "auto"
    took: tuple[str, str] = ("", "")
    threshold: int = DEFAULT_RULES.threshold
    min_naturals: int = DEFAULT_RULES.min_naturals
    raise_by_later_melds: bool = DEFAULT_RULES.raise_by_later_melds
    swap_own: bool = DEFAULT_RULES.swap_own
    keep_top: bool = DEFAULT_RULES.keep_top
    joker_deadwood: int = DEFAULT_RULES.joker_deadwood
    max_turns: int = DEFAULT_RULES.max_turns


class KonkanPanel(TablePanel):
    """The Konkan panel: the table as you see it, and the best turn with its chances."""

    game = "konkan"
    title = "Konkan"
    hint = "Enter your cards (14, or 15 after drawing), the trash and the melds on the table."
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
    advise = staticmethod(partial(ANALYSES.ask, advise))

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Build the fields for your cards, the trash, the players and their melds."""
        self.hand = self.desk.add(
            KonkanField("Your hand", 15, hint="7S 8S 9S JK", card_width=28, slots=0)
        )
        self.trash = self.desk.add(
            KonkanField("Trash, top last", 60, hint="as far as seen", card_width=24, slots=0)
        )
        self.taken = self.desk.add(
            KonkanField("Taken from it this turn", 1, hint="none", card_width=24)
        )
        self.taken.exclusive = False
        trash = row((self.trash, 3), (self.taken, 2))
        cards = framed("Cards", self.hand, trash, spacing=3)
        fill(self.entry_box, cards, self._players_box(), self._rules_box(), 1)
        self.sides.set_foot(self.picker)

    def _players_box(self) -> QWidget:
        self.players = choice("Players", [(3, "Three players"), (2, "Two players")])
        self.first_turn = check("First turn", "First turn (only throw)")
        self.phase = choice("Phase", PHASES)
        self.turn = number("Turns played", 0, MAX_TURNS, 0, " turns")
        self.turn.setSpecialValueText("from the trash")
        self.against = choice("Opponents", AGAINST_CHOICES)
        grid = QGridLayout()
        grid.setVerticalSpacing(2)
        for place, text in enumerate(("cards", "came down with", "melds, separated by /"), 1):
            grid.addWidget(explained(text), 0, place)
        self.n_cards = [number(f"{name}, cards", 1, 15, 14) for name in SEATS[1:]]
        self.down = [number(f"{name}, total", 0, 200, 0) for name in SEATS]
        self.melds = [MeldsField(f"Melds of {name.lower()}") for name in SEATS]
        self.names = [label(name) for name in SEATS]
        for seat, name in enumerate(self.names):
            self.down[seat].setSpecialValueText("not down")
            grid.addWidget(name, seat + 1, 0)
            grid.addWidget(self.down[seat], seat + 1, 2)
            grid.addWidget(self.melds[seat], seat + 1, 3)
            if seat:
                grid.addWidget(self.n_cards[seat - 1], seat + 1, 1)
        grid.setColumnStretch(3, 1)
        for field in self.melds:
            field.changed.connect(self.edited)
        self.players.currentIndexChanged.connect(self._show_players)
        when = row(explained("Turns played"), self.turn, self.against, 1)
        return framed("Table", row(self.players, self.phase, self.first_turn, 1), when, grid)

    def _rules_box(self) -> QWidget:
        self.took = [
            self.desk.add(
                KonkanField(f"{name} took", 14, hint="still holds", card_width=24, slots=0)
            )
            for name in SEATS[1:]
        ]
        self.rules = RulesBox(KonkanRules)
        return framed("What you saw, and house rules", row(*self.took), self.rules, spacing=3)

    def _show_players(self) -> None:
        opponent = (self.names[2], self.n_cards[1], self.down[2], self.melds[2], self.took[1])
        for widget in opponent:
            keep_room(widget)
            widget.setVisible(self.players.currentData() == 3)

    def controls(self) -> dict[str, Any]:
        """Return the controls; those of the rules are in their box."""
        rules = self.rules.controls
        own = [name for name in KonkanEntries.model_fields if name not in rules]
        return {name: getattr(self, name) for name in own} | rules

    def fit_cards(self, is_large: bool) -> None:
        """Draw the best melds larger in a large window."""
        for _, cards in self.groups:
            cards.set_card_width(MELD_PX[is_large])

    # -- the job --------------------------------------------------------------------------------

    def entry_error(self) -> str:
        """Return the first field or list of melds that cannot be used, with its reason."""
        wrong = (f"{field.name}: {field.error}" for field in self.melds if field.error)
        return super().entry_error() or next(wrong, "")

    def build_request(self) -> KonkanRequest | None:
        """Return what you see, as the advisor wants it."""
        if not self.hand.cards:
            self.waiting_for = self.hint
            return None
        entries: KonkanEntries = self.read_entries()
        n_opponents = entries.players - 1
        table = [
            TableEntry(owner=owner, meld=meld)
            for owner, field in enumerate(self.melds[: entries.players])
            for meld in field.melds
        ]
        return KonkanRequest(
            hand=self.hand.cards,
            trash=self.trash.cards,
            taken=self.taken.cards[0] if self.taken.cards else None,
            opponents=tuple(
                SeatEntry(
                    n_cards=entries.n_cards[i],
                    down_total=entries.down[i + 1] or None,
                    known=self.took[i].cards,
                )
                for i in range(n_opponents)
            ),
            table=tuple(table),
            down_total=entries.down[0] or None,
            first_turn=entries.first_turn,
            turn=0 if entries.first_turn else entries.turn,
            against=entries.against,
            phase=entries.phase,
            rules=cast(KonkanRules, self.rules.rules()),
        )

    # -- answer ---------------------------------------------------------------------------------

    def entries_of(self, request: KonkanRequest) -> KonkanEntries:
        """Return a question as it would be entered."""
        opponents = request.opponents
        melds = [
            " / ".join(repr(m.meld) for m in request.table if m.owner == seat)
            for seat in range(1 + len(opponents))
        ]
        totals = (request.down_total, *(opponent.down_total for opponent in opponents))
        return KonkanEntries.of(
            hand=format_hand(request.hand),
            trash=format_hand(request.trash),
            taken="" if request.taken is None else repr(request.taken),
            players=1 + len(opponents),
            n_cards=(*(opponent.n_cards for opponent in opponents), 14)[:2],
            down=(*(total or 0 for total in totals), 0)[:3],
            melds=(*melds, "")[:3],
            first_turn=request.first_turn,
            turn=min(request.turn, MAX_TURNS),
            against=request.against,
            phase=request.phase,
            took=(*(format_hand(opponent.known) for opponent in opponents), "")[:2],
            **request.rules.settings(),
        )

    def verdict_of(self, advice: KonkanAdvice) -> Verdict:
        """Return the best turn, why, and its chance to win."""
        if not advice.moves:
            return Verdict(advice.headline, advice.why)
        figure = "certain" if advice.goes_out else percent(advice.moves[0].win_share)
        return Verdict(advice.headline, advice.reason, figure, "to win")

    def advice_tab(self) -> QWidget:
        """Return the turn and its chances."""
        self.bars = Bars("Moves", name_width=170, row_height=28, widest=WIDEST_FIGURE)
        self.plan = text_list("Plan of the turn", grows=True)
        self.helpful = text_list("Helpful cards", grows=True)
        lists = row(
            (framed("This turn", (self.plan, 1)), 3),
            (framed("Cards that would help", (self.helpful, 1)), 2),
        )
        moves = framed("Moves, best first · what is laid → what is thrown", (self.bars, 1))
        set_tip(moves, tip_of("Chance to win"))
        return group(column((moves, 4), self._melds_box(), (lists, 3)))

    def _melds_box(self) -> QWidget:
        self.points = wrapped("", "muted", "Meld points")
        grid = QGridLayout()
        self.groups = []
        for place in range(N_GROUPS):
            title, cards = label("", "muted"), CardRow(f"Meld {place + 1}", 0, MELD_PX[0])
            cards.setMinimumWidth(70)
            grid.addWidget(title, place // 3 * 2, place % 3)
            grid.addWidget(cards, place // 3 * 2 + 1, place % 3)
            self.groups.append((title, cards))
        return framed("Best melds of your hand", self.points, grid)

    def paint_advice(self, advice: KonkanAdvice) -> None:
        """Show the turn, the melds, the moves and what would help."""
        self._paint_groups(advice)
        self.bars.show_bars(
            [
                Bar(
                    move.brief,
                    (move.win_share,),
                    "certain" if advice.goes_out else _figure(move),
                    (
                        max(move.win_share - move.half_width, 0.0),
                        min(move.win_share + move.half_width, 1.0),
                    ),
                    tip=f"{move.words}: {_figure(move)} · {short_playouts(move.visits)}",
                    pieces=_pieces(move, self.trash.cards),
                )
                for move in advice.moves[:N_MOVES]
            ]
        )
        self.plan.clear()
        for place, step in enumerate(advice.plan, 1):
            self.plan.addItem(f"{place}. {capital(step)}")
        self.helpful.clear()
        for card in advice.helpful:
            done = ", goes out" if card.goes_out else ", comes down" if card.comes_down else ""
            self.helpful.addItem(
                f"{card.card.symbol}: {_points(card.points)}{done} ({card.n_unseen} unseen)"
            )

    def _paint_groups(self, advice: KonkanAdvice) -> None:
        need = "you are down" if advice.is_down else f"{advice.threshold} needed to come down"
        reach = "" if advice.is_down else " · enough" if advice.reaches else " · not enough yet"
        self.points.setText(
            f"{_points(advice.group_points)}, {need}{reach} · {_points(advice.deadwood)} in no meld"
        )
        for place, (title, cards) in enumerate(self.groups):
            shown = place < len(advice.groups)
            title.setVisible(shown)
            cards.setVisible(shown)
            if shown:
                group = advice.groups[place]
                title.setText(f"{'Run' if group.is_run else 'Set'}, {group.points} points")
                cards.show_faces([konkan_face(card) for card in group.cards])

    def paint_nothing(self) -> None:
        """Show that there is no hand yet."""
        self.points.setText("")
        for title, cards in self.groups:
            title.hide()
            cards.hide()
        self.bars.show_bars([])
        self.plan.clear()
        self.helpful.clear()

    def report(self) -> Report:
        """Return your cards, the turn and the moves."""
        advice = self.advice
        rows = [(m.words, percent(m.win_share), _behind(m)) for m in advice.moves]
        return Report(
            (f"Konkan: {self.hand.text()}; trash {self.trash.text() or 'empty'}",),
            (advice.headline, advice.why),
            ("Move", "Wins", "Behind"),
            rows,
            how_sure(advice),
        )


def _pieces(move: MoveAdvice, trash: Sequence[KonkanCard]) -> tuple[Piece, ...]:
    """Return a turn as it is drawn: the card taken, melds, cards added, an arrow and the throw."""
    pieces: list[Piece] = []
    if move.pull == "deck":
        pieces += [(BACK,), "Draw from the deck"]
    elif move.pull == "trash" and trash:
        pieces += ["+", (small_face(trash[-1]),)]
    pieces += [tuple(map(small_face, meld.cards)) for meld in move.lay]
    for word, cards in (("swap", move.swapped), ("add", move.added)):
        if cards:
            pieces += [word, tuple(map(small_face, cards))]
    if move.throw is not None:
        pieces += ["→", (small_face(move.throw),)]
    return tuple(pieces)


def _points(n: int) -> str:
    return counted(n, "point")


def _figure(move: MoveAdvice) -> str:
    """Return a turn's chance, and what it is behind the best."""
    return " · ".join(filter(None, [percent(move.win_share), _behind(move)]))


def _behind(move: MoveAdvice) -> str:
    """Return how much less than the best turn, in the same deals: "−1.2 ± 0.8%"."""
    if not move.behind:
        return ""
    return f"−{100 * move.behind:.1f} ± {100 * move.behind_half_width:.1f}%"

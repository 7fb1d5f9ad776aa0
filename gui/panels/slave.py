"""The Slave panel: a position in, ranked moves with the chance of every title out; and a table.

Seats are named as the user sees them: after you, across, before you.
"""

from functools import partial
from typing import Any

from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from assistant.advisors.slave import (
    SlaveAdvice,
    SlaveGift,
    SlaveMove,
    SlaveRequest,
    TitleChances,
    advise,
    left_out_words,
    title_at_stake,
)
from assistant.advisors.slave_notation import parse_moves
from assistant.play.analysis import ANALYSES
from assistant.reports import Report, how_sure
from engine.cards import format_cards
from engine.slave.rules import HAND_SIZE, TITLE_NAMES, SlaveRules
from engine.words import capital
from gui.panels.entries import Entries
from gui.panels.table_panel import TablePanel
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.bars import Bar, Bars, percent
from gui.widgets.boxes import column, fill, flow, framed, group, row
from gui.widgets.controls import OneOf, check, choice, number, text_list
from gui.widgets.explained import explained
from gui.widgets.faces import Face
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import label, short_playouts, show_if_any, wrapped
from gui.widgets.rules_box import rule_controls
from gui.widgets.verdict import Verdict

OTHERS = ("After you", "Across", "Before you")
N_MOVES = 10
HAND_PX, PLAY_PX = (28, 36), (26, 32)  # in a usual and in a large window
WIDEST_FIGURE = "88.8% · −0.88 ± 0.88"


class SlaveEntries(Entries):
    """A position; `last_by` 0 and `leader` -1 mean unknown, an empty title no last round."""

    hand: str = ""
    last: str = ""
    last_by: int = 0
    played: str = ""
    incoming: str = ""
    left: tuple[int, int, int] = (HAND_SIZE, HAND_SIZE, HAND_SIZE)
    passed: tuple[bool, bool, bool] = (False, False, False)
    titles: tuple[str, str, str, str] = ("", "", "", "")
    gave: str = ""
    got: str = ""
    history: str = ""
    leader: int = -1
    exchange: bool = False
    first_lead: bool = False
    lap: bool = False
    free_lead: bool = False
    weaker: bool = False


class SlavePanel(TablePanel):
    """The Slave panel: a position, and its ranked moves with the chance of every title."""

    game = "slave"
    title = "Slave"
    hint = "Enter your hand, the play to beat, and how many cards the others hold."
    Values = SlaveEntries
    example = SlaveEntries(
        hand="4C 4H 6D 9S 9H JC KD AS 2C 2S",
        played="3C 3D 3S 5H 5C 7C 8C 8D 10H QD",
        left=(11, 9, 10),
        titles=("Commoner", "King", "Queen", "Slave"),
    )
    entry_width = 480
    picker_ranks = (2, *range(14, 2, -1))  # a two beats an ace
    advise = staticmethod(partial(ANALYSES.ask, advise))

    # -- entry ----------------------------------------------------------------------------------

    def build_entry(self) -> None:
        """Build the fields for your cards, the play to beat, the others, the last round."""
        self.hand = self.card_field("Your hand", HAND_SIZE, card_width=HAND_PX[0], slots=0)
        px = PLAY_PX[0]
        self.last = self.card_field("Play to beat", 4, hint="empty: you lead", card_width=px)
        self.played = self.card_field(
            "Cards played before", 48, hint="as far as you remember", card_width=22, slots=0
        )
        self.incoming = self.card_field("You will get", 2, card_width=px)
        self.gave = self.card_field("You gave", 2, hint="in the exchange", card_width=px)
        trick = row(self.last, self.incoming, self.gave, 1)  # one of the last two at most
        cards = framed("Cards", self.hand, trick, self.played, spacing=3)
        fill(self.entry_box, cards, self._others_box(), 1)
        self.sides.set_foot(self.picker)

    def _others_box(self) -> QWidget:
        grid = QGridLayout()
        for place, text in enumerate(("cards", "passed", "made the play", "last round"), 1):
            grid.addWidget(explained(text), 0, place)
        self.left = [number(f"{name}, cards", 0, HAND_SIZE, HAND_SIZE) for name in OTHERS]
        self.passed = [check(f"{name}, passed", "") for name in OTHERS]
        made = [check(f"{name}, made the play", "") for name in OTHERS]
        self.last_by = OneOf(self, made)
        self.last_by.changed.connect(self.edited)
        self.titles = [_title_combo(f"{name}, title") for name in ("You", *OTHERS)]
        grid.addWidget(label("You"), 1, 0)
        grid.addWidget(self.titles[0], 1, 4)
        for seat, name in enumerate(OTHERS):
            grid.addWidget(label(name), seat + 2, 0)
            widgets = (self.left[seat], self.passed[seat], made[seat], self.titles[seat + 1])
            for place, widget in enumerate(widgets, 1):
                grid.addWidget(widget, seat + 2, place)
        for combo in self.titles:
            combo.currentIndexChanged.connect(self._show_parts)
        self._make_history()
        history = row((self.history, 1), self.leader)
        return framed("The others", grid, self.got, history, self._rules_row())

    def _make_history(self) -> None:
        self.got = QLineEdit()
        self.got.setAccessibleName("You got")
        self.got.setPlaceholderText("what you got in the exchange: 2S AH")
        self.got.editingFinished.connect(self.edited)
        self.history = QLineEdit()
        self.history.setAccessibleName("Moves of the round")
        self.history.setPlaceholderText("all moves of the round: 3C, p, 5D 5H, …")
        set_tip(
            self.history,
            "With all moves you can leave out the play to beat, the cards played and the cards "
            "left; the advice is also better.",
        )
        led = ("led by —", "You led", *(f"{name} led" for name in OTHERS))
        self.leader = choice("Who led", list(enumerate(led, -1)))
        self.history.textChanged.connect(self._show_parts)
        self.history.editingFinished.connect(self.edited)

    def _rules_row(self) -> FlowLayout:
        self.exchange = check("Exchange", tip="You are King or Queen and choose what to give")
        self.first_lead = check("First lead", tip="The first play of the game, which contains 3♣")
        rules = rule_controls(SlaveRules)
        self.lap, self.free_lead = rules["one_turn_each"], rules["free_lead"]
        tip = "Chances against weaker opponents, not against equal ones"
        self.weaker = check("Weaker opponents", tip=tip)
        boxes = (self.exchange, self.first_lead, self.lap, self.free_lead, self.weaker)
        for box in boxes:
            box.toggled.connect(self._show_parts)
        self._show_parts()
        return flow(*boxes)

    def _show_parts(self) -> None:
        """Show only the fields that the phase needs, and none whose value follows from others."""
        gives = self.exchange.isChecked()
        self.incoming.put_away(not gives)
        traded = bool(self.titles[0].currentData()) and not gives
        self.gave.put_away(not traded)
        self.got.setEnabled(traded)
        has_history = bool(self.history.text().strip()) and not gives
        for part in (self.last, self.played, *self.left, *self.passed, *self.last_by.boxes):
            part.setEnabled(not has_history)
        self.last.in_use = self.played.in_use = not has_history

    def fit_cards(self, is_large: bool) -> None:
        """Draw your cards and those to beat larger in a large window."""
        self.hand.set_card_width(HAND_PX[is_large])
        for field in (self.last, self.incoming, self.gave):
            field.set_card_width(PLAY_PX[is_large])

    # -- the job --------------------------------------------------------------------------------

    def build_request(self) -> SlaveRequest | None:
        """Return the position as the advisor wants it."""
        if not self.hand.cards:
            self.waiting_for = self.hint
            return None
        entries: SlaveEntries = self.read_entries()
        history = () if entries.exchange else parse_moves(entries.history)
        table = {} if history else self._table_fields(entries)
        return SlaveRequest.of(
            hand=self.hand.cards,
            titles=entries.titles if any(entries.titles) else None,
            gave=self.gave.cards if self.gave.in_use else (),
            got=entries.got if any(entries.titles) and not entries.exchange else (),
            history=history,
            leader=None if entries.leader < 0 or any(entries.titles) else entries.leader,
            phase="exchange" if entries.exchange else "play",
            incoming=self.incoming.cards if entries.exchange else (),
            first_lead=entries.first_lead,
            trick="lap" if entries.lap else "pass_out",
            free_lead=entries.free_lead,
            against="weaker" if entries.weaker else "equal",
            **table,
        )

    def _table_fields(self, entries: SlaveEntries) -> dict[str, Any]:
        """Return what lies on the table and is left, where it does not follow from the moves."""
        return {
            "last": () if entries.exchange else self.last.cards,
            "last_by": entries.last_by or None if self.last.cards else None,
            "played": self.played.cards,
            "left": entries.left,
            "passed": entries.passed,
        }

    # -- answer ---------------------------------------------------------------------------------

    def entries_of(self, request: SlaveRequest) -> SlaveEntries:
        """Return a question as it would be entered."""
        return SlaveEntries.of(
            hand=format_cards(request.hand),
            last=format_cards(request.last),
            last_by=request.last_by or 0,
            played=format_cards(request.played),
            incoming=format_cards(request.incoming),
            left=request.left,
            passed=request.passed,
            titles=request.titles or [""] * 4,
            gave=format_cards(request.gave),
            got=format_cards(request.got),
            history=", ".join(request.history),
            leader=-1 if request.leader is None else request.leader,
            exchange=request.phase == "exchange",
            first_lead=request.first_lead,
            lap=request.trick == "lap",
            free_lead=request.free_lead,
            weaker=request.against == "weaker",
        )

    def verdict_of(self, advice: SlaveAdvice) -> Verdict:
        """Return the best play, why, and the chance to be King."""
        ranked = advice.moves or advice.gifts
        faces = [Face(card) for card in ranked[0].cards]
        action = "Pass" if not faces else "Give" if advice.gifts else "Play"
        why = capital(advice.why)
        if not ranked[0].n_samples:  # the network's opinion has no chances yet
            return Verdict(action, why, "", "", faces)
        title = title_at_stake(advice.moves) if advice.moves else "King"
        share = percent(ranked[0].chance(title))
        return Verdict(action, capital(advice.reason), share, f"to be {title}", faces)

    def advice_tab(self) -> QWidget:
        """Return the view of ranked moves and their reasons."""
        self.opinions = wrapped("", "muted", "Policy and search")
        self.bars = Bars("Moves", name_width=130, row_height=28, widest=WIDEST_FIGURE)
        self.reasons = text_list("Reasons", grows=True)
        self.left_out = wrapped("", "muted", "Left out")
        title = "Moves, best first · chance to be King · places lost"
        moves = framed(title, (self.bars, 1), self.left_out)
        reasons = framed("Why", (self.reasons, 1))
        return group(column((moves, 4), self.opinions, (reasons, 3)))

    def paint_advice(self, advice: SlaveAdvice) -> None:
        """Show the ranked moves or gifts."""
        ranked = advice.moves or advice.gifts
        self.opinions.setText(_opinions(advice))
        tokens = theme.tokens
        colours = (tokens.gold, tokens.silver, tokens.bronze, tokens.bar_back)
        self.bars.show_bars(
            [
                Bar(
                    move.text,
                    (move.king, move.queen, move.commoner, move.slave)
                    if move.n_samples
                    else (_opinion(move),),
                    _figures(move),
                    colours=colours if move.n_samples else (tokens.bar,),
                    letters=("K", "Q", "C", "S") if move.n_samples else (),
                    tip=_tip(move),
                    pieces=(tuple(map(Face, move.cards)),) if move.cards else (),
                )
                for move in ranked[:N_MOVES]
            ]
        )
        show_if_any(self.left_out, capital(left_out_words(ranked[:N_MOVES])))
        self.reasons.clear()
        for move in ranked:
            self.reasons.addItem(f"{capital(move.text)}: {move.why}.")

    def paint_nothing(self) -> None:
        """Show that there is no position yet."""
        self.opinions.setText("")
        self.left_out.hide()
        self.reasons.clear()
        self.bars.show_bars([])

    def report(self) -> Report:
        """Return your cards, the best move, the titles that each move leads to, what each gift
        costs.
        """
        gifts = self.advice.gifts
        rows: list[tuple[str, ...]] = [
            (m.text, *map(percent, (m.king, m.queen, m.commoner, m.slave)), f"{m.n_samples:,}")
            for m in self.advice.moves or gifts
        ]
        heads: tuple[str, ...] = ("Move", "King", "Queen", "Commoner", "Slave", "Playouts")
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
        """Return what lies before the player, in words."""
        if self.exchange.isChecked():
            return f"you will get {self.incoming.text()}"
        if self.history.text().strip():
            return f"moves so far: {self.history.text()}"
        return f"to beat {self.last.text() or 'nothing, you lead'}"


def _opinions(advice: SlaveAdvice) -> str:
    """Say what the search and the network alone would play."""
    search, network = advice.search_says, advice.policy_says
    if network is None:
        return f"Search: {search}"
    if not (advice.moves or advice.gifts)[0].n_samples:
        return f"Network: {network}. The search follows."
    if search == network:
        return f"Search and network agree: {search}"
    return f"Search: {search} · Network alone: {network}"


def _figures(choice: TitleChances) -> str:
    """Return the chance to be King with what is lost to the best, or the network's opinion."""
    if not choice.n_samples:
        share = _opinion(choice)
        return f"network {share:.0%}" if share else ""
    lost = _cost(choice)
    return f"{percent(choice.king)} · {lost}" if lost else percent(choice.king)


def _opinion(choice: TitleChances) -> float:
    """Return how much of the network's choice is for this one; 0.0 if it was not asked."""
    return (choice.policy_share or 0.0) if isinstance(choice, SlaveMove) else 0.0


def _cost(choice: TitleChances) -> str:
    """Return how many places a choice loses to the best, with its ± where it is known."""
    if isinstance(choice, SlaveGift) and choice.cost:
        return f"−{choice.cost:.2f}"
    if isinstance(choice, SlaveMove) and choice.behind:
        return f"−{choice.behind:.2f} ± {choice.behind_error:.2f}"
    return ""


def _tip(choice: TitleChances) -> str:
    """Return everything about a choice in words."""
    titles = (choice.king, choice.queen, choice.commoner, choice.slave)
    shares = ", ".join(f"{n} {percent(t)}" for n, t in zip(TITLE_NAMES, titles, strict=True))
    lost = _cost(choice).removeprefix("−")
    worse = f"; {lost} places worse than the best" if lost else ""
    playouts = short_playouts(choice.n_samples)
    return f"{choice.text}: {shares}; average place {choice.expected_place:.2f}, {playouts}{worse}"


def _title_combo(name: str) -> QComboBox:
    return choice(name, [("", "—"), *((title, title) for title in TITLE_NAMES)])

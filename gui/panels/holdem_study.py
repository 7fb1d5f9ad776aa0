"""The study of one player's range: each hand's equity, made hands and draws, and the boards."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QWidget

from assistant.advisors.holdem import HoldemAdvice
from assistant.advisors.holdem_study import HoldemStudy
from engine.holdem.study import PartOdds, Spread
from gui.plain_text import set_tip
from gui.widgets.bars import Bar, Bars, percent
from gui.widgets.boxes import column, flow, group, row
from gui.widgets.controls import button, choice
from gui.widgets.explained import mark
from gui.widgets.hand_map import HandMap
from gui.widgets.labels import wrapped
from gui.widgets.plot import Line, LinePlot
from gui.widgets.table import AnswerTable, Cell

LOOKS = (
    ("hands", "Each hand"),
    ("made", "Made hands and draws"),
    ("boards", "Equity over the boards"),
    ("curves", "Range against range"),
)
NO_MADE = "Made hands and draws appear from the flop on."
NO_SPREAD = "Only before the river, with one opponent."
NO_CURVES = "Only from the flop on, with one opponent."
NOT_YET = "Working…"


class StudyView(QWidget):
    """Shows the study of a range; `whose_changed` when another player is chosen."""

    whose_changed = Signal()
    kept = Signal(object)  # kinds of hands to narrow the range to

    def __init__(self) -> None:
        super().__init__()
        self.whose = choice("Whose range", [(0, "You")])
        self.look = choice("What to look at", LOOKS)
        self.words = wrapped("", "muted", "About the range")
        self.map = HandMap("Equity of each hand")
        self.table = AnswerTable("Made hands", ["Hand", "Combos", "Of the range", "Equity"], 14)
        self.table.set_figures(1, 2, 3)
        self.bars = Bars("Equity over the boards", name_width=90)
        self.curves = LinePlot("Range against range", "% of the range, best first", "equity %")
        self.pages = QStackedWidget()
        for page in (self.map, self._made_page(), self.bars, self.curves):
            self.pages.addWidget(page)
        line = flow(self.whose, self.look, mark("Study"))
        self.setLayout(column(line, self.words, (self.pages, 1)))
        self._study: HoldemStudy | None = None
        self.whose.activated.connect(lambda _: self.whose_changed.emit())
        self.look.currentIndexChanged.connect(self._show_look)

    def _made_page(self) -> QWidget:
        """Return the table of what the range hit, and a button to go on with some of it."""
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.keep = button("Keep only the selected", self._keep, name="Keep only selected hands")
        set_tip(self.keep, "Narrow the range to these hands and take it to the next street.")
        self.keep.setEnabled(False)
        self.table.itemSelectionChanged.connect(
            lambda: self.keep.setEnabled(bool(self._selected()))
        )
        words = wrapped("Select rows (Ctrl adds one) to go on with just those hands.", "muted")
        return group(column(row((words, 1), self.keep), (self.table, 1)))

    def _selected(self) -> tuple[str, ...]:
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        parts = (*self._study.made, *self._study.draws) if self._study else ()
        return tuple(parts[at].name for at in rows if at < len(parts))

    def _keep(self) -> None:
        self.kept.emit(self._selected())

    @property
    def seat(self) -> int:
        """The player whose range is studied: 0 is you."""
        return int(self.whose.currentData())

    def choose_seat(self, seat: int) -> None:
        """Study the range of this player at first."""
        self._list_players(["You", *(f"Opponent {place}" for place in range(1, seat + 1))])
        self.whose.setCurrentIndex(seat)

    def show_advice(self, advice: HoldemAdvice | None) -> None:
        """Show the study, or that it is still being computed."""
        self._study = advice.study if advice else None
        if advice is not None:
            self._list_players([player.name for player in advice.players])
        parts = self._study.hands if self._study else ()
        self.map.show_shares(
            {p.name: p.equity for p in parts if p.equity is not None},
            {p.name: _tip(p) for p in parts},
        )
        self.table.show_rows(_made_rows(self._study) if self._study else [])
        spread = self._study.spread if self._study else None
        self.bars.show_bars(_spread_bars(spread) if spread else [], fit=True)
        self._show_curves()
        self.keep.setEnabled(bool(self._selected()))
        self._show_look()

    def _show_curves(self) -> None:
        found = self._study.curves if self._study else {}
        lines = []
        for name, equities in found.items():
            values = tuple(100 * equity for equity in equities)
            lines.append(Line(name, values, values, values))
        n_points = max((len(line.values) for line in lines), default=0)
        self.curves.show_lines(range(n_points), lines if len(lines) > 1 else [])

    def _list_players(self, names: list[str]) -> None:
        for place, name in enumerate(names):
            if place == self.whose.count():
                self.whose.addItem(name, place)
        while self.whose.count() > len(names):
            self.whose.removeItem(self.whose.count() - 1)

    def _show_look(self) -> None:
        self.pages.setCurrentIndex(self.look.currentIndex())
        self.words.setText(self._about(str(self.look.currentData())))

    def _about(self, look: str) -> str:
        study = self._study
        if study is None:
            return NOT_YET
        if look == "hands":
            n_combos = sum(part.n_combos for part in study.hands)
            return f"{_combos(n_combos)}; each hand with its equity in percent."
        if look == "made":
            return "" if study.made else NO_MADE
        if look == "curves":
            return "" if len(study.curves) > 1 else NO_CURVES
        return _spread_words(study.spread) if study.spread else NO_SPREAD


def _combos(n: float) -> str:
    return f"{n:g} combo" if n == 1 else f"{n:g} combos"


def _equity(part: PartOdds) -> str:
    if part.equity is None:
        return "–"
    spread = "" if part.half_width is None else f" ± {part.half_width * 100:.1f}%"
    return percent(part.equity) + spread


def _tip(part: PartOdds) -> str:
    return f"{part.name}: {_equity(part)}, {_combos(part.n_combos)}"


def _made_rows(study: HoldemStudy) -> list[tuple[Cell, ...]]:
    return [
        (part.name, f"{part.n_combos:g}", percent(part.share), _equity(part))
        for part in (*study.made, *study.draws)
    ]


def _spread_bars(spread: Spread) -> list[Bar]:
    return [
        Bar(f"{place * 10} to {place * 10 + 10}%", (share,))
        for place, share in enumerate(spread.bins)
    ]


def _spread_words(spread: Spread) -> str:
    low, middle, high = map(percent, spread.quartiles)
    what = "boards" if spread.over == "boards" else "cards that may come next"
    how = "All" if spread.exact else "A sample of"
    return f"{how} {spread.n:,} {what}: median {middle}, middle half {low} to {high}."

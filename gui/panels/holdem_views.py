"""Three looks at a Hold'em answer: hand types, the next card, the range of an opponent."""

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assistant.advisors.holdem import HoldemAdvice
from engine.holdem.ranges import format_range, range_of_grid
from gui.widgets.bars import Bar, Bars
from gui.widgets.heat_map import HeatMap
from gui.widgets.labels import framed, wrapped
from gui.widgets.opponent_row import OpponentRow
from gui.widgets.range_grid import HANDS, RangeGrid

NO_NEXT_CARD = "The map of next cards appears before the river."


class HandTypesView(QWidget):
    """What the cards become, yours and the others' side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.own = Bars("Hero hand types", name_width=120)
        self.theirs = Bars("Opponents' hand types", name_width=120)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        for title, bars in (("You", self.own), ("Opponents", self.theirs)):
            frame, box = framed(title)
            box.addWidget(bars, 1)
            line.addWidget(frame)

    def show_advice(self, advice: HoldemAdvice | None) -> None:
        """Show the shares of the hand types, the best type first."""
        self.own.show_bars(_bars(advice.hero_categories if advice else {}), fit=True)
        self.theirs.show_bars(_bars(advice.field_categories if advice else {}), fit=True)


class NextCardView(HeatMap):
    """Your equity after each card that may come next."""

    def __init__(self) -> None:
        super().__init__("Equity by next card")

    def show_advice(self, advice: HoldemAdvice | None) -> None:
        """Show the map, or why there is none."""
        cards = advice.next_cards if advice else ()
        self.show_shares({each.card: each.equity for each in cards}, NO_NEXT_CARD)


class RangeView(QWidget):
    """The range of one opponent as a grid to paint; `changed` after a stroke."""

    changed = Signal()

    def __init__(self, row: OpponentRow) -> None:
        super().__init__()
        self._row = row
        self.grid = RangeGrid()
        self.grid.changed.connect(self._take_grid)
        self.words = wrapped("", "muted", "Range being painted")
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.words)
        box.addWidget(self.grid, 1)

    def show_row(self, row: OpponentRow) -> None:
        """Show the range of an opponent; what cannot be read leaves the grid as it is."""
        self._row = row
        self.words.setText(f"{row.name}: drag over the hands that may be held")
        if row.is_range and not row.error():
            weights = row.range().grid().ravel().tolist()
            self.grid.show_weights(dict(zip(HANDS, weights, strict=True)))
        elif not row.range_edit.text():
            self.grid.show_weights({})

    def _take_grid(self) -> None:
        weights = self.grid.weights()
        grid = np.array([weights.get(hand, 0.0) for hand in HANDS])
        self._row.show_entries("range", format_range(range_of_grid(grid)), "")
        self.changed.emit()


def _bars(shares: dict[str, float]) -> list[Bar]:
    return [Bar(name, (share,)) for name, share in reversed(shares.items())]

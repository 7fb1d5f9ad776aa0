"""One player of a stud game in one line: name, hole cards, open cards, last card up or down."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.kings_lows.wild import FOUR
from gui.widgets.boxes import row
from gui.widgets.card_field import CardField, EntryEdit
from gui.widgets.controls import check, show_value, value_of

N_HOLE, N_OPEN = 2, 4
CARD_WIDTH, LARGE_CARD_WIDTH = 24, 36


class SeatRow(QWidget):
    """The known cards of one player; `changed` on every edit."""

    changed = Signal()

    def __init__(self, number: int, name: str) -> None:
        super().__init__()
        self.name = EntryEdit(f"Name of player {number}", f"Player {number}")
        self.name.setText(name)
        self.name.fit("Name", is_fixed=True)
        self.hole = _field(f"Player {number} hole", N_HOLE)
        self.open = _field(f"Player {number} open", N_OPEN)
        self.last = _field(f"Player {number} last", 1)
        tip = "The others see the last card"
        self.last_up = check(f"Player {number} last card up", "up", tip)
        parts = (self.name, self.hole, self.open, self.last, self.last_up, 1)
        self.setLayout(row(*parts, spacing=6))
        self._extra_for_four = False
        for field in (self.open, self.last):
            field.changed.connect(self._limit_hole)
        self.last_up.toggled.connect(self._limit_hole)
        self.name.textChanged.connect(self.changed)
        self.last_up.toggled.connect(self.changed)

    @property
    def fields(self) -> tuple[CardField, CardField, CardField]:
        """The three card fields: hole, open, last."""
        return self.hole, self.open, self.last

    def value(self) -> Any:
        """Name, hole, open, last and whether it lies up, as entered."""
        return value_of([self.name, *self.fields, self.last_up])

    def setValue(self, value: Any) -> None:
        """Enter again what was kept."""
        show_value([self.name, *self.fields, self.last_up], value)

    def allow_extra(self, is_allowed: bool) -> None:
        """Let more hole cards be entered: one for each open four."""
        self._extra_for_four = is_allowed
        self._limit_hole()

    def _limit_hole(self) -> None:
        shown = (*self.open.cards, *(self.last.cards if self.last_up.isChecked() else ()))
        n_fours = sum(card.rank == FOUR for card in shown)
        self.hole.set_limit(N_HOLE + (n_fours if self._extra_for_four else 0))

    def put_away(self, away: bool) -> None:
        """Hide the row, or bring it back."""
        self.setVisible(not away)
        for field in self.fields:
            field.in_use = not away


def _field(name: str, n_max: int) -> CardField:
    field = CardField(name, n_max, caption="", card_width=CARD_WIDTH, in_line=True)
    field.caption.hide()
    field.edit.fit("10♥")
    return field

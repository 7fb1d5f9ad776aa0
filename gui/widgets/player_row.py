"""One player of Hold'em in one line: random, a range, or known cards."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from engine.errors import InputError
from engine.holdem.ranges import Range, known_hand, parse_range, random_range
from gui.plain_text import set_tip
from gui.widgets.boxes import row
from gui.widgets.card_field import Caption, CardField, EntryEdit
from gui.widgets.controls import choice, show_value, value_of
from gui.widgets.labels import label, set_flag

EMPTY_RANGE = "Type a range such as QQ+, AKs, or paint it."
NAMES = ("Opponent 9",)  # the widest name: all fields begin at one place
COLUMN_GAP = 8  # pixels between the names and the fields
MAX_RANGE = 6_000  # letters: a filtered range is written card by card
KINDS = (("random", "Random"), ("range", "Range"), ("cards", "Cards"))


def name_label(name: str) -> Caption:
    """Return a name in the one column of names."""
    made = Caption(name)
    made.column = NAMES
    return made


class PlayerRow(QWidget):
    """The entry of a player's hand; `changed` on every edit.

    `range_touched` when the range is typed into, `kind_chosen` when a person chooses what is known.
    """

    changed = Signal()
    range_touched = Signal()
    kind_chosen = Signal()

    def __init__(
        self, name: str, cards: CardField, kinds: Sequence[tuple[str, str]] = KINDS
    ) -> None:
        super().__init__()
        self.name, self.cards = name, cards
        self.kind = choice(f"{self.name} kind", kinds)
        self.range_edit = EntryEdit(f"{self.name} range", "QQ+, AKs, A5s-A2s, 76s:0.5")
        self.range_edit.setMaxLength(MAX_RANGE)
        self.cards.caption.hide()
        self.any_two = label("any two cards", "muted")
        ways = [(widget, 1) for widget in (self.any_two, self.range_edit, self.cards)]
        line = row(name_label(self.name), self.kind, *ways, spacing=COLUMN_GAP)
        self.setLayout(line)
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.range_edit.textChanged.connect(self._range_changed)
        self.range_edit.focused.connect(self.range_touched)
        self._read_range()
        self.show_kind()

    @property
    def is_range(self) -> bool:
        """True if the player is given by a range."""
        return bool(self.kind.currentData() == "range")

    def text(self) -> str:
        """Return what is entered: "random", the range, or the two cards."""
        kind = self.kind.currentData()
        if kind == "random":
            return "random"
        return self.range_edit.text() if kind == "range" else self.cards.text()

    @property
    def controls(self) -> list[QWidget]:
        """Kind, range and cards."""
        return [self.kind, self.range_edit, self.cards]

    def value(self) -> Any:
        """Kind, range and cards, as entered."""
        return value_of(self.controls)

    def setValue(self, value: Any) -> None:
        """Enter again what was kept."""
        with QSignalBlocker(self.kind):
            show_value(self.controls, value)
        self.show_kind()

    def put_away(self, away: bool) -> None:
        """Hide the row, or bring it back."""
        self.setVisible(not away)
        self.cards.in_use = not away and self.kind.currentData() == "cards"

    def hands(self) -> Range:
        """Return what the advisor is asked; raises if a range cannot be read."""
        kind = self.kind.currentData()
        if kind == "random":
            return random_range()
        return self.range() if kind == "range" else known_hand(*self.cards.cards)

    def error(self) -> str:
        """Return why the range cannot be read, or ""."""
        return self._error

    def range(self) -> Range:
        """Return the range that is entered; raises if it cannot be read."""
        if self._range is None:
            raise InputError(self._error)
        return self._range

    def _read_range(self) -> None:
        """Parse the range, once for each change."""
        self._range, self._error = None, EMPTY_RANGE
        if self.range_edit.text().strip():
            try:
                self._range, self._error = parse_range(self.range_edit.text()), ""
            except InputError as error:
                self._error = str(error)

    def _kind_changed(self) -> None:
        self.show_kind()
        self.kind_chosen.emit()
        self.changed.emit()

    def _range_changed(self) -> None:
        self._read_range()
        self._show_problem()
        self.changed.emit()

    def show_kind(self) -> None:
        """Show the control of the kind that is chosen."""
        kind = self.kind.currentData()
        self.any_two.setVisible(kind == "random")
        self.range_edit.setVisible(kind == "range")
        self.cards.setVisible(kind == "cards")
        self.cards.in_use = kind == "cards" and not self.isHidden()
        self._show_problem()

    @property
    def has_no_range_yet(self) -> bool:
        """True if the player is given by a range and nothing is entered."""
        return self.is_range and not self.range_edit.text().strip()

    def _show_problem(self) -> None:
        error = self.error() if self.is_range and not self.has_no_range_yet else ""
        set_flag(self.range_edit, "bad", bool(error))
        set_tip(self.range_edit, error)
        self.range_edit.setAccessibleDescription(error)

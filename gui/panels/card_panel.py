"""The base of panels for card games: card fields, and one picker that fills them.

A subclass makes its fields with `self.card_field(...)`, or adds fields of its own to `self.desk`,
and puts `self.picker` somewhere.
"""

from typing import Any, ClassVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.panels.base import Panel
from gui.panels.entries import Entries
from gui.theme import theme
from gui.widgets.card_field import CardDesk, CardField
from gui.widgets.picker import ACE_TO_TWO, CardPicker

LARGE_BY_PT = (85, 140)  # height and width for each point of the font


class CardPanel(Panel):
    """A panel in which cards are entered."""

    picker_card_width: ClassVar[int] = 34
    n_decks: ClassVar[int] = 1
    n_jokers: ClassVar[int] = 0
    picker_ranks: ClassVar[tuple[int, ...]] = ACE_TO_TWO  # best first

    def __init__(self) -> None:
        width, ranks = self.picker_card_width, self.picker_ranks
        self.picker = CardPicker(width, self.n_decks, self.n_jokers, ranks)
        self.desk = CardDesk(self.picker)
        super().__init__()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the picker again: its cards follow the height of the window, too."""
        super().resizeEvent(event)
        self.picker.updateGeometry()
        least_height, least_width = (by_pt * theme.settings.font_pt for by_pt in LARGE_BY_PT)
        self.fit_cards(event.size().height() >= least_height and self.width() >= least_width)

    def fit_cards(self, is_large: bool) -> None:
        """Draw cards larger in a large window; some panels do."""

    def card_field(self, name: str, n_max: int, **options: Any) -> CardField:
        """Return a card field that takes part in this panel's desk."""
        return self.desk.add(CardField(name, n_max, **options))

    def compute(self) -> None:
        """Wait for the rest of a card that is being typed."""
        if self.desk.is_unfinished:
            self.jobs.drop()
            self.wait_for_more()
        else:
            super().compute()

    def entry_error(self) -> str:
        """Return the first field that cannot be used, with its reason."""
        return self.desk.error

    def is_typing(self) -> bool:
        """Return True while the cursor stands in a card field."""
        return self.desk.is_typing

    def first_field(self) -> QWidget | None:
        """Return the line of the first card field."""
        return self.desk.fields[0].edit if self.desk.fields else None

    def show_entries(self, entries: Entries) -> None:
        """Put entries into all fields, then look for cards that stand in two of them."""
        with self.desk.hold():
            super().show_entries(entries)

    def connect_parts(self) -> None:
        """Treat an edit of any field as an edit of the panel."""
        super().connect_parts()
        self.desk.changed.connect(self.edited)
        self.desk.left.connect(self.end_typing)
        self.desk.picking.connect(self._make_room)
        for field in self.desk.fields:
            field.touched.connect(lambda field=field: self._select_example(field))
            field.typed.connect(lambda text, field=field: self._type_over(field, text))

    def _make_room(self) -> None:
        """Clear the example that the panel opened with, as a card was picked."""
        if self.is_example:
            self.clear()

    def _type_over(self, field: CardField, text: str) -> None:
        """Clear the rest of the example, too, as soon as something is typed over it."""
        if self.is_example:
            self.clear()
            field.set_text(text)

    def _select_example(self, field: CardField) -> None:
        """Select the example's cards in a field, so that typing replaces them."""
        if self.is_example:
            QTimer.singleShot(0, field.edit.selectAll)

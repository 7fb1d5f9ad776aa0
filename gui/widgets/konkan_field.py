"""Entry for a game of two decks with jokers: a hand, and the melds that lie on the table."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.cards import Card
from engine.errors import InputError
from engine.konkan.cards import JOKER, Joker, KonkanCard, format_hand, parse_hand
from gui.plain_text import set_tip
from gui.widgets.boxes import column
from gui.widgets.card_field import CardField, EntryEdit
from gui.widgets.faces import Face
from gui.widgets.labels import set_flag


def konkan_face(card: KonkanCard) -> Face:
    """Return how a card or a joker is drawn; a laid joker shows what it stands for."""
    if isinstance(card, Joker):
        return Face(kind="joker", note=card.stands_for.symbol if card.stands_for else "")
    return Face(card)


def small_face(card: KonkanCard) -> Face:
    """Return how a card is drawn where there is no room for what a joker stands for."""
    return Face(kind="joker") if isinstance(card, Joker) else Face(card)


class KonkanField(CardField):
    """A card field that reads jokers."""

    def read_cards(self, text: str) -> tuple[KonkanCard, ...]:
        """Return the cards and jokers of a text."""
        return parse_hand(text)

    def set_cards(self, cards: Sequence[KonkanCard]) -> None:
        """Replace the text by these cards."""
        self.set_text(format_hand(cards))

    def face_of(self, card: Any) -> Face:
        """Return how a card of this field is drawn."""
        return konkan_face(card)

    def card_of(self, picked: Card | None) -> KonkanCard:
        """Return the card of a click on the picker; its joker means a joker."""
        return JOKER if picked is None else picked


class MeldsField(QWidget):
    """The melds of one player, separated by "/": "7S 8S 9S / KH KD JK"."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.melds: tuple[Any, ...] = ()
        self.edit = EntryEdit(name, "7S 8S 9S")
        self.name, self.error = name, ""
        self.setLayout(column(self.edit))
        self.edit.textChanged.connect(self._read)

    def value(self) -> str:
        """Return the text as typed."""
        return self.edit.text()

    def setValue(self, text: str) -> None:
        """Replace the text."""
        self.edit.setText(text)

    def _read(self, text: str) -> None:
        from engine.konkan.melds import parse_meld

        try:
            self.melds = tuple(parse_meld(part) for part in text.split("/") if part.strip())
            self.error = ""
        except InputError as error:
            self.melds, self.error = (), str(error)
        set_flag(self.edit, "bad", bool(self.error))
        set_tip(self.edit, self.error)
        self.edit.setAccessibleDescription(self.error)
        self.changed.emit()

"""The 52 cards as small buttons, four rows of thirteen; used cards are greyed.

Arrow keys walk over the cards, Space or Enter picks. A deck with more copies of a card, or with
jokers, sets `copies` and `jokers`: a card is greyed once all its copies are used.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QWidget

from engine.cards import Card, Suit, full_deck
from gui.theme import theme
from gui.widgets.faces import Face, card_size, paint_face, spoken_card

SUIT_ROWS = (Suit.S, Suit.H, Suit.D, Suit.C)
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class FaceButton(QAbstractButton):
    """A button that is a card."""

    def __init__(self, face: Face, width: int = 34) -> None:
        super().__init__()
        self._face = face
        self._size = card_size(width)
        self.setFixedSize(self._size)
        self.setAccessibleName(face.spoken)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def face(self) -> Face:
        """What is drawn."""
        return self._face

    def set_face(self, face: Face) -> None:
        """Draw another face."""
        if face != self._face:
            self._face = face
            self.update()

    def sizeHint(self) -> QSize:
        """The size of the card."""
        return self._size

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows and Enter to the picker."""
        if event.key() in _STEPS or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card, and a frame if the keyboard or the mouse is on it."""
        painter = QPainter(self)
        paint_face(painter, QRect(0, 0, self.width(), self.height()), self._face)
        if self.hasFocus() or (self.underMouse() and self.isEnabled()):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("accent"), 2.4))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 4, 4)
        painter.end()


class CardPicker(QWidget):
    """All cards to click; `picked` tells the card, used or not: the desk decides what it means."""

    picked = Signal(object)  # engine.cards.Card, or None for a joker

    def __init__(self, card_width: int = 34, copies: int = 1, jokers: int = 0) -> None:
        super().__init__()
        self.setAccessibleName("Card picker")
        self._copies, self._jokers = copies, jokers
        self._buttons: dict[Card | None, FaceButton] = {}
        self._spots: dict[tuple[int, int], FaceButton] = {}  # by row and column
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(3)
        for card in full_deck():
            self._add(card, Face(card), SUIT_ROWS.index(card.suit), 14 - card.rank, card_width)
        if jokers:
            self._add(None, Face(kind="joker"), 0, 13, card_width)
        self._grid.setColumnStretch(14, 1)

    def _add(self, card: Card | None, face: Face, row: int, column: int, width: int) -> None:
        button = FaceButton(face, width)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.picked.emit(card))
        self._buttons[card] = button
        self._spots[row, column] = button
        self._grid.addWidget(button, row, column)
        if (row, column) == (0, 0):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Tab enters here, arrows walk on

    def limit(self, card: Card | None) -> int:
        """How often the deck has a card; None is the joker."""
        return self._jokers if card is None else self._copies

    def show_used(self, used: Iterable[Card | None], mine: Iterable[Card | None] = ()) -> None:
        """Grey the cards that are used up; frame those of the field being edited."""
        count, own = Counter(used), set(mine)
        for card, button in self._buttons.items():
            gone = count[card] >= self.limit(card)
            face = Face(kind="joker") if card is None else Face(card)
            is_mine = card in own
            button.set_face(replace(face, dim=gone and not is_mine, picked=is_mine))
            button.setToolTip(f"{self._spoken(card)}{', used' if gone else ''}")

    @staticmethod
    def _spoken(card: Card | None) -> str:
        return "joker" if card is None else spoken_card(card)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk over the cards with the arrow keys; Enter picks like Space."""
        here = next((b for b in self._buttons.values() if b.hasFocus()), None)
        step = _STEPS.get(Qt.Key(event.key()))
        if here is None or (
            step is None and event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            super().keyPressEvent(event)
        elif step is None:
            here.click()
        else:
            self._walk(here, *step)

    def _walk(self, here: FaceButton, down: int, right: int) -> None:
        row, column = next(spot for spot, button in self._spots.items() if button is here)
        button = self._spots.get((row + down, column + right))
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

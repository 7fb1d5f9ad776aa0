"""The 52 cards as small buttons, four rows of thirteen; used cards are greyed.

Arrow keys walk over the cards, Space or Enter picks. A deck with more copies of a card, or with
jokers, sets `copies` and `jokers`: a card is greyed once all its copies are used.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from engine.cards import Card, Suit, full_deck
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.controls import ARROWS
from gui.widgets.faces import Face, card_size, paint_face

SUIT_ROWS = (Suit.S, Suit.H, Suit.D, Suit.C)
ACE_TO_TWO = tuple(range(14, 1, -1))
GAP = 3
HOVER_ALPHA = 60
LEAST_CARD = 24  # pixels
LOWEST_SHARE = 24  # a card is no wider than this part of the window's height: four rows fit in it
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FaceButton(QAbstractButton):
    """A button that is a card; the right button of the mouse, or Backspace, takes it back."""

    taken_back = Signal()

    def __init__(self, face: Face) -> None:
        super().__init__()
        self._face = face
        self.setAccessibleName(face.spoken)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def face(self) -> Face:
        """The face on show."""
        return self._face

    def set_face(self, face: Face) -> None:
        """Draw another face."""
        if face != self._face:
            self._face = face
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the card back with the right button."""
        if event.button() == Qt.MouseButton.RightButton:
            self.taken_back.emit()
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows and Enter to the picker."""
        if event.key() in ARROWS or event.key() in _ENTER:
            event.ignore()
        elif event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.taken_back.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card: a veil shows the mouse, an inner ring the keys, its frame a choice."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_face(painter, QRect(0, 0, self.width(), self.height()), self._face)
        if self.underMouse() and self.isEnabled():
            veil = theme.color("accent")
            veil.setAlpha(HOVER_ALPHA)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(veil)
            painter.drawRoundedRect(self.rect(), 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, width in (("#ffffff", 4.0), ("#1c1c1c", 2.0)):  # seen on any card
                painter.setPen(QPen(QColor(colour), width))
                painter.drawRoundedRect(self.rect().adjusted(3, 3, -4, -4), 3, 3)
        painter.end()


class CardPicker(QWidget):
    """All cards to click; the desk decides what a click means. Cards shrink where room is short."""

    picked = Signal(object)  # engine.cards.Card, or None for a joker
    taken_back = Signal(object)

    def __init__(
        self,
        card_width: int = 34,
        copies: int = 1,
        jokers: int = 0,
        ranks: Sequence[int] = ACE_TO_TWO,
    ) -> None:
        super().__init__()
        self.setAccessibleName("Card picker")
        self._card_width, self._copies, self._jokers = card_width, copies, jokers
        self._buttons: dict[Card | None, FaceButton] = {}
        self._spots: dict[tuple[int, int], FaceButton] = {}  # by row and column
        for card in full_deck():
            self._add(card, Face(card), SUIT_ROWS.index(card.suit), ranks.index(card.rank))
        if jokers:
            self._add(None, Face(kind="joker"), 0, 13)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _add(self, card: Card | None, face: Face, row: int, column: int) -> None:
        button = FaceButton(face)
        button.setParent(self)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.picked.emit(card))
        button.taken_back.connect(lambda: self.taken_back.emit(card))
        self._buttons[card] = button
        self._spots[row, column] = button
        if (row, column) == (0, 0):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Tab enters here, arrows walk on

    @property
    def _columns(self) -> int:
        return 14 if self._jokers else 13

    def _size_of(self, card_width: int) -> QSize:
        """Return the room of all cards, if each is so wide."""
        width = self._columns * (card_width + GAP) - GAP
        return QSize(width, 4 * (card_size(card_width).height() + GAP) - GAP)

    def _fitting(self, width: int) -> int:
        """Return the width of a card if all of them have so much room."""
        largest = min(self._card_width * 4 // 3, self.window().height() // LOWEST_SHARE)
        return min(max((width + GAP) // self._columns - GAP, LEAST_CARD), largest)

    def sizeHint(self) -> QSize:
        """Return cards of the size that the panel wants."""
        return self._size_of(self._card_width)

    def minimumSizeHint(self) -> QSize:
        """Return cards that can still be read and hit."""
        return self._size_of(LEAST_CARD)

    def heightForWidth(self, width: int) -> int:
        """Return four rows of the cards that fit."""
        return self._size_of(self._fitting(width)).height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the cards into their places."""
        super().resizeEvent(event)
        size = card_size(self._fitting(self.width()))
        for (row, column), button in self._spots.items():
            spot = QPoint(column * (size.width() + GAP), row * (size.height() + GAP))
            button.setGeometry(QRect(spot, size))

    def limit(self, card: Card | None) -> int:
        """Return how many copies of a card the deck has; None is the joker."""
        return self._jokers if card is None else self._copies

    def show_used(self, used: Iterable[Card | None], mine: Iterable[Card | None] = ()) -> None:
        """Grey the cards that are used up; frame and count those of the field being edited."""
        count, own = Counter(used), Counter(mine)
        for card, button in self._buttons.items():
            gone = count[card] >= self.limit(card)
            face = Face(kind="joker") if card is None else Face(card)
            note = f"×{own[card]}" if own[card] > 1 else ""
            button.set_face(
                replace(face, dim=gone and not own[card], picked=own[card] > 0, note=note)
            )
            set_tip(button, f"{face.spoken}{_about(own[card], gone)}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk over the cards with the arrow keys; Enter picks like Space."""
        here = next((b for b in self._buttons.values() if b.hasFocus()), None)
        step = ARROWS.get(Qt.Key(event.key()))
        if here is None or (step is None and event.key() not in _ENTER):
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


def _about(n_mine: int, is_gone: bool) -> str:
    if n_mine:
        return ": right click or Backspace takes it back"
    return ", used" if is_gone else ""

"""A row of drawn cards with empty slots; a click names the place.

Where room is short the cards are drawn narrower, so that rank and suit of each can be read.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.cards import Card
from gui.widgets.faces import SLOT, Face, card_size, paint_face

GAP = 4
SLIVER = 12  # pixels of a narrow card at least
MOST_ASKED = 15  # places that a row asks room for; the cards of a longer one are narrower


class CardRow(QWidget):
    """Shows faces side by side, at least `slots` places, narrower ones where room is short.

    `sliver` is the least width of a card that the row asks room for.
    """

    clicked = Signal(int)

    def __init__(
        self, name: str, slots: int = 0, card_width: int = 36, sliver: int = SLIVER
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._size = card_size(card_width)
        self._slots, self._sliver = slots, sliver
        self._faces: tuple[Face, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def slots(self) -> int:
        """The places that are drawn in any case."""
        return self._slots

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces on show, without the empty slots."""
        return self._faces

    def set_card_width(self, width: int) -> None:
        """Draw the cards in another size."""
        if width != self._size.width():
            self._size = card_size(width)
            self.updateGeometry()
            self.update()

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Show plain cards."""
        self.show_faces([Face(card) for card in cards])

    def show_faces(self, faces: Sequence[Face]) -> None:
        """Show faces with their marks."""
        if tuple(faces) == self._faces:
            return
        self._faces = tuple(faces)
        self.setAccessibleDescription("; ".join(face.spoken for face in faces))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all places side by side."""
        places = max(self._slots, len(self._faces))
        wide = places * (self._size.width() + GAP) - GAP + 2 if places else 0
        return QSize(wide, self._size.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return room for one whole card, and the others as narrow as they get."""
        places = min(max(self._slots, len(self._faces)), MOST_ASKED)
        wide = self._size.width() + (places - 1) * self._sliver if places else 0
        return QSize(wide, self._size.height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the faces, then the empty slots."""
        painter = QPainter(self)
        faces = [*self._faces, *[SLOT] * (self._slots - len(self._faces))]
        for place, face in enumerate(faces):
            paint_face(painter, self.place_rect(place), face)
        painter.end()

    def place_rect(self, place: int) -> QRect:
        """Return where the card at `place` is drawn."""
        places = max(self._slots, len(self._faces), 1)
        usual = self._size.width()
        step = min(usual + GAP, max((self.width() + GAP - 1) // places, 4))
        return QRect(place * step, 1, min(usual, step), self._size.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the place that was clicked."""
        places = max(self._slots, len(self._faces))
        if event.button() == Qt.MouseButton.LeftButton:
            for place in range(places):
                if self.place_rect(place).contains(event.position().toPoint()):
                    self.clicked.emit(place)
                    return

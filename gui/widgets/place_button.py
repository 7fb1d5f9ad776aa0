"""Trophies with places on them: clicked in the order of the places, or set by digits.

The first click on a street is first place, the second is second, and the third fills itself. A
right click ties with the place before. A click on a street that is complete begins it again.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from gui.plain_text import set_tip
from gui.theme import theme

PLACE_WORDS = ("not set", "first", "second", "third")
_MEDALS = ("slot", "gold", "silver", "bronze")


class PlaceButton(QAbstractButton):
    """One trophy: place 1, 2 or 3, or 0 while it is not set."""

    changed = Signal()
    pressed_for = Signal(bool)  # a click; True for a tie

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._place = 0
        self.setAccessibleName(name)
        self.setFixedSize(QSize(40, 36))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: self.pressed_for.emit(False))
        self._describe()

    def value(self) -> int:
        """1, 2, 3, or 0 while it is not set."""
        return self._place

    def setValue(self, place: int) -> None:
        """Set the place."""
        if place != self._place:
            self._place = min(max(place, 0), 3)
            self._describe()
            self.update()
            self.changed.emit()

    def _describe(self) -> None:
        self.setAccessibleDescription(PLACE_WORDS[self._place])
        set_tip(
            self,
            f"{self._name}: {PLACE_WORDS[self._place]}. Click in the order of the "
            "places, right-click for a tie, or press 1, 2 or 3.",
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Set the place with 1, 2 or 3 and go to the next trophy; clear it with 0 or Delete."""
        if event.text() in ("1", "2", "3"):
            self.setValue(int(event.text()))
            self.focusNextChild()
        elif event.text() == "0" or event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.setValue(0)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tie with the place before on a right click."""
        if event.button() == Qt.MouseButton.RightButton:
            self.pressed_for.emit(True)
        else:
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cup in its metal, with its place."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = theme.color("accent" if self.hasFocus() or self.underMouse() else "border")
        painter.setPen(QPen(edge, 1.8 if self.hasFocus() else 1.0))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        paint_trophy(painter, QRectF(self.rect()).adjusted(8, 6, -8, -6), self._place)
        painter.end()


def click_place(places: Sequence[int], at: int, is_tie: bool) -> tuple[int, ...]:
    """Return the places of a street after a click on one of its trophies; 0 is not set."""
    after = list(places)
    if is_tie:
        after[at] = max(places[at] - 1 if places[at] else max(places), 1)
    elif not places[at]:
        after[at] = max(places) + 1
    elif 0 in places:
        after[at] = 0
        return tuple(after)
    else:
        return tuple(int(place == at) for place in range(len(places)))
    if after.count(0) == 1 and len(after) > 2:
        after[after.index(0)] = max(after) + 1
    used = sorted(set(after) - {0})
    return tuple(used.index(place) + 1 if place else 0 for place in after)


class Street(QObject):
    """The trophies of one street, which share their places between them."""

    changed = Signal()

    def __init__(self, parent: QObject, trophies: Sequence[PlaceButton]) -> None:
        super().__init__(parent)
        self.trophies = trophies
        for at, trophy in enumerate(trophies):
            trophy.pressed_for.connect(lambda is_tie, at=at: self._click(at, is_tie))
            trophy.changed.connect(self.changed)

    def value(self) -> tuple[int, ...]:
        """Return the places of the players."""
        return tuple(trophy.value() for trophy in self.trophies)

    def setValue(self, places: Sequence[int]) -> None:
        """Set all places, as one edit."""
        for trophy, place in zip(self.trophies, places, strict=True):
            with QSignalBlocker(trophy):
                trophy.setValue(place)
        self.changed.emit()

    def _click(self, at: int, is_tie: bool) -> None:
        self.setValue(click_place(self.value(), at, is_tie))


def paint_trophy(painter: QPainter, box: QRectF, place: int) -> None:
    """Draw a cup in the metal of a place, with its digit; a place of 0 is not set."""
    metal = theme.color(_MEDALS[place])
    painter.setPen(QPen(metal if place else theme.color("border"), box.height() / 15))
    painter.setBrush(metal)
    painter.drawPath(_cup(box))
    if place:
        font = QFont(painter.font())
        font.setPixelSize(round(box.height() * 0.56))
        painter.setFont(font)
        painter.setPen(theme.color("on_medal"))
        bowl = QRectF(box.x(), box.y(), box.width(), box.height() * 0.6)
        painter.drawText(bowl, Qt.AlignmentFlag.AlignCenter, str(place))


def _cup(box: QRectF) -> QPainterPath:
    """Return a cup with two handles on a foot, in a box."""
    x, y, w, h = box.x(), box.y(), box.width(), box.height()
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(QRectF(x + w * 0.18, y, w * 0.64, h * 0.46), 2, 2)
    path.addRoundedRect(QRectF(x + w * 0.18, y + h * 0.1, w * 0.64, h * 0.55), w * 0.3, h * 0.26)
    path.addRoundedRect(QRectF(x, y + h * 0.08, w, h * 0.2), 4, 4)
    path.addRect(QRectF(x + w * 0.44, y + h * 0.6, w * 0.12, h * 0.24))
    path.addRoundedRect(QRectF(x + w * 0.2, y + h * 0.82, w * 0.6, h * 0.18), 2, 2)
    return path

"""Shares as bars: one row a name, with its figure, and the interval if it was sampled.

`Bars` also draws stacked rows (win, tie, loss), and names that are cards, so one widget serves
every panel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.plain_text import show_tip
from gui.theme import ink_on, theme
from gui.widgets.faces import RATIO, Face, paint_face

LEAST_BAR = 16
MOST_ROW = 2  # times the least height that a row grows to
MOST_LETTER = 14  # pixels
PART_GAP = 1  # pixels between two parts
LETTER_ROOM = 12  # pixels of a part that has its letter
WIDEST_NAME = 520
CARD_GAP = 6  # pixels between two groups of cards or words
LEAST_CARD = 7  # pixels of a card where room is short

Piece = str | tuple[Face, ...]  # a word, or cards side by side


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: a name, its parts drawn one after the other, and the text at the right.

    The tip says the name in full. Screen readers hear the name, also where cards are drawn.
    """

    name: str
    parts: tuple[float, ...]
    text: str = ""
    interval: tuple[float, float] | None = None
    colours: tuple[str, ...] = ()  # colours of the parts; the colour of a plain bar if empty
    tip: str = ""  # the name itself if empty
    letters: tuple[str, ...] = ()  # one on each part, where there is room
    pieces: tuple[Piece, ...] = ()  # drawn in place of the name

    @property
    def figure(self) -> str:
        """The text at the right: as given, or the share in percent."""
        return self.text or percent(sum(self.parts))


def percent(share: float) -> str:
    """Return a share for people: "43.2%", "0.030%", "0%"."""
    if share <= 0 or share >= 1:
        return f"{max(min(share, 1), 0):.0%}"
    return f"{share:.3%}" if share < 0.001 else f"{share:.1%}"


def card_width_of(row_height: int) -> int:
    """Return the width of the cards that are drawn in a row."""
    return round((row_height - 4) / RATIO)


def interval_of(low: float | None, high: float | None) -> tuple[float, float] | None:
    """Return the interval of a sampled share; None of an exact one, which has no ends."""
    return None if low is None or high is None else (low, high)


class Bars(QWidget):
    """Rows of bars; `widest` is a figure for which room is always kept.

    Otherwise, figures that grow in a search would move everything beside them.
    """

    def __init__(
        self, name: str, name_width: int = 120, row_height: int = 22, widest: str = ""
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._bars: tuple[Bar, ...] = ()
        self._n_kept = 0  # rows to keep room for
        self._scale = 1.0
        self._name_width, self._least_height, self._widest = name_width, row_height, widest
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The bars on show."""
        return self._bars

    def show_bars(self, bars: Sequence[Bar], fit: bool = False) -> None:
        """Show rows; `fit` lets the longest one fill the width."""
        self._bars = tuple(bars)
        self._n_kept = len(bars) or self._n_kept  # an answer that goes leaves its room
        longest = max((sum(bar.parts) for bar in bars), default=1.0)
        self._scale = longest if fit and longest > 0 else 1.0
        self.setAccessibleDescription("; ".join(f"{bar.name} {bar.figure}" for bar in bars))
        self.updateGeometry()
        self.update()

    @property
    def _least_row(self) -> int:
        return max(self._least_height, self.fontMetrics().height() + 2)

    @property
    def _row_height(self) -> int:
        """The height of a row; rows grow by half where there is room."""
        least = self._least_row
        return min(max(self.height() // max(len(self._bars), 1), least), least * MOST_ROW)

    def sizeHint(self) -> QSize:
        """Return room for all rows at their greatest height."""
        return QSize(self._name_width + 200, max(self._n_kept, 1) * self._least_row * MOST_ROW)

    def minimumSizeHint(self) -> QSize:
        """Return room for all rows, with whole figures, and names up to their usual width."""
        names, figures = self._needs
        return QSize(names + figures + LEAST_BAR, self._n_kept * self._least_row)

    def _widths(self) -> tuple[int, int]:
        """Return room for the names and for the figures; names longer than usual leave a bar."""
        least, figures = self._needs
        room = self.width() - figures
        has_cards = any(bar.pieces for bar in self._bars)  # which need more room
        long = min(self._name_room, WIDEST_NAME, room * 5 // 6 if has_cards else room * 3 // 4)
        usual = min(self._name_width, room // 2)  # short names leave the bar its half
        return max(least, usual, long), figures

    @property
    def _needs(self) -> tuple[int, int]:
        figures = max(map(self.fontMetrics().horizontalAdvance, self._figures)) + 8
        usual = self._name_width * theme.settings.font_pt // 10
        least = self._room_for(card_width_of(self._least_row))
        return min(least, usual), figures

    @property
    def _name_room(self) -> int:
        """The width of the longest name."""
        return self._room_for(self._card_width)

    def _room_for(self, card_width: int) -> int:
        """Return the width of the longest name, with cards of a width."""
        return max((self._room_of(bar, card_width) for bar in self._bars), default=0) + 14

    def _room_of(self, bar: Bar, card_width: int) -> int:
        if not bar.pieces:
            return self.fontMetrics().horizontalAdvance(bar.name)
        words, n_cards = self._words_and_cards(bar)
        return words + n_cards * (card_width + 1)

    def _words_and_cards(self, bar: Bar) -> tuple[int, int]:
        """Return the pixels that words and gaps of drawn pieces take, and how many cards."""
        metrics = self.fontMetrics()
        words = sum(metrics.horizontalAdvance(p) for p in bar.pieces if isinstance(p, str))
        n_cards = sum(len(piece) for piece in bar.pieces if not isinstance(piece, str))
        return words + CARD_GAP * (len(bar.pieces) - 1), n_cards

    @property
    def _card_width(self) -> int:
        return card_width_of(self._row_height)

    @property
    def _figures(self) -> list[str]:
        """The figures at the right, and the widest text that will stand there."""
        return [self._widest, *(bar.figure for bar in self._bars)]

    @property
    def is_clipped(self) -> bool:
        """True if a figure has too little room; a name may end in …, a tip says it in full."""
        names, figures = self._widths()
        return names + figures > self.width()

    def event(self, event: QEvent) -> bool:
        """Show the row under the mouse in full."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = event.pos().y() // self._row_height
            if 0 <= place < len(self._bars):
                bar = self._bars[place]
                show_tip(event.globalPos(), bar.tip or f"{bar.name}: {bar.figure}")
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw every row."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name_width, figure_width = self._widths()
        for place, bar in enumerate(self._bars):
            self._draw(painter, place, bar, name_width, figure_width)
        painter.end()

    def _draw(
        self, painter: QPainter, place: int, bar: Bar, name_width: int, figure_width: int
    ) -> None:
        row = QRectF(0, place * self._row_height, self.width(), self._row_height)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.color("text"))
        room = name_width - 10
        if bar.pieces:
            self._draw_pieces(painter, row, bar, room)
        else:
            name = painter.fontMetrics().elidedText(bar.name, Qt.TextElideMode.ElideMiddle, room)
            painter.drawText(row.adjusted(4, 0, 0, 0), middle | Qt.AlignmentFlag.AlignLeft, name)
        painter.drawText(
            row.adjusted(0, 0, -2, 0), middle | Qt.AlignmentFlag.AlignRight, bar.figure
        )
        grown = self._row_height / self._least_row  # letters alone grow
        inset = self._row_height / 2 - self._least_height * 0.26 * grown
        track = row.adjusted(name_width, inset, -figure_width, -inset)
        if track.width() > 8:
            self._draw_track(painter, track, bar)

    def _draw_pieces(self, painter: QPainter, row: QRectF, bar: Bar, room: int) -> None:
        """Draw words and cards in a line; the cards are narrower where there is little room."""
        words, n_cards = self._words_and_cards(bar)
        width = self._card_width
        step = min(width + 1, max((room - words) // max(n_cards, 1), LEAST_CARD))
        height = round(width * RATIO)
        left, top = 4, round(row.center().y() - height / 2)
        for piece in bar.pieces:
            if isinstance(piece, str):
                box = QRectF(left, row.top(), room, row.height())
                painter.drawText(
                    box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, piece
                )
                left += painter.fontMetrics().horizontalAdvance(piece)
            else:
                for face in piece:
                    paint_face(painter, QRect(left, top, min(width, step), height), face)
                    left += step
            left += CARD_GAP

    def _draw_track(self, painter: QPainter, track: QRectF, bar: Bar) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("bar_back"))
        painter.drawRoundedRect(track, 3, 3)
        left = track.left()
        letters = bar.letters or ("",) * len(bar.parts)
        for share, colour, letter in zip(bar.parts, self._colours(bar), letters, strict=True):
            width = track.width() * min(max(share / self._scale, 0.0), 1.0)
            part = QRectF(left, track.top(), max(width - PART_GAP, 0.0), track.height())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(part, 3, 3)
            if letter and part.width() >= LETTER_ROOM:
                self._draw_letter(painter, part, letter, colour)
            left += width
        if bar.interval is not None:
            self._draw_interval(painter, track, bar.interval)

    def _draw_letter(self, painter: QPainter, part: QRectF, letter: str, colour: str) -> None:
        """Write a letter on a part, so that colour is not its only mark."""
        usual, small = self.font(), QFont(self.font())
        small.setPixelSize(min(max(int(part.height()) - 1, 7), MOST_LETTER))
        small.setBold(True)
        painter.setFont(small)
        painter.setPen(QColor(ink_on(colour)))
        painter.drawText(part, Qt.AlignmentFlag.AlignCenter, letter)
        painter.setFont(usual)

    def _colours(self, bar: Bar) -> tuple[str, ...]:
        return bar.colours or (theme.tokens.bar,) * len(bar.parts)

    def _draw_interval(
        self, painter: QPainter, track: QRectF, interval: tuple[float, float]
    ) -> None:
        low, high = (
            track.left() + track.width() * min(max(end / self._scale, 0.0), 1.0) for end in interval
        )
        painter.setPen(QPen(theme.color("text"), 1.6))
        middle = track.center().y()
        painter.drawLine(int(low), int(middle), int(high), int(middle))
        for end in (low, high):
            painter.drawLine(int(end), int(middle - 4), int(end), int(middle + 4))

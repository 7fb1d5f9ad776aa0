"""The first page: continue a game, or pick one of the five to play or to ask about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from assistant.review.record_summary import PokleDays, pokle_streak, recent_results
from engine.cards import Card, parse_cards
from engine.errors import UnavailableError
from engine.konkan.rules import DEFAULT_RULES
from engine.words import counted
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import Surface, column, fill, flow, group, row
from gui.widgets.controls import button
from gui.widgets.faces import Face, card_size, paint_face
from gui.widgets.flow import ACROSS
from gui.widgets.guess_field import N_CARDS
from gui.widgets.labels import label, wrapped

WIDTH, LARGE_WIDTH = 940, 1_320  # pixels; between them everything grows with the window
AROUND = 30  # pixels that stay free at the sides
MARGIN = 24  # pixels at the left and right of it
TILE, LARGE_TILE = QSize(172, 206), QSize(248, 236)  # five of them are as wide as the page
LEAST_TILE_PX = 150  # width from which five stand side by side
FAN_CARD, LARGE_FAN_CARD = 46, 58  # below the width from which pips are drawn: a fan cuts them
FAN_STEP = 0.83  # share of a card's width: rank and suit of a covered card are seen whole
N_DOTS, DOT_PX = 10, 18  # last results
TODAY_CARD, TODAY_STEP = QSize(16, 22), 20


@dataclass(frozen=True, slots=True)
class GameTile:
    """One game on the first page; `can_play` says whether it can be played here."""

    game: str
    title: str
    line: str
    cards: str
    can_play: bool


TILES = (
    GameTile("pokle", "Pokle", "Find the board in six guesses", "QC 9D KS", True),
    GameTile(
        "konkan",
        "Konkan",
        f"Rummy to {DEFAULT_RULES.threshold}, for two or three",
        "7S 8S 9S",
        True,
    ),
    GameTile("slave", "Slave", "Shed your cards, become King", "3C 2S 2H", True),
    GameTile("holdem", "Hold'em", "Equity against hands and ranges", "AH KH", False),
    GameTile("kings-lows", "Kings and Lows", "Seven-card odds with wild cards", "KS 2D 2H", False),
)


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that can be continued: the page it belongs to, and where it stands."""

    game: str
    words: str


class CardFan(QWidget):
    """Two or three cards, spread; a picture without a function."""

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__()
        self._faces = [Face(card) for card in cards]
        self.set_card_width(FAN_CARD)

    def set_card_width(self, width: int) -> None:
        """Draw the cards in another size."""
        self._size, self._step = card_size(width), round(FAN_STEP * width)
        wide = self._size.width() + self._step * (len(self._faces) - 1)
        self.setFixedSize(QSize(wide + 2, self._size.height() + 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cards from left to right."""
        painter = QPainter(self)
        for place, face in enumerate(self._faces):
            paint_face(painter, QRect(QPoint(place * self._step, 1), self._size), face)
        painter.end()


class ResultDots(QWidget):
    """The last games as dots, the newest at the right: full where one was won."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Last results")
        self._results: tuple[bool, ...] = ()
        self.setFixedSize(QSize(N_DOTS * DOT_PX, DOT_PX + 4))

    def show_results(self, results: Sequence[bool]) -> None:
        """Show results, oldest first."""
        self._results = tuple(results)
        words = ", ".join("won" if won else "not won" for won in results) or "no games yet"
        self.setAccessibleDescription(words)
        set_tip(self, words.capitalize())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a ring for each game, filled if it was won."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(N_DOTS):
            is_there = place < len(self._results)
            won = is_there and self._results[place]
            painter.setPen(QPen(theme.color("good" if is_there else "border"), 2))
            painter.setBrush(theme.color("good") if won else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(place * DOT_PX + 2, 3, DOT_PX - 6, DOT_PX - 6)
        painter.end()


class TodayTiles(QWidget):
    """Today's board of Pokle, face down: grey until it is solved, then green."""

    def __init__(self) -> None:
        super().__init__()
        self._is_solved = False
        self.setFixedSize(QSize(N_CARDS * TODAY_STEP, TODAY_CARD.height()))

    def show_solved(self, is_solved: bool) -> None:
        """Show whether today's board was found."""
        self._is_solved = is_solved
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw five tiles."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("field_border"))
        painter.setBrush(theme.color("tile_green" if self._is_solved else "slot"))
        for place in range(N_CARDS):
            tile = QRectF(QPointF(place * TODAY_STEP + 0.5, 0.5), QSizeF(TODAY_CARD - QSize(1, 1)))
            painter.drawRoundedRect(tile, 3, 3)
        painter.end()


class HomePage(QWidget):
    """`play` and `ask` name the game of a tile, `go_on` the game to continue."""

    play = Signal(str)
    ask = Signal(str)
    go_on = Signal(str)

    def __init__(self, open_games: Callable[[], Sequence[OpenGame]]) -> None:
        super().__init__()
        self.setAccessibleName("Home page")
        self._open_games = open_games
        theme.style(self)
        self._continue = QVBoxLayout()
        self._cards: list[QWidget] = []  # of the games that can be continued
        self._tiles = [self._tile(tile) for tile in TILES]
        self._today, self._record = self._today_card(), self._record_card()
        self._pair = row((self._today, 1), (self._record, 1), spacing=ACROSS)
        tiles = flow(*self._tiles)
        page = column(
            label("Card table", "title"),
            wrapped("What do you want to play, or to know?", "muted"),
            self._continue,
            tiles,
            self._pair,
            1,
            spacing=14,
        )
        page.setContentsMargins(MARGIN, 20, MARGIN, 20)
        self._inner = inner = group(page)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a click on nothing takes no focus
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.viewport().setAutoFillBackground(False)
        centred = group(row(1, (inner, 100), 1))
        centred.setAutoFillBackground(False)
        area.setWidget(centred)
        whole = row(area)
        self.setLayout(whole)
        self._fit(WIDTH)
        theme.changed.connect(self._restyle)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Grow where there is room."""
        super().resizeEvent(event)
        self._fit(event.size().width() - AROUND)

    def _fit(self, width: int) -> None:
        share = min(max((width - WIDTH) / (LARGE_WIDTH - WIDTH), 0.0), 1.0)
        size = TILE + (LARGE_TILE - TILE) * share
        for fan in self.findChildren(CardFan):
            fan.set_card_width(round(FAN_CARD + (LARGE_FAN_CARD - FAN_CARD) * share))
        side_by_side = (width - 2 * MARGIN - 4 * ACROSS) // 5
        wide = min(side_by_side, size.width())
        if side_by_side < LEAST_TILE_PX:  # as many as fit, over the whole width
            n_tiles = max((width - 2 * MARGIN + ACROSS) // (TILE.width() + ACROSS), 1)
            wide = (width - 2 * MARGIN + ACROSS) // n_tiles - ACROSS
        cards = (self._today, self._record)
        need = sum(card.minimumSizeHint().width() for card in cards) + ACROSS + 2 * MARGIN
        kinds = QBoxLayout.Direction
        self._pair.setDirection(kinds.LeftToRight if need <= width else kinds.TopToBottom)
        self._inner.setFixedWidth(min(5 * wide + 4 * ACROSS + 2 * MARGIN, width))
        needs = [tile.heightForWidth(wide) for tile in self._tiles]
        for tile in self._tiles:  # large letters need more lines
            tile.setFixedSize(QSize(wide, max(size.height(), *needs)))

    def _restyle(self) -> None:
        theme.style(self)
        QTimer.singleShot(0, self, lambda: self._fit(self.width() - AROUND))

    def _tile(self, tile: GameTile) -> QWidget:
        made = Surface()
        made.setAccessibleName(f"{tile.title} tile")
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        buttons = row(spacing=6)
        if tile.can_play:
            play = button("Play", lambda: self.play.emit(tile.game), primary=True)
            play.setAccessibleName(f"Play {tile.title}")
            fill(buttons, play)
        ask = button("Ask", lambda: self.ask.emit(tile.game), name=f"Ask about {tile.title}")
        fill(buttons, ask, 1)
        words = wrapped(tile.line, "muted")
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        box = column(
            CardFan(parse_cards(tile.cards)), wrapped(tile.title, "heading"), (words, 1), buttons
        )
        box.setContentsMargins(14, 14, 14, 12)
        made.setLayout(box)
        return made

    def focus_first(self) -> None:
        """Put the focus on the uppermost button, so that keys work at once."""
        top = self._cards[0] if self._cards else self
        first = top.findChild(QPushButton)
        if first is not None:
            first.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """List what can be continued now."""
        super().showEvent(event)
        for old in self._cards:
            self._continue.removeWidget(old)
            old.deleteLater()
        self._cards = [self._continue_card(game) for game in self._open_games()]
        for card in self._cards:
            self._continue.addWidget(card)
        parts = [*self._cards, *self._tiles, self._today, self._record]
        buttons = [found for part in parts for found in part.findChildren(QPushButton)]
        for one, other in pairwise(buttons):
            self.setTabOrder(one, other)  # Tab walks from the top
        self._show_record()
        self.focus_first()

    def _show_record(self) -> None:
        """Show the last games as dots, and whether today's Pokle is solved."""
        try:
            results, days = recent_results(), pokle_streak()
        except UnavailableError:
            results, days = [], PokleDays(0, False)
        self.results.show_results([won for _, won in results])
        today = "Today's Pokle is solved" if days.is_done_today else "Today's Pokle is waiting"
        streak = f": {counted(days.streak, 'day')} in a row" if days.streak else ""
        self.pokle.setText(f"{today}{streak}.")
        self.today.show_solved(days.is_done_today)

    def _today_card(self) -> QWidget:
        self.today = TodayTiles()
        self.pokle = wrapped("", "muted", "Today's Pokle")
        play = button("Play", lambda: self.play.emit("pokle"), name="Play today's Pokle")
        head = row(label("Today's Pokle", "heading"), self.today, 1, spacing=12)
        return _card(column(head, self.pokle), play)

    def _record_card(self) -> QWidget:
        self.results = ResultDots()
        practise = button("Practice", lambda: self.ask.emit("practice"), name="Go to practice")
        mine = button("Your record", lambda: self.ask.emit("you"), name="Go to your record")
        return _card(column(label("Your last games", "heading"), self.results), practise, mine)

    def _continue_card(self, game: OpenGame) -> QWidget:
        title = {tile.game: tile.title for tile in TILES}[game.game]
        words = column(label(f"Continue {title}", "heading"), wrapped(game.words, "muted"))
        go_on = button("Continue", lambda: self.go_on.emit(game.game), primary=True)
        go_on.setAccessibleName(f"Continue {title}")
        return _card(words, go_on)


def _card(words: QLayout, *buttons: QWidget) -> Surface:
    """Return a card with words at the left and buttons at the right."""
    made = Surface()
    line = row((words, 100), 1, *buttons, spacing=6)
    line.setContentsMargins(14, 10, 14, 10)
    made.setLayout(line)
    return made

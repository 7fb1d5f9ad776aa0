"""Every board that is left, with each player's trophy street by street, and its export.

Where a street has the room, each trophy has the kind of hand below it; a tip has all in full.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    QTimer,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from assistant.advisors.pokle import PokleRequest
from assistant.advisors.pokle_game import BoardList, Hands, ListedBoard, export_boards, list_boards
from engine.cards import in_symbols
from engine.control import Control
from engine.words import counted
from gui.dialogs import files
from gui.jobs import JobRunner
from gui.theme import theme
from gui.widgets.boxes import column, framed, row
from gui.widgets.controls import button
from gui.widgets.faces import Face
from gui.widgets.labels import show_words, wrapped
from gui.widgets.place_button import PLACE_WORDS, paint_trophy
from gui.widgets.table import CELL_GAP, FACE_GAP, FACES_ROLE, LEFT, FaceDelegate, row_height

HINT = "Enter a puzzle: every board that fits it is listed here."
MAX_LISTED = 20_000  # more than any real puzzle has; the export has them all
CARD_PX, LARGE_CARD_PX = 24, 32
N_CARDS, N_PLAYERS = 5, 3
LARGE_BY_PT = 90  # pixels of the table for each point of the font, for large cards
TROPHY_PX = 20
HEADINGS = ("Board", "Flop", "Turn", "River")
TROPHIES_ROLE = Qt.ItemDataRole.UserRole + 2  # a place and a kind of hand for each player
LONGEST_KIND = "three of a kind"  # a trophy with less room stands alone
Places = tuple[int, int, int]
Index = QModelIndex | QPersistentModelIndex


class BoardModel(QAbstractTableModel):
    """The boards as a table asks for them: words are made for the rows on show alone."""

    def __init__(self) -> None:
        super().__init__()
        self._boards: tuple[ListedBoard, ...] = ()
        self._places: tuple[Places, ...] = ()

    def show_boards(self, boards: tuple[ListedBoard, ...], places: tuple[Places, ...] = ()) -> None:
        """Show other boards, with the players' places on each street, which all of them share."""
        self.beginResetModel()
        self._boards, self._places = boards, places
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return one row a board."""
        return 0 if parent.isValid() else len(self._boards)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return the board and three streets."""
        return len(HEADINGS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cards of a board, or the words of a cell."""
        board = self._boards[index.row()]
        if index.column() == 0 and role == FACES_ROLE:
            return tuple(map(Face, board.board))
        if index.column() and role == TROPHIES_ROLE:
            kinds = (hand.split(",")[0] for hand in _held(board, index.column()))
            return tuple(zip(self._places[index.column() - 1], kinds, strict=True))
        words = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        if role not in words:
            return "" if role == Qt.ItemDataRole.DisplayRole else None  # drawn
        if index.column() == 0:
            return in_symbols(board.board)
        places, hands = self._places[index.column() - 1], _held(board, index.column())
        return "\n".join(
            f"Player {player}, {PLACE_WORDS[place]}: {hand}"
            for player, (place, hand) in enumerate(zip(places, hands, strict=True), 1)
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the headings, above the middle of the trophies; rows are counted from 1."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if section == 0 else Qt.AlignmentFlag.AlignCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return HEADINGS[section] if orientation == Qt.Orientation.Horizontal else section + 1


def _held(board: ListedBoard, street: int) -> Hands:
    return (board.flop, board.turn, board.river)[street - 1]


class TrophyDelegate(QStyledItemDelegate):
    """Draws the trophies of the three players on a street, side by side."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw each trophy, with the kind of hand below it where all of them have the room."""
        super().paint(painter, option, index)
        trophies = index.data(TROPHIES_ROLE) or ()
        if not trophies:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell = QRectF(option.rect)
        font, has_words = kind_font(option.font), shows_kinds(option.font, option.rect.width())
        words = QFontMetrics(font).height() if has_words else 0
        cell = cell.adjusted(CELL_GAP / 2, 0, -CELL_GAP / 2, 0)
        width, high = cell.width() / len(trophies), TROPHY_PX * theme.settings.font_pt / 10
        beside = max((width - high) / 2, 1)
        top = cell.y() + (cell.height() - high - words) / 2
        for at, (place, kind) in enumerate(trophies):
            slot = QRectF(cell.x() + at * width, top, width, high)
            paint_trophy(painter, slot.adjusted(beside, 1, -beside, -1), place)
            if has_words:
                painter.setFont(font)
                painter.setPen(theme.color("muted"))
                below = QRectF(slot.x(), slot.bottom(), width, words)
                painter.drawText(below, Qt.AlignmentFlag.AlignCenter, kind)
        painter.restore()


def kind_font(font: QFont) -> QFont:
    """Return the letters of a kind of hand below its trophy."""
    small = QFont(font)
    small.setPointSizeF(max(font.pointSizeF() - 1, 6))
    return small


def shows_kinds(font: QFont, width: int) -> bool:
    """Return True if a street of this width has room for kinds of hands."""
    longest = QFontMetrics(kind_font(font)).horizontalAdvance(LONGEST_KIND)
    return width >= N_PLAYERS * (longest + CELL_GAP)


class BoardTable(QTableView):
    """Five cards and nine trophies a row; the cards grow in a wide table."""

    def __init__(self, model: BoardModel) -> None:
        super().__init__()
        self.setAccessibleName("Boards")
        self.card_width = CARD_PX
        self._cards = FaceDelegate(self, CARD_PX)
        self.setItemDelegate(TrophyDelegate(self))
        self.setItemDelegateForColumn(0, self._cards)
        self.setModel(model)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().setVisible(False)
        self._fit_later = QTimer(self, singleShot=True, interval=0)
        self._fit_later.timeout.connect(self._fit)
        model.modelReset.connect(self._fit_later.start)

    def _fit(self) -> None:
        """Give the cards what they need, and each street a third of the rest."""
        room = self.viewport().width()
        is_large = room >= LARGE_BY_PT * theme.settings.font_pt
        self.card_width = LARGE_CARD_PX if is_large else CARD_PX
        self._cards.set_card_width(self.card_width)
        cards = N_CARDS * (self.card_width + FACE_GAP) + CELL_GAP
        street = max((room - cards) // 3, 0)
        for place in range(len(HEADINGS)):
            self.setColumnWidth(place, street if place else cards)
        trophy = TROPHY_PX * theme.settings.font_pt // 10
        words = QFontMetrics(kind_font(self.font())).height() if self.shows_kinds else 0
        high = max(row_height(self.card_width), trophy + words + 6)
        self.verticalHeader().setDefaultSectionSize(high)

    @property
    def shows_kinds(self) -> bool:
        """True while kinds of hands stand below the trophies."""
        return shows_kinds(self.font(), self.columnWidth(1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._fit_later.start()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the columns again when the font changes."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_later.start()


class BoardsView(QWidget):
    """Lists the boards of the current entry when its tab is shown."""

    def __init__(self, current_request: Callable[[], PokleRequest | None]) -> None:
        super().__init__()
        self._current_request = current_request
        self._shown: PokleRequest | None = None
        self.jobs, self._exports = self.runners = JobRunner(), JobRunner()
        self.summary = wrapped(HINT, "why", "Boards summary")
        self.export = button("Export all…", self._export, name="Export boards")
        self.model = BoardModel()
        self.table = BoardTable(self.model)
        self.setLayout(
            column(row((self.summary, 1), self.export), (framed("", (self.table, 1)), 1))
        )
        self.jobs.done.connect(self._show)
        self._exports.done.connect(self._say)
        for jobs in self.runners:
            jobs.failed.connect(lambda reason: show_words(self.summary, reason, is_wrong=True))

    def show_advice(self, _: object) -> None:
        """List the boards again if the game has changed."""
        request = self._current_request()
        self.export.setEnabled(request is not None)
        if request is None:
            self.jobs.drop()
            self._shown = None
            self._say(HINT)
            self.model.show_boards(())
        elif request != self._shown:
            self._shown = request
            self._say("Listing the boards…")
            self.jobs.submit(
                lambda asked, control: list_boards(asked, control, MAX_LISTED), request
            )

    def _say(self, words: str) -> None:
        show_words(self.summary, words)

    def _show(self, found: BoardList) -> None:
        asked = self._shown
        if asked is not None:
            self._say(found.summary)
            self.model.show_boards(found.boards, (asked.flop, asked.turn, asked.river))

    def _export(self) -> None:
        request = self._current_request()
        path = files.ask_save(self, "Export boards", "pokle-boards.csv", "Table (*.csv)")
        if request is not None and path is not None:
            self._say("Writing the boards…")
            self._exports.submit(lambda asked, control: _write(asked, control, path), request)


def _write(request: PokleRequest, control: Control, path: Path) -> str:
    return f"{counted(export_boards(request, control, path), 'board')} written to {path.name}."

"""Every board that is left, with each player's hand street by street, and its export."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTableView, QWidget

from assistant.advisors.pokle import PokleRequest
from assistant.advisors.pokle_game import BoardList, ListedBoard, export_boards, list_boards
from engine.cards import in_symbols
from engine.control import Control
from engine.words import counted
from gui.dialogs import files
from gui.jobs import JobRunner
from gui.widgets.boxes import column, framed, row
from gui.widgets.controls import button
from gui.widgets.faces import Face
from gui.widgets.labels import show_words, wrapped
from gui.widgets.table import FACES_ROLE, LEFT, FaceDelegate, fit_columns

HINT = "Enter a puzzle: every board that fits it is listed here."
MAX_LISTED = 20_000  # more than any real puzzle has; the export has them all
N_MEASURED = 100  # rows that the widths of the columns follow from
CARD_PX = 24
HEADINGS = ("Board", "On the flop", "On the turn", "On the river")
Index = QModelIndex | QPersistentModelIndex


class BoardModel(QAbstractTableModel):
    """The boards as a table asks for them: words are made for the rows on show alone."""

    def __init__(self) -> None:
        super().__init__()
        self._boards: tuple[ListedBoard, ...] = ()

    def show_boards(self, boards: tuple[ListedBoard, ...]) -> None:
        """Show other boards."""
        self.beginResetModel()
        self._boards = boards
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
        words = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        if role not in (*words, Qt.ItemDataRole.DisplayRole):
            return None
        if index.column() == 0:  # drawn
            return in_symbols(board.board) if role in words else ""
        held = (board.flop, board.turn, board.river)[index.column() - 1]
        return "\n".join(f"P{player} {hand}" for player, hand in enumerate(held, 1))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the headings; rows are counted from 1."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return HEADINGS[section] if orientation == Qt.Orientation.Horizontal else section + 1


class BoardTable(QTableView):
    """One line a player; columns fit their words, share what is left, and scroll if they must."""

    def __init__(self, model: BoardModel) -> None:
        super().__init__()
        self.setAccessibleName("Boards")
        self.setItemDelegateForColumn(0, FaceDelegate(self, CARD_PX))
        self.setModel(model)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().setVisible(False)
        self.horizontalHeader().setResizeContentsPrecision(N_MEASURED)
        self.horizontalHeader().setDefaultAlignment(LEFT)  # as the words below
        self._fit_later = QTimer(self, singleShot=True, interval=0)
        self._fit_later.timeout.connect(self._fit)
        model.modelReset.connect(self._fit_later.start)

    def _fit(self) -> None:
        self.verticalHeader().setDefaultSectionSize(3 * self.fontMetrics().lineSpacing() + 10)
        fit_columns(self)

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
        self._say(found.summary)
        self.model.show_boards(found.boards)

    def _export(self) -> None:
        request = self._current_request()
        path = files.ask_save(self, "Export boards", "pokle-boards.csv", "Table (*.csv)")
        if request is not None and path is not None:
            self._say("Writing the boards…")
            self._exports.submit(lambda asked, control: _write(asked, control, path), request)


def _write(request: PokleRequest, control: Control, path: Path) -> str:
    return f"{counted(export_boards(request, control, path), 'board')} written to {path.name}."

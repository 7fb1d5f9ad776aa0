"""The column beside the felt: the log, advice on the position, and each seat's chance to win."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QTableWidgetItem, QTabWidget, QWidget

from assistant.play import GameTable, Hint
from engine.words import capital
from gui.felt.painting import seat_colour
from gui.widgets.boxes import column
from gui.widgets.controls import button
from gui.widgets.labels import wrapped
from gui.widgets.plot import Line, LinePlot
from gui.widgets.table import FittedTable

NO_ADVICE = "Press Analyse (A) for the best moves of the position on the table."
MAX_LINES = 5_000
BAR_WIDTH, BAR_ROOM = 4, 10  # a seat's colour beside a line of the log


class AdviceView(QWidget):
    """Moves of a position, best first, and why the one that is picked is good."""

    opened = Signal()  # the position is wanted in the advisor's own view

    def __init__(self, can_open: bool) -> None:
        super().__init__()
        self._can_open = can_open
        self._hints: tuple[Hint, ...] = ()
        self.title = wrapped("", "heading", "Whose advice")
        self.moves = FittedTable("Advised moves", ("Move", "Chance"))
        self.moves.set_figures(1)
        self.moves.setWordWrap(True)
        self.moves.itemSelectionChanged.connect(self._explain)
        self.why = wrapped("", "why", "Why this move")
        self.full = button("Open in Best move", self.opened.emit)
        self.clear()
        box = column(self.title, (self.moves, 3), (self.why, 1), self.full, spacing=6)
        box.setAlignment(self.why, Qt.AlignmentFlag.AlignTop)  # the strip is as high as its words
        box.setContentsMargins(8, 8, 8, 8)
        self.setLayout(box)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The moves on show, best first."""
        return self._hints

    def show_wait(self, table: GameTable) -> None:
        """Say for whom the advisor is thinking; the moves on show were another position's."""
        self._show(f"{_whose(table)}: thinking…", ())
        self.title.show()

    def show_hints(self, table: GameTable, hints: Sequence[Hint]) -> None:
        """Show the advice for the turn that a table has come to."""
        self._show(_whose(table), hints)

    def _show(self, title: str, hints: Sequence[Hint]) -> None:
        self._hints = tuple(hints)
        self.title.setText(title)
        for part in (self.title, self.moves):
            part.setVisible(bool(hints))
        self.full.setVisible(bool(hints) and self._can_open)
        self.moves.setRowCount(len(hints))
        for place, hint in enumerate(hints):
            self.moves.setItem(place, 0, QTableWidgetItem(capital(hint.choice.text)))
            figure = QTableWidgetItem(capital(hint.figure))
            figure.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.moves.setItem(place, 1, figure)
        self.moves.fit()
        self.moves.selectRow(0)
        self._explain()

    def clear(self) -> None:
        """Say how to get advice: there is none on this position."""
        self._show("", ())
        self.why.setText(NO_ADVICE)

    def _explain(self) -> None:
        row = self.moves.currentRow()
        self.why.setText(capital(self._hints[row].why) if 0 <= row < len(self._hints) else "")


def _whose(table: GameTable) -> str:
    """Return whose moves are advised, and which move it is in a game that is watched."""
    name = "" if table.seat is None else table.names[table.seat]
    words = "Your best moves" if name == "You" else f"{name}'s best moves"
    return words if table.humans else f"Move {len(table.events) + 1}: {words}"


class GameLog(QPlainTextEdit):
    """All moves in words, each with a bar in the colour of its seat at its left."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAccessibleName("Log")
        self.setMaximumBlockCount(MAX_LINES)
        self._seats: list[int | None] = []  # seats of the last lines
        self.document().setDocumentMargin(BAR_ROOM)

    def write(self, words: str, seat: int | None) -> None:
        """Write a line about a seat, or about the game."""
        self._seats = [*self._seats[1 - MAX_LINES :], seat]
        self.appendPlainText(words)

    def clear(self) -> None:
        """Begin a new game."""
        self._seats = []
        super().clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words, and a bar beside each line in view."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        block, top = self.firstVisibleBlock(), self.contentOffset()
        while block.isValid() and block.blockNumber() < len(self._seats):
            box = self.blockBoundingGeometry(block).translated(top)
            if box.top() > event.rect().bottom():
                break
            seat = self._seats[block.blockNumber()]
            if seat is not None:
                lines = block.layout().boundingRect().height()  # the last block has a margin below
                bar = QRectF(2, box.top() + 1, BAR_WIDTH, lines - 2)
                painter.fillRect(bar, seat_colour(seat))
            block = block.next()
        painter.end()


class SidePanel(QTabWidget):
    """The moves so far, advice and chances, one at a time."""

    def __init__(self, moves: QWidget, title: str, can_open: bool = True) -> None:
        super().__init__()
        self.setAccessibleName("Beside the table")
        self.setDocumentMode(True)
        self.advice = AdviceView(can_open)
        self.plot = LinePlot("Chances to win", "moves", "chance to win, %")
        self.plot.when_empty = "Each player's chance to win is drawn here while you watch a game."
        self.addTab(moves, title)
        self.addTab(self.advice, "Advice")
        self.addTab(self.plot, "Chances")
        self.set_watching(False)

    def set_watching(self, on: bool) -> None:
        """Show the chart of the chances only to somebody who watches."""
        self.setTabVisible(self.indexOf(self.plot), on)

    def show_chances(self, names: Sequence[str], chances: Sequence[Sequence[float] | None]) -> None:
        """Draw the chances of all seats after each move; positions without any are left out."""
        known = [(float(x), values) for x, values in enumerate(chances) if values is not None]
        lines = []
        for seat, name in enumerate(names):
            line = tuple(100 * values[seat] for _, values in known)
            lines.append(Line(name, line, line, line))
        self.plot.show_lines([x for x, _ in known], lines)

"""A table whose cells are words or drawn cards, filled as a whole."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
)

from gui.plain_text import set_tip
from gui.widgets.faces import RATIO, Face, card_size, paint_face

Cell = str | tuple[Face, ...]
SCROLL_BAR = 14  # pixels
MOST_LETTERS = 40  # letters of all columns for which a table asks room
LEAST_ROWS = 2  # rows that are seen whole
PADDING, BETWEEN = 20, 6  # pixels beside the words of a cell, and between two rows
LAST_LETTERS = 12  # letters of the last column, which breaks its lines
FACE_GAP, CELL_GAP = 3, 10  # pixels behind each card, and behind all cards of a cell
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
FACES_ROLE = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


def row_height(card_width: int) -> int:
    """Return the height of a row with cards of this width."""
    return card_size(card_width).height() + BETWEEN


def fit_columns(view: QTableView) -> int:
    """Fit every column to its contents, share the remaining width, and return the pixels needed."""
    view.resizeColumnsToContents()
    header = view.horizontalHeader()
    need, n_columns = header.length(), header.count()
    spare = view.viewport().width() - need
    for column in range(n_columns if spare > 0 else 0):
        view.setColumnWidth(column, view.columnWidth(column) + spare // n_columns)
    return need


class FittedTable(QTableWidget):
    """A table whose columns fit their words: call `fit` after filling it.

    Qt itself would measure all cells after each one that is set. A change of font refits it.
    """

    def __init__(self, name: str, headers: Sequence[str]) -> None:
        super().__init__(0, len(headers))
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels(list(headers))
        self.verticalHeader().setVisible(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.figures: frozenset[int] = frozenset()  # columns of figures
        self._need = 0  # pixels of all columns
        self._fit_later = QTimer(self, singleShot=True, interval=0)
        self._fit_later.timeout.connect(self.fit)

    def fit(self) -> None:
        """Fit every column to its contents, and share the remaining width."""
        self._ask_for(fit_columns(self))

    def set_figures(self, *columns: int) -> None:
        """Align columns of figures right, with their heads above them, and all others left."""
        self.figures = frozenset(columns)
        for column in range(self.columnCount()):
            head = self.horizontalHeaderItem(column)
            if head is not None:
                head.setTextAlignment(RIGHT if column in columns else LEFT)

    def texts(self) -> list[list[str]]:
        """Return the headers, then the words of all rows."""
        model, columns, rows = self.model(), range(self.columnCount()), range(self.rowCount())
        headers = [str(model.headerData(at, Qt.Orientation.Horizontal)) for at in columns]
        cells = [[str(model.index(row, at).data() or "") for at in columns] for row in rows]
        return [headers, *cells]

    def _ask_for(self, width: int) -> None:
        if width != self._need:
            self._need = width
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return room for all columns, the row headers, a scroll bar and two rows; the rest
        scrolls.
        """
        around = self.verticalHeader().width() if self.verticalHeader().isVisible() else 0
        most = MOST_LETTERS * self.fontMetrics().averageCharWidth()
        rows = LEAST_ROWS * self.verticalHeader().defaultSectionSize()
        height = self.horizontalHeader().sizeHint().height() + rows + SCROLL_BAR
        return QSize(min(self._need, most) + around + SCROLL_BAR, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._fit_later.start()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the columns again when the font changes."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_later.start()  # the header takes its letters after the table


class AnswerTable(FittedTable):
    """Rows of cells; `chosen` has the current row, `used` that of a double click or Enter.

    Cards grow up to `most_width` where all rows have the room.
    """

    chosen = Signal(int)
    used = Signal(int)

    def __init__(
        self, name: str, headers: Sequence[str], card_width: int = 24, most_width: int = 0
    ) -> None:
        super().__init__(name, headers)
        self.card_width = self._least_width = card_width
        self._most_width = max(most_width, card_width)
        self.verticalHeader().setDefaultSectionSize(row_height(card_width))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)
        header = self.horizontalHeader()
        last = len(headers) - 1
        rows_later = QTimer(self, singleShot=True, interval=0)
        rows_later.timeout.connect(self._fit_rows)
        header.setSectionResizeMode(last, QHeaderView.ResizeMode.Stretch)
        header.sectionResized.connect(lambda column, *_: column == last and rows_later.start())
        header.setDefaultAlignment(LEFT)
        header.setHighlightSections(False)
        self._delegate = FaceDelegate(self, card_width)
        self.setItemDelegate(self._delegate)
        self.currentCellChanged.connect(lambda row, *_: self.chosen.emit(row))
        self.activated.connect(lambda index: self.used.emit(index.row()))

    def show_rows(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Fill the table again; the current row stays where it is."""
        current = self.currentRow()
        blocked = self.blockSignals(True)
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, cell in enumerate(row):
                item = _item(cell)
                if column in self.figures:
                    item.setTextAlignment(RIGHT)
                self.setItem(place, column, item)
        if rows:
            self.setCurrentCell(min(max(current, 0), len(rows) - 1), 0)
        self.blockSignals(blocked)
        self.fit()

    def shade_row(self, row: int, colour: QColor) -> None:
        """Give a row another background colour."""
        for column in range(self.columnCount()):
            item = self.item(row, column)
            if item is not None:
                item.setBackground(colour)

    def fit(self) -> None:
        """Fit the columns, the last one to the rest; the heights of the rows follow."""
        last = self.columnCount() - 1
        head = self.horizontalHeader().sectionSizeFromContents(last).width()
        words = self.fontMetrics().averageCharWidth() * LAST_LETTERS
        self._set_card_width(self._fitting_width(max(head, words)))
        for column in range(last):
            self.resizeColumnToContents(column)
        widths = [self.columnWidth(column) for column in range(last)]
        self._ask_for(sum(widths) + max(head, words))
        if last in self.figures:  # figures stand near each other, not at the far end
            spare = self.viewport().width() - sum(widths) - max(head, self.sizeHintForColumn(last))
            first = 1 if 0 in self.figures else 0  # a number of the row stays at the left
            for column in range(first, last if spare > 0 else 0):
                self.setColumnWidth(column, widths[column] + spare // (last + 1 - first))
        self._fit_rows()

    def _fitting_width(self, last_px: int) -> int:
        """Return the width of cards with which all columns and rows are seen, within the limits.

        `last_px` is what the last column needs at least.
        """
        columns, n_rows = range(self.columnCount()), self.rowCount()
        counts = [[self._n_faces(row, at) for row in range(n_rows)] for at in columns]
        n_faces = [max(found, default=0) for found in counts]
        is_short = self.isColumnHidden(self.columnCount() - 1)
        if self._most_width == self._least_width or not any(n_faces) or is_short:
            return self._least_width
        needs = [self.sizeHintForColumn(at) + 1 for at in columns if not n_faces[at]]
        needs[-1:] = [max(needs[-1], last_px)] if needs else []
        wide = self.viewport().width() - sum(needs) - CELL_GAP * sum(map(bool, n_faces))
        high = (self.height() - self.horizontalHeader().height() - 4) / n_rows - BETWEEN
        room = min(wide / sum(n_faces) - FACE_GAP, high / RATIO)
        return max(self._least_width, min(self._most_width, int(room)))

    def _n_faces(self, row: int, column: int) -> int:
        item = self.item(row, column)
        return len(item.data(FACES_ROLE) or ()) if item is not None else 0

    def _set_card_width(self, width: int) -> None:
        if width != self.card_width:
            self.card_width = width
            self._delegate.set_card_width(width)
            self.verticalHeader().setDefaultSectionSize(row_height(width))

    def _fit_rows(self) -> None:
        """Give the last column the remaining width, in as many lines as it needs."""
        last, metrics = self.columnCount() - 1, self.fontMetrics()
        wraps = Qt.TextFlag.TextWordWrap
        room, usual = self.columnWidth(last) - PADDING, self.verticalHeader().defaultSectionSize()
        for row in range(self.rowCount()):
            item = None if self.isColumnHidden(last) else self.item(row, last)
            if item is not None and metrics.horizontalAdvance(item.text()) > room:
                box = metrics.boundingRect(QRect(0, 0, room, 0), wraps, item.text())
                self.setRowHeight(row, max(usual, box.height() + BETWEEN))
            elif self.rowHeight(row) != usual:
                self.setRowHeight(row, usual)


def _item(cell: Cell) -> QTableWidgetItem:
    if isinstance(cell, str):
        return QTableWidgetItem(cell)
    item = QTableWidgetItem("")
    item.setData(FACES_ROLE, cell)
    words = "; ".join(face.spoken for face in cell)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
    set_tip(item, words)
    return item


class ShadedDelegate(QStyledItemDelegate):
    """Draws the background colour of a cell, which the style sheet would leave out."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the words of a cell on its colour."""
        shade = index.data(Qt.ItemDataRole.BackgroundRole)
        if shade is not None:
            painter.fillRect(option.rect, shade)
        super().paint(painter, option, index)


class FaceDelegate(ShadedDelegate):
    """Draws the cells that are cards."""

    def __init__(self, table: QTableView, card_width: int) -> None:
        super().__init__(table)
        self._size = card_size(card_width)

    def set_card_width(self, width: int) -> None:
        """Draw the cards in another size."""
        self._size = card_size(width)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cards one beside the other, or the words."""
        option.state &= ~QStyle.StateFlag.State_HasFocus
        super().paint(painter, option, index)
        top = option.rect.y() + (option.rect.height() - self._size.height()) // 2
        for place, face in enumerate(index.data(FACES_ROLE) or ()):
            left = option.rect.x() + 4 + place * (self._size.width() + FACE_GAP)
            paint_face(painter, QRect(QPoint(left, top), self._size), face)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return room for all cards of a cell."""
        faces = index.data(FACES_ROLE)
        if not faces:
            return super().sizeHint(option, index)
        wide = len(faces) * (self._size.width() + FACE_GAP) + CELL_GAP
        return QSize(wide, self._size.height() + BETWEEN)

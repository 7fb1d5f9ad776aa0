"""The review of a finished game: every decision with its chance, the best move, loss and mark."""

from typing import Any

from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from assistant.play import Record
from engine.control import Control, Progress
from gui.dialogs.pages import without_icons
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.labels import label

WAITING = "Trying every decision in many deals…"
WIDE = (1, 3)  # the columns of the move played and of the best one


class ReviewDialog(QDialog):
    """Computes beside the window; closing it cancels the work."""

    def __init__(self, parent: QWidget, record: Record) -> None:
        super().__init__(parent)
        self.setWindowTitle("Review")
        self.setAccessibleName("Review")
        theme.style(self)
        self.resize(860, 560)
        self.summary = label(WAITING)
        self.summary.setAccessibleName("Review, summary")
        self.summary.setWordWrap(True)
        self.decisions = QTableWidget()
        self.decisions.setAccessibleName("Decisions")
        self.decisions.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.decisions.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.decisions.verticalHeader().hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(buttons)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        for part in (self.summary, self.decisions, buttons):
            box.addWidget(part)
        self.jobs = JobRunner()
        self.jobs.progress.connect(self._show_progress)
        self.jobs.done.connect(self._show)
        self.jobs.failed.connect(self.summary.setText)
        self.finished.connect(self.jobs.close)
        self.jobs.submit(_review, record)

    def _show_progress(self, progress: Progress) -> None:
        self.summary.setText(f"{WAITING} {progress.done} of {progress.total}")

    def _show(self, found: Any) -> None:
        from assistant.review.text import HEADINGS, account_lines, accuracy_text, table_rows

        self.summary.setText("\n".join([accuracy_text(found), *account_lines(found)]))
        table = self.decisions
        table.setColumnCount(len(HEADINGS))
        table.setHorizontalHeaderLabels([heading.capitalize() for heading in HEADINGS])
        table.setRowCount(len(found.decisions))
        rows = zip(table_rows(found), found.decisions, strict=True)
        for place, (cells, decision) in enumerate(rows):
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                set_tip(item, decision.reason or text)
                table.setItem(place, column, item)
        header = table.horizontalHeader()
        for column in range(len(HEADINGS)):
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(
                column, mode.Stretch if column in WIDE else mode.ResizeToContents
            )


def _review(record: Record, control: Control) -> Any:
    """Review a game; in a thread."""
    from assistant.review.decisions import review

    return review(record, control=control)

"""The panel on the felt when a round is over: places, points, and what comes next."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QPushButton, QWidget

from assistant.play.view import RoundStanding
from gui.announce import announce
from gui.widgets.boxes import Surface, column, group, row
from gui.widgets.controls import button
from gui.widgets.labels import label, wrapped

HEADS = ("", "", "Round", "Total")
LEAST_WIDTH = 380
ABOVE_CENTRE = 60  # pixels: the near hand and its plate stay in view


class RoundPanel(Surface):
    """A table of the seats, best first, above the buttons that it is given."""

    def __init__(self, felt: QWidget, buttons: Sequence[QPushButton]) -> None:
        super().__init__(felt)
        self.setAccessibleName("End of the round")
        self.title = wrapped("", "heading", "Result")
        self.scoring = wrapped("", "muted", "How points are counted")
        self.accuracy = label(" ", "heading", "Your accuracy")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(3)
        details = column(self.title, self._grid, self.scoring, self.accuracy, spacing=8)
        self._details = group(details)
        self.look = button("See the table", self._look)
        self.look.setCheckable(True)
        self.look.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box = column(self._details, row(*buttons, 1, self.look, spacing=6), spacing=10)
        box.setContentsMargins(16, 12, 16, 12)
        self.setLayout(box)
        self.setMinimumWidth(LEAST_WIDTH)
        frame = QGridLayout(felt)
        frame.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        frame.setContentsMargins(0, 0, 0, ABOVE_CENTRE)
        frame.addWidget(self, 0, 0, Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def show_round(
        self, title: str, names: Sequence[str], rows: Sequence[RoundStanding], scoring: str
    ) -> None:
        """Show how a round ended."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        for at, words in enumerate(HEADS):
            self._grid.addWidget(label(words, "muted"), 0, at, right if at > 1 else left)
        for line, standing in enumerate(rows, 1):
            place = label(f"{standing.place}. {names[standing.seat]}", "heading")
            self._grid.addWidget(place, line, 0)
            self._grid.addWidget(label(standing.words), line, 1)
            self._grid.addWidget(label(standing.points), line, 2, right)
            self._grid.addWidget(label(standing.total), line, 3, right)
        self._grid.setColumnStretch(1, 1)
        self.title.setText(title)
        self.scoring.setText(scoring)
        self.look.setChecked(False)
        self._look()
        self.show()
        self.raise_()
        announce(self, title)

    def _look(self) -> None:
        """Make room for a look at the table, or show the places again."""
        self._details.setVisible(not self.look.isChecked())
        self.look.setText("See the result" if self.look.isChecked() else "See the table")
        self.adjustSize()

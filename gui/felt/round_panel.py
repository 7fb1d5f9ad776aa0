"""The panel on the felt when a round is over: places, points, and what comes next."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton

from assistant.play.view import RoundStanding
from gui.announce import announce
from gui.felt.felt import Felt
from gui.widgets.boxes import Surface, column, group, row
from gui.widgets.controls import button
from gui.widgets.labels import label, wrapped

HEADS = ("", "", "Round", "Total")
ROLES = ("heading", "", "", "")
LEAST_WIDTH = 400


class RoundPanel(Surface):
    """A table of the seats, best first, above the buttons that it is given."""

    def __init__(self, felt: Felt, buttons: Sequence[QPushButton]) -> None:
        super().__init__(felt)
        self.setAccessibleName("End of the round")
        self.title = wrapped("", "heading", "Result")
        self.scoring = wrapped("", "muted", "How points are counted")
        self.accuracy = label(" ", "heading", "Your accuracy")
        self._rows: list[tuple[QLabel, ...]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._add_row([label(words, "muted") for words in HEADS])
        details = column(self.title, self._grid, self.scoring, self.accuracy, spacing=6)
        self._details = group(details)
        self.look = button("See the table", self._look)
        self.look.setCheckable(True)
        self.look.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box = column(self._details, row(*buttons, 1, self.look, spacing=6), spacing=6)
        box.setContentsMargins(16, 8, 16, 8)
        self.setLayout(box)
        self.setMinimumWidth(LEAST_WIDTH)
        felt.put(self)
        self.hide()

    def _add_row(self, cells: Sequence[QLabel]) -> None:
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        for at, cell in enumerate(cells):
            self._grid.addWidget(cell, len(self._rows), at, right if at > 1 else left)
        self._rows.append(tuple(cells))

    def show_round(
        self, headline: str, names: Sequence[str], rows: Sequence[RoundStanding], scoring: str
    ) -> None:
        """Show how a round ended."""
        while len(self._rows) <= len(rows):
            self._add_row([label("", role) for role in ROLES])
        _, *lines = self._rows  # kept: a layout gives back no room for what is taken out of it
        for line, standing in zip(lines, rows, strict=False):
            place = f"{standing.place}. {names[standing.seat]}"
            words = (place, standing.words, standing.points, standing.total)
            for cell, text in zip(line, words, strict=True):
                cell.setText(text)
        for number, line in enumerate(lines):
            for cell in line:
                cell.setVisible(number < len(rows))
        self.title.setText(_first_sentence(headline))  # the rows name the others
        self.scoring.setText(scoring)
        self.look.setChecked(False)
        self._look()
        self.show()
        self.raise_()
        announce(self, headline)

    def _look(self) -> None:
        """Make room for a look at the table, or show the places again."""
        self._details.setVisible(not self.look.isChecked())
        self.look.setText("See the result" if self.look.isChecked() else "See the table")
        self.adjustSize()


def _first_sentence(words: str) -> str:
    """Return "You are King!" of "You are King! Bo Queen, Cleo Slave"."""
    return re.split(r"(?<=[.!]) ", words, maxsplit=1)[0].rstrip(".")

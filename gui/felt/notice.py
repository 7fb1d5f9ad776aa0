"""What an empty felt says: what to do here, with the buttons that do it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton

from gui.felt.felt import Felt
from gui.widgets.boxes import Surface, column, row
from gui.widgets.labels import wrapped

WIDTH = 440
MARGIN = 18


class FeltNotice(Surface):
    """A heading, a sentence and buttons, in the middle of a felt without cards."""

    def __init__(self, felt: Felt, name: str, buttons: Sequence[QPushButton]) -> None:
        super().__init__(felt)
        self.setAccessibleName(name)
        self.heading = wrapped("", "heading", f"{name}, heading")
        self.words = wrapped("", "muted", f"{name}, words")
        box = column(self.heading, self.words, row(*buttons, 1, spacing=6), spacing=8)
        box.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, MARGIN - 2)
        self.setLayout(box)
        self.setFixedWidth(WIDTH)
        felt.put(self)

    def say(self, heading: str, words: str) -> None:
        """Say what this place is for, or what was done here."""
        self.heading.setText(heading)
        self.words.setText(words)
        self.show()

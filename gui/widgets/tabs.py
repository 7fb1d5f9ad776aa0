"""Tabs that take the height they are given; Qt's own ask for the comfortable height of a page."""

from PySide6.QtWidgets import QTabWidget


class Tabs(QTabWidget):
    """See the module's first line."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)

    def hasHeightForWidth(self) -> bool:
        """The height does not follow from the width: pages scroll or elide instead."""
        return False

    def heightForWidth(self, width: int) -> int:
        """No height of its own."""
        return -1

"""Plain controls that always have an accessible name: choices, a number, a button, lines."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QListWidget,
    QPushButton,
    QSizePolicy,
    QSpinBox,
)

MOST_CHIPS = 1_000_000_000


def choice(name: str, options: Sequence[tuple[Any, str]]) -> QComboBox:
    """A drop-down list; each option is a value and its words."""
    box = QComboBox()
    box.setAccessibleName(name)
    for value, words in options:
        box.addItem(words, value)
    return box


def choose(box: QComboBox, value: Any) -> None:
    """Choose a value; one that is not there means the first."""
    box.setCurrentIndex(max(box.findData(value), 0))


def number(name: str, low: int, high: int, value: int, unit: str = "") -> QSpinBox:
    """A whole number between two bounds."""
    spin = QSpinBox()
    spin.setAccessibleName(name)
    spin.setRange(low, high)
    spin.setSuffix(unit)
    spin.setValue(value)
    return spin


class Amount(QDoubleSpinBox):
    """An amount of chips; 0 stands for none."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRange(0, MOST_CHIPS)
        self.setDecimals(2)
        self.setSpecialValueText("none")

    def textFromValue(self, value: float) -> str:
        """Without zeros behind the point."""
        return f"{value:.2f}".rstrip("0").rstrip(".")


def button(
    text: str, slot: Callable[[], object], *, primary: bool = False, name: str = ""
) -> QPushButton:
    """A button that calls `slot` without arguments."""
    made = QPushButton(text)
    made.setAccessibleName(name or text)
    made.setProperty("primary", primary)
    made.clicked.connect(lambda _=False: slot())
    return made


def text_list(name: str) -> QListWidget:
    """Lines of text that take the room that is left."""
    made = QListWidget()
    made.setAccessibleName(name)
    made.setWordWrap(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setMinimumHeight(70)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    return made

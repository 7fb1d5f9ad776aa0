"""A drop-down list of values with their words."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QComboBox


def choice(name: str, options: Sequence[tuple[Any, str]]) -> QComboBox:
    """A box with an accessible name; each option is a value and its words."""
    box = QComboBox()
    box.setAccessibleName(name)
    for value, words in options:
        box.addItem(words, value)
    return box


def choose(box: QComboBox, value: Any) -> None:
    """Choose a value; one that is not there means the first."""
    box.setCurrentIndex(max(box.findData(value), 0))

"""Plain controls that always have an accessible name, and the value of any control.

Controls made of several Qt widgets have `value` and `setValue`, as Qt's spin boxes have.
"""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from gui.plain_text import set_tip

MOST_CHIPS = 1_000_000_000
LIST_PX = 70  # least height of a list of lines
ARROWS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}  # rows and columns that a key walks over a grid


class ChoiceBox(QComboBox):
    """A drop-down list that leaves the wheel to the page unless it has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt's own takes it from the wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Walk over the options, or let the page scroll."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class Number(QSpinBox):
    """A whole number that leaves the wheel to the page unless it has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Count up and down, or let the page scroll."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class Slider(QSlider):
    """A level slider that leaves the wheel to the page unless it has the focus."""

    def __init__(self, name: str, low: int, high: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Slide, or let the page scroll."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


def choice(name: str, options: Sequence[tuple[Any, str]]) -> ChoiceBox:
    """Return a drop-down list; each option is a value and its words."""
    box = ChoiceBox()
    box.setAccessibleName(name)
    box.setAccessibleDescription(name)  # on Linux Qt gives a screen reader the value as the name
    for value, words in options:
        box.addItem(words, value)
    return box


def choose(box: QComboBox, value: Any) -> None:
    """Choose a value; one that is not there means the first."""
    box.setCurrentIndex(max(box.findData(value), 0))


def check(name: str, words: str | None = None, tip: str = "") -> QCheckBox:
    """Return a box to check; its words are its name unless others are given."""
    box = QCheckBox(name if words is None else words)
    box.setAccessibleName(name)
    set_tip(box, tip)
    return box


def keep_room(widget: QWidget) -> None:
    """Let a widget keep its room while it is hidden, so that nothing else moves."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


class OneOf(QObject):
    """Boxes of which at most one is checked; the value is its place from 1, or 0."""

    changed = Signal()  # by a person

    def __init__(self, parent: QObject, boxes: Sequence[QCheckBox]) -> None:
        super().__init__(parent)
        self.boxes = boxes
        for place, box in enumerate(boxes, 1):
            box.clicked.connect(lambda on, place=place: self._click(place if on else 0))

    def value(self) -> int:
        """Return which one is checked."""
        return next((place for place, box in enumerate(self.boxes, 1) if box.isChecked()), 0)

    def setValue(self, value: int) -> None:
        """Check one and no other."""
        for place, box in enumerate(self.boxes, 1):
            box.setChecked(place == value)

    def _click(self, value: int) -> None:
        self.setValue(value)
        self.changed.emit()


def number(name: str, low: int, high: int, value: int, unit: str = "") -> Number:
    """Return a whole number between two bounds."""
    spin = Number()
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
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Count up and down while it has the focus, else let the page scroll."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def textFromValue(self, value: float) -> str:
        """Return the text without trailing zeros."""
        return f"{value:.2f}".rstrip("0").rstrip(".")


class TwoWordButton(QPushButton):
    """A button that says one thing or another, and is as wide as the longer one."""

    def __init__(self, text: str, other: str) -> None:
        super().__init__(text)
        self._words = (text, other)

    def sizeHint(self) -> QSize:
        """Return room for the longer words."""
        widths = [self._width_of(words) for words in self._words]
        return super().sizeHint() + QSize(max(widths) - self._width_of(self.text()), 0)

    def _width_of(self, words: str) -> int:
        """Return the width of words as Qt measures those of a button."""
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, words).width()


def button(
    text: str,
    slot: Callable[[], object],
    *,
    primary: bool = False,
    name: str = "",
    other: str = "",
) -> QPushButton:
    """Return a button that calls `slot` without arguments; Space and Enter press it.

    One that says something else at times is told it as `other`, so that it keeps its width.
    """
    made = TwoWordButton(text, other) if other else QPushButton(text)
    made.setAutoDefault(True)  # Qt's own takes Enter in dialogs only
    made.setAccessibleName(name or text)
    made.setProperty("primary", primary)
    made.clicked.connect(lambda _=False: slot())
    return made


def head_button(text: str, icon_name: str, tip: str) -> QToolButton:
    """Return a small button of a panel's head; the code that applies the theme sets its icon."""
    made = QToolButton()
    made.setText(text)
    made.setAccessibleName(text)
    set_tip(made, tip)
    made.setProperty("icon_name", icon_name)
    made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    return made


class GrowingList(QListWidget):
    """Lines of text that are all seen: the column around them scrolls, not the list."""

    def __init__(self) -> None:
        super().__init__()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._grow)
        self.model().rowsInserted.connect(lambda *_: self._later.start())
        self.model().modelReset.connect(lambda *_: self._later.start())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines again."""
        super().resizeEvent(event)
        self._later.start()

    def _grow(self) -> None:
        height = LIST_PX
        if self.count():
            first, last = self.item(0), self.item(self.count() - 1)
            lines = self.visualItemRect(last).bottom() - self.visualItemRect(first).top() + 1
            height = max(height, lines + self.height() - self.viewport().height())
        self.setMinimumHeight(height)


def text_list(name: str, grows: bool = False) -> QListWidget:
    """Return lines of text that take the room that is left, or all the room that they need."""
    made = GrowingList() if grows else QListWidget()
    made.setAccessibleName(name)
    made.setWordWrap(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setMinimumHeight(LIST_PX)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    return made


def value_of(control: Any) -> Any:
    """Return the value of a control; of several, a tuple."""
    if isinstance(control, list):
        return tuple(map(value_of, control))
    if isinstance(control, QCheckBox):
        return control.isChecked()
    if isinstance(control, QComboBox):
        return control.currentText().strip() if control.isEditable() else control.currentData()
    return control.text() if isinstance(control, QLineEdit) else control.value()


def show_value(control: Any, value: Any) -> None:
    """Put a value into a control, or one into each of several."""
    if isinstance(control, list):
        for each, part in zip(control, value, strict=True):
            show_value(each, part)
    elif isinstance(control, QCheckBox):
        control.setChecked(value)
    elif isinstance(control, QComboBox):
        control.setEditText(value) if control.isEditable() else choose(control, value)
    elif isinstance(control, QLineEdit):
        control.setText(value)
    else:
        control.setValue(value)


def on_change(control: Any, slot: Callable[[], object]) -> None:
    """Call a slot when a box, a number or a choice changes; other controls are left to the
    caller.
    """
    if isinstance(control, list):
        for each in control:
            on_change(each, slot)
    elif isinstance(control, QCheckBox):
        control.toggled.connect(slot)
    elif isinstance(control, QSpinBox | QDoubleSpinBox):
        control.valueChanged.connect(slot)
    elif isinstance(control, QComboBox):
        changed = control.editTextChanged if control.isEditable() else control.currentIndexChanged
        changed.connect(slot)

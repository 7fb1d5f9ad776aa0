"""Explanations where they are needed: tips on headings, a "?" beside a term, an empty answer."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QTableWidget,
    QToolButton,
    QToolTip,
    QWidget,
)

from gui.guide import tip_of
from gui.widgets.controls import button
from gui.widgets.flow import FlowLayout
from gui.widgets.labels import framed, label, wrapped


def add_tips(root: QWidget) -> None:
    """Give every heading that is a known term its tip, unless it has one of its own."""
    words: list[QLabel | QCheckBox] = [*root.findChildren(QLabel), *root.findChildren(QCheckBox)]
    for widget in words:
        if tip_of(widget.text()) and not widget.toolTip():
            widget.setToolTip(tip_of(widget.text()))
    tables = root.findChildren(QTableWidget)
    for table in [*tables, root] if isinstance(root, QTableWidget) else tables:
        for column in range(table.columnCount()):
            item = table.horizontalHeaderItem(column)
            if item is not None:
                item.setToolTip(tip_of(item.text()))


def mark(term: str) -> QToolButton:
    """A small "?" that says what a term means: on hovering, or by a click."""
    made = QToolButton()
    made.setText("?")
    made.setProperty("mark", True)
    made.setAccessibleName(f"What is {term}?")
    made.setToolTip(tip_of(term))
    made.setCursor(Qt.CursorShape.WhatsThisCursor)
    made.clicked.connect(
        lambda: QToolTip.showText(made.mapToGlobal(QPoint(0, made.height())), tip_of(term), made)
    )
    return made


def marked(widget: QWidget, term: str, name: str = "") -> QWidget:
    """A widget with a "?" beside it, and its name before it if one is given."""
    made = QWidget()
    line = QHBoxLayout(made)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(2)
    if name:
        line.addWidget(label(name, "muted"))
        line.addSpacing(6)
    line.addWidget(widget)
    line.addWidget(mark(term))
    line.addStretch(1)
    return made


class EmptyAnswer(QWidget):
    """Stands where the answer will be: what to enter, an example, the help."""

    def __init__(
        self, words: str, show_example: Callable[[], object], show_help: Callable[[], object]
    ) -> None:
        super().__init__()
        frame, box = framed()
        self.words = wrapped(words, "heading", "What to enter")
        row = FlowLayout()
        row.addWidget(button("Show an example", show_example, primary=True))
        row.addWidget(button("How does it work?", show_help))
        box.addWidget(self.words)
        box.addLayout(row)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(frame)

"""Explanations where they are needed: tips on headings and a "?" beside a term."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QTableWidget, QToolButton, QWidget

from gui.guide import tip_of
from gui.plain_text import set_tip, show_tip
from gui.widgets.boxes import group, row
from gui.widgets.labels import label


def add_tips(root: QWidget) -> None:
    """Give every heading that is a known term its tip, unless it has one of its own."""
    words: list[QLabel | QCheckBox] = [*root.findChildren(QLabel), *root.findChildren(QCheckBox)]
    for widget in words:
        if tip_of(widget.text()) and not widget.toolTip():
            set_tip(widget, tip_of(widget.text()))
    tables = root.findChildren(QTableWidget)
    for table in [*tables, root] if isinstance(root, QTableWidget) else tables:
        for column in range(table.columnCount()):
            item = table.horizontalHeaderItem(column)
            if item is not None:
                set_tip(item, tip_of(item.text()))


def mark(term: str) -> QToolButton:
    """Return a small "?" that says what a term means: on hovering, or by a click."""
    made = QToolButton()
    made.setText("?")
    made.setAccessibleName(f"What is {term}?")
    set_tip(made, tip_of(term))
    made.setCursor(Qt.CursorShape.WhatsThisCursor)
    made.clicked.connect(
        lambda: show_tip(made.mapToGlobal(QPoint(0, made.height())), tip_of(term), made)
    )
    return made


def marked(widget: QWidget, term: str, name: str = "") -> QWidget:
    """Return a widget with a "?" beside it, and its name before it if one is given."""
    line = row(widget, mark(term), 1, spacing=2)
    if name:
        line.insertWidget(0, label(name, "muted"))
        line.insertSpacing(1, 6)
    return group(line)


def explained(text: str) -> QWidget:
    """Return a heading, with a "?" beside it if it is a known term."""
    words = label(text, "muted")
    return marked(words, text) if tip_of(text) else words

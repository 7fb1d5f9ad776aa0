"""Layouts of several parts."""

import pytest
import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QLayout, QLayoutItem, QPushButton, QWidget

from gui.widgets.boxes import LeastBox, row, widgets_of
from gui.widgets.flow import FlowLayout


@pytest.fixture
def frame(qapp: object) -> QWidget:
    return QWidget()


def known_items() -> set[QLayoutItem]:
    """The items of layouts that Python knows, other than layouts."""
    known = shiboken6.getAllValidWrappers()
    return {one for one in known if isinstance(one, QLayoutItem) and not isinstance(one, QLayout)}


def test_the_least_height_is_that_of_all_rows_and_gaps(frame: QWidget) -> None:
    box = LeastBox(frame)
    box.setContentsMargins(0, 2, 0, 3)
    box.setSpacing(7)
    for height in (20, 30, 1000):
        widget = QLabel()
        widget.setFixedHeight(height)
        box.addWidget(widget)
        widget.setVisible(height < 1000)
    button = QPushButton("Play")
    box.addLayout(row(button))
    box.addStretch()
    button.setFixedHeight(40)
    assert box.heightForWidth(300) == 20 + 30 + 40 + 2 * 7 + 2 + 3


def test_the_widgets_of_a_layout_are_its_own(frame: QWidget) -> None:
    box = LeastBox(frame)
    one, inner = QLabel(), QLabel()
    box.addWidget(one)
    box.addLayout(row(inner))
    assert widgets_of(box) == [one]


@pytest.mark.parametrize("layout", [LeastBox, FlowLayout])
def test_no_item_is_known_once_qt_has_destroyed_it(frame: QWidget, layout: type[QLayout]) -> None:
    """Another object at its address was taken for it: "QWidgetItem has no attribute unpolish"."""
    before = known_items()
    box = layout()
    frame.setLayout(box)
    if isinstance(box, FlowLayout):
        box.add_break()
    widget = QPushButton("Play")
    box.addWidget(widget)
    frame.resize(200, 100)
    frame.show()
    assert box.heightForWidth(50) > 0
    widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert box.count() == 0
    assert known_items() <= before

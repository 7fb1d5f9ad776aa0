"""A row of widgets that goes on in the next line."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.flow import ACROSS, DOWN, FlowLayout

Flow = tuple[FlowLayout, list[QWidget]]


@pytest.fixture
def flow(qtbot: QtBot) -> Callable[[int], Flow]:
    """Makes three blocks in a flow of some width."""
    root = QWidget()
    qtbot.addWidget(root)

    def make(width: int) -> Flow:
        layout = FlowLayout()
        root.setLayout(layout)
        blocks = [QWidget() for _ in range(3)]
        for block, height in zip(blocks, (20, 30, 20), strict=True):
            block.setFixedSize(100, height)
            layout.addWidget(block)
        root.resize(width, 200)
        root.show()
        return layout, blocks

    return make


def places(blocks: list[QWidget]) -> list[tuple[int, int]]:
    return [(block.x(), block.y()) for block in blocks]


def test_all_stand_in_one_line_where_there_is_room(flow: Callable[[int], Flow]) -> None:
    layout, blocks = flow(300 + 2 * ACROSS)
    assert places(blocks) == [(0, 5), (100 + ACROSS, 0), (200 + 2 * ACROSS, 5)]  # in the middle
    assert layout.sizeHint() == QSize(300 + 2 * ACROSS, 30)


def test_it_goes_on_below_the_highest_where_room_is_short(flow: Callable[[int], Flow]) -> None:
    layout, blocks = flow(250)
    assert places(blocks) == [(0, 5), (100 + ACROSS, 0), (0, 30 + DOWN)]
    assert layout.heightForWidth(250) == 30 + DOWN + 20
    assert layout.heightForWidth(100) == 20 + DOWN + 30 + DOWN + 20
    assert layout.minimumSize() == QSize(100, 30)


def test_what_is_hidden_takes_no_room(flow: Callable[[int], Flow]) -> None:
    layout, blocks = flow(250)
    blocks[1].hide()
    layout.activate()
    assert places(blocks)[2] == (100 + ACROSS, 0)


def test_items_can_be_taken_away(flow: Callable[[int], Flow]) -> None:
    layout, blocks = flow(250)
    taken = layout.takeAt(0)
    assert taken is not None
    assert taken.widget() is blocks[0]
    assert layout.count() == 2
    assert layout.itemAt(2) is None
    assert layout.takeAt(2) is None


def test_a_line_ends_at_the_break_unless_all_fit_in_one(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    layout = FlowLayout()
    root.setLayout(layout)
    blocks = [QWidget() for _ in range(4)]
    for place, block in enumerate(blocks):
        block.setFixedSize(100, 20)
        if place == 1:
            layout.add_break()
        layout.addWidget(block)
    root.resize(400 + 3 * ACROSS, 200)
    root.show()
    assert {block.y() for block in blocks} == {0}
    root.resize(390, 200)
    layout.activate()
    assert [block.y() for block in blocks] == [0, *[20 + DOWN] * 3]

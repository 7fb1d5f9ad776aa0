"""Figures are aligned right, their heads above them."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.widgets.table import AnswerTable


def test_figures_and_their_heads_are_aligned_right(qtbot: QtBot) -> None:
    table = AnswerTable("Toy", ["Name", "Points", "Note"])
    qtbot.addWidget(table)
    table.set_figures(1)
    table.show_rows([("Ann", "12", "won"), ("Bo", "7", "")])

    def is_right(column: int) -> tuple[bool, bool]:
        items = (table.horizontalHeaderItem(column), table.item(0, column))
        right = Qt.AlignmentFlag.AlignRight
        head, cell = (bool(Qt.AlignmentFlag(item.textAlignment()) & right) for item in items)
        return head, cell

    assert [is_right(column) for column in range(3)] == [
        (False, False),
        (True, True),
        (False, False),
    ]

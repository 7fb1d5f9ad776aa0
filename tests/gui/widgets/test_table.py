"""Figures are aligned right, their heads above them."""

from PySide6.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from gui.theme import theme
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


def test_words_of_the_last_column_are_whole_in_a_narrow_table(qtbot: QtBot) -> None:
    theme.apply(Settings(theme="light"))
    table = AnswerTable("Deals", ["Player", "Hand"])
    theme.style(table)
    qtbot.addWidget(table)
    words = ("four of a kind, aces, queen kicker", "straight flush, ten high", "royal flush")
    table.resize(170, 300)
    table.show()
    table.show_rows([("Ann wins", hand) for hand in words])
    qtbot.wait(30)
    padding = 12  # of the style sheet, left and right
    for row, hand in enumerate(words):
        box = QRect(0, 0, table.columnWidth(1) - padding, 0)
        lines = table.fontMetrics().boundingRect(box, Qt.TextFlag.TextWordWrap, hand)
        assert table.rowHeight(row) >= lines.height(), hand

"""Figures are aligned right, their heads above them."""

from PySide6.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from engine.cards import parse_cards
from gui.theme import theme
from gui.widgets.faces import Face
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


def test_cards_grow_where_all_rows_and_columns_have_the_room(qtbot: QtBot) -> None:
    """They stayed as small as in the least window."""
    table = AnswerTable("Guesses", ["Guess", "Wins", "Note"], 20, 40)
    qtbot.addWidget(table)
    faces = tuple(map(Face, parse_cards("6C 9C 10C QH 8S")))
    table.show()
    for size, n_rows, width in (
        ((250, 400), 4, 20),  # narrow
        ((900, 400), 4, 40),
        ((900, 400), 12, 20),  # more rows than are seen
        ((900, 400), 8, range(26, 33)),
    ):
        table.resize(*size)
        table.show_rows([(faces, "12%", "best")] * n_rows)
        qtbot.wait(30)
        assert table.card_width in (width if isinstance(width, range) else (width,)), size
        assert table.columnWidth(0) >= 5 * table.card_width


def test_figures_stand_near_each_other_in_a_wide_table(qtbot: QtBot) -> None:
    """The last one stood at the far right edge, a screen away from its neighbour."""
    table = AnswerTable("Steps", ["Guess", "Cost", "Luck"])
    table.set_figures(1, 2)
    qtbot.addWidget(table)
    table.resize(1000, 300)
    table.show()
    table.show_rows([("9♣", "0.51", "+0.13")])
    qtbot.wait(30)
    assert table.columnWidth(2) < 1.3 * table.columnWidth(1)
    numbered = AnswerTable("Turns", ["Turn", "Guess", "Bits"])
    numbered.set_figures(0, 2)
    qtbot.addWidget(numbered)
    numbered.resize(1000, 300)
    numbered.show()
    qtbot.wait(30)
    assert numbered.columnWidth(0) < 100, "the number of a row stays at the left"

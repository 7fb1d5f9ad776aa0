"""The table of shares uses the height that there is."""

from PySide6.QtGui import QFont, QImage
from pytestqt.qtbot import QtBot

from gui.theme import theme
from gui.widgets.share_table import ShareTable

KINDS = ("Flush", "Pair", "High card")


def last_painted_row(picture: QImage) -> int:
    """Return the lowest line of a picture that has more than one colour."""
    for y in reversed(range(picture.height())):
        if len({picture.pixel(x, y) for x in range(picture.width())}) > 1:
            return y
    return 0


def test_rows_and_letters_grow_in_a_large_window(qtbot: QtBot) -> None:
    """Ten rows of twenty pixels stood above half a page of white."""
    table = ShareTable("Hand types")
    theme.style(table)
    qtbot.addWidget(table)
    table.show_shares(KINDS, [("You", dict.fromkeys(KINDS, 0.3)), ("Ann", {"Flush": 0.5})])
    least = table.minimumSizeHint()
    bottoms = []
    for factor in (1, 2):
        table.resize(700, factor * least.height())
        table.show()
        bottoms.append(last_painted_row(table.grab().toImage()))
    assert bottoms[1] > 1.9 * bottoms[0]
    usual = QFont(table.font()).pointSizeF()
    row = table.height() / (len(KINDS) + 1)
    assert table._letters(row).pointSizeF() > usual
    table.resize(least.width(), table.height())
    assert table._letters(row).pointSizeF() == usual, "no figure is cut off"

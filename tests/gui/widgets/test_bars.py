from pytestqt.qtbot import QtBot

from engine.cards import parse_cards
from gui.widgets.bars import Bar, Bars
from gui.widgets.faces import Face

WIDEST = "0.088% · 88.8 k playouts"


def bars_of(name: str, figure: str) -> Bars:
    bars = Bars("Moves", name_width=170, widest=WIDEST)
    bars.show_bars([Bar(name, (0.5,), figure)])
    return bars


def test_a_growing_figure_or_name_asks_for_no_other_room(qtbot: QtBot) -> None:
    least = bars_of("x" * 40, "0% · 0 playouts").minimumSizeHint()
    assert bars_of("x" * 40, "43.2% · 12.3 k playouts").minimumSizeHint() == least
    assert bars_of("x" * 100, "43.2% · 12.3 k playouts").minimumSizeHint() == least


def test_a_name_that_is_too_long_leaves_the_figure_and_a_bar(qtbot: QtBot) -> None:
    bars = bars_of("x" * 100, WIDEST)
    for width in (bars.minimumSizeHint().width(), 600):
        bars.resize(width, 30)
        assert not bars.is_clipped
        names, figures = bars._widths()
        assert width - names - figures >= 16


def test_rows_and_their_cards_grow_where_there_is_room(qtbot: QtBot) -> None:
    """Cards of 17 pixels stood in a large window, above half a page of white."""
    cards = tuple(map(Face, parse_cards("6D 6S")))
    bars = Bars("Moves", name_width=170, row_height=28)
    qtbot.addWidget(bars)
    bars.show_bars([Bar("sixes", (0.5,), pieces=(cards,))])
    bars.resize(600, 28)
    usual, least = bars._card_width, bars.minimumSizeHint()
    bars.resize(600, 100)
    assert bars._card_width > 1.8 * usual
    assert bars.minimumSizeHint() == least, "a large answer asks for no more room"

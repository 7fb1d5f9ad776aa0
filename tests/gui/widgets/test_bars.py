from pytestqt.qtbot import QtBot

from gui.widgets.bars import Bar, Bars

WIDEST = "0.088% · 88.8 k tries"


def bars_of(name: str, figure: str) -> Bars:
    bars = Bars("Moves", name_width=170, widest=WIDEST)
    bars.show_bars([Bar(name, (0.5,), figure)])
    return bars


def test_a_growing_figure_or_name_asks_for_no_other_room(qtbot: QtBot) -> None:
    least = bars_of("x" * 40, "0% · 0 tries").minimumSizeHint()
    assert bars_of("x" * 40, "43.2% · 12.3 k tries").minimumSizeHint() == least
    assert bars_of("x" * 100, "43.2% · 12.3 k tries").minimumSizeHint() == least


def test_a_name_that_is_too_long_leaves_the_figure_and_a_bar(qtbot: QtBot) -> None:
    bars = bars_of("x" * 100, WIDEST)
    for width in (bars.minimumSizeHint().width(), 600):
        bars.resize(width, 30)
        assert not bars.is_clipped
        names, figures = bars._widths()
        assert width - names - figures >= 16

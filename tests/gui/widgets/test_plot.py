"""Round ticks, and lines where their numbers are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from gui.theme import DARK, LIGHT, SERIES, theme
from gui.widgets.plot import Line, LinePlot, ticks, with_end


@pytest.mark.parametrize(
    ("span", "most", "expected"),
    [
        ((0, 800), 8, [0, 100, 200, 300, 400, 500, 600, 700, 800]),
        ((-320, 250), 5, [-200, 0, 200]),
        ((0, 1), 2, [0, 0.5, 1]),
        ((0.19, 0.31), 1, [0.2]),
    ],
)
def test_ticks_are_round(span: tuple[float, float], most: float, expected: list[float]) -> None:
    assert ticks(span, most) == pytest.approx(expected)


def test_the_last_value_has_a_tick() -> None:
    assert with_end([0, 50, 100, 150, 200], 240) == [0, 50, 100, 150, 200, 240]
    assert with_end([0, 100, 200], 240) == [0, 100, 240]
    assert with_end([0, 100, 200], 200) == [0, 100, 200]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(0, 20))
def test_ticks_lie_within_and_are_not_too_many(low: float, width: float, most: float) -> None:
    found = ticks((low, low + width), most)
    assert 1 <= len(found) <= max(most, 1) + 1
    slack = 1e-6 * (abs(low) + width)
    assert low - slack <= found[0] <= found[-1] <= low + width + slack


@pytest.fixture
def plot(qtbot: QtBot) -> LinePlot:
    made = LinePlot("Toy", "games", "rating")
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def flat(name: str, value: float) -> Line:
    """A line that stays where it is, of three points, without an interval."""
    return Line(name, (value,) * 3, (value,) * 3, (value,) * 3)


def rows_of(plot: LinePlot, colour: str) -> list[int]:
    """Where a colour is found right of the middle, from the top down."""
    image, wanted = plot.grab().toImage(), QColor(colour).rgb()
    x = int(image.width() * 0.6)
    return [y for y in range(image.height()) if image.pixel(x, y) == wanted]


def test_the_higher_line_is_painted_higher(plot: LinePlot) -> None:
    plot.show_lines((0, 50, 100), (flat("low", -10.0), flat("high", 10.0)))
    low, high = rows_of(plot, SERIES[0]), rows_of(plot, SERIES[1])
    assert low
    assert high
    assert max(high) < min(low)
    assert plot.accessibleDescription() == "low -10; high 10"


def test_nothing_to_show_is_painted_too(plot: LinePlot) -> None:
    plot.show_lines((), ())
    assert not rows_of(plot, SERIES[0])
    plot.resize(20, 20)
    assert not plot.grab().isNull()


def test_the_plot_follows_the_theme(plot: LinePlot) -> None:
    def corner() -> str:
        return plot.grab().toImage().pixelColor(0, 0).name()

    assert corner() == QColor(LIGHT.surface).name()
    theme.apply(Settings(theme="dark"))
    assert corner() == QColor(DARK.surface).name()


def test_an_interval_wider_than_the_chart_is_not_drawn(plot: LinePlot) -> None:
    plot.show_lines((0, 50, 100), (flat("one", 0.0),))
    middle = plot.height() // 2
    before = plot.grab().toImage().copy(0, 0, plot.width(), middle - 20)
    plot.show_lines((0, 50, 100), (Line("one", (0.0,) * 3, (-99.0, 0, 0), (99.0, 0, 0)),))
    assert plot.grab().toImage().copy(0, 0, plot.width(), middle - 20) == before


def test_names_that_do_not_fit_in_one_row_stand_below_each_other(plot: LinePlot) -> None:
    """In a narrow chart three players were called "…", "…" and "…"."""
    lines = [flat(f"Greedy ({seat})", 10.0 * seat) for seat in (1, 2, 3)]
    for width, n_rows in ((600, 1), (240, 3)):
        plot.resize(width, 300)
        plot.show_lines((0, 50, 100), lines)
        marks = {mark_row(plot, colour) for colour in SERIES[:3]}
        assert len(marks) == n_rows


def mark_row(plot: LinePlot, colour: str) -> int:
    """Where a line's colour is found first from the top: before its name."""
    image, wanted = plot.grab().toImage(), QColor(colour).rgb()
    rows, places = range(image.height()), range(image.width())
    return next(y for y in rows if any(image.pixel(x, y) == wanted for x in places))

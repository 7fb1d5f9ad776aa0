"""Trophies are set in the order of clicks: two clicks a street, a right click for a tie."""

import pytest

from gui.widgets.place_button import click_place


@pytest.mark.parametrize(
    ("clicks", "places"),
    [
        ([(2, False)], (0, 0, 1)),
        ([(2, False), (0, False)], (2, 3, 1)),
        ([(0, False), (0, False)], (0, 0, 0)),
        ([(0, False), (1, True)], (1, 1, 2)),
        ([(0, False), (1, True), (2, True)], (1, 1, 1)),
        ([(0, False), (1, False), (2, True)], (1, 2, 2)),
        ([(0, False), (1, False), (1, True)], (1, 1, 2)),
        ([(0, False), (1, False), (2, False)], (0, 0, 1)),
    ],
)
def test_places_follow_the_clicks(
    clicks: list[tuple[int, bool]], places: tuple[int, int, int]
) -> None:
    now: tuple[int, ...] = (0, 0, 0)
    for at, is_tie in clicks:
        now = click_place(now, at, is_tie)
    assert now == places

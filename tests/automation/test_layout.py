"""Where things stand: trophies with their street and player, guess rows in a grid."""

import pytest

from automation.errors import PageRefusedError
from automation.layout import check_grid, check_table
from automation.look import Box

NAMES: list[Box] = [(100.0 * p, 0, 80, 20) for p in (1, 2, 3)]
STREETS: list[Box] = [(0, 30.0 * s, 50, 20) for s in (4, 5, 6)]


def trophies(top: float = 120, turned: bool = False) -> list[Box]:
    found = [(100.0 * p + 30, top + 30 * s, 20, 20) for s in range(3) for p in (1, 2, 3)]
    return [(y, x, w, h) for x, y, w, h in found] if turned else found


def turned(boxes: list[Box]) -> list[Box]:
    return [(y, x, w, h) for x, y, w, h in boxes]


def test_trophies_in_their_rows_and_columns() -> None:
    check_table("trophies", trophies(), NAMES, STREETS)
    check_table("trophies", trophies(turned=True), turned(NAMES), turned(STREETS))
    check_table("trophies", trophies(), None, None)  # nothing to compare with


def test_a_row_too_many_is_noticed() -> None:
    with pytest.raises(PageRefusedError, match="flop trophy of player 1 is not in line with its"):
        check_table("trophies", trophies(top=90), NAMES, STREETS)


def test_a_table_turned_round_is_noticed() -> None:
    with pytest.raises(PageRefusedError, match=r"is not in line with its|in one line"):
        check_table("trophies", trophies(), turned(NAMES), turned(STREETS))


def test_hole_cards_of_another_player_are_noticed() -> None:
    cards: list[Box] = [(100.0 * p + 30, 30.0 * c, 20, 20) for p in (1, 2, 3) for c in (1, 2)]
    check_table("hole_cards", cards, NAMES, STREETS)
    with pytest.raises(PageRefusedError, match="hole card 1 of player 1 is not in line"):
        check_table("hole_cards", cards[2:] + cards[:2], NAMES, STREETS)


def row(top: float, left: float = 0) -> list[Box]:
    return [(left + 50.0 * i, top, 40, 40) for i in range(5)]


@pytest.mark.parametrize(
    ("rows", "is_even"),
    [
        ([row(0), row(50), row(100)], True),
        ([row(100), row(50), row(0)], True),
        ([row(0), row(300)], False),  # far away
        ([row(0), row(50, left=200)], False),  # not below each other
        ([row(0), row(50), row(160)], False),
    ],
)
def test_guess_rows_stand_at_even_distances(rows: list[list[Box]], is_even: bool) -> None:
    cells = [box for each in rows for box in each]
    if is_even:
        check_grid(cells)
        return
    with pytest.raises(PageRefusedError, match="not evenly below each other"):
        check_grid(cells)

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import format_cards, parse_cards
from engine.control import Control
from engine.errors import CardError, IllegalStateError
from engine.pokle.boards import find_boards, live_cards
from engine.pokle.colors import SQUARES, colors_of, parse_colors
from engine.pokle.feedback import (
    Row,
    boards_that_fit,
    guess_rows,
    matching,
    parse_row,
    pattern_to_colors,
    patterns_of,
)
from engine.pokle.rules import as_cards, fits, fits_trophies
from tests.engine.pokle.puzzles import REAL, REAL_BOARD

BOARDS = find_boards(REAL, Control())
OUTSIDE = parse_cards("2H AC 10D 6H 6C")
INSIDE = as_cards(BOARDS.cards[1_000])


@pytest.mark.parametrize("guess", [OUTSIDE, INSIDE])
def test_the_boards_that_match_a_row_are_those_that_give_its_colours(guess):
    row = Row(guess, colors_of(guess, REAL_BOARD, fits(REAL, guess)))
    kept = matching(REAL, BOARDS, [row])
    for number in range(0, len(BOARDS), 7):
        board = as_cards(BOARDS.cards[number])
        assert kept[number] == (colors_of(guess, board, fits(REAL, guess)) == row.colors)


def test_rows_in_any_order_of_the_flop_leave_the_same_boards():
    turned = (INSIDE[2], INSIDE[0], INSIDE[1], *INSIDE[3:])
    for guess in (INSIDE, turned):
        row = Row(guess, colors_of(guess, REAL_BOARD))
        assert (
            matching(REAL, BOARDS, [row]).sum()
            == matching(REAL, BOARDS, [Row(INSIDE, colors_of(INSIDE, REAL_BOARD))]).sum()
        )


def test_only_guesses_that_fit_the_trophies_are_pardoned():
    pardoned = set()
    for number in range(0, len(BOARDS), 150):
        one = BOARDS.take(np.array([number]))
        for guess in _other_suits(one.cards[0]):
            is_pardoned = bool(fits_trophies(REAL, guess_rows([guess]))[0])
            colors = colors_of(guess, as_cards(one.cards[0]), is_pardoned)
            assert pattern_to_colors(guess, int(patterns_of(REAL, guess, one)[0])) == colors
            pardoned.add(is_pardoned)
    assert pardoned == {True, False}


def _other_suits(row):
    """The same board with other suits on turn and river, of cards that nobody holds."""
    free = set(live_cards(REAL).tolist()) - set(row[:3].tolist())
    for turn in free:
        for river in free - {turn}:
            if turn // 4 == row[3] // 4 and river // 4 == row[4] // 4:
                yield as_cards(np.array([*row[:3], turn, river], np.uint8))


def test_a_mistyped_row_is_suspected():
    guesses = [OUTSIDE, INSIDE, as_cards(BOARDS.cards[50])]
    rows = [Row(guess, colors_of(guess, REAL_BOARD, fits(REAL, guess))) for guess in guesses]
    assert matching(REAL, BOARDS, rows).any()
    for number, row in enumerate(rows):
        wrong = "g" + row.colors[1:] if row.colors[0] != "g" else "e" + row.colors[1:]
        typed = [*rows[:number], Row(row.guess, wrong), *rows[number + 1 :]]
        if matching(REAL, BOARDS, typed).any():
            continue
        with pytest.raises(IllegalStateError, match=r"No board fits .* would fit") as caught:
            boards_that_fit(REAL, BOARDS, typed)
        suspect, squares = re.search(r"Check guess (\d): (\S+) would", str(caught.value)).groups()
        row = typed[int(suspect) - 1]
        mended = replace(row, colors=parse_colors(squares))
        assert sum(a != b for a, b in zip(mended.colors, row.colors, strict=True)) == 1
        others = [other for other in typed if other is not row]
        assert len(boards_that_fit(REAL, BOARDS, [*others, mended]))


def test_two_wrong_rows_blame_nobody_alone():
    rows = [Row(OUTSIDE, "ggggg"), Row(INSIDE, "ggggg"), Row(REAL_BOARD, "eeeee")]
    with pytest.raises(IllegalStateError, match="every guess"):
        boards_that_fit(REAL, BOARDS, rows)


def test_bad_rows():
    with pytest.raises(IllegalStateError, match="has 4 cards"):
        Row(OUTSIDE[:4], "gyege")
    with pytest.raises(CardError, match="given twice"):
        Row((*OUTSIDE[:4], OUTSIDE[0]), "gyege")
    with pytest.raises(IllegalStateError, match="gyegr"):
        Row(OUTSIDE, "gyegr")
    assert str(Row(OUTSIDE, "GYEGE")) == "2H AC 10D 6H 6C=gyege"


@given(
    st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True),
    st.text("gye", min_size=5, max_size=5),
)
def test_rows_are_read_as_they_are_written(cards, colors):
    row = Row(as_cards(np.array(cards, np.uint8)), colors)
    assert parse_row(str(row)) == row
    squares = "".join(SQUARES[color] for color in colors)
    assert parse_row(f"{format_cards(row.guess)} = {squares}") == row


@pytest.mark.parametrize("text", ["QS 10S AS 6C 6D", "QS 10S=gyege", "QS 10S AS 6C 6D=gyegey", "="])
def test_what_is_no_row_is_quoted(text):
    with pytest.raises(IllegalStateError, match=r"expected five"):
        parse_row(text)


@pytest.mark.parametrize(("colors", "n_missing"), [("yyy", 2), ("", 5), ("g?y?e", 2), ("g??", 4)])
def test_a_row_without_all_its_colours_rules_out_nothing(colors, n_missing):
    row = parse_row(f"QS 10S AS 6C 6D={colors}")
    assert (row.n_missing, row.is_won) == (n_missing, False)
    assert parse_row(str(row)) == row
    assert matching(REAL, BOARDS, [row]).all()
    with pytest.raises(IllegalStateError, match=f"{n_missing} colours of QS 10S AS 6C 6D missing"):
        row.pattern  # noqa: B018

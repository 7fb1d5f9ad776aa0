from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import full_deck
from engine.pokle.boards import Boards, class_keys, pattern_matrix, pattern_row
from engine.pokle.patterns import (
    CARD_PATTERN,
    N_PATTERNS,
    WON,
    colors_to_pattern,
    flop_meetings,
    flop_patterns,
    pattern_to_colors,
)
from engine.pokle.rules import as_cards
from engine.pokle.table import COLORS, colors_of
from tests.engine.pokle import twin

five_cards = st.permutations(full_deck()).map(lambda deck: tuple(deck[:5]))


def random_boards(n: int, seed: int, n_cards: int = 52) -> np.ndarray:
    """Boards with their flops ascending; few cards make greens and pardons common."""
    rng = np.random.default_rng(seed)
    cards = rng.random((n, n_cards)).argpartition(5, axis=1)[:, :5].astype(np.uint8)
    cards[:, :3].sort(axis=1)
    return cards


def plain_patterns(guesses: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """Patterns of rows against rows, by comparing ranks and suits place by place."""
    near = (guesses[:, :, None] // 4 == answers[:, None] // 4) | (
        guesses[:, :, None] % 4 == answers[:, None] % 4
    )
    same = guesses[:, :, None] == answers[:, None]
    digits = np.zeros(guesses.shape, int)
    taken = same[:, :3, :3].any(1)
    for i in range(3):
        yellow = (near[:, i, :3] & ~taken).any(1)
        digits[:, i] = np.where(same[:, i, :3].any(1), 2, yellow)
    for i in (3, 4):
        digits[:, i] = near[:, i, i].astype(int) + same[:, i, i]
    return digits @ [81, 27, 9, 3, 1]


@given(five_cards, st.integers(0, N_PATTERNS - 1))
def test_colors_and_patterns_round_trip(guess, pattern):
    assert colors_to_pattern(guess, pattern_to_colors(guess, pattern)) == pattern


@given(five_cards, five_cards, st.booleans())
def test_tables_equal_compare(guess, answer, pardon):
    row = np.array([[card.index for card in cards] for cards in (guess, answer)], np.uint8)
    row[:, :3].sort(axis=1)
    boards = Boards.of(row, suit_pardon=pardon)
    expected = colors_to_pattern(guess, colors_of(guess, answer, pardon))
    assert pattern_matrix(boards.take(np.array([0])), boards)[0, 1] == expected
    assert pattern_row(row[0], boards, pardon)[1] == expected


def test_patterns_equal_a_plain_twin_on_a_million_pairs():
    guesses, answers = random_boards(1_000, 1, 24), random_boards(1_000, 2, 24)
    found = pattern_matrix(Boards.of(guesses, False), Boards.of(answers, False))
    rows, columns = map(np.ravel, np.indices(found.shape))
    assert np.array_equal(found.ravel(), plain_patterns(guesses[rows], answers[columns]))
    for i, j in zip(rows[::997], columns[::997], strict=True):
        guess, answer = as_cards(guesses[i]), as_cards(answers[j])
        assert pattern_to_colors(guess, int(found[i, j])) == twin.colors(list(guess), list(answer))


@pytest.mark.slow
def test_compare_equals_a_plain_twin_on_a_million_pairs():
    guesses, answers = random_boards(1_000_000, 3, 24), random_boards(1_000_000, 4, 24)
    for row, other in zip(guesses, answers, strict=True):
        guess, answer = as_cards(row), as_cards(other)
        assert colors_of(guess, answer, True) == twin.colors(list(guess), list(answer), True)


@pytest.mark.parametrize("pardon", [True, False])
def test_matrix_and_row_agree(pardon):
    boards = Boards.of(random_boards(300, 5, 9), pardon)
    matrix = pattern_matrix(boards, boards)
    for i in (0, 17, 299):
        assert np.array_equal(pattern_row(boards.cards[i], boards, pardon), matrix[i])
    assert (np.diag(matrix) == WON).all()
    same_class = boards.class_key[:, None] == boards.class_key
    assert np.array_equal(matrix == WON, same_class)


def test_every_flop_against_every_flop_of_eight_cards():
    few = [full_deck()[i] for i in (0, 1, 4, 5, 8, 13, 22, 51)]
    flops = [f for f in product(range(8), repeat=3) if f[0] < f[1] < f[2]]
    rows = np.array([[few[i].index for i in f] for f in flops], np.uint8)
    found = flop_patterns(rows, flop_meetings(rows))
    for (a, mine), (b, theirs) in product(enumerate(flops), repeat=2):
        colors = colors_of([few[i] for i in mine], [few[i] for i in theirs])
        digits = [COLORS.index(color) for color in colors]
        assert found[a, b] == digits[0] * 9 + digits[1] * 3 + digits[2]


def test_card_table():
    assert CARD_PATTERN[0, 0] == 2
    assert CARD_PATTERN[0, 1] == CARD_PATTERN[0, 4] == 1
    assert CARD_PATTERN[0, 5] == 0


def test_classes_forget_later_suits_only_with_the_pardon():
    rows = np.array([[0, 1, 2, 20, 30], [0, 1, 2, 21, 28], [0, 1, 3, 20, 30]], np.uint8)
    assert len(np.unique(class_keys(rows, suit_pardon=True))) == 2
    assert len(np.unique(class_keys(rows, suit_pardon=False))) == 3

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import full_deck
from engine.pokle.boards import Boards
from engine.pokle.colors import colors_of
from engine.pokle.feedback import (
    N_PATTERNS,
    WON,
    colors_to_pattern,
    guess_patterns,
    pattern_to_colors,
)
from engine.pokle.rules import as_cards
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
def test_native_patterns_equal_compare(guess, answer, pardon):
    rows = np.array([[card.index for card in cards] for cards in (guess, answer)], np.uint8)
    rows[:, :3].sort(axis=1)
    expected = colors_to_pattern(guess, colors_of(guess, answer, pardon))
    assert guess_patterns(rows[0], Boards(rows[1:]), pardon)[0] == expected


def test_every_pair_of_cards_matches_by_the_rules():
    cards = full_deck()[4:]
    boards = Boards(np.array([[0, 1, 2, 3, card.index] for card in cards], np.uint8))
    for card in cards[4:]:
        guess = np.array([4, 5, 6, 7, card.index], np.uint8)
        near = [int(o.rank == card.rank or o.suit == card.suit) + (o == card) for o in cards]
        assert (guess_patterns(guess, boards, False) % 3).tolist() == near


def test_patterns_equal_a_plain_twin_on_a_million_pairs():
    guesses, answers = random_boards(1_000, 1, 24), random_boards(1_000, 2, 24)
    boards = Boards(answers)
    found = np.array([guess_patterns(guess, boards, False) for guess in guesses])
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
def test_a_class_is_won_together(pardon):
    cards = random_boards(300, 5, 9)
    keep = np.array([255, 255, 255, 252, 252] if pardon else [255] * 5, np.uint8)
    for i in (0, 17, 299):
        won = guess_patterns(cards[i], Boards(cards), pardon) == WON
        assert np.array_equal(won, ((cards & keep) == (cards[i] & keep)).all(1))

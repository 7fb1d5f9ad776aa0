from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import rust_meld
from engine.control import Control
from engine.pokle.boards import Boards, find_boards, pattern_matrix, pattern_row
from engine.pokle.candidates import AskedBoards, Candidates, split_key
from engine.pokle.exact import ExactSearch
from engine.pokle.patterns import CARD_PATTERN, FLOP_PATTERN, WON
from engine.pokle.space import GuessSpace, guess_space, sample_of
from engine.pokle.splits import LOSS, class_numbers, entropies, group_sizes
from tests.engine.pokle.puzzles import REAL, SMALL
from tests.engine.pokle.test_patterns import random_boards

LIVE = np.arange(52, dtype=np.uint8)


def candidates_of(boards: Boards, space: GuessSpace | None = None) -> Candidates:
    return Candidates(boards, space or GuessSpace(LIVE), Control(), 6)


def plain_least_cost(row, classes, last_next: bool = False) -> int:
    """Guesses that a guess costs at least: one a board now, and its groups' own bounds."""
    total = len(row)
    for pattern in set(row) - {WON}:
        sizes = Counter(c for c, p in zip(classes, row, strict=True) if p == pattern)
        others = sizes.total() - max(sizes.values())
        total += sizes.total() + others * (LOSS if last_next else 1)
    return total


@pytest.mark.parametrize("last_next", [True, False])
@pytest.mark.parametrize("pardon", [True, False])
@pytest.mark.parametrize(("n", "n_cards", "seed"), [(40, 9, 1), (150, 12, 2), (90, 52, 3)])
def test_costs_and_bits_equal_plain_counting(n, n_cards, seed, pardon, last_next):
    boards = Boards.of(random_boards(n, seed, n_cards), suit_pardon=pardon)
    matrix, classes = pattern_matrix(boards, boards), class_numbers(boards.class_key)
    costs = AskedBoards(boards, GuessSpace(LIVE, suit_pardon=pardon)).rate(
        boards.cards, pardon, last_next
    )
    assert costs.bits == pytest.approx(entropies(group_sizes(matrix)), abs=1e-9)
    for i in range(n):
        least = plain_least_cost(matrix[i].tolist(), classes.tolist(), last_next)
        assert costs.least[i] == least
    assert (costs.likely >= costs.least).all()


def test_two_deep_is_near_the_truth(boards):
    search, exact = candidates_of(boards), ExactSearch(boards, GuessSpace(LIVE), Control())
    for candidate in search.likeliest(5):
        plan = exact.rate(candidate.cards, candidate.row, 6)
        assert candidate.least <= plan.cost
        assert search.look_deeper(candidate) == pytest.approx(plan.cost, rel=0.15)


def test_of_many_boards_those_with_the_most_entropy_are_looked_at(boards):
    some = candidates_of(boards).inside(20)
    bits = entropies(group_sizes(pattern_matrix(boards, boards)))
    least = np.sort(bits)[-20]
    shown = [bits[(boards.cards == cards).all(1)][0] for cards in some]
    assert len(some) == 20
    assert min(shown) == pytest.approx(least)


def test_likely_candidates_come_in_order_and_split_differently():
    boards = find_boards(SMALL, Control()).take(np.arange(99, 111))
    found = candidates_of(boards, guess_space(SMALL)).likeliest(12)
    likely = [candidate.likely for candidate in found]
    assert likely == sorted(likely)
    assert len({split_key(candidate.row) for candidate in found}) == len(found)
    twins = [(c, twin) for c in found for twin in c.twins]
    assert twins
    for candidate, twin in twins:
        groups = [
            {tuple(np.flatnonzero(row == label)) for label in np.unique(row)}
            for row in (candidate.row, pattern_row(twin, boards, True))
        ]
        assert groups[0] == groups[1]


def test_outside_guesses_are_live_distinct_and_share_no_class():
    boards = find_boards(REAL, Control())
    space = guess_space(REAL)
    found = candidates_of(boards, space).outside(list(space.random_guesses(2)))
    assert len(found)
    for cards in found:
        assert len(set(cards.tolist())) == 5
        assert (np.diff(cards[:3].astype(int)) > 0).all()
        assert WON not in pattern_row(cards, boards, True)


def neighbours(cards: np.ndarray) -> np.ndarray:
    """The guesses that differ from this one in one card, flops ascending."""
    fresh = np.setdiff1d(LIVE, cards)
    rows = np.repeat(cards[None], 5 * len(fresh), axis=0)
    rows[np.arange(len(rows)), np.repeat(range(5), len(fresh))] = np.tile(fresh, 5)
    rows[:, :3].sort(axis=1)
    return rows


def test_the_way_up_ends_where_no_change_of_one_card_is_better(boards, space):
    asked = AskedBoards(boards, space)
    met = asked.climb(space.random_guesses(1)[0], space, last_next=False)
    best = np.frombuffer(min(met, key=met.__getitem__), np.uint8)
    costs = asked.rate(neighbours(best), pardoned=False)
    shares = np.isin(
        Boards.of(neighbours(best), True).class_key, boards.class_key
    )  # left out: it is not known if they would be pardoned
    assert costs.likely[~shares].min() >= min(met.values()) - 1e-9


def test_refused_guesses_are_not_made_again(boards):
    first = candidates_of(boards).likeliest(1)[0]
    space = GuessSpace(LIVE, frozenset([first.cards.tobytes()]))
    again = candidates_of(boards, space).likeliest(10)
    assert all((candidate.cards != first.cards).any() for candidate in again)
    only_boards = candidates_of(boards, replace(space, boards_only=True)).likeliest(10)
    assert all((boards.cards == c.cards).all(1).any() for c in only_boards)


@pytest.mark.parametrize(
    ("boards", "message"),
    [(b"", "0 boards"), (b"abc", "five cards"), (bytes([0, 1, 2, 3, 52]), "below 52")],
)
def test_the_native_door_refuses_what_are_no_boards(boards, message):
    options = {
        "suit_pardon": True,
        "boards_only": False,
        "card_patterns": CARD_PATTERN.tobytes(),
        "flop_patterns": FLOP_PATTERN.tobytes(),
    }
    with pytest.raises(ValueError, match=message):
        rust_meld.PokleBoards(boards, **options)
    core = rust_meld.PokleBoards(bytes(range(5)), **options)
    with pytest.raises(ValueError, match="for each board"):
        core.look_deeper(bytes(2), False, 4)
    with pytest.raises(ValueError, match="wrong size"):
        rust_meld.PokleBoards(bytes(range(5)), **options | {"flop_patterns": b""})


@pytest.mark.parametrize("limit", [2, 3, 6])
@pytest.mark.parametrize("only_boards", [True, False])
def test_a_quick_play_promises_no_less_than_the_proof_and_no_more_than_plain_play(
    limit, only_boards
):
    boards = find_boards(SMALL, Control()).take(np.arange(40, 100))
    space = replace(guess_space(SMALL), boards_only=only_boards)
    asked, exact = AskedBoards(boards, space), ExactSearch(boards, space, Control())
    for cards in boards.cards[::12]:
        row = space.row(cards, boards)
        cost, worst, lost = asked.play(row, limit)
        best = exact.rate(cards, row, limit)
        assert best.cost <= cost
        assert cost // LOSS == lost
        assert worst <= limit
        assert not lost or limit < 6
    assert asked.play(np.full(len(boards), WON, np.uint8), limit) == (len(boards), 1, 0)


def test_no_guess_lets_the_second_win_more_than_the_bound(boards, space):
    most = AskedBoards(boards, space).most_won_second(space.live, Control())
    classes = class_numbers(boards.class_key)
    for cards in [*boards.cards[::10], *space.random_guesses(40)]:
        row = space.row(cards, boards)
        groups = [Counter(classes[row == label].tolist()) for label in set(row.tolist()) - {WON}]
        assert sum(max(sizes.values()) for sizes in groups) <= most
    assert most < len(boards)


def test_samples_are_repeatable_and_sorted():
    assert np.array_equal(sample_of(10_000, 50), sample_of(10_000, 50))
    assert (np.diff(sample_of(10_000, 50)) > 0).all()
    assert np.array_equal(sample_of(5, 50), np.arange(5))

"""The native search against the plainest search over every guess."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rust_meld
from engine.cards import parse_cards
from engine.control import Control
from engine.pokle.boards import Boards, find_boards
from engine.pokle.feedback import WON
from engine.pokle.guesses import LegalGuesses, legal_guesses, partition_key
from engine.pokle.rules import as_indices
from tests.engine.pokle.brute import LOST, UNLIMITED, Brute, every_guess
from tests.engine.pokle.puzzles import REAL, SMALL
from tests.engine.pokle.test_patterns import random_boards

MANY = 99  # guesses: their number does not matter
ENOUGH = 1 << 50  # visits
NEAR = np.arange(8, dtype=np.uint8)  # twos and threes of all suits
MIXED = np.array([0, 1, 5, 8, 14, 18, 22, 31], np.uint8)
LINE = (4, 8, 12, 16)  # ranks of one suit
ALL_CARDS = LegalGuesses(np.arange(52, dtype=np.uint8))
FIVE_CARDS = bytes([0, 1, 2, 3, 4])


def always() -> bool:
    return True


def some_boards(n: int, seed: int, cards: np.ndarray) -> Boards:
    rows = cards[random_boards(n, seed, len(cards))]
    rows[:, :3].sort(axis=1)
    return Boards(np.unique(rows, axis=0))


def boards_of(*texts: str) -> Boards:
    rows = as_indices([parse_cards(text) for text in texts])
    rows[:, :3].sort(axis=1)
    return Boards(rows)


def solved(boards: Boards, legal: LegalGuesses, guesses_left: int = MANY) -> tuple[int, int]:
    """Boards lost and guesses of all boards together."""
    stop, _, best = legal.search(boards).solve(guesses_left, None, ENOUGH, always)
    assert stop == "finished"
    return best[1][:2]


def brute_left(guesses_left: int) -> int:
    return UNLIMITED if guesses_left == MANY else guesses_left


# -- the worked example of rust_meld/src/pokle/mod.rs ----------------------------------------------


def test_the_worked_example():
    boards = boards_of(*(f"3H 8H QC {rest}" for rest in ("4D 9S", "5D 10S", "6D JS", "7D KS")))
    search = ALL_CARDS.search(boards)
    assert search.lower_bound() == 7
    own = boards.cards[0].tobytes()
    assert search.evaluate(own, True, 6, ENOUGH, always)[2] == (0, 10, 4)
    probe = boards_of("2C 2D 2H 4D 10S").cards[0].tobytes()
    assert search.evaluate(probe, False, 6, ENOUGH, always)[2] == (0, 9, 3)
    assert search.solve(6, None, ENOUGH, always)[2][1] == (0, 9, 3)
    assert search.solve(6, (0, 9), ENOUGH, always)[2] is None


def test_probes_are_not_enumerated_where_none_can_be_better():
    """A plan that begins with a probe takes two guesses for each of four boards, and more."""
    boards = boards_of(*(f"3H 8H QC {rest}" for rest in ("4D 9S", "5D 10S", "6D JS", "7D KS")))
    spent = []
    for upper in (7, 8, 9):
        stop, visits, best = ALL_CARDS.search(boards).solve(6, (0, upper), ENOUGH, always)
        assert (stop, best) == ("finished", None)
        spent.append(visits)
    assert spent[0] == spent[1] < spent[2] / 10


def test_a_line_of_five_loses_two_with_three_guesses():
    line = boards_of(*(f"3H 8H QC {rank}D KS" for rank in (4, 5, 6, 7, 10)))
    assert solved(line, ALL_CARDS) == (0, 15)
    assert solved(line, ALL_CARDS, 3)[0] == 2
    assert ALL_CARDS.search(line).unfound(3) == 2


# -- against brute force ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cards", [NEAR, MIXED], ids=["near", "far"])
@pytest.mark.parametrize("pardon", [True, False])
def test_no_guess_of_all_does_better(seed, cards, pardon):
    boards, legal = some_boards(8, seed, cards), LegalGuesses(cards, suit_pardon=pardon)
    assert solved(boards, legal) == Brute(boards, legal).best()


@pytest.mark.parametrize("known", [SMALL, replace(SMALL, suit_pardon=False), REAL])
def test_only_guesses_that_fit_the_trophies_are_pardoned(known):
    every = find_boards(known, Control()).cards
    cards = np.unique(every[[3, 5, 40]])
    boards = Boards(every[np.isin(every, cards).all(1)][:9])
    assert len(boards) > 4
    legal = replace(legal_guesses(known), cards=cards)
    assert solved(boards, legal) == Brute(boards, legal).best()


def boards_of_one_turn_river(seed: int, n: int) -> Boards:
    """Boards that differ in their flop alone."""
    flops = np.array(list(combinations(NEAR[:6].tolist(), 3)), np.uint8)
    rows = [[*flop, 6, 7] for flop in np.random.default_rng(seed).permutation(flops)[:n]]
    return Boards(np.array(sorted(rows), np.uint8))


def boards_of_lines(seed: int, n: int) -> Boards:
    """Boards of two flops whose turns and rivers are of one suit each."""
    rows = [(*flop, *rest) for flop in ((0, 1, 2), (0, 1, 3)) for rest in permutations(LINE, 2)]
    chosen = sorted(np.random.default_rng(seed).permutation(len(rows))[:n])
    return Boards(np.array([rows[i] for i in chosen], np.uint8))


def boards_at_random(seed: int, n: int) -> Boards:
    return some_boards(n, seed, (NEAR if seed % 2 else MIXED)[:7])


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(3, 9),
    st.sampled_from([boards_of_one_turn_river, boards_of_lines, boards_at_random]),
    st.sampled_from([MANY, 1, 2, 3]),
)
def test_plans_and_bounds_agree_with_brute_force(seed, n, make, guesses_left):
    boards = make(seed, n)
    legal = LegalGuesses(np.union1d(boards.cards.ravel(), NEAR[:5]).astype(np.uint8))
    brute, search = Brute(boards, legal), legal.search(boards)
    lost, guesses = best = brute.best(brute_left(guesses_left))
    assert search.unfound(min(guesses_left, 6)) <= (lost if guesses_left < MANY else 0)
    assert search.solve(guesses_left, best, ENOUGH, always)[2] is None
    assert search.solve(guesses_left, (lost, guesses + 1), ENOUGH, always)[2][1][:2] == best
    if guesses_left == MANY:
        assert search.lower_bound() <= guesses
        assert search.two_guess_bound(always) <= guesses


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("guesses_left", [MANY, 1, 2, 3])
def test_the_plan_of_any_guess_is_the_best_that_begins_with_it(seed, guesses_left):
    boards, legal = some_boards(7, seed, NEAR), LegalGuesses(NEAR)
    brute, search = Brute(boards, legal), legal.search(boards)
    left = brute_left(guesses_left)
    for guess in every_guess(legal)[::97]:
        row = legal.patterns(guess, boards)
        found = search.evaluate(guess.tobytes(), True, guesses_left, ENOUGH, always)[2]
        expected = brute.cost_of(row, brute.everything, left)
        if expected >= 10**12:  # no information: one guess more than without it
            expected = len(boards) + brute.cost(brute.everything, left)
        assert found[:2] == divmod(expected, LOST)


# -- promises --------------------------------------------------------------------------------------


def promised(boards: Boards, legal: LegalGuesses, guesses_left: int) -> tuple[int, int]:
    """Guesses of all boards together and of the unluckiest, if every plan is followed."""
    _, _, (cards, plan) = legal.search(boards).solve(guesses_left, None, ENOUGH, always)
    row = legal.patterns(np.frombuffer(cards, np.uint8), boards)
    total, worst = len(boards), 1
    for pattern in set(row.tolist()) - {WON}:
        after = promised(boards.take(row == pattern), legal, guesses_left - 1)
        total, worst = total + after[0], max(worst, 1 + after[1])
    assert (0, total, worst) == plan
    return total, worst


def test_a_plan_keeps_its_promise(boards, legal):
    assert promised(boards, legal, 6) == (402, 4)


def test_a_greedy_plan_is_no_better_than_the_best_and_not_much_worse(boards, legal):
    search = legal.search(boards)
    for cards in boards.cards[::20]:
        greedy = search.rollout(cards.tobytes(), True, 6)
        hasty = legal.search(boards).evaluate(cards.tobytes(), True, 6, 0, always)[2]
        best = search.evaluate(cards.tobytes(), True, 6, ENOUGH, always)[2]
        for plan in (greedy, hasty):
            assert best[:2] <= plan[:2]
            assert plan[0] == 0
            assert plan[1] < 1.1 * best[1]


@pytest.mark.parametrize("guesses_left", [1, 2, 3, 6])
def test_greedy_play_with_few_guesses_loses_no_fewer(guesses_left, boards, legal):
    some = boards.take(np.arange(40, 100))
    search = legal.search(some)
    for cards in some.cards[::12]:
        best = search.evaluate(cards.tobytes(), True, guesses_left, ENOUGH, always)[2]
        assert best[:2] <= search.rollout(cards.tobytes(), True, guesses_left)[:2]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_search_that_was_stopped_knows_a_bound_and_can_go_on(share, boards, legal):
    _, visits, best = legal.search(boards).solve(6, None, ENOUGH, always)
    search = legal.search(boards)
    stop, spent, _ = search.solve(6, None, int(share * visits), always)
    assert (stop, spent > share * visits) == ("budget", True)
    assert 0 < search.lower_bound() <= best[1][1]
    assert search.solve(6, None, ENOUGH, always)[2][1] == best[1]


def test_a_search_can_be_cancelled_and_errors_of_the_callback_come_out(boards, legal):
    assert legal.search(boards).solve(6, None, ENOUGH, lambda: False)[0] == "cancelled"

    def fail() -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        legal.search(boards).solve(6, None, ENOUGH, fail)


def test_refused_guesses_are_no_plan(boards, legal):
    some = boards.take(np.arange(30))
    best = legal.search(some).solve(6, None, ENOUGH, always)[2]
    refusing = replace(legal, refused=frozenset([bytes(best[0])]))
    again = refusing.search(some).solve(6, None, ENOUGH, always)[2]
    assert bytes(again[0]) != bytes(best[0])
    every = frozenset(row.tobytes() for row in boards.cards)
    search = replace(legal, refused=every, boards_only=True).search(some)
    assert not search.can_name_all()
    assert search.rollout(some.cards[0].tobytes(), True, 6)[0] > 0  # it cannot name what is left


def test_boards_may_come_in_any_order():
    boards, legal = some_boards(9, 11, MIXED), LegalGuesses(MIXED)
    mixed = boards.take(np.random.default_rng(1).permutation(len(boards)))
    assert solved(mixed, legal) == solved(boards, legal)


def test_no_first_guess_lets_the_second_win_more_than_the_bound(boards, legal):
    bound = legal.search(boards).two_guess_bound(always)
    classes = (boards.cards & np.array([255, 255, 255, 252, 252], np.uint8)).tolist()
    largest = max(Counter(map(tuple, classes)).values())
    for cards in [*boards.cards[::10], legal.any_guess()]:
        row = legal.patterns(cards, boards).tolist()
        second = 0
        for pattern in set(row) - {WON}:
            pairs = zip(row, classes, strict=True)
            second += max(Counter(tuple(c) for p, c in pairs if p == pattern).values())
        assert bound <= 3 * len(boards) - 2 * largest - second


# -- the short list --------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [SMALL, REAL], ids=["SMALL", "REAL"])
def test_short_lists_are_legal_distinct_and_repeatable(known):
    boards, legal = find_boards(known, Control()), legal_guesses(known)
    found = legal.search(boards).shortlist(6, 12, always)
    assert found == legal.search(boards).shortlist(6, 12, always)
    assert len(found) == 12
    estimates = [estimate for _, estimate, _ in found]
    assert estimates == sorted(estimates)
    keys = set()
    for cards, _, twins in found:
        guesses = [np.frombuffer(bytes(c), np.uint8) for c in (cards, *twins)]
        assert all(np.isin(guess, legal.cards).all() for guess in guesses)
        alike = {partition_key(legal.patterns(guess, boards)) for guess in guesses}
        assert len(alike) == 1
        keys |= alike
    assert len(keys) == 12


def test_scores_equal_plain_counting(boards, legal):
    cards = boards.cards[::17]
    scores = legal.search(boards).split_scores(cards.tobytes(), True)
    for guess, (entropy, n_won) in zip(cards, scores, strict=True):
        counts = np.bincount(legal.patterns(guess, boards), minlength=243)
        shares = counts[counts > 0] / len(boards)
        assert entropy == pytest.approx(-(shares * np.log2(shares)).sum())
        assert n_won == counts[WON]


# -- the door --------------------------------------------------------------------------------------

DOOR = {
    "extra_winners": b"",
    "legal_cards": bytes(range(52)),
    "refused": b"",
    "suit_pardon": True,
    "boards_only": False,
}


@pytest.mark.parametrize(
    ("boards", "changes", "message"),
    [
        (b"", {}, "0 boards: expected 1 to"),
        (b"abc", {}, "five different cards"),
        (bytes([0, 1, 2, 3, 52]), {}, "below 52"),
        (bytes([0, 1, 2, 3, 3]), {}, "five different cards"),
        (bytes([1, 0, 2, 3, 4]), {}, "flops ascending"),
        (FIVE_CARDS, {"legal_cards": bytes(range(4))}, "may not be guessed"),
        (FIVE_CARDS, {"legal_cards": bytes([*range(52), 0])}, "different legal cards"),
        (FIVE_CARDS, {"refused": b"1"}, "five different cards"),
        (FIVE_CARDS, {"extra_winners": bytes(5)}, "five different cards"),
    ],
)
def test_the_native_door_refuses_what_are_no_boards(boards, changes, message):
    with pytest.raises(ValueError, match=message):
        rust_meld.PokleSearch(boards, **DOOR | changes)


def test_the_native_door_checks_guesses_and_guesses_left():
    search = rust_meld.PokleSearch(FIVE_CARDS, **DOOR)
    for call in (
        lambda: search.solve(0, None, 1, always),
        lambda: search.solve(100, None, 1, always),
        lambda: search.evaluate(FIVE_CARDS, True, 0, 1, always),
        lambda: search.evaluate(bytes(5), True, 6, 1, always),
        lambda: search.rollout(b"", True, 6),
        lambda: search.shortlist(1, 5, always),
        lambda: search.split_scores(b"123", True),
        lambda: rust_meld.pokle_patterns(FIVE_CARDS, b"1", True),
    ):
        with pytest.raises(ValueError, match="expected"):
            call()
    many = np.array(list(combinations(range(40), 5))[:4_001], np.uint8)
    search = rust_meld.PokleSearch(many.tobytes(), **DOOR)
    with pytest.raises(ValueError, match="4001 boards: expected up to 4000"):
        search.solve(6, None, 1, always)


def test_twenty_thousand_lost_boards_do_not_overflow():
    rows = np.array(list(combinations(range(30), 5))[:20_000], np.uint8)
    search = rust_meld.PokleSearch(rows.tobytes(), **DOOR | {"suit_pardon": False})
    assert search.rollout(rows[0].tobytes(), True, 1) == (19_999, 20_000, 1)

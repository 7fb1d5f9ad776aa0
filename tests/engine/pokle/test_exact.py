"""The exact search against the plainest search over every guess."""

from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.control import Control, Progress
from engine.pokle.boards import Boards, find_boards
from engine.pokle.candidates import AskedBoards
from engine.pokle.exact import ExactSearch, ProofStoppedError, winning_guesses
from engine.pokle.patterns import WON
from engine.pokle.space import GuessSpace, guess_space
from engine.pokle.splits import LOSS
from tests.engine.pokle.brute import UNLIMITED, Brute, every_guess
from tests.engine.pokle.puzzles import REAL, SMALL
from tests.engine.pokle.test_candidates import neighbours
from tests.engine.pokle.test_patterns import random_boards

FREE = 99  # guesses left, where their number does not matter
NEAR = np.arange(8, dtype=np.uint8)  # twos and threes of all suits
MIXED = np.array([0, 1, 5, 8, 14, 18, 22, 31], np.uint8)
LINE = (4, 8, 12, 16)  # ranks of one suit


def boards_of(n: int, seed: int, live: np.ndarray, pardon: bool = True) -> Boards:
    rows = live[random_boards(n, seed, len(live))]
    rows[:, :3].sort(axis=1)
    return Boards.of(np.unique(rows, axis=0), pardon)


def limited(boards: Boards, space: GuessSpace, n_steps: float) -> ExactSearch:
    search = ExactSearch(boards, space, Control())
    search.n_steps = n_steps
    return search


def plan_of(boards: Boards, space: GuessSpace, limit: int = FREE):
    return ExactSearch(boards, space, Control()).prove(limit)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("live", [NEAR, MIXED], ids=["near", "far"])
@pytest.mark.parametrize("pardon", [True, False])
def test_no_guess_of_all_does_better(seed, live, pardon):
    boards = boards_of(8, seed, live, pardon)
    space = GuessSpace(live, suit_pardon=pardon)
    assert plan_of(boards, space).cost == Brute(boards, space).cost(tuple(range(len(boards))))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_with_few_guesses_left_the_fewest_boards_are_lost(seed, limit):
    boards = boards_of(8, seed, NEAR)
    space = GuessSpace(NEAR)
    plan = plan_of(boards, space, limit)
    assert plan.cost == Brute(boards, space).cost(tuple(range(len(boards))), limit)
    assert plan.lost == plan.cost // LOSS


@pytest.mark.parametrize("known", [SMALL, replace(SMALL, suit_pardon=False), REAL])
def test_only_guesses_that_fit_the_trophies_are_pardoned(known):
    every = find_boards(known, Control()).cards
    live = np.unique(every[[3, 5, 40]])
    boards = Boards.of(every[np.isin(every, live).all(1)][:9], known.suit_pardon)
    assert len(boards) > 4
    space = replace(guess_space(known), live=live)
    assert plan_of(boards, space).cost == Brute(boards, space).cost(tuple(range(len(boards))))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 9), st.booleans(), st.sampled_from([FREE, 2, 3]))
def test_so_it_is_for_any_boards(seed, n, is_near, limit):
    live = NEAR[:7] if is_near else MIXED[:7]
    boards, space = boards_of(n, seed, live), GuessSpace(live)
    brute = Brute(boards, space)
    asked = UNLIMITED if limit == FREE else limit
    assert plan_of(boards, space, limit).cost == brute.cost(tuple(range(len(boards))), asked)


def boards_of_one_later(seed: int, n: int) -> Boards:
    """Boards that differ in their flop alone: of one pattern, a guess wins but one."""
    rng = np.random.default_rng(seed)
    flops = np.array(list(combinations(NEAR[:6].tolist(), 3)), np.uint8)
    rows = [[*flop, 6, 7] for flop in rng.permutation(flops)[:n]]
    return Boards.of(np.array(sorted(rows), np.uint8), True)


def boards_of_lines(seed: int, n: int) -> Boards:
    """Boards of two flops whose turns and rivers are of one suit each: told by rank alone."""
    rng = np.random.default_rng(seed)
    rows = [(*flop, *later) for flop in ((0, 1, 2), (0, 1, 3)) for later in permutations(LINE, 2)]
    rows = [rows[i] for i in sorted(rng.permutation(len(rows))[:n])]
    return Boards.of(np.array(rows, np.uint8), True)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(4, 9),
    st.sampled_from([boards_of_one_later, boards_of_lines]),
    st.sampled_from([FREE, 2, 3]),
)
def test_so_it_is_where_guesses_tell_little(seed, n, some_boards, limit):
    boards = some_boards(seed, n)
    space = GuessSpace(np.union1d(boards.cards.ravel(), NEAR[:5]).astype(np.uint8))
    asked = UNLIMITED if limit == FREE else limit
    best = Brute(boards, space).cost(tuple(range(len(boards))), asked)
    assert plan_of(boards, space, limit).cost == best
    search = ExactSearch(boards, space, Control())
    assert search.prove(limit, best) is None
    assert search.least_guesses <= best


def test_a_ceiling_is_a_proof():
    boards = boards_of(8, 3, NEAR)
    space = GuessSpace(NEAR)
    best = plan_of(boards, space)
    search = ExactSearch(boards, space, Control())
    assert search.prove(FREE, best.cost) is None
    assert search.prove(FREE, best.cost + 1).cost == best.cost


def test_refused_guesses_are_no_plan():
    boards = boards_of(8, 5, NEAR)
    first = plan_of(boards, GuessSpace(NEAR))
    space = GuessSpace(NEAR, frozenset([first.cards.tobytes()]))
    second = plan_of(boards, space)
    assert second.cards.tolist() != first.cards.tolist()
    assert second.cost == Brute(boards, space).cost(tuple(range(len(boards))))


def test_a_proof_that_is_stopped_says_so(cancelled):
    search = ExactSearch(find_boards(SMALL, Control()), guess_space(SMALL), cancelled)
    with pytest.raises(ProofStoppedError):
        search.prove(6)
    assert search.found is None


def test_effort_is_counted_and_the_best_plan_so_far_is_kept(boards, space):
    whole = limited(boards, space, 1e6)
    best = whole.prove(6)
    n_steps = 1e6 - whole.n_steps
    assert n_steps > 1
    again = limited(boards, space, n_steps)
    assert again.prove(6).cost == best.cost
    assert again.n_steps == pytest.approx(0, abs=1e-6)
    short = limited(boards, space, n_steps / 2)
    with pytest.raises(ProofStoppedError):
        short.prove(6)
    assert short.n_steps < 0
    assert short.found.cost >= best.cost
    short.n_steps = n_steps  # what it learned is not lost
    assert short.prove(6).cost == best.cost


def test_the_listener_is_told_and_its_errors_come_through(boards):
    def fail(progress: Progress) -> None:
        raise RuntimeError(progress.text)

    search = ExactSearch(boards, guess_space(SMALL), Control(on_progress=fail))
    with pytest.raises(RuntimeError, match="proving the best guess"):
        search.prove(6)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([FREE, 2, 3]))
def test_a_guess_is_rated_by_its_best_plan(seed, limit):
    boards, space = boards_of(8, seed, NEAR[:7]), GuessSpace(NEAR[:7])
    exact, brute = ExactSearch(boards, space, Control()), Brute(boards, space)
    everything, asked = tuple(range(len(boards))), UNLIMITED if limit == FREE else limit
    for cards in every_guess(space)[:: 1 + seed % 97]:
        row = space.row(cards, boards)
        plan = exact.rate(cards, row, limit)
        if plan is None:
            assert len(set(row.tolist())) == 1
        else:
            assert plan.cost == brute.cost_of(row, everything, asked)
            assert plan.cards.tolist() == cards.tolist()


def test_no_guess_of_many_does_better_than_the_proven_one(boards, space):
    exact = ExactSearch(boards, space, Control())
    best = exact.prove(6)
    starts = [best.cards, *boards.cards[::3]]
    guesses = np.vstack([neighbours(cards) for cards in starts])
    least = AskedBoards(boards, space).rate(guesses, pardoned=False).least
    hopeful = np.flatnonzero(least < best.cost)
    assert len(hopeful)
    for i in hopeful:
        row = space.row(guesses[i], boards)
        assert exact.rate(guesses[i], row, 6).cost >= best.cost


def promised(boards: Boards, space: GuessSpace, limit: int, n_steps: float) -> tuple[float, int]:
    """Guesses of all boards together and of the unluckiest, if every plan is followed."""
    plan = limited(boards, space, n_steps).prove(limit)
    row = space.row(plan.cards, boards)
    total, worst = len(boards), 1
    for pattern in set(row.tolist()) - {WON}:
        later = promised(boards.take(row == pattern), space, limit - 1, n_steps)
        total, worst = total + later[0], max(worst, 1 + later[1])
    assert (total, worst) == (plan.cost, plan.worst)
    return total, worst


def test_a_plan_keeps_its_promise():
    total, worst = promised(find_boards(SMALL, Control()), guess_space(SMALL), 6, 1e6)
    assert worst <= 6
    assert total > 0


def test_a_guess_is_rated_without_any_steps_too(boards, space):
    for cards in boards.cards[::20]:
        row = space.row(cards, boards)
        best = ExactSearch(boards, space, Control()).rate(cards, row, 6)
        hasty = limited(boards, space, 0).rate(cards, row, 6)
        assert best.cost <= hasty.cost < 1.1 * best.cost
        assert hasty.lost == 0


def test_where_the_site_refuses_every_board_a_guess_is_rated_all_the_same():
    boards = find_boards(SMALL, Control()).take(np.arange(30))
    refused = frozenset(row.tobytes() for row in winning_guesses(boards, guess_space(SMALL)))
    space = replace(guess_space(SMALL), refused=refused)
    cards = space.random_guesses(1)[0]
    for n_steps in (0, 1e6):
        exact = limited(boards, space, n_steps)
        assert exact.rate(cards, space.row(cards, boards), 6).cost >= 2 * len(boards)


def test_boards_may_come_in_any_order():
    boards, space = boards_of(9, 11, MIXED), GuessSpace(MIXED)
    mixed = boards.take(np.random.default_rng(1).permutation(len(boards)))
    assert plan_of(mixed, space).cost == plan_of(boards, space).cost


def test_winning_guesses_are_the_boards_and_what_fits_the_trophies():
    boards = find_boards(SMALL, Control()).take(np.arange(5))
    winners = winning_guesses(boards, guess_space(SMALL))
    assert winners[:5].tolist() == boards.cards.tolist()
    assert len(np.unique(winners, axis=0)) == len(winners)
    assert guess_space(SMALL).pardons(winners).all()
    only = replace(guess_space(SMALL), boards_only=True)
    assert winning_guesses(boards, only).tolist() == boards.cards.tolist()


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_proof_that_was_stopped_knows_a_bound(share, boards, space):
    whole = limited(boards, space, 1e6)
    best = whole.prove(6)
    short = limited(boards, space, share * (1e6 - whole.n_steps))
    with pytest.raises(ProofStoppedError):
        short.prove(6)
    assert 0 <= short.least_guesses <= best.cost
    assert whole.least_guesses <= best.cost


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 9))
def test_the_bound_is_one(seed, n):
    boards, space = boards_of(n, seed, MIXED[:7]), GuessSpace(MIXED[:7])
    search = ExactSearch(boards, space, Control())
    best = search.prove(FREE)
    assert search.least_guesses <= best.cost == Brute(boards, space).cost(tuple(range(len(boards))))

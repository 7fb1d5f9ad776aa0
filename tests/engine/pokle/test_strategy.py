from dataclasses import replace

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.control import Control, Progress
from engine.pokle import strategy
from engine.pokle.boards import Boards, find_boards, pattern_matrix, pattern_row
from engine.pokle.entropy import max_entropy_guess
from engine.pokle.games import max_entropy_player, mixed_player, our_player
from engine.pokle.patterns import N_PATTERNS, WON
from engine.pokle.rules import as_cards, as_indices
from engine.pokle.space import GuessSpace, guess_space
from engine.pokle.splits import entropies, group_sizes, least_lost
from engine.pokle.strategy import (
    GuessSearch,
    rank_guesses,
    rank_many,
)
from tests.engine.pokle.every_board import play_every_board
from tests.engine.pokle.puzzles import REAL, SMALL, puzzle

TINY = puzzle("9C JS", "7H 8S", "AD AH", flop="132", turn="231", river="132")
EVERYTHING = GuessSpace(np.arange(52, dtype=np.uint8))
POSITIONS = {"SMALL": SMALL, "REAL": REAL, "TINY": TINY}


@pytest.fixture(scope="module", params=POSITIONS)
def ranked(request):
    known = POSITIONS[request.param]
    boards = find_boards(known, Control())
    return known, boards, rank_guesses(boards, guess_space(known), Control())


def test_the_figures_of_ranked_guesses_are_those_of_their_patterns(ranked):
    _, boards, ranking = ranked
    for guess in ranking.guesses:
        sizes = np.bincount(pattern_row(guess.cards, boards, True), minlength=N_PATTERNS)
        assert guess.entropy == pytest.approx(float(entropies(sizes[None])[0]))
        assert guess.win_share == sizes[WON] / len(boards)
        assert guess.sizes == tuple(sorted(sizes[sizes > 0].tolist(), reverse=True))
        assert guess.inside == bool((boards.cards == guess.cards).all(1).any())
        assert guess.worst >= 1
        assert guess.expected >= 1
    assert ranking.exact


def test_ranked_guesses_are_distinct_and_in_order(ranked):
    _, _, ranking = ranked
    assert len({guess.cards.tobytes() for guess in ranking.guesses}) == len(ranking.guesses)
    shown = [(guess.loss_share, round(guess.expected, 9)) for guess in ranking.guesses]
    assert shown == sorted(shown)


def test_the_same_question_gets_the_same_answer(ranked):
    known, boards, ranking = ranked
    again = rank_guesses(boards, guess_space(known), Control())
    assert [g.cards.tolist() for g in again.guesses] == [g.cards.tolist() for g in ranking.guesses]


def test_ours_needs_fewer_guesses_than_the_other_players_and_never_seven(boards, space):
    players = (max_entropy_player, mixed_player, our_player)
    plain, mixed, ours = (play_every_board(player, boards, space) for player in players)
    assert ours.mean < mixed.mean <= plain.mean
    assert ours.worst <= 6
    assert sum(ours.n_boards.values()) == len(boards)


def test_the_promised_number_of_guesses_is_kept_and_none_can_promise_less(boards, space):
    search = GuessSearch(boards, space, Control())
    ours = search.rank(top=1).guesses[0]
    best = search.go_on().guesses[0]
    played = play_every_board(our_player, boards, space)
    assert ours.played
    assert best.proven
    assert best.expected - 1e-9 <= played.mean <= ours.expected + 1e-9


def test_one_and_two_boards(boards, space):
    one = rank_guesses(boards.take(np.array([7])), space, Control()).guesses[0]
    assert (one.expected, one.worst, one.win_share, one.inside) == (1, 1, 1, True)
    two = rank_guesses(boards.take(np.array([0, 100])), space, Control()).guesses[0]
    assert (two.expected, two.worst, two.inside) == (1.5, 2, True)


def test_a_refused_guess_is_not_proposed(boards):
    first = rank_guesses(boards, guess_space(SMALL), Control(), top=1).guesses[0]
    a, b, c, turn, river = as_cards(first.cards)
    space = guess_space(SMALL, [(c, a, b, turn, river)])  # in whatever order it was typed
    second = rank_guesses(boards, space, Control(), top=1).guesses[0]
    assert second.cards.tolist() != first.cards.tolist()


def test_a_site_that_refuses_outside_guesses_is_only_asked_boards(boards):
    ranking = rank_guesses(boards, guess_space(SMALL), Control())
    outside = [as_cards(guess.cards) for guess in ranking.guesses if not guess.inside]
    space = guess_space(SMALL, outside[:2])
    assert len(outside) >= 2
    again = rank_guesses(boards, space, Control())
    assert all(guess.inside for guess in again.guesses)


@pytest.mark.parametrize("pardon", [True, False])
@pytest.mark.parametrize("known", [SMALL, TINY], ids=["SMALL", "TINY"])
def test_maximum_entropy_is_exact(known, pardon):
    boards = find_boards(replace(known, suit_pardon=pardon), Control())
    bits = entropies(group_sizes(pattern_matrix(boards, boards)))
    best = max_entropy_guess(boards, pardon, Control())
    assert best.exact
    assert best.entropy == pytest.approx(bits.max())
    assert best.cards.tolist() == boards.cards[np.argmax(np.round(bits, 9))].tolist()


def test_maximum_entropy_of_many_boards_bounds_well_tells_progress_and_can_be_cancelled(cancelled):
    boards = find_boards(REAL, Control())
    told: list[Progress] = []
    best = max_entropy_guess(boards, True, Control(on_progress=told.append))
    bits = entropies(group_sizes(pattern_matrix(boards, boards)))
    assert best.entropy == pytest.approx(bits.max())
    assert best.n_counted < len(boards) / 4
    assert told
    assert not max_entropy_guess(boards, True, cancelled).exact


def test_very_many_boards_are_ranked_by_losses_then_expectation():
    boards = find_boards(REAL, Control())
    guesses = rank_many(boards, guess_space(REAL), Control(), top=10)
    best = max_entropy_guess(boards, True, Control())
    assert any(guess.cards.tolist() == best.cards.tolist() for guess in guesses)
    assert max(guess.entropy for guess in guesses) >= best.entropy - 1e-9
    merits = [(g.loss_share, g.expected) for g in guesses]
    assert merits == sorted(merits)


def test_a_guess_that_needs_longer_on_average_is_made_to_lose_nothing():
    boards, space = find_boards(SMALL, Control()).take(np.arange(99, 111)), guess_space(SMALL)
    free = rank_guesses(boards, space, Control(), limit=6).guesses[0]
    tight = rank_guesses(boards, space, Control(), limit=2).guesses[0]
    assert (free.expected * 12, free.worst) == (pytest.approx(23), 3)
    assert (tight.expected * 12, tight.worst) == (pytest.approx(24), 2)
    assert (tight.loss_share, tight.safest, tight.unavoidable) == (0, True, False)
    assert tight.proven
    assert not tight.inside


def test_so_it_is_with_three_guesses_left():
    boards, space = find_boards(SMALL, Control()).take(np.arange(51, 96)), guess_space(SMALL)
    free = rank_guesses(boards, space, Control(), limit=6, top=1).guesses[0]
    tight = rank_guesses(boards, space, Control(), limit=3, top=1).guesses[0]
    assert (round(free.expected * 45), free.worst) == (104, 4)
    assert (round(tight.expected * 45), tight.worst, tight.loss_share) == (105, 3, 0)
    assert tight.proven


def test_where_it_is_impossible_the_fewest_are_lost_and_it_says_so():
    texts = [f"3H 8H QC {rank}D KS" for rank in (4, 5, 6, 7, 10)]
    boards = Boards.of(as_indices([parse_cards(text) for text in texts]), True)
    best = rank_guesses(boards, EVERYTHING, Control(), limit=3, top=1).guesses[0]
    assert least_lost(boards, 3) == 2
    assert (best.loss_share, best.safest, best.unavoidable) == (0.4, True, True)
    assert best.proven
    last = rank_guesses(boards, EVERYTHING, Control(), limit=1, top=1).guesses[0]
    assert (last.loss_share, last.win_share, last.safest) == (0.8, 0.2, True)


def test_it_looks_longer_than_the_proof_may_for_a_plan_that_loses_nothing(monkeypatch):
    boards, space = find_boards(SMALL, Control()).take(np.arange(8, 98)), guess_space(SMALL)

    monkeypatch.setattr(strategy, "FEW_HUNDRED_STEPS", 0)
    search = GuessSearch(boards, space, Control(), limit=3)
    hasty = search.rank(1).guesses[0]
    assert search.may_save_boards
    careful = search.save_boards().guesses[0]
    assert not search.may_save_boards
    assert (round(hasty.loss_share * 90), hasty.safest, hasty.proven) == (1, False, False)
    assert (careful.loss_share, careful.safest, careful.proven) == (0, True, False)

"""Moves tried in the same worlds: paired, repeatable, cancellable, and legal ones only."""

import numpy as np
import pytest

from engine.control import Control
from engine.errors import IllegalStateError
from engine.konkan.game import KonkanGame
from engine.konkan.trials import evaluate_moves, evaluate_position

N_WORLDS = 12


@pytest.fixture
def game() -> KonkanGame:
    return KonkanGame.deal(5, 2)


def test_a_move_is_tried_in_the_same_worlds_whatever_stands_beside_it(game: KonkanGame) -> None:
    seen = game.observation(0)
    moves = [(action,) for action in game.legal_actions()[:3]]
    together = evaluate_moves(seen, moves, N_WORLDS, seed=3)
    alone = evaluate_moves(seen, moves[1:2], N_WORLDS, seed=3)
    assert together.winners.shape == (3, N_WORLDS)
    assert (together.winners[1] == alone.winners[0]).all()
    assert together.difference(1, 1).half_width == 0
    results = together.results
    gap = together.difference(0, 2)
    assert np.isclose((gap.low + gap.high) / 2, results[0].mean() - results[2].mean())


def test_the_value_of_a_position_lets_the_reference_player_choose(game: KonkanGame) -> None:
    value = evaluate_position(game.observation(0), N_WORLDS, seed=3)
    assert value.moves == ((),)
    assert value.n_worlds == N_WORLDS
    throws = [(action,) for action in game.legal_actions()]
    tried = evaluate_moves(game.observation(0), throws, N_WORLDS, seed=3)
    for world in range(N_WORLDS):  # the reference player throws one of the cards
        assert value.winners[0, world] in tried.winners[:, world]


def test_a_turn_that_goes_out_wins_in_every_world() -> None:
    game = KonkanGame.deal(1, 2)
    while not game.is_over:
        way = game.going_out() if game.phase == "act" else None
        if way is not None:
            trial = evaluate_moves(game.observation(game.seat), [way], N_WORLDS)
            assert (trial.winners == game.seat).all()
            return
        game.apply(game.choose("greedy"))
    pytest.fail("nobody could go out")


def test_a_cancelled_trial_has_the_worlds_that_are_done_and_illegal_moves_are_refused(
    game: KonkanGame,
) -> None:
    control = Control()
    control.cancel.set()
    seen = game.observation(0)
    assert evaluate_position(seen, N_WORLDS, control=control).n_worlds == 0
    missing = "throw JK" if "throw JK" not in game.legal_actions() else "pull deck"
    for bad in ((missing,), ("pull trash",), ("fly",)):
        with pytest.raises(IllegalStateError):
            evaluate_moves(seen, [bad], N_WORLDS)

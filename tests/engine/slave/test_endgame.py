"""The solver of endgames against a plain search of the readable game."""

from dataclasses import replace

import numpy as np
import pytest

from engine.slave.game_state import GameState
from engine.slave.kernels.endgame import best_title, cards_in_play, make_solver, solve
from engine.slave.match import SlaveMatch
from engine.slave.rules import SlaveRules


def brute_force(game: GameState) -> list[int]:
    """The titles when every player takes the first of the moves that give him the best title."""
    if game.is_game_over():
        return [int(title) for title in game.determine_positions()]
    seat, best = game.current_player, None
    for action in game.valid_actions():
        after = replace(game, hands=list(game.hands), finished=list(game.finished), history=[])
        after.apply(seat, action)
        titles = brute_force(after)
        if best is None or titles[seat] < best[seat]:
            best = titles
    assert best is not None
    return best


def n_held(match: SlaveMatch) -> int:
    return sum(hand.bit_count() for hand in match.game.hands)


def endgame(seed: int, n_cards: int, n_rounds: int, trick: str) -> SlaveMatch:
    """A match that was played at random until few cards are left in its last round."""
    rng = np.random.default_rng(seed)
    match = SlaveMatch(seed, n_rounds, SlaveRules(trick=trick))  # type: ignore[arg-type]
    while match.rounds_completed < n_rounds - 1 or n_held(match) > n_cards:
        match.apply(int(rng.choice(match.legal_actions())))
    return match


@pytest.mark.parametrize("trick", ["pass_out", "lap"])
@pytest.mark.parametrize("n_rounds", [1, 2])
def test_the_solver_agrees_with_brute_force(trick: str, n_rounds: int) -> None:
    solver = make_solver()
    n_players = set()
    for seed in range(16):
        match = endgame(seed, 5 if seed % 4 else 6, n_rounds, trick)
        if match.is_over:
            continue
        solver.rows[0] = match._row
        n_players.add(4 - len(match.game.finished))
        packed = int(solve(solver, seed + 1))
        assert [packed >> (2 * s) & 3 for s in range(4)] == brute_force(match.game)
    assert n_players >= {2, 3}


def test_no_title_is_better_than_the_best_that_can_be_got() -> None:
    solver = make_solver()
    for seed in range(40):
        match = endgame(seed, 8, 2, "pass_out")
        if match.is_over:
            continue
        solver.rows[0] = match._row
        assert cards_in_play(match._row) <= 8
        seat = match.current_seat
        assert (int(solve(solver, seed + 1)) >> (2 * seat)) & 3 >= best_title(match._row)

"""Konkan's judge: the turns that the search considers and the one played, by the chance to win.

A decision is all that a seat does without seeing a new card: a draw ends it, so does the throw. A
fair share is what the reference player wins from a seat, counted over deals of fixed seeds.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assistant.play.game import State
from assistant.play.konkan import KonkanState
from assistant.review.decisions import (
    Consequence,
    Judge,
    Outcomes,
    OwnDecision,
    Question,
    Sample,
    clearest,
    mid_sentence,
)
from engine.control import Control
from engine.konkan.game import KonkanGame
from engine.konkan.rules import KonkanRules
from engine.konkan.search import SearchConfig, Searcher
from engine.konkan.trials import CAME_DOWN, TOOK, evaluate_moves, evaluate_position

NOBODY, REPLY_SHIFT = 3, 2  # outcomes: the winner in two bits, then what the next player did
N_SIMULATIONS = 128  # fewer than of a question: they only name the candidates
N_CANDIDATES = 6
N_FAIR_DEALS, N_FAIR_WORLDS = 400, 4


class KonkanJudge(Judge):
    """Judges turns of Konkan."""

    unit = "chance to win"
    first_worlds = 64
    most_worlds = 512

    def prepare(self, control: Control) -> None:
        """Do nothing: there is nothing to compile."""

    def goes_on(self, before: State, move: str, after: State) -> bool:
        """Return True unless a card was drawn or the turn has ended."""
        return move != "pull deck" and after.seat == before.seat

    def ask(self, own: OwnDecision, seed: int) -> Question:
        """Return the best turns of a search and the turn played as candidates."""
        assert isinstance(own.state, KonkanState)
        game = own.state.game
        observation = game.observation(game.seat)
        config = SearchConfig(simulations=N_SIMULATIONS, seed=seed)
        searched = Searcher(observation.view, config).run()
        turns = [value.turn for value in searched.actions[:N_CANDIDATES]]
        moves = tuple(dict.fromkeys([own.moves, *turns]))

        def sample(n_worlds: int, seed: int, control: Control) -> Sample:
            trial = evaluate_moves(observation, [*moves, ()], n_worlds, seed, control)
            results = trial.results
            outcomes = np.minimum(trial.winners, NOBODY) | trial.replies << REPLY_SHIFT
            return Sample(outcomes[:-1], results[:-1], results[-1])

        return Question(moves, sample)

    def kind(self, own: OwnDecision) -> str:
        """Return whether to draw, come down or throw."""
        if own.moves[0].startswith("pull"):
            return "draw"
        return "throw" if len(own.moves) == 1 else "lay"

    def result(self, state: State, seat: int) -> float:
        """Return 1 for the winner, 0 for all others and in a draw."""
        assert isinstance(state, KonkanState)
        return float(state.game.winner == seat)

    def fair_share(self, state: State, seat: int) -> float:
        """Return how often the reference player wins from this seat."""
        assert isinstance(state, KonkanState)
        starter = (state.round_number - 1) % state.n_seats
        return fair_shares(state.n_seats, state.rules)[(seat - starter) % state.n_seats]

    def is_first(self, outcomes: Outcomes, own: OwnDecision) -> NDArray[np.bool_]:
        """Return where the own seat won."""
        assert own.state.seat is not None
        first: NDArray[np.bool_] = np.equal(outcomes & NOBODY, own.state.seat)
        return first

    def happened_more_often(
        self, outcomes: Outcomes, own: OwnDecision, names: Sequence[str]
    ) -> Consequence | None:
        """Return what the next player did clearly more often, else the rival who won more often."""
        assert own.state.seat is not None
        follower = mid_sentence(names[(own.state.seat + 1) % len(names)])
        replies = (
            (f"{follower} took the card that was thrown", TOOK),
            (f"{follower} came down at once", CAME_DOWN),
        )
        found = clearest([(what, (outcomes >> REPLY_SHIFT & bit) > 0) for what, bit in replies])
        if found is not None:
            return found
        rivals = [seat for seat in range(len(names)) if seat != own.state.seat]
        winners = outcomes & NOBODY
        return clearest(
            [(f"{mid_sentence(names[rival])} won", winners == rival) for rival in rivals]
        )


@lru_cache(maxsize=8)
def fair_shares(n_seats: int, rules: KonkanRules) -> tuple[float, ...]:
    """Count what the reference player wins from each seat, the one that starts first."""
    wins = np.zeros(n_seats)
    for deal in range(N_FAIR_DEALS):
        observation = KonkanGame.deal(deal, n_seats, 0, rules).observation(0)
        winners = evaluate_position(observation, N_FAIR_WORLDS, seed=deal).winners
        wins += np.bincount(winners.ravel(), minlength=256)[:n_seats]
    return tuple(map(float, wins / (N_FAIR_DEALS * N_FAIR_WORLDS)))

"""Each seat's chance to win the round, for a spectator who sees all hands.

The round is played out many times from the cards as they lie, between quick players: in Konkan
with the deck shuffled again each time, in Slave with players drawn at random. The figures are an
estimate for spectators; advice to a player never uses cards that the player cannot see.

    track = ChanceTrack(game, seed, n_seats, n_rounds, rules, dealer)
    track.follow(moves, control)        # chances after the deal and after each move
"""

from collections.abc import Sequence
from random import Random
from threading import Lock

import numpy as np

from assistant.play.game import DEALER, Dealer, Game, State
from assistant.play.konkan import KonkanState
from assistant.play.slave import SlaveState
from engine.control import Control
from engine.konkan.game import KonkanGame
from engine.rules import Rules
from engine.slave.compile import is_compiled

N_KONKAN = 60  # playouts of a position, some 25 ms
N_SLAVE = 400
SLAVE_PLAYERS = (2, 2, 2, 1, 0)  # policies of the kernels: heuristic, greedy, random
Chances = tuple[float, ...]


def seat_chances(state: State, seed: int = 0) -> Chances | None:
    """Return each seat's chance to win the round that is played; None where there is no round."""
    if isinstance(state, KonkanState):
        return _konkan_chances(state.game, seed)
    if isinstance(state, SlaveState):
        return _slave_chances(state, seed)
    return None


def _konkan_chances(game: KonkanGame, seed: int) -> Chances:
    """Play the round out with the deck in other orders; a draw counts for nobody."""
    if game.is_over:
        return tuple(float(seat == game.winner) for seat in range(game.players))
    random, wins = Random(seed), [0] * game.players
    for _ in range(N_KONKAN):
        trial = game.shuffled(random.getrandbits(64))
        seeds = [random.getrandbits(32) for _ in wins]
        trial.play_out(["greedy"] * game.players, seeds)
        if trial.winner is not None:
            wins[trial.winner] += 1
    return tuple(count / N_KONKAN for count in wins)


def _slave_chances(state: SlaveState, seed: int) -> Chances | None:
    """Play the round out between players of different skill; there is nothing to say before it."""
    match = state.match
    if match.phase in ("over", "dealing"):
        return tuple(float(title == 0) for title in match.places())
    if match.phase != "play" or not is_compiled():
        return None
    from engine.slave.kernels.players import advance
    from engine.slave.kernels.rounds import place_of

    random = np.random.default_rng(seed)
    rows = np.repeat(match.row[None], N_SLAVE, axis=0)
    policies = random.choice(SLAVE_PLAYERS, (N_SLAVE, 4)).astype(np.int64)
    advance(rows, policies, np.array([seed + 1], np.int64))
    kings = [sum(int(place_of(row, seat)) == 0 for row in rows) for seat in range(4)]
    return tuple(count / N_SLAVE for count in kings)


class ChanceTrack:
    """The chances of all positions of one game; `follow` may run in any thread."""

    def __init__(
        self,
        game: Game,
        seed: int,
        n_seats: int,
        n_rounds: int = 1,
        rules: Rules | None = None,
        dealer: Dealer = DEALER,
    ) -> None:
        self._state = game.deal(seed, n_seats, n_rounds, rules, dealer)
        self._values: list[Chances | None] = []
        self._lock = Lock()

    def follow(self, moves: Sequence[str], control: Control) -> tuple[Chances | None, ...]:
        """Return the chances after the deal and after each of the moves, as far as there was time.

        Moves are those of the whole game from its start; what was computed before is kept.
        """
        with self._lock:
            if not self._values:
                self._values.append(seat_chances(self._state))
            for number in range(len(self._values), len(moves) + 1):
                if control.should_stop():
                    break
                self._state.apply(moves[number - 1])
                self._values.append(seat_chances(self._state, number))
            return tuple(self._values)

"""The engine's match, with the cards of every round dealt as the compiled games deal them."""

import numpy as np

from assistant.arena.games.slave.kernels import deal_hands
from engine.slave.game_state import GameState
from engine.slave.match import SlaveMatch
from engine.slave.rules import SlaveRules


class DealtState(GameState):
    """A game whose rounds come from one stream, which starts at the deal's seed."""

    def _deal(self) -> None:
        super()._deal()
        if self.round_number == 1:
            self._stream = np.array([self.seed], np.int64)
        hands = np.zeros(4, np.int64)
        deal_hands(self._stream, hands)
        self.hands = [int(hand) for hand in hands]


class DealtMatch(SlaveMatch):
    """Some rounds from a deal's seed."""

    def __init__(self, deal_seed: int, n_rounds: int, rules: SlaveRules | None = None) -> None:
        super().__init__(deal_seed, n_rounds, rules)
        self.game = DealtState(self.game.rules)
        self.game.reset(deal_seed)
        self._begin_play()

"""The engine's match of one round, with the cards dealt as the compiled rounds deal them."""

import numpy as np

from assistant.arena.games.slave.kernels import deal_hands
from engine.slave.match import SlaveMatch


class DealtMatch(SlaveMatch):
    """One round from a deal's seed."""

    def __init__(self, deal_seed: int) -> None:
        super().__init__()
        hands = np.zeros(4, np.int64)
        deal_hands(deal_seed, hands)
        self.game.hands = [int(hand) for hand in hands]
        self.game.current_player = next(s for s in range(4) if self.game.hands[s] & 1)
        self._begin_play()

"""The random agent: any legal action, all equally likely."""

import numpy as np
from numpy.typing import NDArray

from engine.slave.agents.base_agent import BaseAgent
from engine.slave.observations import check_mask


class RandomAgent(BaseAgent):
    """Chooses uniformly among the legal actions."""

    name = "random"

    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Return a uniformly random legal action."""
        return int(self.rng.choice(np.flatnonzero(check_mask(action_mask))))

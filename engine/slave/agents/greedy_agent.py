"""The greedy agent: plays its lowest cards, singles first, and passes only if it must."""

import numpy as np
from numpy.typing import NDArray

from engine.slave.agents.base_agent import BaseAgent
from engine.slave.observations import check_mask


class GreedyAgent(BaseAgent):
    """Plays the lowest legal action that is not a pass; actions are numbered in that order."""

    name = "greedy"

    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Return the lowest legal play, or a pass if there is none."""
        plays = np.flatnonzero(check_mask(action_mask)[1:])
        return int(plays[0]) + 1 if len(plays) else 0

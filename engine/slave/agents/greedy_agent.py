"""Never passes unless forced; singles before pairs before triples before quads, lowest first."""

import numpy as np
from numpy.typing import NDArray

from engine.slave.agents.base_agent import BaseAgent
from engine.slave.observations import check_mask


class GreedyAgent(BaseAgent):
    """The lowest legal action that is not a pass: the actions are numbered in that order."""

    name = "greedy"

    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """The lowest legal play, else a pass."""
        plays = np.flatnonzero(check_mask(action_mask)[1:])
        return int(plays[0]) + 1 if len(plays) else 0

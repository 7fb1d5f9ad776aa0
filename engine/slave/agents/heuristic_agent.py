"""Leads whole groups from below, keeps sets together, cashes unbeatable groups when ahead."""

import numpy as np
from numpy.typing import NDArray

from engine.slave.agents.base_agent import BaseAgent
from engine.slave.observations import view_of_observation
from engine.slave.view import PlayerView


class HeuristicAgent(BaseAgent):
    """Simple rules of thumb; also the playout policy of the search."""

    name = "heuristic"

    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """The rule of thumb's action, from the observation alone."""
        return self.choose(view_of_observation(observation, action_mask))

    def choose(self, view: PlayerView) -> int:
        """The rule of thumb's action."""
        from engine.slave.kernels.players import heuristic_action

        return int(heuristic_action(view.row))

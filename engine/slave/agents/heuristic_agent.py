"""The heuristic agent: leads its lowest group, keeps sets, plays sure winners when ahead."""

import numpy as np
from numpy.typing import NDArray

from engine.slave.agents.base_agent import BaseAgent
from engine.slave.observations import view_of_observation
from engine.slave.view import PlayerView


class HeuristicAgent(BaseAgent):
    """Plays by simple rules of thumb."""

    name = "heuristic"

    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Return the action of the rules of thumb, from the observation alone."""
        return self.choose(view_of_observation(observation, action_mask))

    def choose(self, view: PlayerView) -> int:
        """Return the action of the rules of thumb."""
        from engine.slave.kernels.players import heuristic_action

        return int(heuristic_action(view.row))

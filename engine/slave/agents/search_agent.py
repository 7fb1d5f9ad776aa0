"""The search agent: plays every move out in deals that fit what was seen, takes the best."""

import numpy as np
from numpy.typing import NDArray

from engine.slave.agents.base_agent import BaseAgent
from engine.slave.exchange import gift_by_shape
from engine.slave.observations import view_of_observation
from engine.slave.policy import load_policy
from engine.slave.search import Search, SearchSettings
from engine.slave.view import PlayerView


class SearchAgent(BaseAgent):
    """The strongest player; `n_playouts` a decision sets its strength and its time."""

    name = "search"

    def __init__(self, seed: int = 0, settings: SearchSettings | None = None) -> None:
        self.settings = settings or SearchSettings()
        self.policy = load_policy()
        super().__init__(seed)

    def reset(self) -> None:
        """Restart the random numbers of the search."""
        super().reset()
        self.search = Search(self.settings, self.seed, self.policy)

    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Return the best action, searched without knowledge of earlier moves."""
        return self.choose(view_of_observation(observation, action_mask))

    def choose(self, view: PlayerView) -> int:
        """Return the best action, searched in deals that fit all moves seen."""
        return self.search.run(view, self.control).best

    def choose_gift(self, view: PlayerView) -> int:
        """Return the card whose loss leaves the best shape; playouts choose no better."""
        return gift_by_shape(view)

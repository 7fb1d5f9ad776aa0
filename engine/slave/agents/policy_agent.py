"""The policy agent: the trained network alone, one forward pass for each move."""

import numpy as np
from numpy.typing import NDArray

from engine.slave.agents.base_agent import BaseAgent
from engine.slave.card import N_CARDS
from engine.slave.exchange import gift_by_shape
from engine.slave.observations import check_observation
from engine.slave.policy import Policy, load_policy
from engine.slave.view import PlayerView, forget


class PolicyAgent(BaseAgent):
    """Takes the network's likeliest legal action, or samples at a temperature above 0.

    `memory` is how many of the last plays the agent remembers; all by default.
    """

    name = "policy"

    def __init__(
        self,
        seed: int = 0,
        policy: Policy | None = None,
        temperature: float = 0.0,
        memory: int = N_CARDS,
    ) -> None:
        self.policy = load_policy() if policy is None else policy
        self.temperature = temperature
        self.memory = memory
        super().__init__(seed)

    def choose(self, view: PlayerView) -> int:
        """Return the network's choice from what the agent remembers."""
        return super().choose(forget(view, self.memory))

    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Return the network's choice among the legal actions."""
        observation, action_mask = check_observation(observation, action_mask)
        legal = np.flatnonzero(action_mask)
        if len(legal) == 1:
            return int(legal[0])
        logits = self.policy.logits(observation[None], action_mask[None])[0, legal]
        if self.temperature <= 0:
            return int(legal[logits.argmax()])
        shares = np.exp((logits - logits.max()) / self.temperature)
        return int(self.rng.choice(legal, p=shares / shares.sum()))

    def choose_gift(self, view: PlayerView) -> int:
        """Return the card whose loss leaves the best shape."""
        return gift_by_shape(view)

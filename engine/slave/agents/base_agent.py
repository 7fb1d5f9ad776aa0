"""The interface of all agents: a function from what a player sees to an action.

`select_action` takes the environment's observation and mask alone; `choose` takes a view,
which also holds the moves seen so far, and answers in the exchange as well.
"""

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.slave.actions import FIRST_SINGLE
from engine.slave.view import PlayerView


class BaseAgent(ABC):
    """The interface of all agents; the same seed and the same views give the same moves."""

    name = "agent"
    control: Control | None = None  # ends a choice early, where it can be ended

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.reset()

    def reset(self) -> None:
        """Forget the last episode and restart the stream of random numbers."""
        self.rng = np.random.default_rng(self.seed)

    @abstractmethod
    def select_action(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
        """Choose a legal action from an observation and its mask."""

    def choose(self, view: PlayerView) -> int:
        """Choose a legal action from a view of the position."""
        return self.select_action(view.observation(), view.action_mask())

    def choose_gift(self, view: PlayerView) -> int:
        """Return the card to give next as King or Queen, as an action 1 to 52; the lowest here."""
        return FIRST_SINGLE + (view.hand & -view.hand).bit_length() - 1

    def act(self, view: PlayerView, phase: str) -> int:
        """Return the action in either phase of a match."""
        return self.choose_gift(view) if phase == "exchange" else self.choose(view)

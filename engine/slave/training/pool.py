"""Earlier selves as opponents: a bounded pool of networks, thinned out in the middle."""

from copy import deepcopy
from dataclasses import dataclass, field

import numpy as np

from engine.slave.training.network import PolicyValueNet


@dataclass(slots=True)
class Pool:
    """Up to `size` earlier networks; when it is full a random one in the middle makes room."""

    size: int = 8
    nets: list[PolicyValueNet] = field(default_factory=list)

    def add(self, net: PolicyValueNet, rng: np.random.Generator) -> None:
        """Take in a copy of a network; the first and the newest always stay."""
        if len(self.nets) >= self.size:
            del self.nets[int(rng.integers(1, self.size))]
        self.nets.append(deepcopy(net).requires_grad_(False))

    def pick(self, rng: np.random.Generator) -> int:
        """Return the index of a random network."""
        return int(rng.integers(len(self.nets)))

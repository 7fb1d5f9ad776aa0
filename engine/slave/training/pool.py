"""Earlier selves as rivals: a bounded pool of policies, the oldest thinned out first."""

from dataclasses import dataclass, field

import numpy as np

from engine.slave.policy import Policy


@dataclass(slots=True)
class Pool:
    """Up to `size` earlier policies; when it is full a random middle one makes room."""

    size: int = 8
    policies: list[Policy] = field(default_factory=list)

    def add(self, policy: Policy, rng: np.random.Generator) -> None:
        """Take in a policy; the first and the newest always stay."""
        if len(self.policies) >= self.size:
            del self.policies[int(rng.integers(1, self.size))]
        self.policies.append(policy)

    def pick(self, rng: np.random.Generator) -> int:
        """The index of a random policy."""
        return int(rng.integers(len(self.policies)))

"""The network: two hidden layers, a head for the 157 actions and one for the value."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.slave.actions import N_ACTIONS
from engine.slave.layout import N_DERIVED
from engine.slave.policy import Policy
from engine.slave.row import derive

ILLEGAL = -1e9


class PolicyValueNet(nn.Module):
    """Observations to action logits (illegal ones far down) and the expected utility."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(N_DERIVED, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy_head = nn.Linear(width, N_ACTIONS)
        self.value_head = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy_head.weight, 0.01)

    def forward(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> tuple[Tensor, Tensor]:
        """Return masked logits (n, 157) and values (n,)."""
        hidden = self.trunk(torch.from_numpy(derive(observations, masks)))
        logits = self.policy_head(hidden).masked_fill(torch.from_numpy(masks == 0), ILLEGAL)
        return logits, self.value_head(hidden).squeeze(-1)

    def sharpen(self, factor: float) -> None:
        """Scale the logits: the best action stays the best and becomes likelier."""
        with torch.no_grad():
            self.policy_head.weight *= factor
            self.policy_head.bias *= factor

    def layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Return weights and biases of the policy's layers, as `engine.slave.policy` runs them."""
        linear: list[Any] = [self.trunk[0], self.trunk[2], self.policy_head]
        return [
            (
                np.ascontiguousarray(layer.weight.detach().numpy().T),
                layer.bias.detach().numpy().copy(),
            )
            for layer in linear
        ]


def net_of(policy: Policy) -> PolicyValueNet:
    """Return a network that plays as a policy does and knows no values yet."""
    net = PolicyValueNet(policy.layers[0][1].size)
    linear: list[Any] = [net.trunk[0], net.trunk[2], net.policy_head]
    with torch.no_grad():
        for layer, (weights, bias) in zip(linear, policy.layers, strict=True):
            layer.weight.copy_(torch.from_numpy(weights.T.copy()))
            layer.bias.copy_(torch.from_numpy(bias.copy()))
    return net


def use_one_thread(seed: int) -> None:
    """Make torch repeatable: a seed and a single thread."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)

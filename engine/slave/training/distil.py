"""Distillation: a network learns to choose as the search does, from recorded decisions.

The target of a position is a softmax over the values that the search found, which lean on the
shares of an earlier policy if there is one: values of few playouts are noisy. The value head learns
the value of the best action.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.control import Control
from engine.errors import Cancelled
from engine.slave.observations import observe_rows
from engine.slave.policy import Policy
from engine.slave.search import SearchSettings
from engine.slave.training.decisions import Decisions
from engine.slave.training.network import PolicyValueNet, use_one_thread


@dataclass(frozen=True, slots=True)
class DistilSettings:
    """How to learn from recorded decisions."""

    width: int = 256
    n_epochs: int = 6
    batch: int = 512
    learning_rate: float = 1e-3
    temperature: float = 0.02
    value_weight: float = 0.5
    seed: int = 1


@dataclass(frozen=True, slots=True)
class TrainingExamples:
    """Training examples: observations, masks, target shares and values."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    shares: NDArray[np.float32]
    values: NDArray[np.float32]


def make_examples(
    decisions: Decisions, temperature: float, earlier: Policy | None = None
) -> TrainingExamples:
    """Turn recorded decisions into training examples."""
    observations, masks = observe_rows(decisions.rows)
    actions = np.maximum(decisions.actions, 0).astype(np.int64)
    n_samples = decisions.tally.sum(axis=2)
    total = decisions.tally @ np.array(SearchSettings().utilities)
    values = np.where(n_samples > 0, total / np.maximum(1, n_samples), -np.inf)
    best = values.max(axis=1)
    scores = (values - best[:, None]) / temperature
    if earlier is not None:
        scores += np.take_along_axis(earlier.logits(observations, masks), actions, axis=1)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return TrainingExamples(
        observations, masks, actions, shares.astype(np.float32), best.astype(np.float32)
    )


def distil(
    examples: TrainingExamples,
    settings: DistilSettings,
    control: Control | None = None,
    on_epoch: Callable[[int, dict[str, float]], None] | None = None,
    net: PolicyValueNet | None = None,
) -> PolicyValueNet:
    """Train a network, a new one by default; `on_epoch` gets the losses of each epoch."""
    use_one_thread(settings.seed)
    net = net or PolicyValueNet(settings.width)
    optimizer = torch.optim.Adam(net.parameters(), settings.learning_rate)
    n = len(examples.values)
    n_steps = settings.n_epochs * -(-n // settings.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.learning_rate, n_steps, pct_start=0.1
    )
    rng = np.random.default_rng(settings.seed)
    for epoch in range(settings.n_epochs):
        losses = np.zeros(2)
        for picked in np.array_split(rng.permutation(n), -(-n // settings.batch)):
            if control is not None and control.should_stop():
                raise Cancelled(
                    "stopped during distillation; run the same command again to continue"
                )
            policy_loss, value_loss = _losses(net, examples, picked)
            optimizer.zero_grad()
            (policy_loss + settings.value_weight * value_loss).backward()
            optimizer.step()
            schedule.step()
            losses += len(picked) / n * np.array([policy_loss.item(), value_loss.item()])
        if control is not None:
            control.report(epoch + 1, settings.n_epochs, "epochs of distillation")
        if on_epoch is not None:
            on_epoch(epoch, {"policy_loss": losses[0], "value_loss": losses[1]})
    return net


def _losses(
    net: PolicyValueNet, examples: TrainingExamples, picked: NDArray[np.int64]
) -> tuple[Tensor, Tensor]:
    logits, values = net(examples.observations[picked], examples.masks[picked])
    log_shares = torch.log_softmax(logits, 1).gather(1, torch.from_numpy(examples.actions[picked]))
    shares = torch.from_numpy(examples.shares[picked])
    policy_loss = -(shares * log_shares.clamp(min=-30)).sum(1).mean()
    value_loss = (values - torch.from_numpy(examples.values[picked])).square().mean()
    return policy_loss, value_loss

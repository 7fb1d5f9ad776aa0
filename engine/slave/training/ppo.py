"""PPO self-play from top to bottom: settings, choices, update, loop, checkpoints.

Every iteration plays a batch of games with action masks against the tables of the curriculum,
then takes clipped policy steps. A checkpoint holds all that the next iteration depends on, so
a resumed run goes on exactly as if it had not stopped. The control is checked between steps of
the rollout and minibatches; an iteration that is stopped is discarded.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.slave.observations import observe_rows
from engine.slave.policy import Policy
from engine.slave.training.checkpoints import Arrays, Checkpoints
from engine.slave.training.curriculum import FINE_TUNING, POOL, SELF, Stage, stage_at
from engine.slave.training.network import PolicyValueNet, use_one_thread
from engine.slave.training.pool import Pool
from engine.slave.training.rollout import Collector, GamesInPlay, LearnerStep, TrainingBatch

CHECKPOINT = "ppo.checkpoint"


@dataclass(frozen=True, slots=True)
class PpoSettings:
    """Hyperparameters of a run."""

    n_iterations: int = 200
    n_games: int = 512
    n_choices: int = 8192
    minibatch: int = 1024
    n_epochs: int = 3
    learning_rate: float = 1e-4
    clip: float = 0.15
    gae_lambda: float = 0.95
    entropy_weight: float = 0.003
    value_weight: float = 0.5
    pool_every: int = 20
    sharpen: float = 3.0  # a distilled network is unsure; its logits are scaled up at the start
    width: int = 256
    seed: int = 1
    stages: tuple[Stage, ...] = field(default=FINE_TUNING)


class Ppo:
    """A run: network, optimizer, pool, games in play and all streams of random numbers."""

    def __init__(self, settings: PpoSettings, net: PolicyValueNet | None = None) -> None:
        use_one_thread(settings.seed)
        self.settings = settings
        self.net = PolicyValueNet(settings.width) if net is None else net
        if net is not None:
            net.sharpen(settings.sharpen)
        self.optimizer = torch.optim.Adam(self.net.parameters(), settings.learning_rate)
        self.rng = np.random.default_rng(settings.seed)
        self.tables = GamesInPlay(settings.n_games, settings.seed + 1)
        self.pool = Pool()
        self.iteration = 0

    def policy(self) -> Policy:
        """Return the network as it is now, for NumPy."""
        return Policy(tuple((w.copy(), b) for w, b in self.net.layers()), {})

    def run(
        self,
        control: Control | None = None,
        on_iteration: Callable[[int, dict[str, float]], None] | None = None,
    ) -> None:
        """Iterate until done or stopped; `on_iteration` gets the figures of every iteration."""
        control = control or Control()
        while self.iteration < self.settings.n_iterations:
            before = self._state()
            try:
                figures = self.iterate(control)
            except Cancelled:
                self._set(before)
                return
            if on_iteration is not None:
                on_iteration(self.iteration, figures)
            control.report(self.iteration, self.settings.n_iterations, "PPO iterations")

    def iterate(self, control: Control) -> dict[str, float]:
        """Play and learn for one iteration; now and then add the network to the pool."""
        progress = self.iteration / self.settings.n_iterations
        if self.iteration % self.settings.pool_every == 0:
            self.pool.add(self.net, self.rng)
        collector = self._play(stage_at(self.settings.stages, progress), control)
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * (1 - 0.9 * progress)
        figures = self._learn(collector.batch(), control)
        self.iteration += 1
        return {"utility": float(np.mean(collector.utilities)), **figures}

    def _play(self, stage: Stage, control: Control) -> Collector:
        collector = Collector(self.settings.gae_lambda)
        while len(collector.steps) < self.settings.n_choices:
            _raise_if_stopped(control)
            self.tables.deal(stage, self.pool)
            deciding, pool_index = self.tables.movers()
            own = np.flatnonzero(deciding == SELF)
            if len(own):
                self.tables.record(own, self._choose(self.net, own))
            for index, opponent in enumerate(self.pool.nets):
                theirs = np.flatnonzero((deciding == POOL) & (pool_index == index))
                if len(theirs):
                    self.tables.play(theirs, self._choose(opponent, theirs))
            self.tables.finish(collector)
        return collector

    def _choose(self, net: PolicyValueNet, games: NDArray[np.int64]) -> list[LearnerStep]:
        """Sample an action in each of some games, as `net` would choose."""
        n = len(games)
        observations, masks = observe_rows(self.tables.rows[games])
        with torch.no_grad():
            logits, values = net(observations, masks)
            log_shares = torch.log_softmax(logits, 1).numpy()
        noise = self.rng.gumbel(size=log_shares.shape).astype(np.float32)
        actions = (log_shares + noise).argmax(axis=1)
        chosen = log_shares[np.arange(n), actions]
        return [
            LearnerStep(
                observations[i], masks[i], int(actions[i]), float(chosen[i]), float(values[i])
            )
            for i in range(n)
        ]

    def _learn(self, batch: TrainingBatch, control: Control) -> dict[str, float]:
        settings = self.settings
        n = len(batch.actions)
        sums, n_batches = np.zeros(4), 0
        for _ in range(settings.n_epochs):
            for picked in np.array_split(self.rng.permutation(n), max(1, n // settings.minibatch)):
                _raise_if_stopped(control)
                sums += self._step(batch, picked)
                n_batches += 1
        names = ("policy_loss", "value_loss", "entropy", "clipped")
        return dict(zip(names, (sums / n_batches).tolist(), strict=True))

    def _step(self, batch: TrainingBatch, picked: NDArray[np.int64]) -> NDArray[np.float64]:
        settings = self.settings
        logits, values = self.net(batch.observations[picked], batch.masks[picked])
        log_all = torch.log_softmax(logits, 1)
        log_share = log_all.gather(1, torch.from_numpy(batch.actions[picked])[:, None]).squeeze(1)
        ratio = torch.exp(log_share - torch.from_numpy(batch.log_shares[picked]))
        advantage = torch.from_numpy(batch.advantages[picked])
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
        value_loss = (values - torch.from_numpy(batch.returns[picked])).square().mean()
        entropy = -(log_all.exp() * log_all.clamp(min=-30)).sum(1).mean()
        loss = policy_loss + settings.value_weight * value_loss - settings.entropy_weight * entropy
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()
        is_clipped = ((ratio - 1).abs() > settings.clip).float().mean()
        figures = (policy_loss, value_loss, entropy, is_clipped)
        return np.array([figure.item() for figure in figures])

    def _state(self) -> dict[str, Any]:
        """Return everything that the next iteration depends on and changes."""
        return {
            "net": deepcopy(self.net.state_dict()),
            "optimizer": deepcopy(self.optimizer.state_dict()),
            "rng": self.rng.bit_generator.state,
            "tables": self.tables.copy(),
            "pool": Pool(self.pool.size, list(self.pool.nets)),
            "iteration": self.iteration,
        }

    def _set(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.rng.bit_generator.state = state["rng"]
        self.tables, self.pool, self.iteration = state["tables"], state["pool"], state["iteration"]

    def save(self, checkpoints: Checkpoints) -> None:
        """Write a checkpoint: all that the next iteration depends on."""
        arrays: Arrays = {
            f"net/{key}": value.numpy() for key, value in self.net.state_dict().items()
        }
        for number, moments in self.optimizer.state_dict()["state"].items():
            arrays |= {f"adam/{number}/{key}": value.numpy() for key, value in moments.items()}
        for number, net in enumerate(self.pool.nets):
            arrays |= {f"pool/{number}/{key}": v.numpy() for key, v in net.state_dict().items()}
        facts = {"iteration": self.iteration, "rng": self.rng.bit_generator.state}
        facts["tables_rng"] = self.tables.rng.bit_generator.state
        checkpoints.save(CHECKPOINT, arrays | self.tables.arrays(), facts)

    @classmethod
    def load(cls, checkpoints: Checkpoints, settings: PpoSettings) -> "Ppo | None":
        """Return the run as its newest checkpoint left it; None if there is none."""
        found = checkpoints.load(CHECKPOINT)
        if found is None:
            return None
        run = cls(settings)
        try:
            run._restore(*found)
        except (KeyError, ValueError, TypeError, RuntimeError) as error:
            raise InputError(
                f'"{checkpoints.folder / CHECKPOINT}" holds other arrays than this version keeps: '
                "choose another folder with --out"
            ) from error
        return run

    def _restore(self, arrays: Arrays, facts: dict[str, Any]) -> None:
        self.net.load_state_dict(_tensors(arrays, "net/"))
        numbers = sorted({int(key.split("/")[1]) for key in arrays if key.startswith("adam/")})
        moments = {number: _tensors(arrays, f"adam/{number}/") for number in numbers}
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": moments, "param_groups": groups})
        for number in range(len({key.split("/")[1] for key in arrays if key.startswith("pool/")})):
            net = PolicyValueNet(self.settings.width).requires_grad_(False)
            net.load_state_dict(_tensors(arrays, f"pool/{number}/"))
            self.pool.nets.append(net)
        self.tables.restore(arrays)
        self.tables.rng.bit_generator.state = facts["tables_rng"]
        self.rng.bit_generator.state = facts["rng"]
        self.iteration = facts["iteration"]


def _tensors(arrays: Arrays, prefix: str) -> dict[str, torch.Tensor]:
    """Return the arrays whose names have a prefix as tensors, named without it."""
    return {
        key.removeprefix(prefix): torch.from_numpy(value.copy())
        for key, value in arrays.items()
        if key.startswith(prefix)
    }


def _raise_if_stopped(control: Control) -> None:
    if control.should_stop():
        raise Cancelled("stopped within an iteration of PPO")

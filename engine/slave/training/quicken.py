"""The quick form of a policy: a small network that learns to choose as the large one does.

The large one plays games against itself and simple opponents; its choice in every position is the
target, so the small one's shares say how likely the large one is to make a move.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.control import Control
from engine.errors import Cancelled
from engine.slave.actions import N_ACTIONS
from engine.slave.kernels import deals, encoding, rounds
from engine.slave.kernels.players import GREEDY, HEURISTIC, RANDOM, advance
from engine.slave.kernels.quick import inputs_of_rows, make_scratch, quick_actions
from engine.slave.layout import N_INPUTS, N_ROWS, WIDTH, Quick
from engine.slave.policy import Policy
from engine.slave.rules import HAND_SIZE
from engine.slave.training.evaluator import NETWORK, best_actions
from engine.slave.training.network import ILLEGAL, use_one_thread

N_GAMES = 2048
MIXED_SHARE = 0.4  # share of games with simple opponents at about half of the seats
OPPONENTS = (GREEDY, GREEDY, HEURISTIC, HEURISTIC, RANDOM)
TITLED_SHARE = 0.3
AGREEMENT_SEED = 77  # seed of the games in which quick and large form are compared
STRAY_SHARE = 0.03  # share of random moves, so that odd positions are met as well


@dataclass(frozen=True, slots=True)
class QuickSettings:
    """How much to learn, and how."""

    n_choices: int = 2_000_000
    n_epochs: int = 6
    batch: int = 1024
    learning_rate: float = 4e-3
    seed: int = 1


class QuickNet(nn.Module):
    """The quick form as torch trains it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(N_ROWS, WIDTH, mode="sum")
        nn.init.normal_(self.rows.weight, 0, 0.1)
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.out = nn.Linear(WIDTH, N_ACTIONS)

    def forward(self, inputs: Tensor, masks: Tensor) -> Tensor:
        """Return the scores of all actions; illegal ones far down."""
        scores: Tensor = self.out(torch.relu(self.rows(inputs) + self.bias))
        return scores.masked_fill(masks == 0, ILLEGAL)

    def arrays(self) -> Quick:
        """Return the layers as the kernels take them."""
        parts = (self.rows.weight, self.bias, self.out.weight, self.out.bias)
        return Quick(*(part.detach().numpy().copy() for part in parts))


def quicken(policy: Policy, settings: QuickSettings, control: Control | None = None) -> Quick:
    """Return the quick form of a policy."""
    control = control or Control()
    use_one_thread(settings.seed)
    rows, actions = play_choices(policy, settings.n_choices, settings.seed, control)
    n = len(rows)
    inputs, masks = np.empty((n, N_INPUTS), np.int16), np.empty((n, N_ACTIONS), np.int8)
    inputs_of_rows(rows, inputs)
    encoding.mask_batch(rows, masks)
    net = QuickNet()
    _learn(net, (inputs, masks, actions), settings, control)
    return net.arrays()


def agreement(policy: Policy, n_choices: int) -> float:
    """Return how often the quick form chooses as the policy does, in games it did not learn
    from.
    """
    rows, actions = play_choices(policy, n_choices, AGREEMENT_SEED, Control())
    assert policy.quick is not None
    return float((quick_actions(rows, policy.quick, make_scratch()) == actions).mean())


def play_choices(
    policy: Policy, n_choices: int, seed: int, control: Control
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows in which the policy had a choice, and what it chose."""
    rng, state = np.random.default_rng(seed), np.array([7919 * seed], np.int64)
    rows, seats = np.zeros((N_GAMES, rounds.ROW), np.int64), np.full((N_GAMES, 4), NETWORK)
    rows[:, rounds.N_DONE] = 4
    seen: list[NDArray[np.int64]] = []
    chosen: list[NDArray[np.int64]] = []
    n_done = 0
    while n_done < n_choices:
        _raise_if_stopped(control)
        _deal(rows, seats, rng, state)
        advance(rows, seats, state)
        playing = np.flatnonzero(rows[:, rounds.N_DONE] < 4)
        actions = best_actions(policy, rows[playing])
        seen.append(rows[playing])
        chosen.append(actions)
        n_done += len(playing)
        for game, action in zip(playing, _stray(rows[playing], actions, rng), strict=True):
            rounds.apply_action(rows[game], action)
        control.report(n_done, n_choices, "choices of the policy")
    return np.concatenate(seen), np.concatenate(chosen)


def _deal(
    rows: NDArray[np.int64],
    seats: NDArray[np.int64],
    rng: np.random.Generator,
    state: NDArray[np.int64],
) -> None:
    """Start a new game wherever one is over."""
    for game in np.flatnonzero(rows[:, rounds.N_DONE] == 4):
        deals.reset_row(rows[game], state, TITLED_SHARE, 0, HAND_SIZE)
        simple = (rng.random(4) < 0.5) & (rng.random() < MIXED_SHARE)
        seats[game] = np.where(simple, rng.choice(OPPONENTS, 4), NETWORK)


def _stray(
    rows: NDArray[np.int64], actions: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return the actions to play: the policy's, except for a few random ones."""
    played, buffer = actions.copy(), np.empty(64, np.int64)
    for i in np.flatnonzero(rng.random(len(actions)) < STRAY_SHARE):
        played[i] = rng.choice(buffer[: rounds.legal_actions(rows[i], buffer)])
    return played


def _learn(
    net: QuickNet,
    examples: tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.int64]],
    settings: QuickSettings,
    control: Control,
) -> None:
    inputs, masks, actions = examples
    n = len(actions)
    n_steps = settings.n_epochs * -(-n // settings.batch)
    optimizer = torch.optim.Adam(net.parameters(), settings.learning_rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.learning_rate, n_steps, pct_start=0.1
    )
    rng = np.random.default_rng(settings.seed)
    for epoch in range(settings.n_epochs):
        for picked in np.array_split(rng.permutation(n), -(-n // settings.batch)):
            _raise_if_stopped(control)
            scores = net(
                torch.from_numpy(inputs[picked].astype(np.int64)), torch.from_numpy(masks[picked])
            )
            loss = nn.functional.cross_entropy(scores, torch.from_numpy(actions[picked]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        control.report(epoch + 1, settings.n_epochs, "epochs of the quick form")


def _raise_if_stopped(control: Control) -> None:
    if control.should_stop():
        raise Cancelled(
            "stopped while training the quick form; run the same command again to continue"
        )

"""Measure a network: batches of games against simple opponents, every seat in turn, fixed seeds.

Runs on NumPy and the compiled game alone; whole agents are measured in the arena.
"""

import numpy as np
from numpy.typing import NDArray

from engine.slave.kernels import batches, rounds
from engine.slave.kernels.players import advance
from engine.slave.observations import observe_rows
from engine.slave.policy import Policy
from engine.slave.rules import HAND_SIZE
from engine.slave.solver import TitleCounts, title_counts

NETWORK = -1


def evaluate(
    policy: Policy, opponents: tuple[int, int, int], n_games: int, seed: int = 0
) -> TitleCounts:
    """Play the network's best actions against three simple policies; seats rotate game by game."""
    rng = np.array([seed], np.int64)
    rows = np.zeros((n_games, rounds.ROW), np.int64)
    batches.reset_batch(rows, rng, 0.0, 0, HAND_SIZE)
    heroes = np.arange(n_games) % 4
    policies = np.full((n_games, 4), NETWORK)
    for offset, opponent in enumerate(opponents):
        policies[np.arange(n_games), (heroes + offset + 1) % 4] = opponent
    finished = _play_out(policy, rows, policies, rng)
    titles = [int(rounds.place_of(finished[g], heroes[g])) for g in range(n_games)]
    return title_counts(np.bincount(titles, minlength=4))


def _play_out(
    policy: Policy,
    rows: NDArray[np.int64],
    policies: NDArray[np.int64],
    rng: NDArray[np.int64],
) -> NDArray[np.int64]:
    finished = rows.copy()
    running = np.arange(len(rows))
    while len(running):
        advance(rows, policies, rng)
        over = rows[:, rounds.N_DONE] == 4
        finished[running[over]] = rows[over]
        running, rows, policies = running[~over], rows[~over], policies[~over]
        actions = best_actions(policy, rows)
        for row, action in zip(rows, actions, strict=True):
            rounds.apply_action(row, action)
    return finished


def best_actions(policy: Policy, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the network's best legal action in every row."""
    observations, masks = observe_rows(rows)
    logits = policy.logits(observations, masks)
    return np.where(masks > 0, logits, -np.inf).argmax(axis=1)

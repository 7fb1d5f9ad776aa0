"""Records of the search's decisions in many kinds of games, from which a network learns.

Each record is the searcher's row (own hand and public fields), the actions searched and how
often each title followed. Some moves are random, so that the network also sees positions which a
perfect player would avoid.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.files import set_aside
from engine.slave.kernels import deals, rounds
from engine.slave.kernels.players import GREEDY, HEURISTIC, RANDOM, policy_action
from engine.slave.kernels.quick import make_scratch, quick_action
from engine.slave.kernels.worlds import POLICY
from engine.slave.rules import HAND_SIZE
from engine.slave.search import Search, SearchResult, SearchSettings
from engine.slave.view import PlayerView, cut_view

SEARCHER = 9
MAX_ACTIONS = 48
MAX_MOVES = 256
# Three opponents of the seat that searches, and how often such a table is set.
Opponents = tuple[tuple[float, tuple[int, int, int]], ...]
TABLES: Opponents = (
    (0.50, (GREEDY, GREEDY, GREEDY)),
    (0.15, (HEURISTIC, HEURISTIC, HEURISTIC)),
    (0.05, (RANDOM, RANDOM, RANDOM)),
    (0.10, (GREEDY, HEURISTIC, RANDOM)),
    (0.20, (SEARCHER, SEARCHER, SEARCHER)),
)
AMONG_POLICIES = ((0.8, (POLICY, POLICY, POLICY)), (0.2, (GREEDY, HEURISTIC, POLICY)))
TITLED_SHARE = 0.3
STRAY_SHARE = 0.1  # share of the searcher's moves that are drawn at random from its better half


@dataclass(slots=True)
class Decisions:
    """Records of decisions: rows (n, 17), actions (n, 48) padded with -1, tally (n, 48, 4)."""

    rows: NDArray[np.int64]
    actions: NDArray[np.int16]
    tally: NDArray[np.int32]

    def save(self, path: Path) -> None:
        """Write the records to an .npz file."""
        np.savez_compressed(path, rows=self.rows, actions=self.actions, tally=self.tally)

    @classmethod
    def load(cls, *paths: Path) -> "Decisions":
        """Read and join the records of some files."""
        parts = [np.load(path, allow_pickle=False) for path in paths]
        names = ("rows", "actions", "tally")
        return cls(*(np.concatenate([part[name] for part in parts]) for name in names))

    def __len__(self) -> int:
        return len(self.rows)


def is_whole(path: Path) -> bool:
    """Return True if a file of records is there and can be read; a damaged one is set aside."""
    if not path.exists():
        return False
    try:
        Decisions.load(path)
    except Exception:  # a damaged archive raises many kinds of errors
        set_aside(path)
        return False
    return True


class _DecisionLog:
    """Collects records up to a size."""

    def __init__(self, size: int) -> None:
        self.n = 0
        self.records = Decisions(
            np.zeros((size, rounds.ROW), np.int64),
            np.full((size, MAX_ACTIONS), -1, np.int16),
            np.zeros((size, MAX_ACTIONS, 4), np.int32),
        )

    def add(self, view: PlayerView, result: SearchResult) -> None:
        if self.n < len(self.records.rows):
            n_actions = len(result.actions)
            self.records.rows[self.n] = view.row
            self.records.actions[self.n, :n_actions] = result.actions
            self.records.tally[self.n, :n_actions] = result.tally
            self.n += 1


def collect(
    n_decisions: int,
    seed: int,
    settings: SearchSettings,
    control: Control | None = None,
    tables: Opponents = TABLES,
) -> Decisions:
    """Play games at mixed tables until enough decisions of the searching seats are recorded."""
    rng = np.random.default_rng(seed)
    state = np.array([rng.integers(1 << 62)], np.int64)
    search = Search(settings, int(rng.integers(1 << 62)))
    log = _DecisionLog(n_decisions)
    control = control or Control()
    while log.n < n_decisions and not control.should_stop():
        _play_game(log, search, _seats(tables, rng), rng, state, control)
        control.report(log.n, n_decisions, "decisions of the search")
    records = log.records
    return Decisions(records.rows[: log.n], records.actions[: log.n], records.tally[: log.n])


def _seats(tables: Opponents, rng: np.random.Generator) -> list[int]:
    table = tables[int(rng.choice(len(tables), p=[share for share, _ in tables]))][1]
    seats = [SEARCHER, *rng.permutation(table)]
    first = int(rng.integers(4))
    return [int(seats[(i + first) % 4]) for i in range(4)]


def _play_game(
    log: _DecisionLog,
    search: Search,
    seats: list[int],
    rng: np.random.Generator,
    state: NDArray[np.int64],
    control: Control,
) -> None:
    row = np.zeros(rounds.ROW, np.int64)
    past, laid = np.zeros((MAX_MOVES, rounds.ROW), np.int64), np.zeros(MAX_MOVES, np.int64)
    buffer, scratch = np.empty(64, np.int64), make_scratch()
    deals.reset_row(row, state, TITLED_SHARE, 0, HAND_SIZE)
    n_moves = 0
    while row[rounds.N_DONE] < 4 and not control.should_stop():
        seat = int(row[rounds.CUR])
        if seats[seat] == SEARCHER:
            action = _search_move(log, search, rng, row, past[:n_moves], laid[:n_moves])
        elif seats[seat] == POLICY:
            action = int(quick_action(row, search.policy.quick, scratch))
        else:
            action = int(policy_action(row, seats[seat], buffer, state))
        past[n_moves, 4:] = row[4:]
        laid[n_moves] = rounds.cards_of(action, row[seat])
        n_moves += 1
        rounds.apply_action(row, action)


def _search_move(
    log: _DecisionLog,
    search: Search,
    rng: np.random.Generator,
    row: NDArray[np.int64],
    past: NDArray[np.int64],
    laid: NDArray[np.int64],
) -> int:
    view = cut_view(row, int(row[rounds.CUR]), past, laid)
    result = search.run(view)
    if result.tally.any():  # the policy was not sure of a move at once
        log.add(view, result)
    if rng.random() < STRAY_SHARE:
        better = result.actions[result.values >= np.median(result.values)]
        return int(rng.choice(better))
    return result.best

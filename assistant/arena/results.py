"""The results of a session in memory: who is done, and what came out, by game number.

Games may arrive in any order and in batches of any size; what is computed from them depends
only on the games. The digest is equal for two sessions exactly if every move and result is.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.arena.batch import Games
from assistant.arena.plan import SessionPlan


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games in a row, from number `first` on, as one worker played them."""

    first: int
    games: Games
    elapsed_s: float = 0.0

    @property
    def end(self) -> int:
        """The number after the last game."""
        return self.first + len(self.games)

    def pieces(self, n_bytes: int) -> Iterator["Chunk"]:
        """Yield the same games in chunks with about this many bytes of moves, at least one game
        each.
        """
        games = self.games
        ends = np.cumsum(games.lengths, dtype=np.int64)
        step = max(1, len(games) * n_bytes // max(1, len(games.moves)))
        for start in range(0, len(games), step):
            rows = slice(start, min(start + step, len(games)))
            begin = int(ends[start - 1]) if start else 0
            moves = games.moves[begin : int(ends[rows.stop - 1])]
            part = Games(games.places[rows], games.points[rows], games.lengths[rows], moves)
            share = len(part) / len(games)
            yield Chunk(self.first + start, part, share * self.elapsed_s)


class Results:
    """Places and points of every game that is done."""

    def __init__(self, plan: SessionPlan) -> None:
        self.plan = plan
        shape = (plan.n_games, plan.n_seats)
        self.done: NDArray[np.bool_] = np.zeros(plan.n_games, np.bool_)
        self.places: NDArray[np.uint8] = np.zeros(shape, np.uint8)
        self.points: NDArray[np.float32] = np.zeros(shape, np.float32)
        self.n_done = 0

    def add(self, chunk: Chunk) -> None:
        """Take the results of some games; a game that is there already must not come again."""
        rows = slice(chunk.first, chunk.end)
        assert not self.done[rows].any(), f"games {chunk.first} to {chunk.end} came twice"
        self.places[rows] = chunk.games.places
        self.points[rows] = chunk.games.points
        self.done[rows] = True
        self.n_done += len(chunk.games)

    def before(self, end: int) -> "Results":
        """Return what was known when only the games before `end` were done."""
        part = Results(self.plan)
        part.done[:end] = self.done[:end]
        part.places, part.points = self.places, self.points
        part.n_done = int(part.done.sum())
        return part

    def gaps(self, end: int) -> list[tuple[int, int]]:
        """Return the stretches of games before `end` that are not done, as (first, end)."""
        edges = np.flatnonzero(np.diff(self.done[:end], prepend=True, append=True))
        return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]

    def whole_rounds(self, end: int | None = None) -> NDArray[np.int64]:
        """Return the rounds before round `end` of which every game is done."""
        by_round = self.done.reshape(-1, self.plan.games_a_round)[:end]
        return np.flatnonzero(by_round.all(axis=1))


def digest(chunks: Iterable[Chunk]) -> str:
    """Return one short text for all moves and results; the borders between chunks do not matter."""
    hashes = [hashlib.sha256() for _ in range(4)]
    for chunk in sorted(chunks, key=lambda c: c.first):
        games = chunk.games
        arrays = (games.places, games.points, games.lengths, games.moves)
        fields = [array.tobytes() for array in arrays]
        for hash_, field in zip(hashes, fields, strict=True):
            hash_.update(field)
    return hashlib.sha256(b"".join(h.digest() for h in hashes)).hexdigest()


def split(gaps: Sequence[tuple[int, int]], size: "BatchSize") -> Iterator[tuple[int, int]]:
    """Cut gaps into batches (first, count) of the size that is right when each is asked for."""
    left = sum(end - first for first, end in gaps)
    for first, end in gaps:
        while first < end:
            count = min(size.count(left), end - first)
            yield first, count
            first += count
            left -= count


class BatchSize:
    """How many games make a batch of some seconds, learned from the batches that came back."""

    FIRST, MAX_GROWTH, MAX_SHRINK = 4, 8, 16

    def __init__(self, n_workers: int, batch_s: float, first: int = FIRST) -> None:
        self._n_workers, self._batch_s = n_workers, batch_s
        self._size = first

    def count(self, left: int) -> int:
        """Return the size of the next batch; batches shrink towards the end, so that no worker
        idles.
        """
        even = -(-left // self._n_workers)
        return max(1, min(self._size, even, max(even // 2, self._size // self.MAX_SHRINK)))

    def learn(self, count: int, elapsed_s: float) -> None:
        """Learn from a batch of `count` games that took this long; the first ones may include
        compiling.
        """
        wanted = count * self._batch_s / max(elapsed_s, 1e-9)
        self._size = max(1, int(min(wanted, max(count, self._size) * self.MAX_GROWTH)))

"""The results of everybody who plays on one practice server: wins in 1 to 6 guesses, losses.

Kept in memory, for the newest puzzles alone; the page shows it in its stats.
"""

import threading

from engine.cards import shorten
from engine.errors import IllegalStateError

N_RESULTS = 7  # one to six guesses, and lost
MAX_PUZZLES = 100
MAX_ID = 200  # characters of a puzzle's name


class ResultCounts:
    """Counts games; any thread may call it."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}
        self._lock = threading.Lock()

    def look(self, puzzle: str) -> list[int]:
        """Return the counts of a puzzle."""
        with self._lock:
            return list(self._counts.get(puzzle, [0] * N_RESULTS))

    def add(self, puzzle: str, result: str) -> list[int]:
        """Count a game that ended: `result` is 1 to 6 guesses, or 7 for a loss."""
        if result not in map(str, range(1, N_RESULTS + 1)):
            raise IllegalStateError(
                f'"{shorten(result)}" is not a result: expected 1 to {N_RESULTS}'
            )
        if not 0 < len(puzzle) <= MAX_ID:
            raise IllegalStateError(f'"{shorten(puzzle)}" is not a puzzle of this site')
        with self._lock:
            counts = self._counts.pop(puzzle, [0] * N_RESULTS)
            counts[int(result) - 1] += 1
            self._counts[puzzle] = counts  # the newest is the last
            if len(self._counts) > MAX_PUZZLES:
                del self._counts[next(iter(self._counts))]
            return list(counts)

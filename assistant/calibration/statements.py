"""Stated chances with what happened, and plain checks: the measurements of one game."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """A chance said to one seat about itself for the move it then played, and the result.

    `game` is the unit of resampling: statements of one game depend on each other. `move` is the
    kind of move played ("throw"), `phase` and `turn` say when. `replay` numbers the times that the
    end of a game was played.
    """

    game: int
    seat: int
    phase: str
    turn: int
    move: str
    said: float
    happened: float
    replay: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """The statements about one figure under one condition, in the order in which they were made.

    `turns` are the first turns of the buckets, counted in `unit`. With `n_seats`, the first figures
    of so many seats of a game should add up to one.
    """

    title: str
    statements: Sequence[Statement]
    turns: Sequence[int]
    n_seats: int = 0
    unit: str = "turn"


@dataclass(frozen=True, slots=True)
class Check:
    """One figure by itself: what was expected, what was found, and its interval."""

    title: str
    unit: str
    n: int
    expected: float
    found: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Measurements:
    """Everything that was measured for one game."""

    conditions: Sequence[Condition] = ()
    checks: Sequence[Check] = ()


@dataclass(frozen=True, slots=True)
class CalibrationPlan:
    """How much to measure: games for each condition, tries for each decision, the seed, and how
    often the end of a game is played where few results would decide many statements.
    """

    n_games: int
    seed: int
    n_tries: int
    n_replays: int = 12

    def game_seed(self, number: int) -> int:
        """Return the seed of a game: another one for every game and every seed of the plan."""
        return self.seed * 1_000_003 + number

"""From simple games to the full one: short hands first, weak opponents first.

A stage holds for a share of the run. Later stages bring full hands, titles with the King's
fall, and opponents from the pool of earlier selves.
"""

from dataclasses import dataclass

from engine.slave.kernels.players import GREEDY, HEURISTIC, RANDOM
from engine.slave.rules import HAND_SIZE

SELF, POOL = -1, -2  # the network that learns; an earlier one from the pool


@dataclass(frozen=True, slots=True)
class Stage:
    """The games that are played from `start` (a share of the run) on."""

    start: float
    hand_size: int
    titled_share: float
    tables: tuple[tuple[float, tuple[int, int, int]], ...]


SCRATCH = (
    Stage(0.0, 5, 0.0, ((0.7, (RANDOM, RANDOM, RANDOM)), (0.3, (GREEDY, RANDOM, RANDOM)))),
    Stage(0.15, 9, 0.0, ((0.5, (RANDOM, RANDOM, RANDOM)), (0.5, (GREEDY, GREEDY, RANDOM)))),
    Stage(
        0.35,
        HAND_SIZE,
        0.2,
        (
            (0.25, (RANDOM, RANDOM, RANDOM)),
            (0.45, (GREEDY, GREEDY, GREEDY)),
            (0.15, (HEURISTIC, HEURISTIC, HEURISTIC)),
            (0.15, (SELF, SELF, POOL)),
        ),
    ),
)

# For a network that was distilled from the search there is nothing left to simplify.
FINE_TUNING = (
    Stage(
        0.0,
        HAND_SIZE,
        0.3,
        (
            (0.45, (GREEDY, GREEDY, GREEDY)),
            (0.15, (HEURISTIC, HEURISTIC, HEURISTIC)),
            (0.05, (RANDOM, RANDOM, RANDOM)),
            (0.15, (GREEDY, HEURISTIC, POOL)),
            (0.20, (SELF, POOL, POOL)),
        ),
    ),
)

# For retraining from the shipped policy, which is in the pool as the one to beat.
RETRAINING = (
    Stage(
        0.0,
        HAND_SIZE,
        0.3,
        (
            (0.70, (POOL, POOL, POOL)),
            (0.20, (GREEDY, GREEDY, GREEDY)),
            (0.10, (HEURISTIC, HEURISTIC, POOL)),
        ),
    ),
)


def stage_at(stages: tuple[Stage, ...], progress: float) -> Stage:
    """Return the stage of a run that is `progress` (0 to 1) done."""
    return [stage for stage in stages if stage.start <= progress][-1]

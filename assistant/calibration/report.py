"""Reliability, bias, sums and drift of stated chances; intervals by bootstrap over games.

All figures are in points of chance from 0 to 1, "said minus happened" where two are compared.
"""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assistant.calibration.statements import Condition, Measurements
from assistant.requests import FrozenModel

N_BINS = 10
N_RESAMPLES = 1_000
COVERAGE = (2.5, 97.5)  # percentiles of the resampled figures

Floats = NDArray[np.float64]


class BoundedFigure(FrozenModel):
    """A figure with the bounds of its 95% interval."""

    value: float
    low: float
    high: float


class Bin(FrozenModel):
    """One row of the reliability table: statements from `low` to `high`."""

    low: float
    high: float
    n: int
    said: float
    happened: float
    bias: BoundedFigure


class Bucket(FrozenModel):
    """Statements of one phase, or of one phase in a range of turns."""

    name: str
    n: int
    said: float
    happened: float
    bias: BoundedFigure


class Drift(FrozenModel):
    """Value at the next own decision, or the result, minus the value of the move played."""

    name: str
    n: int
    change: BoundedFigure


class ConditionReport(FrozenModel):
    """One figure under one condition."""

    title: str
    n_games: int
    n_statements: int
    bias: BoundedFigure
    calibration_error: BoundedFigure
    seat_sum: BoundedFigure | None
    bins: tuple[Bin, ...]
    buckets: tuple[Bucket, ...]
    drifts: tuple[Drift, ...]


class CheckReport(FrozenModel):
    """One plain check."""

    title: str
    unit: str
    n: int
    expected: float
    found: BoundedFigure


class GameReport(FrozenModel):
    """Everything about one game."""

    game: str
    seed: int
    conditions: tuple[ConditionReport, ...] = ()
    checks: tuple[CheckReport, ...] = ()


def report_of(game: str, seed: int, measured: Measurements) -> GameReport:
    """Turn measurements into figures; the bootstrap's seed is the measurement's."""
    return GameReport(
        game=game,
        seed=seed,
        conditions=tuple(
            condition_report(condition, seed)
            for condition in measured.conditions
            if condition.statements
        ),
        checks=tuple(
            CheckReport(
                title=check.title,
                unit=check.unit,
                n=check.n,
                expected=check.expected,
                found=BoundedFigure(value=check.found, low=check.low, high=check.high),
            )
            for check in measured.checks
        ),
    )


class Resampler:
    """Bootstrap over games: the same resamples for every figure of a condition."""

    def __init__(self, games: Sequence[int], seed: int) -> None:
        names, self.row_games = np.unique(np.asarray(games), return_inverse=True)
        self.n_games = len(names)
        share = np.full(self.n_games, 1 / self.n_games)
        rng = np.random.default_rng(seed)
        self.weights = rng.multinomial(self.n_games, share, N_RESAMPLES).astype(float)

    def by_game(self, values: Floats, rows: NDArray[np.intp] | None = None) -> Floats:
        """Return the sum of some rows' values for each game."""
        games = self.row_games if rows is None else self.row_games[rows]
        return np.bincount(games, values, self.n_games).astype(float)

    def mean(self, values: Floats, rows: NDArray[np.intp] | None = None) -> BoundedFigure:
        """Return the mean of the rows' values."""
        sums, counts = self.by_game(values, rows), self.by_game(np.ones(len(values)), rows)
        with np.errstate(invalid="ignore", divide="ignore"):
            means = (self.weights @ sums) / (self.weights @ counts)
        return estimate(float(values.mean()), means[np.isfinite(means)])


def estimate(value: float, resampled: Floats) -> BoundedFigure:
    """Return a figure with the percentiles of its resamples."""
    low, high = np.percentile(resampled, COVERAGE) if len(resampled) else (value, value)
    return BoundedFigure(value=value, low=float(low), high=float(high))


def condition_report(condition: Condition, seed: int) -> ConditionReport:
    """Return all figures of one condition."""
    statements = condition.statements
    said = np.array([statement.said for statement in statements])
    happened = np.array([statement.happened for statement in statements])
    resampler = Resampler([statement.game for statement in statements], seed)
    return ConditionReport(
        title=condition.title,
        n_games=resampler.n_games,
        n_statements=len(statements),
        bias=resampler.mean(said - happened),
        calibration_error=calibration_error(said, happened, resampler),
        seat_sum=_seat_sum(condition, seed),
        bins=_bins(said, happened, resampler),
        buckets=_buckets(condition, said, happened, resampler),
        drifts=_drifts(condition, resampler),
    )


def bin_of(said: Floats) -> NDArray[np.intp]:
    """Return the row of the reliability table for each chance."""
    return np.minimum((said * N_BINS).astype(np.intp), N_BINS - 1)


def calibration_error(said: Floats, happened: Floats, resampler: Resampler) -> BoundedFigure:
    """Return the expected calibration error: the mean distance of the rows of the reliability
    table.
    """
    places = bin_of(said)
    gaps = np.zeros((N_BINS, resampler.n_games))
    for place in range(N_BINS):
        rows = np.flatnonzero(places == place)
        gaps[place] = resampler.by_game((said - happened)[rows], rows)
    counts = resampler.by_game(np.ones(len(said)))
    resampled = np.abs(resampler.weights @ gaps.T).sum(1) / (resampler.weights @ counts)
    return estimate(float(np.abs(gaps.sum(1)).sum() / len(said)), resampled)


def _bins(said: Floats, happened: Floats, resampler: Resampler) -> tuple[Bin, ...]:
    places = bin_of(said)
    bins = []
    for place in range(N_BINS):
        rows = np.flatnonzero(places == place)
        if len(rows):
            bins.append(
                Bin(
                    low=place / N_BINS,
                    high=(place + 1) / N_BINS,
                    n=len(rows),
                    said=float(said[rows].mean()),
                    happened=float(happened[rows].mean()),
                    bias=resampler.mean((said - happened)[rows], rows),
                )
            )
    return tuple(bins)


def _buckets(
    condition: Condition, said: Floats, happened: Floats, resampler: Resampler
) -> tuple[Bucket, ...]:
    """Return the figures by phase, and within a phase by turn."""
    rows_of: dict[tuple[str, int], list[int]] = {}  # -1: all turns of the phase
    for row, statement in enumerate(condition.statements):
        place = bisect_right(condition.turns, statement.turn) - 1
        for key in ((statement.phase, -1), (statement.phase, place)):
            rows_of.setdefault(key, []).append(row)
    buckets = []
    for phase, place in sorted(rows_of):
        rows = np.array(rows_of[phase, place])
        buckets.append(
            Bucket(
                name=phase if place < 0 else f"{phase}, {_turn_words(place, condition)}",
                n=len(rows),
                said=float(said[rows].mean()),
                happened=float(happened[rows].mean()),
                bias=resampler.mean((said - happened)[rows], rows),
            )
        )
    return tuple(buckets)


def _turn_words(place: int, condition: Condition) -> str:
    """Return the name of a bucket of turns: "turn 8 to 15", "turn 24 and later"."""
    unit, starts = condition.unit, condition.turns
    if place + 1 == len(starts):
        return f"{unit} {starts[place]} and later"
    return f"{unit} {starts[place]} to {starts[place + 1] - 1}"


def _seat_sum(condition: Condition, seed: int) -> BoundedFigure | None:
    """Return the mean over games of the sum of every seat's own first figure."""
    if not condition.n_seats:
        return None
    firsts: dict[tuple[int, int], float] = {}
    for statement in condition.statements:
        firsts.setdefault((statement.game, statement.seat), statement.said)
    sums: dict[int, list[float]] = {}
    for (game, _), said in firsts.items():
        sums.setdefault(game, []).append(said)
    whole = {game: sum(said) for game, said in sums.items() if len(said) == condition.n_seats}
    if not whole:
        return None
    return Resampler(list(whole), seed).mean(np.array(list(whole.values())))


def _drifts(condition: Condition, resampler: Resampler) -> tuple[Drift, ...]:
    """Return how the value moves from a move to the next own decision, or to the result.

    A fair value does not drift: the mean change after every kind of move is zero.
    """
    statements = condition.statements
    following: dict[tuple[int, int, int], int] = {}
    rows_of: dict[str, list[int]] = {}
    changes = np.zeros(len(statements))
    for row in reversed(range(len(statements))):
        now = statements[row]
        player = (now.game, now.replay, now.seat)
        after = following.get(player)
        later = now.happened if after is None else statements[after].said
        changes[row] = later - now.said
        following[player] = row
        rows_of.setdefault(f"{now.phase}, {now.move}", []).append(row)
    drifts = []
    for name in sorted(rows_of):
        rows = np.array(rows_of[name])
        change = resampler.mean(changes[rows], rows)
        drifts.append(Drift(name=name, n=len(rows), change=change))
    return tuple(drifts)

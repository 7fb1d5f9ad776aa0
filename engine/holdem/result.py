"""The answer to a situation: each player's chances, and how they were obtained."""

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.holdem.tally import (
    BATCH_SHARE_SQUARES,
    BATCH_WIN_SQUARES,
    CATEGORIES,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    NEXT_CARDS,
    TIE_SHARES,
    TIE_SQUARES,
    TIES,
    WINS,
)
from engine.poker.showdown import POT
from engine.statistics import Interval, student, wilson, wilson_of_error
from engine.tabular import Row, Tabular
from engine.words import counted

CATEGORY_NAMES = (
    "High Card",
    "One Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
)


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """One player's chances; the intervals hold with 95% and are None for an exact answer."""

    win: float
    tie: float
    equity: float
    win_interval: Interval | None = None
    equity_interval: Interval | None = None

    @property
    def loss(self) -> float:
        """The chance of winning nothing."""
        return max(0.0, 1.0 - self.win - self.tie)


@dataclass(frozen=True, slots=True, repr=False)
class Odds(Tabular):
    """The answer: players with hero first, how often each category comes, equity by next card.

    `n_samples` are the deals that were sampled or enumerated; 0 if an enumeration was weighted.
    """

    players: tuple[PlayerOdds, ...]
    method: str
    exact: bool
    n_samples: int
    hero_categories: dict[str, float] = field(default_factory=dict)
    field_categories: dict[str, float] = field(default_factory=dict)
    next_cards: dict[int, float] = field(default_factory=dict)
    seed: int | None = None
    elapsed_s: float = 0.0
    from_cache: bool = False

    @property
    def hero(self) -> PlayerOdds:
        """The first player."""
        return self.players[0]

    def rows(self) -> list[Row]:
        """Return one row for each player; `low` and `high` bound the equity of a sampled answer."""
        return [_row(seat, player) for seat, player in enumerate(self.players)]

    def footnote(self) -> str:
        """Return how the odds were obtained."""
        deals = counted(self.n_samples, "case" if self.exact else "sample")
        return ", ".join([self.method, *([deals] if self.n_samples else [])])

    def timed(self, elapsed_s: float) -> "Odds":
        """Return the same answer with its duration."""
        return replace(self, elapsed_s=elapsed_s)


def _row(seat: int, player: PlayerOdds) -> Row:
    interval = player.equity_interval
    return {
        "player": "hero" if seat == 0 else f"opponent {seat}",
        "win": player.win,
        "tie": player.tie,
        "equity": player.equity,
        **({} if interval is None else {"low": interval.low, "high": interval.high}),
    }


def odds_of_sample(
    tally: NDArray[np.int64], n_seats: int, n_deals: int, batch: int, seed: int
) -> Odds:
    """Read a sampled tally; `batch` deals went through the strata once (1: without strata)."""
    rows = tally[:CATEGORIES].reshape(-1, N_SEAT_COUNTS)[:n_seats]
    players = tuple(_sampled_player(row.tolist(), n_deals, batch) for row in rows)
    return Odds(players, "sampled", False, n_deals, *_frequencies(tally), seed)


def _sampled_player(row: list[int], n: int, batch: int) -> PlayerOdds:
    win, tie, share = row[WINS] / n, row[TIES] / n, row[WINS] + row[TIE_SHARES] / POT
    if batch == 1:
        win_squares, share_squares = row[WINS], row[WINS] + row[TIE_SQUARES] / POT**2
    else:
        win_squares, share_squares = row[BATCH_WIN_SQUARES], row[BATCH_SHARE_SQUARES] / POT**2
    win_interval = _interval(row[WINS], win_squares, n, batch)
    return PlayerOdds(win, tie, share / n, win_interval, _interval(share, share_squares, n, batch))


def _interval(total: float, squares: float, n: int, batch: int) -> Interval:
    """Return Wilson's interval, with the sample size that gives plain sampling this variance."""
    n_batches, mean = n // batch, total / n
    if n_batches < 2 or not 0 < mean < 1:
        return wilson(total, n)
    between = (squares - total**2 / n_batches) / (n_batches - 1)  # variance of a batch's sum
    variance = between / batch  # the variance of one deal if deals were independent
    error = math.sqrt(max(0.0, variance) / n)
    return wilson_of_error(mean, error, n, student(n_batches - 1))


def odds_of_enumeration(tally: NDArray[np.float64], n_seats: int, weighted: bool) -> Odds:
    """Read an enumerated tally; `weighted` ones have no number of samples."""
    rows = tally[:CATEGORIES].reshape(-1, N_SEAT_COUNTS)[:n_seats]
    total = float(tally[CATEGORIES : CATEGORIES + N_CATEGORIES].sum())
    players = tuple(
        PlayerOdds(
            row[WINS] / total, row[TIES] / total, (row[WINS] + row[TIE_SHARES] / POT) / total
        )
        for row in rows.tolist()
    )
    return Odds(players, "enumerated", True, 0 if weighted else round(total), *_frequencies(tally))


def _frequencies(
    tally: NDArray[np.int64] | NDArray[np.float64],
) -> tuple[dict[str, float], dict[str, float], dict[int, float]]:
    """Return the categories of hero and field, and hero's equity by next card."""
    hero, others = tally[CATEGORIES:NEXT_CARDS].reshape(2, N_CATEGORIES)[:, 1:]
    counts, shares = tally[NEXT_CARDS:].reshape(52, 2).T
    seen = np.flatnonzero(counts).tolist()
    next_cards = {card: float(shares[card] / POT / counts[card]) for card in seen}
    return _shares(hero), _shares(others), next_cards


def _shares(counts: NDArray[np.int64] | NDArray[np.float64]) -> dict[str, float]:
    shares = counts / max(counts.sum(), 1e-300)
    return dict(zip(CATEGORY_NAMES, shares.tolist(), strict=True))

"""Strategy: how much wild cards help, by the first three cards (two in the hole, one open).

Full tables are dealt at random and every seat counts, so one run answers for all starting cards:
how often wild cards improve the hand, how often it is five of a kind, and its share of the pot.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANK_NAMES, RANKS
from engine.control import Control
from engine.errors import InputError
from engine.kings_lows.odds import Share, share_of
from engine.kings_lows.simulation import CHUNK, check_deals, deal_in_waves
from engine.kings_lows.table import MAX_PLAYERS, MIN_PLAYERS
from engine.kings_lows.wild import WildRule
from engine.poker.showdown import POT
from engine.words import counted
from rust_meld import stud_starts

N_RANKS = len(RANKS)
N_SHOWN = 10
KING_PLACE = 13 - 2
Group = tuple[str, Callable[[int, int, int], bool]]
GROUPS: tuple[Group, ...] = (
    ("any start", lambda a, b, door: True),
    ("no king", lambda a, b, door: KING_PLACE not in (a, b, door)),
    ("one king", lambda a, b, door: (a, b, door).count(KING_PLACE) == 1),
    ("two kings", lambda a, b, door: (a, b, door).count(KING_PLACE) == 2),
    ("three kings", lambda a, b, door: (a, b, door).count(KING_PLACE) == 3),
    ("pair in the hole", lambda a, b, door: a == b),
    ("suited in the hole", lambda a, b, door: a > b),
    ("three of a kind", lambda a, b, door: a == b == door),
    ("a two", lambda a, b, door: 0 in (a, b, door)),
    ("pair of twos in the hole", lambda a, b, door: a == b == 0),
    ("all nine or higher", lambda a, b, door: min(a, b, door) >= 7),
)


@dataclass(frozen=True, slots=True)
class StartRow:
    """One kind of starting cards: how often dealt, improved, five of a kind, and the pot share."""

    label: str
    n_hands: int
    improved: Share
    five_of_a_kind: Share
    equity: Share


@dataclass(frozen=True, slots=True)
class StrategyAnalysis:
    """Counts by starting cards; grids are 13 × 13 by hole ranks, suited below."""

    rules: WildRule
    n_players: int
    n_deals: int
    seed: int
    elapsed_s: float
    counts: NDArray[np.int64]  # [a, b, open] hands, improved, fives, shares; suited if a > b

    def grid(self, what: int) -> NDArray[np.float64]:
        """Return the share of improved (1), fives (2) or the pot (3) by hole cards; nan if not
        dealt.
        """
        sums = self.counts.sum(axis=2).astype(np.float64)
        unit = POT if what == 3 else 1
        with np.errstate(invalid="ignore"):
            shares: NDArray[np.float64] = sums[..., what] / sums[..., 0] / unit
        return shares

    def groups(self) -> tuple[StartRow, ...]:
        """Return the kinds of starting cards, from any to special ones."""
        places = list(np.ndindex(N_RANKS, N_RANKS, N_RANKS))
        masks = [[belongs(*place) for place in places] for _, belongs in GROUPS]
        flat = self.counts.reshape(-1, 4)
        sums = [flat[np.array(mask)].sum(axis=0) for mask in masks]
        return tuple(
            _row(label, total) for (label, _), total in zip(GROUPS, sums, strict=True) if total[0]
        )

    def best_holes(self) -> tuple[StartRow, ...]:
        """Return the hole cards with the largest share of the pot, best first."""
        return self._holes()[:N_SHOWN]

    def worst_holes(self) -> tuple[StartRow, ...]:
        """Return the hole cards with the smallest share of the pot, worst first."""
        return self._holes()[: -N_SHOWN - 1 : -1]

    def _holes(self) -> tuple[StartRow, ...]:
        sums = self.counts.sum(axis=2)
        rows = [_row(hole_name(a, b), sums[a, b]) for a, b in np.ndindex(N_RANKS, N_RANKS)]
        return tuple(sorted((r for r in rows if r.n_hands), key=lambda row: -row.equity.value))


def hole_name(a: int, b: int) -> str:
    """Return two hole cards as "KK", "A9" or, suited, "A9s"; a ten is "T"."""
    high, low = (RANK_NAMES[place + 2].replace("10", "T") for place in (max(a, b), min(a, b)))
    return f"{high}{low}{'s' if a > b else ''}"


def _row(label: str, counts: NDArray[np.int64]) -> StartRow:
    n_hands, improved, fives, shares = (int(n) for n in counts)
    if not n_hands:
        return StartRow(label, 0, Share(0), Share(0), Share(0))
    return StartRow(
        label,
        n_hands,
        share_of(improved, n_hands, sampled=True),
        share_of(fives, n_hands, sampled=True),
        share_of(shares / POT, n_hands, sampled=True),
    )


def analyse(
    rules: WildRule,
    n_deals: int = 500_000,
    n_players: int = 4,
    *,
    seed: int = 0,
    n_threads: int | None = None,
    control: Control,
) -> StrategyAnalysis:
    """Deal full tables and count every seat by its starting cards."""
    if not MIN_PLAYERS <= n_players <= MAX_PLAYERS:
        raise InputError(f"{counted(n_players, 'player')}: expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    check_deals(n_deals, seed)

    def count_chunk(chunk: int, size: int) -> NDArray[np.int64]:
        return _count_starts(n_players, size, seed, chunk, rules.code)

    total = np.zeros((N_RANKS, N_RANKS, N_RANKS, 4), np.int64)
    done = 0
    for parts in deal_in_waves(count_chunk, n_deals, n_threads, control):
        total += sum(parts)
        done = min(done + len(parts) * CHUNK, n_deals)
        control.report(done, n_deals, "dealing")
    return StrategyAnalysis(rules, n_players, done, seed, control.elapsed_s, total)


def _count_starts(
    n_players: int, n_deals: int, seed: int, chunk: int, code: int
) -> NDArray[np.int64]:
    starts = np.zeros((N_RANKS, N_RANKS, N_RANKS, 4), np.int64)
    stud_starts(n_players, n_deals, seed, chunk, code, starts)
    return starts

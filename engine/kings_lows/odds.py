"""The answer of a simulation: each player's chances, hand types, wild cards and improvements.

Counts come from the native module as integers, so that the results of several threads add up to the
same answer in any order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.kings_lows.deals import KIND_SHAPE, Counts, no_counts
from engine.kings_lows.hand import KingsAndLowsHand
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import WildRule
from engine.poker.hands import HandType
from engine.poker.showdown import POT
from engine.statistics import Interval, wilson
from engine.tabular import Row, Tabular
from engine.words import counted


@dataclass
class Tally:
    """Counts of some players over many deals, filled in by the native module."""

    n_players: int
    n_deals: int = 0
    counts: Counts = field(init=False)

    def __post_init__(self) -> None:
        self.counts = no_counts(self.n_players)

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        self.n_deals += other.n_deals
        for own, theirs in zip(self.counts, other.counts, strict=True):
            own += theirs


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its interval; none if it was not sampled at random."""

    value: float
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Improvement:
    """How often wild cards improved a hand from one category to a higher one."""

    natural: HandType
    with_wild: HandType
    share: float


@dataclass(frozen=True, slots=True)
class WildCount:
    """How often a hand has so many wild cards, and is then five of a kind."""

    n_wild: int
    share: float
    five_of_a_kind: float


@dataclass(frozen=True, slots=True)
class HandOdds:
    """The hands that one player's cards become."""

    hand_types: dict[HandType, float]
    five_of_a_kind: Share
    improved: Share
    improvements: tuple[Improvement, ...]  # most frequent first
    by_wild_count: tuple[WildCount, ...]
    wild_shares: dict[Card, float]  # how often each known card is wild


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """One player's chances of winning and what their cards become."""

    name: str
    win: Share
    tie: Share
    equity: Share
    hand: HandOdds


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One dealt table of the sample: every player's hand, and who won."""

    hands: dict[str, KingsAndLowsHand]
    winners: tuple[str, ...]
    folded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class SimulationResult(Tabular):
    """The odds of a whole table, and how they were obtained."""

    players: tuple[PlayerOdds, ...]
    exact: bool
    n_samples: int
    seed: int
    elapsed_s: float
    history: tuple[HandRecord, ...] = ()

    def __getitem__(self, name: str) -> PlayerOdds:
        return next(player for player in self.players if player.name == name)

    def rows(self) -> list[Row]:
        """Return one row for each player; `low` and `high` bound the equity of a sampled answer."""
        return [_row(player) for player in self.players]

    def footnote(self) -> str:
        """Return how the odds were obtained."""
        kind = "enumerated" if self.exact else "sampled"
        return f"{kind}, {counted(self.n_samples, 'deal')}"

    @property
    def half_width(self) -> float | None:
        """The widest equity interval's half; None if enumerated."""
        widths = [p.equity.interval.half_width for p in self.players if p.equity.interval]
        return max(widths, default=None)


def _row(player: PlayerOdds) -> Row:
    interval = player.equity.interval
    return {
        "player": player.name,
        "win": player.win.value,
        "tie": player.tie.value,
        "equity": player.equity.value,
        "five of a kind": player.hand.five_of_a_kind.value,
        **({} if interval is None else {"low": interval.low, "high": interval.high}),
    }


def hand_odds(
    kinds: NDArray[np.int64],
    lows: NDArray[np.int64],
    known: tuple[Card, ...],
    rules: WildRule,
    sampled: bool,
) -> HandOdds:
    """Return the shares of one player's counts, with intervals if they were sampled."""
    by_kind = kinds.reshape(KIND_SHAPE)
    improvements = by_kind.sum(axis=2)
    n_hands = int(improvements.sum())
    types = improvements.sum(axis=0)
    improved = int(np.triu(improvements, 1).sum())
    return HandOdds(
        {hand: int(types[hand]) / n_hands for hand in HandType if types[hand]},
        share_of(int(types[HandType.FIVE_OF_A_KIND]), n_hands, sampled),
        share_of(improved, n_hands, sampled),
        _improvements(improvements, n_hands),
        _wild_counts(by_kind.sum(axis=0), n_hands),
        {card: _wild_share(card, lows, rules.code) for card in known},
    )


def share_of(count: float, n_samples: int, sampled: bool) -> Share:
    """Return a count as a share, with Wilson's interval if it was sampled at random."""
    return Share(count / n_samples, wilson(count, n_samples) if sampled else None)


def _improvements(improvements: NDArray[np.int64], n_hands: int) -> tuple[Improvement, ...]:
    pairs = [(a, b) for a in HandType for b in HandType if a < b and improvements[a, b]]
    pairs.sort(key=lambda pair: -improvements[pair])
    return tuple(Improvement(a, b, int(improvements[a, b]) / n_hands) for a, b in pairs)


def _wild_counts(by_type: NDArray[np.int64], n_hands: int) -> tuple[WildCount, ...]:
    """Return shares by number of wild cards, from counts by category and number of natural
    cards.
    """
    return tuple(
        WildCount(n_wild, n / n_hands, n_five / n) for n_wild, n, n_five in wild_rows(by_type)
    )


def wild_rows(by_type: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
    """Yield each number of wild cards that hands have, how many have it, how many are five of a
    kind; from counts by category and number of natural cards.
    """
    for n_wild in range(N_HAND + 1):
        row = by_type[:, N_HAND - n_wild]
        if row.any():
            yield n_wild, int(row.sum()), int(row[HandType.FIVE_OF_A_KIND])


def _wild_share(card: Card, lows: NDArray[np.int64], code: int) -> float:
    place = card.rank - 2
    return 1.0 if code >> place & 1 else int(lows[place]) / int(lows.sum())


def player_odds(
    tally: Tally, place: int, name: str, known: tuple[Card, ...], rules: WildRule, sampled: bool
) -> PlayerOdds:
    """Return one player's odds out of the table's counts."""
    wins, ties, shares = (int(n) for n in tally.counts.results[place])
    n_deals = tally.n_deals
    return PlayerOdds(
        name,
        share_of(wins, n_deals, sampled),
        share_of(ties, n_deals, sampled),
        share_of(shares / POT, n_deals, sampled),
        hand_odds(tally.counts.kinds[place], tally.counts.lows[place], known, rules, sampled),
    )

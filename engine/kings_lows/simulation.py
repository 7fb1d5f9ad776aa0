"""The odds of a whole table: dealt out at random, or every deal when few cards are missing.

Random deals come in chunks with a seed of their own each, and counts are integers, so an answer
depends on the seed and the number of deals, never on the number of threads.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import comb, prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, parse_cards
from engine.control import Control
from engine.errors import InputError
from engine.kings_lows.deals import TO_DEAL, Completions, Deal, OpenDeal
from engine.kings_lows.history import deal_history
from engine.kings_lows.odds import SimulationResult, Tally, player_odds
from engine.kings_lows.open_cards import depends_on_deal, open_deal_of, settle
from engine.kings_lows.table import KingsAndLowsPlayer, StudTable, parse_player, read_cards
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import WildCardRules, WildRule, rules_of
from engine.poker.hands import PLACE_BITS, HandType
from engine.poker.masks import mask_of
from engine.waves import in_waves
from rust_meld import StudDeal, StudOpenDeal, stud_complete, stud_play_out

R = TypeVar("R")
CHUNK = 2_048  # deals that one seed stands for: about a millisecond
WAVE = 8  # chunks between two checks of the clock
MAX_EXACT_DEALS = 200_000_000  # two players with three cards missing each; more are sampled
MAX_LISTED = 2_000_000  # completed hands that are kept in memory for it
SLICE_DEALS = 1_000_000  # enumerated deals between two checks of the clock
QUICK_DEALS = 2_000_000  # an enumeration above this is preceded by a sample, as an early answer
MAX_HISTORY = CHUNK
MAX_DEALS = 10**10
MAX_FIRST_DEALS = 1_000_000  # the most deals of the sample that precedes an enumeration


@dataclass(frozen=True, slots=True)
class Folding:
    """Everybody but one folds a complete hand below a category, before the hands are shown."""

    below: HandType
    stays: str

    def floors(self, table: StudTable) -> NDArray[np.uint16]:
        """Return the least value with which each player stays."""
        stays = table.place_of(self.stays)
        level = int(self.below) << PLACE_BITS
        return np.array([0 if p == stays else level for p in range(len(table.players))], np.uint16)


@dataclass(frozen=True, slots=True)
class KingsAndLowsSimulation:
    """The fluent builder of a table; every `with_…` gives a new one."""

    players: tuple[KingsAndLowsPlayer, ...] = ()
    dead_cards: tuple[Card, ...] = ()
    rules: WildRule = field(default_factory=WildCardRules)
    viewer: str | None = None

    def with_player(self, player: KingsAndLowsPlayer) -> "KingsAndLowsSimulation":
        """Seat one more player."""
        return replace(self, players=(*self.players, player))

    def with_dead_cards(self, cards: str | Iterable[Card]) -> "KingsAndLowsSimulation":
        """Mark cards as known to be out of play."""
        return replace(self, dead_cards=read_cards(cards))

    def with_king_required(self, required: bool = True) -> "KingsAndLowsSimulation":
        """Play Kings and Lows with low cards wild only beside a king (or always)."""
        return replace(self, rules=WildCardRules(required))

    def with_rules(self, rules: WildRule) -> "KingsAndLowsSimulation":
        """Play another variant."""
        return replace(self, rules=rules)

    def seen_by(self, viewer: str | None) -> "KingsAndLowsSimulation":
        """Use only what one player sees; None uses all known cards."""
        return replace(self, viewer=viewer)

    def table(self) -> StudTable:
        """Return the table as the viewer sees it, checked."""
        return StudTable(self.players, self.dead_cards, self.rules).seen_by(self.viewer)

    def simulate(
        self,
        n_deals: int = 10_000,
        *,
        seed: int = 0,
        n_history: int = 0,
        n_threads: int | None = None,
        enumerate_up_to: int = MAX_EXACT_DEALS,
        control: Control | None = None,
    ) -> SimulationResult:
        """Return the odds of the table: exact if at most `enumerate_up_to` deals are possible."""
        return play(
            self.table(),
            n_deals,
            seed=seed,
            n_history=n_history,
            n_threads=n_threads,
            enumerate_up_to=enumerate_up_to,
            control=control or Control(),
        )


def equity(
    *players: str,
    dead: str = "",
    variant: str = WildCardRules.variant,
    king_required: bool = False,
    n_deals: int = 100_000,
    seed: int = 0,
    control: Control | None = None,
) -> SimulationResult:
    """Return everybody's chances; a player is "Ann: Kh 2d | 3c 9h | 5s", hole, open and last card.

    >>> equity("Ann: Ks Kd | Kh 2c 2d 3c | 4s", "Bob: As Ad | Ac Qh Jh 9d | 8s")["Ann"].equity.value
    1.0
    """
    rules = rules_of(variant, king_required)
    table = StudTable(tuple(map(parse_player, players)), parse_cards(dead), rules)
    return play(table, n_deals, seed=seed, control=control or Control())


def deal_of(table: StudTable, folding: Folding | None = None) -> Deal | OpenDeal:
    """Return the table as the native module takes it."""
    floors = np.zeros(len(table.players), np.uint16) if folding is None else folding.floors(table)
    if depends_on_deal(table):
        return open_deal_of(table, floors)
    table = settle(table)
    return Deal(
        np.array([mask_of(player.known_cards) for player in table.players], np.uint64),
        np.array([N_HAND - len(player.known_cards) for player in table.players], np.int64),
        np.array([card.index for card in table.deck], np.uint8),
        table.rules.code,
        floors,
    )


def n_completions(deal: Deal) -> list[int]:
    """Return in how many ways each player's hand can be completed."""
    return [comb(len(deal.deck), int(n)) for n in deal.n_missing]


def play(
    table: StudTable,
    n_deals: int,
    *,
    seed: int = 0,
    n_history: int = 0,
    n_threads: int | None = None,
    enumerate_up_to: int = MAX_EXACT_DEALS,
    folding: Folding | None = None,
    control: Control,
) -> SimulationResult:
    """Return the odds of a table; early results are reported to the control."""
    check_deals(n_deals, seed)
    deal = deal_of(table, folding)
    table = table if isinstance(deal, OpenDeal) else settle(table)
    run = _Run(table, deal.native, seed, n_threads or os.cpu_count() or 1, control)
    if isinstance(deal, OpenDeal):
        is_certain = not deal.n_hidden.any() and TO_DEAL not in deal.opens
        result = run.result(run.sample(1 if is_certain else n_deals), is_certain)
    else:
        result = _play_settled(run, deal, n_deals, enumerate_up_to)
    n_records = min(n_history, MAX_HISTORY)
    return replace(result, history=deal_history(table, deal, seed, n_records))


def _play_settled(run: "_Run", deal: Deal, n_deals: int, enumerate_up_to: int) -> SimulationResult:
    """Enumerate every deal if there are few, else sample."""
    n_ways, n_listed = prod(n_completions(deal)), sum(n_completions(deal))
    tally, exact = None, n_ways <= enumerate_up_to and n_listed <= MAX_LISTED
    if not exact or n_ways > QUICK_DEALS:
        tally = run.sample(min(n_deals, MAX_FIRST_DEALS) if exact else n_deals)
    if exact:
        enumerated = run.enumerate_deals(deal, n_ways, tally)
        tally, exact = (enumerated, True) if enumerated else (tally, False)
    if tally is None:
        run.control.check()
        tally = run.sample(n_deals)
    return run.result(tally, exact)


@dataclass(frozen=True, slots=True)
class _Run:
    """One computation: what is played, with which seed, threads and control."""

    table: StudTable
    native: StudDeal | StudOpenDeal
    seed: int
    n_threads: int
    control: Control

    def sample(self, n_deals: int) -> Tally:
        """Deal at random until all deals are done or the control says stop."""
        total = Tally(len(self.table.players))
        for parts in deal_in_waves(self._deal_chunk, n_deals, self.n_threads, self.control):
            for part in parts:
                total.add(part)
            self._report(total, total.n_deals, n_deals, exact=False)
        return total

    def _deal_chunk(self, chunk: int, n_deals: int) -> Tally:
        tally, stop = Tally(len(self.table.players)), self.control.cancel.array
        tally.n_deals = self.native.deal(self.seed, chunk, n_deals, stop, *tally.counts)
        return tally

    def enumerate_deals(self, deal: Deal, n_ways: int, sampled: Tally | None) -> Tally | None:
        """Play every possible deal; None if there was no time for all of them."""
        is_quick = n_ways <= SLICE_DEALS
        with self.control.watch(is_quick) as stop:
            hands = complete_hands(deal, stop)
            if hands is None:
                return None
            total, n_first = hands.tally, int(hands.starts[1])
            step = max(1, SLICE_DEALS * n_first // max(1, n_ways))
            slices = [(a, min(a + step, n_first), stop) for a in range(0, n_first, step)]
            done = 0
            for parts in in_waves(
                hands.play_slice, slices, self.n_threads, WAVE, lambda: bool(stop[0])
            ):
                for part in parts:
                    total.add(part)
                done += len(parts)
                if sampled is not None:
                    self._report(sampled, done, len(slices), exact=False)
            if stop[0]:
                return None
        return hands.in_table_order(total)

    def _report(self, tally: Tally, done: int, total: int, *, exact: bool) -> None:
        if self.control.wants_report():
            self.control.report(done, total, "dealing", self.result(tally, exact))

    def result(self, tally: Tally, exact: bool) -> SimulationResult:
        """Return the odds out of the counts so far."""
        players = tuple(
            player_odds(tally, i, player.name, player.known_cards, self.table.rules, not exact)
            for i, player in enumerate(self.table.players)
        )
        elapsed_s = self.control.elapsed_s
        return SimulationResult(players, exact, tally.n_deals, self.seed, elapsed_s)


@dataclass(frozen=True, slots=True)
class CompletedHands:
    """Every way to complete each player's hand, in an order of players that is quick to play."""

    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    completed: Completions
    tally: Tally  # in this order of players, without results yet

    def play_slice(self, piece: tuple[int, int, NDArray[np.uint8]]) -> Tally:
        """Score the deals in which the first player has the completions of a slice, or stop."""
        part = Tally(len(self.order))
        (first, end, stop), results = piece, part.counts.results
        part.n_deals = stud_play_out(*self.completed, self.starts, first, end, stop, results)
        return part

    def in_table_order(self, tally: Tally) -> Tally:
        """Return the counts with the players as they sit."""
        ordered = Tally(len(self.order), tally.n_deals)
        for seated, listed in zip(ordered.counts, tally.counts, strict=True):
            seated[self.order] = listed
        return ordered


def complete_hands(deal: Deal, stop: NDArray[np.uint8]) -> CompletedHands | None:
    """List the completions of each player, or return None if it was stopped.

    Each is as likely, whatever the others get.
    """
    counts = np.array(n_completions(deal), np.int64)
    order = np.argsort(-counts, kind="stable")
    order[1:] = order[:0:-1]  # the first player's hands are cut into slices, the last's run through
    starts = np.concatenate([[0], np.cumsum(counts[order])])
    added, values = np.zeros(starts[-1], np.uint64), np.zeros(starts[-1], np.uint16)
    tally = Tally(len(order))
    for place, player in enumerate(order):
        n_missing, at = int(deal.n_missing[player]), int(starts[place])
        hand = int(deal.known[player]), n_missing, deal.deck, deal.code
        counts_of_one = tally.counts.kinds[place], tally.counts.lows[place]
        for first in range(len(deal.deck) - n_missing + 1 if n_missing else 1):
            n_more = stud_complete(*hand, first, stop, *counts_of_one, added[at:], values[at:])
            if n_more is None:
                return None
            at += n_more
        own = values[starts[place] : starts[place + 1]]
        own[own < deal.floors[player]] = 0  # folded
    return CompletedHands(order, starts, Completions(added, values), tally)


def check_deals(n_deals: int, seed: int) -> None:
    """Raise unless so many deals can be counted from this seed."""
    if not 1 <= n_deals <= MAX_DEALS:
        raise InputError(f"{n_deals:,} deals: expected 1 to {MAX_DEALS:,}")
    if not 0 <= seed < 1 << 63:
        raise InputError(f"the seed {seed}: expected 0 to 2^63 - 1")


def deal_in_waves(
    deal: Callable[[int, int], R], n_deals: int, n_threads: int | None, control: Control
) -> Iterator[list[R]]:
    """Yield what `deal(chunk, size)` returns for the chunks of so many deals, a few at a time."""
    control.check()
    chunks = range(-(-n_deals // CHUNK))
    return in_waves(
        lambda i: deal(i, min(CHUNK, n_deals - i * CHUNK)),
        chunks,
        n_threads,
        WAVE,
        control.should_stop,
    )

"""Whole agents against each other: matches with rotated seats and fixed seeds, with intervals.

Four matches in a row have the same deals, with the agents one seat further each time, so that
luck of the deal and of the seat is shared out evenly.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.slave.agents.base_agent import BaseAgent
from engine.slave.agents.registry import make_agent
from engine.slave.card import N_SEATS
from engine.slave.match import SlaveMatch
from engine.slave.rules import SlaveRules
from engine.slave.training.evaluator import Strength
from engine.statistics import Interval, mean_interval


@dataclass(frozen=True, slots=True)
class MatchStrength(Strength):
    """Titles over matches of some rounds, which hang together: intervals count matches."""

    match_places: tuple[tuple[int, ...], ...]

    @property
    def first_interval(self) -> Interval:
        """The 95 % interval of the share of first places."""
        return self._interval([places.count(0) / len(places) for places in self.match_places], 0, 1)

    @property
    def place_interval(self) -> Interval:
        """The 95 % interval of the mean place."""
        return self._interval([1 + sum(places) / len(places) for places in self.match_places], 1, 4)

    def _interval(self, means: list[float], least: float, most: float) -> Interval:
        n = len(means)
        mean = sum(means) / n
        spread = sum((value - mean) ** 2 for value in means)
        open_ended = mean_interval(mean, spread / max(1, n - 1), n)
        return Interval(max(least, open_ended.low), min(most, open_ended.high))


@dataclass(slots=True)
class Entry:
    """What one of the four agents has done so far; `match_places` has a place a round, from 0."""

    spec: str
    match_places: list[tuple[int, ...]] = field(default_factory=list)
    points: float = 0.0
    n_choices: int = 0
    seconds: float = 0.0

    @property
    def titles(self) -> tuple[int, int, int, int]:
        """How often each title came out."""
        first, second, third, fourth = (
            sum(places.count(title) for places in self.match_places) for title in range(N_SEATS)
        )
        return first, second, third, fourth

    @property
    def strength(self) -> Strength:
        """First places and mean place with intervals."""
        if all(len(places) == 1 for places in self.match_places):
            return Strength(self.titles)
        return MatchStrength(self.titles, tuple(self.match_places))

    @property
    def choice_ms(self) -> float:
        """Milliseconds a decision that was not forced."""
        return 1000 * self.seconds / max(1, self.n_choices)


@dataclass(slots=True)
class Standings:
    """The four entries after `n_matches` matches of `n_rounds` rounds."""

    entries: list[Entry]
    n_rounds: int
    trick: str
    seed: int
    n_matches: int = 0
    beats: list[list[int]] = field(default_factory=lambda: [[0] * N_SEATS for _ in range(N_SEATS)])
    """beats[i][j]: in how many rounds entry i had a better title than entry j."""


def play_match(
    match: SlaveMatch,
    agents: Sequence[BaseAgent],
    entries: Sequence[Entry],
    control: Control | None = None,
) -> bool:
    """Play a match to its end, or return False if told to stop; `entries[seat]` keeps the time."""
    while not match.is_over:
        if control is not None and control.should_stop():
            return False
        seat = match.current_seat
        legal = match.legal_actions()
        if len(legal) == 1:
            match.apply(legal[0])
            continue
        view, phase = match.view(seat), match.phase
        start = time.perf_counter()
        action = agents[seat].act(view, phase)
        entries[seat].seconds += time.perf_counter() - start
        entries[seat].n_choices += 1
        match.apply(action)
    return True


def play_tournament(
    specs: Sequence[str],
    n_matches: int,
    n_rounds: int = 1,
    seed: int = 0,
    rules: SlaveRules | None = None,
    control: Control | None = None,
) -> Standings:
    """Play matches between four agents; stops early with what it has if the control says so."""
    if len(specs) != N_SEATS:
        raise InputError(
            f"{len(specs)} agents given: expected four, such as search greedy greedy greedy"
        )
    rules = rules or SlaveRules()
    agents = [make_agent(spec, seed + i) for i, spec in enumerate(specs)]
    standings = Standings([Entry(spec) for spec in specs], n_rounds, rules.trick, seed)
    for number in range(n_matches):
        if not _play_one(standings, agents, number, rules, control):
            break
        if control is not None:
            control.report(number + 1, n_matches, "matches", standings)
    if not standings.n_matches:
        raise Cancelled("stopped before the first match was over")
    return standings


def _play_one(
    standings: Standings,
    agents: Sequence[BaseAgent],
    number: int,
    rules: SlaveRules,
    control: Control | None,
) -> bool:
    match = SlaveMatch(standings.seed + number // N_SEATS, standings.n_rounds, rules)
    seated = [(seat + number) % N_SEATS for seat in range(N_SEATS)]
    entries = standings.entries
    if not play_match(match, [agents[i] for i in seated], [entries[i] for i in seated], control):
        return False
    for titles in match.round_titles:
        for seat, i in enumerate(seated):
            for other, j in enumerate(seated):
                standings.beats[i][j] += titles[seat] < titles[other]
    for seat, i in enumerate(seated):
        entries[i].match_places.append(tuple(titles[seat] for titles in match.round_titles))
        entries[i].points += match.points()[seat]
    standings.n_matches += 1
    return True

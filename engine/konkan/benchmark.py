"""Two players compared on the same deals: every deal is played once from each seat.

    report = run_head_to_head(rounds=10, baseline=SearchConfig(64), challenger=SearchConfig(256))
    report.challenger.wins, report.share, report.interval, report.p_value

With three players the challenger sits once in each seat and the baseline in the other two.
The search runs without the GIL, so games run side by side in threads.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.konkan.game import KonkanGame, RoundResult
from engine.konkan.players import Player, SearchPlayer, parse_player
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.konkan.search import SearchConfig
from engine.statistics import Interval, sign_test, wilson

Contestant = SearchConfig | str
"""A search's configuration, or a player's name: "greedy", "search?simulations=64"."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a deal: where the challenger sat and how it ended."""

    round_number: int
    challenger_seat: int
    result: RoundResult

    @property
    def challenger_won(self) -> bool:
        """True if the challenger went out."""
        return self.result.winner == self.challenger_seat

    @property
    def drawn(self) -> bool:
        """True if nobody went out."""
        return self.result.winner is None


@dataclass(frozen=True, slots=True)
class Totals:
    """What one side gathered over all games; `net` is laid points less deadwood."""

    name: str
    wins: int
    laid_points: int
    deadwood: int

    @property
    def net(self) -> int:
        """Points laid less points left in hand."""
        return self.laid_points - self.deadwood


@dataclass(frozen=True, slots=True)
class Report:
    """The history of all games, the totals, and how sure the difference is."""

    history: tuple[GameRecord, ...]
    baseline: Totals
    challenger: Totals
    players: int
    seed: int

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(record.drawn for record in self.history)

    @property
    def share(self) -> float:
        """The challenger's share of the games, draws shared evenly."""
        points = self.challenger.wins + self.draws / self.players
        return points / max(1, len(self.history))

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the share."""
        return wilson(self.share * len(self.history), len(self.history))

    @property
    def p_value(self) -> float:
        """Sign test over deals: in how many did the challenger win more than its part?"""
        better, worse = 0, 0
        for number in {record.round_number for record in self.history}:
            games = [record for record in self.history if record.round_number == number]
            surplus = sum(record.challenger_won for record in games) * self.players - len(games)
            better += surplus > 0
            worse += surplus < 0
        return sign_test(better, worse)


def run_head_to_head(
    rounds: int,
    baseline: Contestant,
    challenger: Contestant,
    seed: int = 0,
    *,
    players: int = 2,
    workers: int = 1,
    rules: KonkanRules = DEFAULT_RULES,
    control: Control | None = None,
) -> Report:
    """Play every deal from each seat; a cancelled run reports the games it has."""
    if rounds < 1 or workers < 1:
        raise InputError(f"{rounds} rounds, {workers} workers: expected 1 or more of each")
    control = control or Control()
    match = _Match(baseline, challenger, seed, players, rules)
    history = sorted(
        match.play_all(rounds, workers, control),
        key=lambda record: (record.round_number, record.challenger_seat),
    )
    if not history:
        raise Cancelled("the benchmark was cancelled before its first game ended")
    return match.report(tuple(history))


@dataclass(frozen=True, slots=True)
class _Match:
    baseline: Contestant
    challenger: Contestant
    seed: int
    players: int
    rules: KonkanRules

    def play_all(self, rounds: int, workers: int, control: Control) -> Iterator[GameRecord]:
        pairs = [(number, seat) for number in range(rounds) for seat in range(self.players)]
        won = done = 0
        with ThreadPoolExecutor(workers) as pool:
            jobs = [pool.submit(self.play, number, seat, control) for number, seat in pairs]
            for job in as_completed(jobs):
                record = job.result()
                if record is None:
                    continue
                done, won = done + 1, won + record.challenger_won
                control.report(done, len(pairs), f"challenger won {won} of {done}")
                yield record

    def play(self, number: int, challenger_seat: int, control: Control) -> GameRecord | None:
        """One game; None if the run was stopped before it ended."""
        deal_seed = self.seed * 1_000_003 + number
        game = KonkanGame.deal(deal_seed, self.players, number % self.players, self.rules)
        seats = [
            make_player(self.challenger if seat == challenger_seat else self.baseline)
            for seat in range(self.players)
        ]
        while not game.is_over:
            if control.should_stop():
                return None
            seat_seed = deal_seed * self.players + game.seat
            game.apply(seats[game.seat].choose(game, seat_seed * 1_009 + game.turn))
        return GameRecord(number, challenger_seat, game.result())

    def report(self, history: tuple[GameRecord, ...]) -> Report:
        return Report(
            history,
            self._totals(history, challenger=False),
            self._totals(history, challenger=True),
            self.players,
            self.seed,
        )

    def _totals(self, history: tuple[GameRecord, ...], *, challenger: bool) -> Totals:
        wins = laid = deadwood = 0
        for record in history:
            seats = [s for s in range(self.players) if (s == record.challenger_seat) is challenger]
            wins += record.result.winner in seats
            laid += sum(record.result.laid_points[seat] for seat in seats)
            deadwood += sum(record.result.deadwood[seat] for seat in seats)
        name = make_player(self.challenger if challenger else self.baseline).name
        return Totals(name, wins, laid, deadwood)


def make_player(contestant: Contestant) -> Player:
    """A new player for one game."""
    if isinstance(contestant, str):
        return parse_player(contestant)
    return SearchPlayer(contestant)

"""Two players compared on the same deals: every deal is played once from each seat.

    report = run_head_to_head(rounds=10, baseline=SearchConfig(64), challenger=SearchConfig(256))
    report.challenger.wins, report.share, report.interval, report.p_value

With three players the challenger sits once in each seat and the baseline in the other two.
The search runs without the GIL, so games run side by side in threads.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice

from engine.control import POLL_S, Budget, Control
from engine.errors import Cancelled, InputError
from engine.konkan.game import KonkanGame, RoundResult
from engine.konkan.players import Player, SearchPlayer, parse_player
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.konkan.search import SearchConfig
from engine.statistics import Interval, sign_test, wilson

MAX_ROUNDS = 10_000_000
MAX_WORKERS = 256
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
        surplus = Counter[int]()
        for record in self.history:
            surplus[record.round_number] += record.challenger_won * self.players - 1
        better = sum(value > 0 for value in surplus.values())
        return sign_test(better, sum(value < 0 for value in surplus.values()))


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
    if not 1 <= rounds <= MAX_ROUNDS or not 1 <= workers <= MAX_WORKERS:
        raise InputError(
            f"{rounds} rounds, {workers} workers: expected 1 to {MAX_ROUNDS:,} rounds "
            f"and 1 to {MAX_WORKERS} workers"
        )
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
        pairs = ((number, seat) for number in range(rounds) for seat in range(self.players))
        won = done = 0
        for record in self._in_threads(pairs, workers, control):
            done, won = done + 1, won + record.challenger_won
            control.report(done, rounds * self.players, f"challenger won {won} of {done}")
            yield record

    def _in_threads(
        self, pairs: Iterator[tuple[int, int]], workers: int, control: Control
    ) -> Iterator[GameRecord]:
        """Games as they end; the next begins when a thread is free."""
        with ThreadPoolExecutor(workers) as pool:
            playing: set[Future[GameRecord | None]] = set()
            try:
                while True:
                    n_free = 0 if control.should_stop() else workers - len(playing)
                    for pair in islice(pairs, n_free):
                        playing.add(pool.submit(self.play, *pair, control))
                    if not playing:
                        return
                    ended, playing = wait(playing, POLL_S, FIRST_COMPLETED)
                    yield from filter(None, (game.result() for game in ended))
            except BaseException:
                control.cancel.set()  # the others end, too
                raise

    def play(self, number: int, challenger_seat: int, control: Control) -> GameRecord | None:
        """One game; None if the run was stopped before it ended."""
        deal_seed = self.seed * 1_000_003 + number
        game = KonkanGame.deal(deal_seed, self.players, number % self.players, self.rules)
        seats = [
            make_player(self.challenger if seat == challenger_seat else self.baseline)
            for seat in range(self.players)
        ]
        left_s = None if control.budget.seconds is None else control.remaining_s
        quiet = Control(Budget(left_s), control.cancel)
        while not game.is_over:
            if control.should_stop():
                return None
            seat_seed = deal_seed * self.players + game.seat
            game.apply(seats[game.seat].choose(game, seat_seed * 1_009 + game.turn, quiet))
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

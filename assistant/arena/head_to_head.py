"""Two players of Konkan compared on the same deals: every deal is played once from each seat.

    report = run_head_to_head(rounds=10, baseline=SearchConfig(64), challenger=SearchConfig(256))
    report.challenger.wins, report.share, report.interval, report.p_value

With three players the challenger sits once in each seat and the baseline in the other two.
It is a plan of the arena like any other; this is its report.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.arena.batch import deal_one
from assistant.arena.plan import SessionPlan, plan_match
from assistant.arena.strength import Measured, measure
from assistant.play.konkan import KonkanState
from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.konkan.game import RoundResult
from engine.konkan.players import SearchPlayer, parse_player
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.konkan.search import SearchConfig
from engine.statistics import Interval, sign_test, wilson
from engine.words import counted

MAX_ROUNDS = 10_000_000
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
    """The totals of one side over all games; `net` is laid points less deadwood."""

    name: str
    wins: int
    laid_points: int
    deadwood: int

    @property
    def net(self) -> int:
        """Points laid less points left in hand."""
        return self.laid_points - self.deadwood


@dataclass(frozen=True, slots=True)
class HeadToHeadReport:
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
        """Wilson's 95% interval of the share."""
        return wilson(self.share * len(self.history), len(self.history))

    @property
    def p_value(self) -> float:
        """Sign test over deals: in how many did the challenger get more than its part?"""
        surplus = Counter[int]()
        for record in self.history:
            shares = self.players * record.challenger_won + record.drawn
            surplus[record.round_number] += shares - 1
        better = sum(value > 0 for value in surplus.values())
        return sign_test(better, sum(value < 0 for value in surplus.values()))


def run_head_to_head(
    rounds: int,
    baseline: Contestant,
    challenger: Contestant,
    seed: int = 0,
    *,
    players: int = 2,
    workers: int = 0,
    rules: KonkanRules = DEFAULT_RULES,
    control: Control | None = None,
) -> HeadToHeadReport:
    """Play every deal from each seat; a cancelled run reports the games it has.

    `workers` are processes; 0 plays in this one.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise InputError(f"{rounds} rounds cannot be played: expected 1 to {MAX_ROUNDS:,}")
    if players not in (2, 3):
        raise InputError(f"{counted(players, 'player')}: expected 2 or 3")
    names = _text(baseline), _text(challenger)
    seats = [names[1], *[names[0]] * (players - 1)]
    plan = plan_match(seats, rounds, seed, "konkan", options=rules.changed)
    measured = measure(plan, control or Control(), workers)
    history = tuple(
        sorted(_records(plan, measured), key=lambda r: (r.round_number, r.challenger_seat))
    )
    if not history:
        raise Cancelled("the benchmark was cancelled before its first game ended")
    sides = [_totals(name, history, is_challenger=i == 1) for i, name in enumerate(names)]
    return HeadToHeadReport(history, sides[0], sides[1], players, seed)


def _text(contestant: Contestant) -> str:
    """Return the canonical text of a player."""
    player = parse_player(contestant) if isinstance(contestant, str) else SearchPlayer(contestant)
    return player.name


def _records(plan: SessionPlan, measured: Measured) -> Iterator[GameRecord]:
    """Yield every game that was played, with what its moves led to; a twin match counts for each
    seat.
    """
    game = plan.load_game()
    for chunk in measured.chunks:
        batch = plan.batch(chunk.first, len(chunk.games))
        for row in range(len(chunk.games)):
            dealt = deal_one(game, batch, row)
            assert isinstance(dealt, KonkanState)
            for move in game.decode(chunk.games.moves_of(row)):
                dealt.apply(move)
            number = (chunk.first + row) // plan.games_a_round
            seats = [s for s in range(plan.n_seats) if batch.seatings[row, s] == 0]
            for seat in seats:
                yield GameRecord(number, seat, dealt.game.result())


def _totals(name: str, history: tuple[GameRecord, ...], *, is_challenger: bool) -> Totals:
    wins = laid = deadwood = 0
    for record in history:
        for seat in range(len(record.result.deadwood)):
            if (seat == record.challenger_seat) is is_challenger:
                wins += record.result.winner == seat
                laid += record.result.laid_points[seat]
                deadwood += record.result.deadwood[seat]
    return Totals(name, wins, laid, deadwood)

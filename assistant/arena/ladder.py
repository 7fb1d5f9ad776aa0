"""The ladder: the named opponents of a game, rated on one scale and reviewed.

Opponents meet those near them on the ladder, where a game says most. The mean rating of a ladder is
1000, and 400 points more mean ten wins to one. Fixed seeds give the same ladder again.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.arena.events import record_of
from assistant.arena.plan import SessionPlan, plan_round_robin
from assistant.arena.ratings import Estimate, rank
from assistant.arena.strength import Measured, measure
from assistant.play.record import Record
from assistant.play.registry import find_game
from assistant.review.quick_judgement import judge_sample
from assistant.review.summary import game_accuracy
from engine.agents import AgentKind
from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.ladder import Ladder, Strength
from engine.statistics import Interval, mean_interval

SEED = 2026
MEAN_RATING = 1000.0


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """How a ladder is measured: rounds to play, and what is reviewed of each opponent."""

    rounds: int
    reviewed: int  # games of each opponent
    decisions: int  # the most decisions of each of these games
    worlds: int  # deals in which a decision of Slave is tried


PLANS = {"slave": LadderPlan(100, 400, 99, 40), "konkan": LadderPlan(60, 30, 12, 0)}


@dataclass(frozen=True, slots=True)
class Rung:
    """One opponent of a measured ladder."""

    name: str
    kind: AgentKind
    n_games: int
    rating: Estimate
    n_decisions: int
    loss: Estimate
    accuracy: float

    @property
    def strength(self) -> Strength:
        """The figures to store, rounded as their intervals allow."""
        return Strength(
            rating=round(self.rating.value),
            rating_half_width=round(self.rating.interval.half_width),
            loss=round(self.loss.value, 4),
            loss_half_width=round(self.loss.interval.half_width, 4),
            accuracy=round(self.accuracy, 1),
        )


def ladder_plan(game: str, rounds: int | None = None) -> SessionPlan:
    """Return the plan of a ladder: every table has opponents that are near each other."""
    found = find_game(game)
    names = [name for name, kind in found.agents.items() if kind.level]
    if not names:
        raise InputError(f"{found.title} has no ladder. There is one for: {', '.join(PLANS)}.")
    whole = plan_round_robin(names, rounds or PLANS[game].rounds, SEED, game)
    return SessionPlan(game, whole.agents, _tables(len(names), whole.n_seats), whole.rounds, SEED)


def _tables(n_levels: int, n_seats: int) -> tuple[tuple[int, ...], ...]:
    """Return who sits together: neighbours at a table of four, pairs up to two levels apart."""
    if n_seats == 2:
        apart = ((level, level + gap) for level in range(n_levels) for gap in (1, 2))
        return tuple(pair for pair in apart if pair[1] < n_levels)
    return tuple(tuple(range(first, first + n_seats)) for first in range(n_levels - n_seats + 1))


def measure_ladder(
    game: str, control: Control, rounds: int | None = None, workers: int = 1
) -> tuple[Rung, ...]:
    """Play and review a ladder; return its opponents, the weakest level first."""
    plan = ladder_plan(game, rounds)
    measured = measure(plan, control, workers)
    standings = {each.agent: each for each in rank(measured.results).standings}
    if len(standings) < len(plan.agents):
        raise Cancelled("The ladder was stopped before its first round was complete.")
    kinds, rungs = find_game(game).agents, list[Rung]()
    games = _games_of(plan, measured)
    for place, agent in enumerate(plan.agents):
        name = agent.partition(":")[2]
        control.report(place, len(plan.agents), f"reviewing {name}")
        found = standings[agent]
        losses, accuracies = _review(games[place], PLANS[game], control)
        variance = float(np.var(losses, ddof=1)) if len(losses) > 1 else 0.0
        mean = float(np.mean(losses))
        rungs.append(
            Rung(
                name=name,
                kind=kinds[name],
                n_games=found.n_games,
                rating=_raised(found.rating),
                n_decisions=len(losses),
                loss=Estimate(mean, mean_interval(mean, variance, len(losses))),
                accuracy=float(np.mean(accuracies)),
            )
        )
    return tuple(rungs)


def _raised(rating: Estimate) -> Estimate:
    """Return a rating with mean 0 on the scale of the ladder."""
    low, high = rating.interval.low, rating.interval.high
    return Estimate(rating.value + MEAN_RATING, Interval(low + MEAN_RATING, high + MEAN_RATING))


def _games_of(plan: SessionPlan, measured: Measured) -> dict[int, list[tuple[Record, int]]]:
    """Return the records and seats in which each opponent is reviewed, spread over all deals."""
    played: dict[int, list[tuple[int, int, bytes]]] = defaultdict(list)
    for number, moves in _moves(measured):
        for seat, opponent in enumerate(plan.seatings(np.array([number]))[0].tolist()):
            played[opponent].append((number, seat, moves))
    game, wanted = plan.load_game(), PLANS[plan.game].reviewed
    return {
        opponent: [
            (record_of(plan, number, game.decode(moves)), seat)
            for number, seat, moves in found[:: max(1, len(found) // wanted)][:wanted]
        ]
        for opponent, found in played.items()
    }


def _moves(measured: Measured) -> Iterator[tuple[int, bytes]]:
    for chunk in measured.chunks:
        for row in range(len(chunk.games)):
            yield chunk.first + row, chunk.games.moves_of(row)


def _review(
    games: Sequence[tuple[Record, int]], how: LadderPlan, control: Control
) -> tuple[list[float], list[float]]:
    """Return the losses of the free decisions, and the accuracies of the games."""
    losses, accuracies = list[float](), list[float]()
    for record, seat in games:
        judged = judge_sample(record, seat, how.worlds, how.decisions, SEED, control)
        losses += [each.lead for each in judged]
        accuracy = game_accuracy(judged)
        accuracies += [] if accuracy is None else [accuracy.value]
    return losses, accuracies


def ladder_of(rungs: Sequence[Rung]) -> Ladder:
    """Return what is stored of a measured ladder."""
    return {rung.name: rung.strength for rung in rungs}

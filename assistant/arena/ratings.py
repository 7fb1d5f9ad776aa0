"""Rank agents, and say how sure the order is: shares, places, points, pairs and ratings.

A deal is the unit of chance: its games in rotated seats belong together, so every interval
comes from whole rounds. Ratings are Bradley-Terry strengths on the Elo scale, from who ended
before whom in each game; their intervals come from drawing the rounds again (bootstrap).
"""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assistant.arena.plan import SessionPlan
from assistant.arena.results import Results
from engine.statistics import Z_95, Interval, mean_interval, student, wilson

ELO = 400 / math.log(10)  # Elo points of one unit of log-odds
PRIOR_WINS = 1.0  # prior wins of both players of every pair that met, so that no rating is infinite
N_RESAMPLES = 200
N_BLOCKS = 200  # rounds are drawn again in at most this many blocks
NEWTON_STEPS = 40
ERROR_RATE = 0.05  # how often a session that stops early may be wrong

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured figure and the interval that holds the true one in 95% of sessions."""

    value: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one agent: share of first places (ties shared), mean place, points, rating."""

    agent: str
    n_games: int
    wins: float
    win_share: Estimate
    place: Estimate
    points: Estimate
    rating: Estimate


@dataclass(frozen=True, slots=True)
class Pairing:
    """How often `first` ended before `second` (ties count half) in the games both played."""

    first: str
    second: str
    n_games: int
    score: Estimate


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings, best rating first, and every pair that met."""

    n_rounds: int
    n_games: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class RoundSums:
    """Sums over the games of each round; agents are columns (and rows, in pairwise sums)."""

    n_rounds: int
    seats: Floats  # seats that an agent had, [agent]: the same in every round
    games: Floats  # games that an agent was in, [agent]
    wins: Floats  # shares of first places, [round, agent]
    places: Floats
    points: Floats
    beaten: Floats  # mean over a game's pairs of seats, [round, agent, agent]
    met: Floats  # games in which two agents met, [agent, agent]


def sum_rounds(results: Results, end: int | None = None) -> RoundSums:
    """Add up every whole round (before round `end`)."""
    plan = results.plan
    rounds = results.whole_rounds(end)
    numbers = (rounds[:, None] * plan.games_a_round + np.arange(plan.games_a_round)).ravel()
    who, places = plan.seatings(numbers), results.places[numbers]
    per_seat = (
        (places == 1) / (places == 1).sum(axis=1, keepdims=True),
        places.astype(np.float64),
        results.points[numbers].astype(np.float64),
    )
    shape = (len(rounds), plan.games_a_round, len(plan.agents))
    is_agent = [who == i for i in range(len(plan.agents))]
    wins, places_sum, points = (
        np.stack([(x * m).sum(axis=1) for m in is_agent], -1).reshape(shape).sum(axis=1)
        for x in per_seat
    )
    first_round = plan.seatings(np.arange(plan.games_a_round))
    seats = np.array([(first_round == i).sum() for i in range(len(plan.agents))], np.float64)
    games = np.array([(first_round == i).any(axis=1).sum() for i in range(len(plan.agents))])
    beaten, met = _beaten(plan, places, is_agent, len(rounds))
    return RoundSums(
        len(rounds), seats, games.astype(np.float64), wins, places_sum, points, beaten, met
    )


def _beaten(
    plan: SessionPlan, places: NDArray[np.uint8], is_agent: list[NDArray[np.bool_]], n_rounds: int
) -> tuple[Floats, Floats]:
    """Return who ended before whom, each game counting once for each pair of agents in it."""
    n = len(plan.agents)
    beaten, met = np.zeros((n_rounds, n, n)), np.zeros((n, n))
    for i, j in combinations(range(n), 2):
        pairs = np.zeros(len(places))
        ahead = np.zeros(len(places))
        for a in range(plan.n_seats):
            for b in range(plan.n_seats):
                both = is_agent[i][:, a] & is_agent[j][:, b]
                pairs += both
                better = (places[:, a] < places[:, b]) + 0.5 * (places[:, a] == places[:, b])
                ahead += both * better
        share = np.divide(ahead, pairs, out=np.zeros_like(ahead), where=pairs > 0)
        games = (pairs > 0).reshape(n_rounds, plan.games_a_round).sum(axis=1)
        beaten[:, i, j] = share.reshape(n_rounds, plan.games_a_round).sum(axis=1)
        beaten[:, j, i] = games - beaten[:, i, j]
        met[i, j] = met[j, i] = games[0] if n_rounds else 0
    return beaten, met


def rank(results: Results) -> Ranking:
    """Rank the agents after the rounds that are whole; empty before the first one is."""
    sums = sum_rounds(results)
    if not sums.n_rounds:
        return Ranking(0, 0, (), ())
    agents = results.plan.agents
    ratings = rate(sums)
    standings = [
        Standing(
            agent,
            int(sums.games[i]) * sums.n_rounds,
            float(sums.wins[:, i].sum()),
            _share(sums.wins[:, i], sums.seats[i]),
            _mean(sums.places[:, i], sums.seats[i], 1.0, float(results.plan.n_seats)),
            _mean(sums.points[:, i], sums.seats[i], -math.inf, math.inf),
            ratings[i],
        )
        for i, agent in enumerate(agents)
    ]
    ranked = sorted(standings, key=lambda s: (-s.rating.value, s.agent))
    n_games = sums.n_rounds * results.plan.games_a_round
    return Ranking(sums.n_rounds, n_games, tuple(ranked), _pairings(sums, agents))


def _mean(by_round: Floats, per_round: float, low: float, high: float) -> Estimate:
    """Return the mean of a figure that is summed `per_round` times in each round, with its
    interval.
    """
    n_rounds = len(by_round)
    means = by_round / per_round
    variance = float(means.var(ddof=1)) if n_rounds > 1 else 0.0
    interval = mean_interval(float(means.mean()), variance, n_rounds, student(n_rounds - 1))
    return Estimate(float(means.mean()), Interval(max(low, interval.low), min(high, interval.high)))


def _share(by_round: Floats, per_round: float, z: float = Z_95) -> Estimate:
    """Return the mean of a share with Wilson's interval, for the sample size that its spread
    implies.
    """
    n_rounds = len(by_round)
    means = by_round / per_round
    share = min(1.0, max(0.0, float(means.mean())))
    variance = float(means.var(ddof=1)) if n_rounds > 1 else 0.0
    worth = share * (1 - share) / variance if variance > 1e-12 else 1.0
    n_samples = max(1, round(n_rounds * worth))
    return Estimate(share, wilson(share * n_samples, n_samples, student(n_rounds - 1, z)))


def _pairings(sums: RoundSums, agents: tuple[str, ...], z: float = Z_95) -> tuple[Pairing, ...]:
    return tuple(
        Pairing(
            agents[i],
            agents[j],
            int(sums.met[i, j]) * sums.n_rounds,
            _share(sums.beaten[:, i, j], sums.met[i, j], z),
        )
        for i, j in combinations(range(len(agents)), 2)
        if sums.met[i, j]
    )


def rate(sums: RoundSums, n_resamples: int = N_RESAMPLES) -> list[Estimate]:
    """Return Bradley-Terry ratings on the Elo scale, mean 0, with intervals from resampled
    rounds.
    """
    blocks = _blocks(sums.beaten)
    rng = np.random.default_rng(len(blocks))
    draws = rng.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), n_resamples)
    weights = np.vstack([np.ones(len(blocks)), draws])
    # The prior wins are resampled, too: else an agent that won all would seem certain.
    prior = rng.exponential(PRIOR_WINS, (len(weights), *sums.met.shape))
    prior[0] = PRIOR_WINS
    wins = np.tensordot(weights, blocks, axes=1) + prior * (sums.met > 0)
    ratings = ELO * bradley_terry(wins)
    value = ratings[0]
    widened = value + (ratings[1:] - value) * student(sums.n_rounds - 1) / Z_95
    low, high = np.quantile(widened, [0.025, 0.975], axis=0)
    low, high = np.minimum(low, value), np.maximum(high, value)
    ends = zip(value, low, high, strict=True)
    return [Estimate(float(r), Interval(float(a), float(b))) for r, a, b in ends]


def _blocks(beaten: Floats) -> Floats:
    """Sum neighbouring rounds, so that a long session is rated as fast as a short one."""
    edges = np.linspace(0, len(beaten), min(len(beaten), N_BLOCKS), endpoint=False).astype(int)
    summed: Floats = np.add.reduceat(beaten, edges, axis=0)
    return summed


def bradley_terry(wins: Floats) -> Floats:
    """Return log strengths, mean 0, of win counts [..., i, j]: i's wins against j (Newton's
    method).
    """
    n = wins.shape[-1]
    met = wins + np.swapaxes(wins, -1, -2)
    total = wins.sum(axis=-1)
    logs: Floats = np.zeros_like(total)
    for _ in range(NEWTON_STEPS):
        share = 1 / (1 + np.exp(logs[..., None, :] - logs[..., :, None]))
        slope = total - (met * share).sum(axis=-1)
        bend = met * share * (1 - share)
        # Only differences count: the constant and the ridge keep the matrix invertible.
        curve = np.eye(n) * (bend.sum(axis=-1)[..., None] + 1e-9) - bend + 1 / n
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        logs = logs + np.clip(step, -1, 1)
    logs -= logs.mean(axis=-1, keepdims=True)
    return logs


def is_clear(results: Results, look: int) -> bool:
    """Return True if every pair that met differs significantly after `look` rounds.

    The error rate is shared by all looks and pairs (Bonferroni), so stopping early stays honest.
    """
    from scipy.stats import norm

    sums = sum_rounds(results, look)
    n_pairs = int((sums.met > 0).sum()) // 2
    n_tests = n_pairs * len(results.plan.interim_looks())
    z = float(norm.isf(ERROR_RATE / 2 / max(1, n_tests)))
    pairings = _pairings(sums, results.plan.agents, z)
    return bool(pairings) and all(0.5 not in p.score.interval for p in pairings)


def short(agent: str) -> str:
    """Return an agent without its game."""
    return agent.partition(":")[2]

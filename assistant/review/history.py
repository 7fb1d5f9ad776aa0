"""A person's record over time: figures and curves for the page "You"."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assistant.review.player_record import FinishedGame
from assistant.review.rating import Rating, estimate_rating
from assistant.review.record_summary import Summary, summarise
from engine.ladder import strength_of

WINDOW = 20  # games of a running mean
N_POINTS = 60  # the most points of a curve
N_RATED = 200  # games that the rating is estimated from, the newest


@dataclass(frozen=True, slots=True)
class Curve:
    """A running mean over games; `values` belong to the numbers of games in `games`."""

    name: str
    games: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class History:
    """All that the page shows of one game, or of all games."""

    games: tuple[FinishedGame, ...]
    summary: Summary
    rating: Rating | None
    curves: dict[str, tuple[Curve, ...]]


def history_of(games: Sequence[FinishedGame]) -> History:
    """Sum up games of one kind, oldest first."""
    found = tuple(games)
    curves = {
        "Accuracy": _curve(found, "accuracy", lambda game: game.accuracy),
        "Luck": _curve(found, "luck and the others' play, points", _luck),
        "Place": _curve(found, "place", lambda game: float(game.place)),
        "Loss by kind": _loss_curves(found),
        "Rating": _rating_curve(found),
        "Guesses": _curve(found, "guesses", _guesses),
    }
    return History(found, summarise(found), rating_of(found), curves)


def rating_of(games: Sequence[FinishedGame]) -> Rating | None:
    """Return the rating from rated games against named opponents; None without any."""
    results = rated_results(games)
    return estimate_rating(results) if results else None


def rated_results(games: Sequence[FinishedGame]) -> list[tuple[float, float]]:
    """Return pairs of an opponent's rating and the score against it, from the newest games."""
    rated = [game for game in games if game.rated and game.agents]
    return [pair for game in rated[-N_RATED:] for pair in _results(game)]


def _results(game: FinishedGame) -> list[tuple[float, float]]:
    found = []
    for agent, place in json.loads(game.agents):
        rating = _rating_of_agent(game.game, agent)
        if rating is not None:
            score = 0.5 if place == game.place else float(game.place < place)
            found.append((rating, score))
    return found


def _rating_of_agent(game: str, agent: str) -> float | None:
    """Return the rating of a named opponent; None for any other agent."""
    strength = strength_of(game, agent)
    return None if strength is None else strength.rating


def _rating_curve(games: Sequence[FinishedGame]) -> tuple[Curve, ...]:
    """Return the rating after some of the games, each from the games up to it."""
    rated = [game for game in games if game.rated and game.agents and _results(game)][-N_RATED:]
    if not rated:
        return ()
    ends = _sampled(len(rated), N_POINTS // 6)
    values = tuple(estimate_rating(rated_results(rated[:end])).value for end in ends)
    return (Curve("rating", ends, values),)


def _luck(game: FinishedGame) -> float | None:
    """Return luck in points of 100; guesses saved by luck in Pokle."""
    if game.luck is None:
        return None
    return game.luck if game.game == "pokle" else 100 * game.luck


def _guesses(game: FinishedGame) -> float | None:
    return game.points if game.game == "pokle" else None


def _curve(
    games: Sequence[FinishedGame], name: str, value: Callable[[FinishedGame], float | None]
) -> tuple[Curve, ...]:
    found = ((number, value(game)) for number, game in enumerate(games, 1))
    values = [(number, each) for number, each in found if each is not None]
    return (_running_mean(name, values),) if values else ()


def _running_mean(name: str, values: Sequence[tuple[int, float]]) -> Curve:
    """Return the mean over the last games at some of the numbers."""
    ends = _sampled(len(values), N_POINTS)
    means = []
    for end in ends:
        last = [value for _, value in values[max(0, end - WINDOW) : end]]
        means.append(sum(last) / len(last))
    return Curve(name, tuple(values[end - 1][0] for end in ends), tuple(means))


def _sampled(count: int, most: int) -> tuple[int, ...]:
    """Return at most so many numbers from 1 to `count`, evenly spread, the last one included."""
    step = max(1, -(-count // most))
    return tuple(range(count, 0, -step))[::-1]


def _loss_curves(games: Sequence[FinishedGame]) -> tuple[Curve, ...]:
    """Return the mean loss of a decision of each kind, in points of 100."""
    by_kind: dict[str, list[tuple[int, float]]] = {}
    for number, game in enumerate(games, 1):
        if game.losses:
            for kind, (loss, count) in json.loads(game.losses).items():
                by_kind.setdefault(kind, []).append((number, 100 * loss / count))
    return tuple(_running_mean(kind, values) for kind, values in by_kind.items())

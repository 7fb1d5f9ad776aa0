"""Sum up a person's record: games played and won, streaks, means, and the days of Pokle."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from assistant.review.player_record import FinishedGame, PlayerRecord


@dataclass(frozen=True, slots=True)
class Summary:
    """A person's record in one game."""

    n_played: int
    n_won: int
    streak: int  # games won in a row, up to now
    best_streak: int
    mean_place: float | None
    accuracy: float | None
    luck: float | None
    guesses: dict[int, int]  # Pokle: how often the board was found with so many guesses


def summarise(games: tuple[FinishedGame, ...]) -> Summary:
    """Sum up games of one kind, oldest first."""
    streak = best = 0
    guesses: dict[int, int] = {}
    for game in games:
        streak = streak + 1 if game.won else 0
        best = max(best, streak)
        if game.guesses is not None:
            guesses[game.guesses] = guesses.get(game.guesses, 0) + 1
    return Summary(
        n_played=len(games),
        n_won=sum(game.won for game in games),
        streak=streak,
        best_streak=best,
        mean_place=_mean([float(game.place) for game in games]),
        accuracy=_mean([game.accuracy for game in games if game.accuracy is not None]),
        luck=_mean([game.luck for game in games if game.luck is not None]),
        guesses=dict(sorted(guesses.items())),
    )


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def recent_results(count: int = 10) -> list[tuple[str, bool]]:
    """Return the newest games as pairs of the game and whether it was won, oldest first."""
    return [(each.game, each.won) for each in PlayerRecord().last_games(count)]


@dataclass(frozen=True, slots=True)
class PokleDays:
    """Days in a row on which a Pokle was solved, up to today, and whether today's is done."""

    streak: int
    is_done_today: bool


def pokle_streak(today: date | None = None) -> PokleDays:
    """Return the streak of days on which a Pokle was solved; it holds until a day is missed."""
    today = today or datetime.now(UTC).date()
    solved = {game.finished[:10] for game in PlayerRecord().games("pokle") if game.won}
    is_done = today.isoformat() in solved
    day, streak = today if is_done else today - timedelta(days=1), 0
    while day.isoformat() in solved:
        day, streak = day - timedelta(days=1), streak + 1
    return PokleDays(streak, is_done)

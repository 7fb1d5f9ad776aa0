"""When an exercise is shown again: FSRS, the scheduler of Anki, from its Python package."""

from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler

from engine.errors import InputError

MAX_INTERVAL_DAYS = 365
_SCHEDULER = Scheduler(
    learning_steps=(timedelta(minutes=10),),
    relearning_steps=(timedelta(minutes=10),),
    maximum_interval=MAX_INTERVAL_DAYS,
    enable_fuzzing=False,
)


def new_schedule(now: datetime | None = None) -> tuple[str, str]:
    """Return when a new exercise is due (at once), and its state."""
    card = Card(card_id=1, due=now or datetime.now(UTC))
    return card.due.isoformat(timespec="seconds"), card.to_json()


def next_schedule(schedule: str, is_right: bool, now: datetime) -> tuple[str, str]:
    """Return when an exercise is due after an answer, and its new state."""
    try:
        card = Card.from_json(schedule)
    except (ValueError, KeyError, TypeError) as error:
        raise InputError("The schedule of this exercise is damaged; it begins again.") from error
    rated, _ = _SCHEDULER.review_card(card, Rating.Good if is_right else Rating.Again, now)
    return rated.due.isoformat(timespec="seconds"), rated.to_json()

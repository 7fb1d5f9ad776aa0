"""When an exercise is shown again: FSRS, the scheduler of Anki, from its Python package."""

import logging
from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler

MAX_INTERVAL_DAYS = 365
_SCHEDULER = Scheduler(
    learning_steps=(timedelta(minutes=10),),
    relearning_steps=(timedelta(minutes=10),),
    maximum_interval=MAX_INTERVAL_DAYS,
    enable_fuzzing=False,
)
_log = logging.getLogger(__name__)


def new_schedule(now: datetime | None = None) -> tuple[str, str]:
    """Return when a new exercise is due (at once), and its state."""
    card = Card(card_id=1, due=now or datetime.now(UTC))
    return card.due.isoformat(timespec="seconds"), card.to_json()


def next_schedule(schedule: str, is_right: bool, now: datetime) -> tuple[str, str]:
    """Return when an exercise is due after an answer, and its new state.

    A state that is damaged begins again.
    """
    rating = Rating.Good if is_right else Rating.Again
    try:
        rated, _ = _SCHEDULER.review_card(Card.from_json(schedule), rating, now)
    except Exception as error:  # the package checks nothing: a damaged state raises many kinds
        _log.warning("The schedule of an exercise was damaged (%s); it begins again", error)
        rated, _ = _SCHEDULER.review_card(Card(card_id=1, due=now), rating, now)
    return rated.due.isoformat(timespec="seconds"), rated.to_json()

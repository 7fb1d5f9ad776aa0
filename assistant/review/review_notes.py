"""Take what a review found into a person's record: accuracy, play and luck, losses, exercises."""

from assistant.play.record import BETWEEN_MOVES, HUMAN, Record
from assistant.review.decisions import Review
from assistant.review.player_record import Exercise, PlayerRecord
from assistant.review.replay import whole_line


def note_review(record: Record, found: Review, player: PlayerRecord | None = None) -> None:
    """Keep what a review says of a person's own game, and make exercises of costly decisions.

    A review of another seat, or of a game that is not in the record, changes nothing.
    """
    player = player or PlayerRecord()
    if record.agents[found.seat] != HUMAN or not found.accounts:
        return
    player.add_finished(record)
    number = player.number_of(record)
    if number is None:
        return
    accuracy = None if found.accuracy is None else found.accuracy.value
    play, luck = (sum(getattr(each, part) for each in found.accounts) for part in ("play", "luck"))
    player.set_review(number, accuracy, play, luck, losses_by_kind(found))
    player.add_exercises(exercises_of(record, found))


def losses_by_kind(found: Review) -> dict[str, tuple[float, int]]:
    """Return the sum of the losses and the number of free decisions of each kind."""
    sums: dict[str, tuple[float, int]] = {}
    for each in found.decisions:
        if each.judgement is not None:
            loss, count = sums.get(each.kind, (0.0, 0))
            sums[each.kind] = (loss + each.judgement.loss, count + 1)
    return sums


def exercises_of(record: Record, found: Review) -> list[Exercise]:
    """Return the costly decisions of a review whose best answer is clear, as exercises."""
    made = []
    for each in found.decisions:
        if each.is_clear and each.judgement is not None:
            position = whole_line(record, each.number)
            best, played = map(BETWEEN_MOVES.join, (each.best_moves, each.moves))
            loss = each.judgement.loss
            made.append(Exercise(record.game, position, best, played, loss, each.reason))
    return [each for each in made if each.position]

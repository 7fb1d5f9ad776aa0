"""A review in words and figures, the same for the terminal, the page and the window."""

from collections.abc import Iterator

from assistant.review.decisions import Review, ReviewedDecision
from assistant.review.judgement import Judgement
from assistant.review.summary import Account
from engine.words import capital

GUESSES, TITLE = "expected guesses", "expected title"
PUNISHED = 0.05  # by how much the value must have fallen by the next decision
HEADINGS = ("move", "played", "value", "best", "its value", "loss", "mark")


def value_text(value: float, unit: str) -> str:
    """Return a value: a chance in percent, a title from 0 to 1, or guesses."""
    if unit == GUESSES:
        return f"{0.0 - value:.2f}"
    return f"{value:.2f}" if unit == TITLE else f"{value:.0%}"


def loss_text(found: Judgement, unit: str) -> str:
    """Return a loss with its ±; nothing if there is none."""
    if not found.loss:
        return ""
    if unit == GUESSES:
        return f"{found.loss:.2f}"
    return f"{100 * found.loss:.0f} ± {100 * found.half_width:.0f}"


def loss_words(found: Judgement, unit: str) -> str:
    """Return a loss in words: "12 points lost"."""
    if unit == GUESSES:
        return f"{found.loss:.2f} guesses lost"
    return f"{100 * found.loss:.0f} points lost"


def mark_text(each: ReviewedDecision) -> str:
    """Return the mark; one that could not be decided says so."""
    found = each.judgement
    return each.mark.value + ("" if found is None or found.is_decided else " (not certain)")


def table_rows(found: Review) -> Iterator[tuple[str, ...]]:
    """Yield a row of texts for every decision, under `HEADINGS`."""
    for each in found.decisions:
        place = f"{each.round_number}.{each.number + 1}"
        judged = each.judgement
        if judged is None:
            yield place, each.played, "", "", "", "", mark_text(each)
            continue
        values = (value_text(value, found.unit) for value in (judged.value, judged.best_value))
        value, best_value = values
        loss = loss_text(judged, found.unit)
        yield place, each.played, value, each.best, best_value, loss, mark_text(each)


def decision_sentence(found: Review, place: int) -> str:
    """Return one decision in up to three sentences: its value, the best move, what followed."""
    each = found.decisions[place]
    judged = each.judgement
    if each.is_pending:
        return f"{capital(each.played)}: not judged yet."
    if judged is None:
        return f"{capital(each.played)}: there was no choice."
    value = value_text(judged.value, found.unit) + _king_text(each, 0, found.unit)
    if not judged.loss:
        return f"{capital(each.played)}: {mark_text(each)}, {found.unit} {value}."
    best = value_text(judged.best_value, found.unit) + _king_text(each, 1, found.unit)
    parts = [
        f"{capital(each.played)} ({value}): {mark_text(each)}. "
        f"Better: {each.best} ({best}), {loss_words(judged, found.unit)}.",
        each.reason,
        _aftermath(found, place) if each.is_costly else "",
    ]
    return " ".join(filter(None, parts))


def _king_text(each: ReviewedDecision, place: int, unit: str) -> str:
    """Return the chance of King beside an expected title."""
    if unit != TITLE or each.first_place is None:
        return ""
    return f", King {each.first_place[place]:.0%}"


def _aftermath(found: Review, place: int) -> str:
    """Return how the value changed until the player's next decision in the same round."""
    each = found.decisions[place]
    later = (
        other.judgement
        for other in found.decisions[place + 1 :]
        if other.judgement is not None and other.round_number == each.round_number
    )
    after = next(later, None)
    if after is None or each.judgement is None or found.unit == GUESSES:
        return ""
    value = value_text(after.reference, found.unit)
    was_punished = after.reference < each.judgement.value - PUNISHED
    return f"At the next decision it was {value}{', so it was punished' if was_punished else ''}."


def accuracy_text(found: Review) -> str:
    """Return the accuracy of the game in one line."""
    accuracy = found.accuracy
    if accuracy is None:
        return "There was nothing to decide in this game."
    return (
        f"Accuracy {accuracy.value:.0f} ± {accuracy.half_width:.0f} of 100 over "
        f"{accuracy.n_free} free decisions"
    )


def account_lines(found: Review) -> list[str]:
    """Return where the result of every round came from."""
    many = len(found.accounts) > 1
    return [
        (f"Round {number}: " if many else "") + account_text(each, found.unit)
        for number, each in enumerate(found.accounts, 1)
    ]


def account_text(each: Account, unit: str) -> str:
    """Return a result as its parts, rounded so that they still add up."""
    if unit == GUESSES:
        return (
            f"{0 - each.result:.0f} guesses: {0 - each.fair_share:.2f} expected, "
            f"play {_signed(-each.play)}, luck {_signed(-each.luck)}"
        )
    parts = [round(100 * part) for part in (each.fair_share, each.play, each.deal, each.draws)]
    total = round(100 * each.result)
    fair, play, deal, draws = parts
    rest = total - sum(parts)
    return (
        f"Result {total} of 100: fair share {fair}, play {play:+d}, luck and the others' play "
        f"{deal + draws + rest:+d} (deal {deal:+d}, draws {draws:+d}, end {rest:+d})"
    )


def _signed(guesses: float) -> str:
    return f"{guesses:+.2f}"

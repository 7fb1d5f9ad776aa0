"""A review in words and figures, the same for the terminal, the page and the window."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from assistant.review.decisions import Review, ReviewedDecision
from assistant.review.judgement import THRESHOLDS, Judgement, mark_of
from assistant.review.summary import Account
from engine.words import capital, counted, figure_text

GUESSES, TITLE = "expected guesses", "expected title"
PUNISHED = 0.05  # by how much the value must have fallen by the next decision
VAGUE = 20.0  # a larger ± of an accuracy says nothing
ROUND = 0.5  # a smaller one is none
HEADINGS = ("move", "played", "value", "best", "its value", "loss", "mark")


def value_text(value: float, unit: str) -> str:
    """Return a value: a chance in percent, a title in points of 100, or guesses."""
    if unit == GUESSES:
        return f"{0.0 - value:.2f}"
    return f"{100 * value:.0f}" if unit == TITLE else f"{value:.0%}"


@dataclass(frozen=True, slots=True)
class ShownJudgement:
    """The figures of a judgement as they are shown: what is lost is the difference of the values.

    They are rounded so that they add up and the loss never seems to reach another mark.
    """

    value: str
    best_value: str
    loss: str  # "" if there is none
    half_width: str = ""  # "" if the figures are exact

    @property
    def loss_with_error(self) -> str:
        """The loss with its ±."""
        return f"{self.loss} ± {self.half_width}" if self.half_width else self.loss


def shown(found: Judgement, game: str, unit: str) -> ShownJudgement:
    """Return the figures of a judgement as texts."""
    if unit == GUESSES:
        loss = f"{found.loss:.2f}" if found.loss else ""
        own, other = value_text(found.value, unit), value_text(found.best_value, unit)
        return ShownJudgement(own, other, loss)
    value, best = round(100 * found.value), round(100 * found.best_value)
    if not found.loss or best <= value:
        return ShownJudgement(value_text(value / 100, unit), value_text(best / 100, unit), "")
    if mark_of((best - value) / 100, THRESHOLDS[game]) is not found.mark:
        best -= 1  # 9.6 points are an inaccuracy, 10 would be a mistake
    return ShownJudgement(
        value_text(value / 100, unit),
        value_text(best / 100, unit),
        str(best - value),
        str(
            max(1, min(round(100 * found.half_width), best - value))
        ),  # a loss is outside the noise
    )


def lost_words(texts: ShownJudgement, unit: str) -> str:
    """Return a loss that is shown in words: "12 ± 3 points lost"."""
    return f"{texts.loss_with_error} {'guesses' if unit == GUESSES else 'points'} lost"


def mark_text(each: ReviewedDecision) -> str:
    """Return the mark; one that could not be decided says so."""
    return each.mark.value + ("" if each.is_certain else " (not certain)")


def short_mark_text(each: ReviewedDecision) -> str:
    """Return the mark for a narrow list: "mistake?" if it could not be decided."""
    if each.is_pending:
        return "…"
    return each.mark.value + ("" if each.is_certain else "?")


def table_rows(found: Review) -> Iterator[tuple[str, ...]]:
    """Yield a row of texts for every decision, under `HEADINGS`."""
    for each in found.decisions:
        place = f"{each.round_number}.{each.number + 1}"
        judged = each.judgement
        if judged is None:
            yield place, each.played, "", "", "", "", mark_text(each)
            continue
        texts = shown(judged, found.game, found.unit)
        loss = texts.loss_with_error
        yield (
            place,
            each.played,
            texts.value,
            each.best,
            texts.best_value,
            loss,
            mark_text(each),
        )


def decision_sentence(found: Review, place: int) -> str:
    """Return one decision in up to three sentences: its value, the best move, what followed."""
    each = found.decisions[place]
    judged = each.judgement
    if each.is_pending:
        return f"{capital(each.played)}: not judged yet."
    if judged is None:
        return f"{capital(each.played)}: there was no choice."
    texts = shown(judged, found.game, found.unit)
    value = texts.value + _title_text(each, 0, found.unit)
    if not texts.loss:
        return f"{capital(each.played)}: {mark_text(each)}, {found.unit} {value}."
    best = texts.best_value + _title_text(each, 1, found.unit)
    parts = [
        f"{capital(each.played)} ({value}): {mark_text(each)}. "
        f"Better: {each.best} ({best}), {lost_words(texts, found.unit)}.",
        each.reason,
        _aftermath(found, place) if each.is_costly else "",
    ]
    return " ".join(filter(None, parts))


def _title_text(each: ReviewedDecision, place: int, unit: str) -> str:
    """Return what follows an expected title: its scale, and the chance of King."""
    if unit != TITLE:
        return ""
    king = "" if each.first_place is None else f", King {each.first_place[place]:.0%}"
    return f" of 100{king}"


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
    value = value_text(after.reference, found.unit) + " of 100" * (found.unit == TITLE)
    was_punished = after.reference < each.judgement.value - PUNISHED
    return f"At the next decision it was {value}{', so it was punished' if was_punished else ''}."


def accuracy_text(found: Review) -> str:
    """Return the accuracy of the game in one line."""
    accuracy = found.accuracy
    if accuracy is None:
        return "There was nothing to decide in this game."
    value, error = f"{accuracy.value:.0f}", accuracy.half_width
    decisions = counted(accuracy.n_free, "free decision")
    if error > VAGUE:
        return f"Accuracy perhaps {value} of 100 over {decisions}, tried in too few deals"
    if error >= ROUND and accuracy.value + error > 100:  # the scale ends here
        return f"Accuracy {value} of 100 (at least {accuracy.low:.0f}) over {decisions}"
    if error >= ROUND and accuracy.value < error:  # and here
        return f"Accuracy {value} of 100 (at most {accuracy.high:.0f}) over {decisions}"
    return f"Accuracy {value}{f' ± {error:.0f}' if error >= ROUND else ''} of 100 over {decisions}"


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
            f"{_guesses_of('play', -each.play)}, {_guesses_of('luck', -each.luck)}"
        )
    parts = (each.result, each.fair_share, each.luck, each.deal, each.draws)
    total, fair, luck, deal, draws = (round(100 * part) for part in parts)
    sign = partial(figure_text, form="+d")
    return (
        f"Result {total} of 100: {fair} as the fair share, {sign(total - fair - luck)} by play, "
        f"{sign(luck)} by luck and the others' play "
        f"({sign(deal)} the deal, {sign(draws)} the draws, {sign(luck - deal - draws)} the end)"
    )


def _guesses_of(what: str, guesses: float) -> str:
    """Return what play or luck did to the number of guesses: "luck saved 0.26"."""
    return f"{what} {'saved' if guesses < 0 else 'cost'} {abs(guesses):.2f}"

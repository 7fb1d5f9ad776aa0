"""Sum up a reviewed game: its accuracy, and the result as play plus luck.

Play is what the player's own decisions gained or lost against the reference policy. Luck is the
rest: the deal, what happened between two own decisions, and the end. Each value is used once with
each sign, so that the parts add up to the result exactly.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from assistant.review.judgement import CURVE_DECAY, CURVE_OFFSET, Judgement
from engine.statistics import Z_95

LEAST_STAKE = 0.005  # a choice between equal moves still counts a little


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The accuracy of a game, 0 to 100, with its half-width; None without a free decision."""

    value: float
    half_width: float
    n_free: int

    @property
    def low(self) -> float:
        """The lower end of its interval (95%), which does not leave the scale."""
        return max(self.value - self.half_width, 0.0)

    @property
    def high(self) -> float:
        """The upper end of its interval."""
        return min(self.value + self.half_width, 100.0)


@dataclass(frozen=True, slots=True)
class Account:
    """The sources of a result; the four parts and the fair share add up to it."""

    fair_share: float
    deal: float
    play: float
    draws: float
    end: float

    @property
    def luck(self) -> float:
        """Luck and the others' play: everything but one's own play."""
        return self.deal + self.draws + self.end

    @property
    def result(self) -> float:
        """The result of the game."""
        return self.fair_share + self.play + self.luck


def account_for(result: float, fair_share: float, judgements: Sequence[Judgement]) -> Account:
    """Split the result of a game into the deal, play, draws and the end.

    A game without a decision of this seat is all luck.
    """
    if not judgements:
        return Account(fair_share, 0.0, 0.0, 0.0, result - fair_share)
    play = sum(each.value - each.reference for each in judgements)
    draws = sum(after.reference - before.value for before, after in pairwise(judgements))
    deal = judgements[0].reference - fair_share
    return Account(fair_share, deal, play, draws, result - judgements[-1].value)


def game_accuracy(judgements: Sequence[Judgement]) -> Accuracy | None:
    """Return the mean accuracy of the free decisions, weighted by what was at stake."""
    free = [each for each in judgements if each.is_free]
    if not free:
        return None
    weights = [max(each.stake, LEAST_STAKE) for each in free]
    total = sum(weights)
    value = sum(w * each.accuracy for w, each in zip(weights, free, strict=True)) / total
    variance = sum(
        (w * _accuracy_error(each) / total) ** 2 for w, each in zip(weights, free, strict=True)
    )
    half_width = min(Z_95 * math.sqrt(variance), 100.0)  # the scale has no more
    return Accuracy(value, half_width, len(free))


def _accuracy_error(judgement: Judgement) -> float:
    """Return the standard error of a move's accuracy, from that of its loss."""
    slope = 100 * CURVE_DECAY * (judgement.accuracy + CURVE_OFFSET)
    return slope * judgement.half_width / judgement.span / Z_95

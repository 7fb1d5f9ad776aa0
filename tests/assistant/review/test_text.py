"""The figures of a review on the screen: they add up, and no loss seems to reach another mark."""

import re
from dataclasses import replace

import numpy as np
import pytest

from assistant.review.decisions import Review, ReviewedDecision
from assistant.review.judgement import THRESHOLDS, Judgement, mark_of
from assistant.review.summary import Account
from assistant.review.text import account_text, accuracy_text, short_mark_text, shown

UNITS = {"konkan": "chance to win", "slave": "expected title"}


def judged(value: float, loss: float, game: str) -> Judgement:
    mark = mark_of(loss, THRESHOLDS[game])
    return Judgement(0, 1, (value, value + loss), value, loss, 0.02, mark, True, 100, loss)


@pytest.mark.parametrize("game", UNITS)
def test_a_loss_is_the_difference_of_the_values_on_the_screen_and_agrees_with_its_mark(
    game: str,
) -> None:
    """0.326 and 0.422 are 33% and 42%; 0.324 and 0.420 would be 10 points apart, a mistake."""
    random = np.random.default_rng(4)
    for value, loss in random.random((500, 2)) * (0.6, 0.4):
        found = judged(value, loss, game)
        texts = shown(found, game, UNITS[game])
        shown_value, best = (int(text.rstrip("%")) for text in (texts.value, texts.best_value))
        assert best - shown_value == int(texts.loss or 0)
        assert mark_of(int(texts.loss or 0) / 100, THRESHOLDS[game]) is found.mark
        assert abs(best - 100 * found.best_value) < 1.5


def test_a_certain_win_is_shown_as_one() -> None:
    texts = shown(judged(0.664, 0.336, "konkan"), "konkan", UNITS["konkan"])
    assert (texts.value, texts.best_value, texts.loss_with_error) == ("66%", "100%", "34 ± 2")


def test_no_loss_that_counts_seems_to_be_exact_or_within_the_noise() -> None:
    """29.4 ± 0.4 is not 29 ± 0, and 2.7 ± 2.6 is not 2 ± 3."""
    slave, konkan = judged(0.36, 0.294, "slave"), judged(0.686, 0.027, "konkan")
    sure, unsure = replace(slave, half_width=0.004), replace(konkan, half_width=0.026)
    assert shown(sure, "slave", UNITS["slave"]).loss_with_error == "29 ± 1"
    assert shown(unsure, "konkan", UNITS["konkan"]).loss_with_error == "2 ± 2"


def reviewed(*judgements: Judgement) -> Review:
    decisions = tuple(ReviewedDecision(0, 1, "7♠", "9♦", each) for each in judgements)
    return Review("konkan", 0, ("You", "Bo"), UNITS["konkan"], decisions, ())


@pytest.mark.parametrize(
    ("loss", "half_width", "words"),
    [
        (0.1, 0.02, "Accuracy 64 ± 6 of 100 over 1 free decision"),
        (0.0, 0.0, "Accuracy 100 of 100 over 1 free decision"),
        (0.0, 0.01, "Accuracy 100 of 100 (at least 96) over 1 free decision"),
        (0.7, 0.2, "Accuracy 2 of 100 (at most 6) over 1 free decision"),
        (0.01, 0.9, "Accuracy perhaps 96 of 100 over 1 free decision, tried in too few deals"),
    ],
)
def test_an_accuracy_stays_on_its_scale(loss: float, half_width: float, words: str) -> None:
    found = replace(judged(0.5, loss, "konkan"), half_width=half_width)
    assert accuracy_text(reviewed(found)) == words


def test_a_mark_that_is_not_certain_has_a_question_mark_in_the_list() -> None:
    sure = judged(0.5, 0.12, "konkan")
    certain, open_one = reviewed(sure, replace(sure, is_decided=False)).decisions
    assert [short_mark_text(each) for each in (certain, open_one)] == ["mistake", "mistake?"]
    assert short_mark_text(replace(certain, judgement=None, is_pending=True)) == "…"


def test_a_move_within_the_noise_has_no_loss() -> None:
    found = Judgement(0, 1, (0.4, 0.5), 0.4, 0.0, 0.09, mark_of(0, THRESHOLDS["konkan"]), True, 64)
    assert shown(found, "konkan", UNITS["konkan"]).loss_with_error == ""


def test_the_parts_of_a_result_add_up_and_luck_is_that_of_the_record() -> None:
    random = np.random.default_rng(5)
    for fair, play, deal, draws in random.random((300, 4)) - (0, 0.5, 0.5, 0.5):
        end = 1.0 - fair - play - deal - draws
        account = Account(fair, deal, play, draws, end)
        text = account_text(account, UNITS["konkan"]).replace("−", "-")
        parts = list(map(int, re.findall(r"[+-]?\d+", text)))
        total, _, fair_shown, play_shown, luck, *three = parts
        assert total == fair_shown + play_shown + luck
        assert luck == sum(three)
        assert f"{luck:+d}" == f"{100 * account.luck:+.0f}" or luck == 0


def test_a_reference_player_has_no_play_on_the_screen() -> None:
    account = Account(0.536, 0.1, 0.0, 0.4, -0.036)
    assert ", 0 by play," in account_text(account, UNITS["konkan"])


def test_luck_in_pokle_says_which_way_it_went() -> None:
    account = Account(fair_share=-2.74, deal=0.0, play=-0.52, draws=1.0, end=0.26)
    assert (
        account_text(account, "expected guesses")
        == "2 guesses: 2.74 expected, play cost 0.52, luck saved 1.26"
    )

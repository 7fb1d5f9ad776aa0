"""The coach against what it does not use: small, seeded versions of `assistant calibrate`."""

from functools import partial

import numpy as np
import pytest

from assistant.calibration.games import measure
from assistant.calibration.statements import CalibrationPlan, Check
from assistant.review import truth
from assistant.review.judgement import Judgement, Mark
from assistant.review.judges import find_judge
from assistant.review.rounds import OwnDecision, walk
from assistant.review.truth import (
    account_of,
    agree,
    compare_exactly,
    endgame_decisions,
    is_sure_win,
    ladder_checks,
    mean_check,
    middle_game,
    mixed_game,
    play_round,
    rare_loss,
    reference_moves,
    winners,
)
from engine.control import Budget, Control


@pytest.mark.parametrize(("game", "n_games"), [("slave", 24), ("konkan", 10)])
def test_luck_is_fair_however_the_reviewed_seat_plays(
    game: str, n_games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The luck of the deal and after it is zero within three standard errors; parts add up."""
    monkeypatch.setitem(truth.N_WORLDS, "konkan", 6)
    n_seats, parts = 4 if game == "slave" else 2, []
    for number in range(n_games):
        seat = number % n_seats
        record = mixed_game(game, 50 + number, seat, n_seats)
        account, result = account_of(record, seat, number)
        assert account.result == pytest.approx(result, abs=1e-12)
        parts.append((account.deal, account.draws + account.end))
    means, errors = np.mean(parts, axis=0), np.std(parts, axis=0, ddof=1) / np.sqrt(n_games)
    assert (abs(means) < 3 * errors).all()


def test_the_reference_player_plays_neither_better_nor_worse() -> None:
    record = play_round("slave", 3, 4, reference_moves)
    account, _ = account_of(record, 2, 1)
    assert account.play == pytest.approx(0)


def test_moves_of_the_reference_player_may_be_left_out_of_the_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record, values = mixed_game("slave", 4, 1, 4), list[OwnDecision]()

    def counting(own: OwnDecision, game: str, seed: int) -> Judgement:
        values.append(own)
        return value(own, game, seed)

    value = truth._value
    monkeypatch.setattr(truth, "_value", counting)
    few, result = account_of(record, 1, 9)
    n_few = len(values)
    monkeypatch.setattr(truth, "_is_reference_move", lambda _: False)
    every, same = account_of(record, 1, 9)
    assert len(values) - n_few > n_few, "something was left out"
    assert result == same == pytest.approx(few.result)
    assert (few.deal, few.play) == pytest.approx((every.deal, every.play))
    assert few.draws + few.end == pytest.approx(every.draws + every.end)


@pytest.mark.parametrize("game", ["slave", "konkan"])
def test_the_middle_of_the_ladder_is_reviewed_in_every_seat(game: str) -> None:
    found = {(seat, record.agents[seat]) for record, seat in map(partial(middle_game, game),
                                                                 range(8))}  # fmt: skip
    assert {agent for _, agent in found} == set(truth.MIDDLE[game])
    assert {seat for seat, _ in found} == set(range(len(truth.TABLE[game])))


def test_what_one_decision_in_fifty_costs() -> None:
    losses = [40.0, 35.0, 30.0, 20.0, *[0.0] * 96]
    found = rare_loss("", losses, 30.0)
    assert (found.found, found.low, found.high) == (30.0, 0.0, 40.0)
    assert sum(loss > found.found for loss in losses) == 2


def test_exact_endgames_of_slave_agree_with_brute_force() -> None:
    found = []
    for seed in range(30):
        record = mixed_game("slave", seed, seed % 4, 4)
        found += [compare_exactly(own, seed) for own in endgame_decisions(record)]
    assert len(found) >= 10
    assert np.mean([is_best for is_best, _ in found]) >= 0.9
    assert all(gap == pytest.approx(0) for _, gap in found)


def test_a_turn_of_konkan_that_goes_out_is_a_certain_win() -> None:
    found = []
    for seed in range(4):
        record = play_round("konkan", seed, 2, reference_moves)
        for seat in winners(record):
            found.append(is_sure_win(record, seat, seed))
            loser = next(walk(record, 1 - seat, find_judge("konkan")))
            assert loser.result == 0
    assert found
    assert all(found)


def test_marks_agree_if_they_are_the_same_above_inaccuracy() -> None:
    assert agree(Mark.BEST, Mark.INACCURACY)
    assert agree(Mark.BLUNDER, Mark.BLUNDER)
    assert not agree(Mark.MISTAKE, Mark.BLUNDER)
    assert not agree(Mark.INACCURACY, Mark.MISTAKE)


@pytest.mark.parametrize("game", ["konkan", "slave"])
def test_losses_and_accuracies_order_the_ladder_as_the_ratings_do(game: str) -> None:
    loss, accuracy = ladder_checks(game)
    assert loss.found >= 0.95
    assert accuracy.found >= 0.95


def test_a_mean_has_two_standard_errors() -> None:
    check = mean_check("", [1.0, -1.0, 1.0, 3.0])
    assert check == Check("", "points", 4, 0.0, 1.0, 1 - 2 * (8 / 3 / 4) ** 0.5, check.high)
    assert check.high - check.found == pytest.approx(check.found - check.low)


PARTS = {"slave-review": 1, "slave-luck": 8}


def test_the_command_measures_every_claim() -> None:
    titles = {
        check.title
        for name, n_games in PARTS.items()
        for check in measure(name, CalibrationPlan(n_games, 1, 1), Control()).checks
    }
    for words in ("seat 4, mean luck: draws and end", "miss the result", "follows the search",
                  "the same mark above inaccuracy", "costs the ladder's middle"):  # fmt: skip
        assert any(words in title for title in titles), words
    stopped = [measure(name, CalibrationPlan(8, 1, 1), Control(Budget(0.0))) for name in PARTS]
    assert [len(found.checks) for found in stopped] == [2, 0]  # the ladder's, nothing was played


def test_agreement_counts_the_marks_of_both_reviews() -> None:
    """Blunder and blunder, mistake and inaccuracy, good and good; one mistake is not certain."""
    marks = [(Mark.BLUNDER, Mark.BLUNDER), (Mark.MISTAKE, Mark.INACCURACY), (Mark.GOOD, Mark.BEST)]
    pairs = [(judged(one, one is not Mark.MISTAKE), judged(two, True)) for one, two in marks]
    found = {check.title.partition(", ")[2]: check for check in truth._mark_checks("", pairs, 0.15)}
    every = found["free decisions with the same mark above inaccuracy"]
    high = found["of marks above inaccuracy, the same in both reviews"]
    sure = found["of marks above inaccuracy, those that are certain"]
    certain = found["of these marks that are certain, the same"]
    assert (every.n, high.n, certain.n) == (3, 2, 2)
    assert (sure.n, sure.found) == (3, pytest.approx(200 / 3))
    assert (every.found, high.found, certain.found) == (pytest.approx(200 / 3), 50, 100)


def judged(mark: Mark, is_decided: bool) -> Judgement:
    return Judgement(0, 0, (0.5, 0.6), 0.5, 0.0, 0.0, mark, is_decided, 64)

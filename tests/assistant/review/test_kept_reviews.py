"""Reviews are kept: the second time there is nothing to compute, and damage is not an obstacle."""

from pathlib import Path

import pytest

from assistant.play import HUMAN, GameTable, find_game, run
from assistant.review import kept
from assistant.review.decisions import review
from assistant.review.kept import find_review, keep_review, review_once
from assistant.review.player_record import PlayerRecord, note_review, pokle_streak, recent_results
from engine.control import Control


def test_a_review_is_made_once_and_a_damaged_one_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    table = GameTable(find_game("slave"), ("greedy",) * 4, 1, 3)
    for _ in run(table, Control()):
        pass
    seats = (("You", HUMAN), *table.record.seats[1:])
    record = table.record.model_copy(update={"seats": seats})
    found = review(record, most_worlds=40)
    assert find_review(record, 0) is None
    keep_review(record, found)
    monkeypatch.setattr(kept, "review", pytest.fail)
    assert review_once(record, None, Control()) == found
    (file,) = (tmp_path / "data" / "reviews").iterdir()
    file.write_text("{")
    assert find_review(record, 0) is None

    # what it found goes into the record, once
    for _ in range(2):
        note_review(record, found)
    (game,) = PlayerRecord().games()
    assert game.play == pytest.approx(found.accounts[0].play)
    assert game.luck == pytest.approx(found.accounts[0].luck)
    assert '"lead"' in game.losses
    assert recent_results() == [("slave", game.place == 1)]
    clear = [each for each in found.decisions if each.is_clear]
    assert PlayerRecord().n_exercises() == len(clear)


def test_the_streak_of_days_holds_until_a_day_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import date

    from assistant.review.player_record import FinishedGame

    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    for day, guesses in ((14, 3), (16, 4), (17, 2), (18, None)):
        PlayerRecord().add_game(
            FinishedGame("pokle", "", 1, 1, guesses=guesses, finished=f"2026-11-{day}T08:00:00")
        )
    assert pokle_streak(date(2026, 11, 17)).streak == 2
    assert pokle_streak(date(2026, 11, 17)).is_done_today
    assert pokle_streak(date(2026, 11, 18)).streak == 2  # today's may still be solved
    assert not pokle_streak(date(2026, 11, 18)).is_done_today
    assert pokle_streak(date(2026, 11, 20)).streak == 0

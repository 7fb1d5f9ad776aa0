"""A person's record summed up: games won, streaks, guesses, days of Pokle."""

from datetime import date
from pathlib import Path

import pytest

from assistant.review.player_record import FinishedGame, PlayerRecord
from assistant.review.record_summary import pokle_streak, summarise


def test_streaks_and_guesses_are_counted(tmp_path: Path) -> None:
    record = PlayerRecord(tmp_path / "record.sqlite")
    for guesses in (3, 2, None, 3, 4):
        record.add_game(FinishedGame("pokle", "", 1, 1, guesses=guesses))
    found = summarise(record.games("pokle"))
    assert (found.n_played, found.n_won, found.streak, found.best_streak) == (5, 4, 2, 2)
    assert found.guesses == {2: 1, 3: 2, 4: 1}
    assert summarise(record.games("konkan")).n_played == 0


def test_the_streak_of_days_holds_until_a_day_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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

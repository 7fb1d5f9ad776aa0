"""Reviews are kept: the second time there is nothing to compute, and damage is not an obstacle."""

from pathlib import Path

import pytest

from assistant.play import HUMAN, GameTable, find_game, run
from assistant.review import kept
from assistant.review.decisions import review
from assistant.review.kept import find_review, keep_review, review_once
from assistant.review.player_record import PlayerRecord
from assistant.review.record_summary import recent_results
from assistant.review.review_notes import note_review
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

"""The files of games that were played."""

import os
from pathlib import Path

import pytest

from assistant.cli.review import find_record
from assistant.play.kept import finished_records, games_dir
from engine.errors import UnavailableError


def test_games_that_others_remove_or_replace_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    folder = games_dir()
    (folder / "slave-1.json").symlink_to("/dev/zero")
    (folder / "slave-2.json").symlink_to(folder / "gone")
    os.mkfifo(folder / "slave-3.json")
    assert finished_records(5) == []
    with pytest.raises(UnavailableError, match="No finished game"):
        find_record("last", None)

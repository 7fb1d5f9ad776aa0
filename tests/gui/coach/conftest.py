"""Finished games with a clear mistake of the person, and a home of their own for every test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.play import HUMAN, GameTable, Record, find_game, run
from engine.control import Control
from tests.gui.felt.conftest import sit_down

__all__ = ["sit_down"]
Finished = Callable[..., Record]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))


@pytest.fixture
def finished() -> Finished:
    """A game that AIs played, as if the first seat had been a person's."""

    def play(game: str, agents: tuple[str, ...], seed: int = 3) -> Record:
        table = GameTable(find_game(game), agents, 1, seed)
        for _ in run(table, Control()):
            pass
        seats = (("You", HUMAN), *table.record.seats[1:])
        return table.record.model_copy(update={"seats": seats})

    return play

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.arena import runner
from assistant.arena.store import Store
from assistant.play import registry
from tests.assistant.arena import toy


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games are on the list, in this process, for one test."""
    games = registry.GAMES | {"toy": toy.PLACE, "race": toy.RACE_PLACE}
    for name, place in games.items():
        monkeypatch.setitem(registry.GAMES, name, place)
    monkeypatch.setattr(runner, "play_chunk", toy.play_chunk)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's sessions are kept."""
    return tmp_path / "arena.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened

"""Nothing is lost: every cut, every order of readers, writers and a crash, every kept file."""

import datetime
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from assistant import ranges
from assistant.file_store import change_model, find_model, read_model, remove_model, write_model
from assistant.play import Record
from assistant.play.kept import game_file, keep_game, last_game
from assistant.pokle_bot import PlayedGame, PlayedGames
from assistant.ranges import keep_range, kept_ranges, ranges_file
from assistant.settings import Settings, load_settings, save_settings, settings_file
from engine import files
from engine.errors import UnavailableError
from gui.state import WindowState, load_state, save_state, state_file


class Names(BaseModel):
    names: dict[str, int] = {}


def add(path: Path, name: str) -> None:
    change_model(path, Names, lambda kept: Names(names={**kept.names, name: 1}))


def names(path: Path) -> set[str]:
    return set(read_model(path, Names)[0].names)


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a last version; nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    path = tmp_path / "names.json"
    for name in ("a", "b", "c"):
        add(path, name)
    return path


ORDERS = sorted(set(permutations("RRWW")))


def restart(path: Path, contents: dict[str, bytes]) -> None:
    """Put a folder back to some contents."""
    for file in path.parent.iterdir():
        file.unlink()
    for name, data in contents.items():
        (path.parent / name).write_bytes(data)


def contents_of(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def play(path: Path, order: tuple[str, ...]) -> set[str]:
    """Let readers and writers come in an order; each must find all that was saved before."""
    expected = {"a", "b"}
    for number, actor in enumerate(order):
        if actor == "W":
            add(path, f"new {number}")
            expected.add(f"new {number}")
        assert expected <= names(path)
    return expected


def test_every_cut_and_every_order_loses_nothing(saved: Path) -> None:
    whole = contents_of(saved)
    n_bytes = len(whole[saved.name])
    for cut in range(n_bytes):
        for order in ORDERS:
            restart(saved, whole | {saved.name: whole[saved.name][:cut]})
            play(saved, order)
            is_whole = cut == n_bytes - 1  # without the last line feed
            kept = saved.with_name("names.json.damaged")
            assert is_whole or kept.read_bytes() == whole[saved.name][:cut]


class Crash(BaseException):
    """The process is killed here."""


def crash_at(monkeypatch: pytest.MonkeyPatch, step: int) -> Callable[[], int]:
    """Let the step of a number among all changes of the folder never happen; count the steps."""
    done = [0]

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def changing(*args: Any, **kwargs: Any) -> Any:
            done[0] += 1
            if done[0] == step:
                raise Crash
            return change(*args, **kwargs)

        return changing

    for name in ("replace", "unlink", "write_bytes"):
        monkeypatch.setattr(Path, name, counted(getattr(Path, name)))
    return lambda: done[0]


STATES: dict[str, Callable[[dict[str, bytes]], dict[str, bytes]]] = {
    "whole": lambda whole: whole,
    "torn": lambda whole: whole | {"names.json": whole["names.json"][:20]},
    "missing": lambda whole: {"names.json.before": whole["names.json.before"]},
    "no last version": lambda whole: {"names.json": whole["names.json"]},
    "torn last version": lambda whole: whole | {"names.json.before": b"{"},
    "damaged before": lambda whole: whole | {"names.json": b"", "names.json.damaged": b"old"},
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("order", ORDERS)
def test_a_crash_at_any_step_loses_nothing(saved: Path, state: str, order: tuple[str, ...]) -> None:
    start = STATES[state](contents_of(saved))
    n_crashes = 0
    for at in range(len(order)):  # the one who crashes
        for step in count(1):
            restart(saved, start)
            expected = play(saved, order[:at])
            with pytest.MonkeyPatch.context() as patch:
                steps_done = crash_at(patch, step)
                with suppress(Crash):
                    add(saved, "crashed") if order[at] == "W" else names(saved)
            assert expected | play(saved, order[at + 1 :]) <= names(saved)
            if state == "damaged before":
                assert saved.with_name("names.json.damaged").read_bytes() == b"old"
            if steps_done() < step:
                break
            n_crashes += 1
    assert n_crashes >= 12


def test_only_damaged_copies_are_never_written_over(saved: Path) -> None:
    saved.write_bytes(b'{"names": {"a": 1')
    saved.with_name("names.json.before").write_bytes(b"?")
    for _ in range(2):  # the second reader gets the error, too
        found, note = read_model(saved, Names)
        assert found == Names()
        assert "names.json.damaged; defaults are used" in note
    with pytest.raises(UnavailableError, match="repair or remove the damaged copy"):
        add(saved, "new")
    assert find_model(saved, Names)[0] is None
    change_model(saved, Names, lambda kept: kept, Names(names={"known": 1}))
    assert names(saved) == {"known"}
    assert saved.with_name("names.json.damaged").read_bytes() == b'{"names": {"a": 1'
    assert saved.with_name("names.json.before.damaged").read_bytes() == b"?"


def test_damaged_copies_have_names_of_their_own(saved: Path) -> None:
    for number in range(3):
        saved.write_text(str(number))
        names(saved)
    copies = [copy.read_text() for copy in files.damaged_copies(saved)]
    assert copies == ["0", "1", "2"]


def test_what_is_removed_is_gone(saved: Path) -> None:
    remove_model(saved)
    assert find_model(saved, Names) == (None, "")
    remove_model(saved)
    write_model(saved, Names(names={"new": 1}))
    assert names(saved) == {"new"}


def test_a_lock_that_cannot_be_had_still_lets_the_last_version_be_read(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> None:
        raise UnavailableError("cannot write")

    saved.write_text("?")
    monkeypatch.setattr(files, "locked", refuse)
    assert names(saved) == {"a", "b"}
    assert saved.read_text() == "?"


@given(st.binary(max_size=200))
def test_any_bytes_are_defaults_and_the_file_is_kept(data: bytes) -> None:
    remove_model(settings_file())
    settings_file().write_bytes(data)
    settings, note = load_settings()
    if note:
        assert settings == Settings()
        assert "settings.json.damaged" in note
        assert settings_file().with_name("settings.json.damaged").read_bytes() == data


@pytest.mark.parametrize("data", [b"[" * 400_000, b'{"a":' * 5_000, b"9" * 11_000_000])
def test_a_file_too_deep_or_too_large_is_damaged(saved: Path, data: bytes) -> None:
    saved.write_bytes(data)
    found, note = read_model(saved, Names)
    assert set(found.names) == {"a", "b"}
    assert "nested more than 64 deep" in note or "expected at most 10 MB" in note


def test_a_folder_in_the_place_of_a_file_is_told(tmp_path: Path) -> None:
    settings, note = read_model(tmp_path, Settings)
    assert settings == Settings()
    assert "not a regular file" in note


CHANGES = """
import sys
from pathlib import Path
from assistant.file_store import change_model
from pydantic import BaseModel

class Names(BaseModel):
    names: dict[str, int] = {}

for n in range(25):
    name = f"{sys.argv[2]}-{n}"
    change_model(Path(sys.argv[1]), Names, lambda kept: Names(names={**kept.names, name: 1}))
"""


def test_four_processes_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    command = [sys.executable, "-c", CHANGES, str(path)]
    writers = [subprocess.Popen([*command, str(number)]) for number in range(4)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0, 0]
    assert len(names(path)) == 100


def save_games(number: int) -> None:
    game = PlayedGame(day=datetime.date(2026, 1, 1), status="won", rows=())
    change_model(
        games_file(), PlayedGames, lambda kept: PlayedGames(games={**kept.games, f"{number}": game})
    )


def games_file() -> Path:
    return ranges.paths.data_dir() / "pokle.json"


def game_record(number: int) -> Record:
    """One game, after some decisions."""
    seats = tuple((f"Greedy ({seat})", "greedy") for seat in range(4))
    begun, moves = "2026-01-01T10:00:00+00:00", " | ".join(["pass"] * number)
    return Record(game="slave", seats=seats, rounds=1, seed=7, moves=moves, begun=begun)


SAVERS: dict[str, tuple[Callable[[], Path], Callable[[int], object], Callable[[], Any]]] = {
    "settings": (
        settings_file,
        lambda number: save_settings(Settings(font_pt=9 + number)),
        lambda: load_settings()[0],
    ),
    "ranges": (ranges_file, lambda number: keep_range(f"r{number}", "QQ+"), kept_ranges),
    "window": (
        state_file,
        lambda number: save_state(WindowState(folder=str(number))),
        lambda: load_state()[0],
    ),
    "played games": (
        games_file,
        save_games,
        lambda: read_model(games_file, PlayedGames)[0],
    ),
    "table": (
        lambda: game_file(game_record(0)),
        lambda number: keep_game(game_record(number)),
        lambda: last_game("slave"),
    ),
}


@pytest.mark.parametrize("name", SAVERS)
def test_every_kept_file_comes_back_from_every_cut(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    file, save, load = SAVERS[name]
    save(1)
    last = load()
    save(2)
    before = file().with_name(file().name + ".before")
    whole, older = file().read_bytes(), before.read_bytes()
    for cut in range(0, len(whole) - 1, max(1, len(whole) // 40)):
        before.write_bytes(older)
        file().write_bytes(whole[:cut])
        assert load() == last
        assert load() == last  # the second reader, too
    save(2)
    assert file().read_bytes() == whole

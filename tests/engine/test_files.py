"""Files are whole, private and written by one at a time, whatever happens meanwhile."""

import io
import json
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engine import files
from engine.errors import InputError, UnavailableError


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_written_whole_and_nothing_is_left_beside(tmp_path: Path) -> None:
    files.write_text(tmp_path / "a.json", "ü\n")
    files.write_bytes(tmp_path / "a.json", b"2")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.json", "2")]


@pytest.mark.skipif(sys.platform == "win32", reason="rights as on Unix")
def test_files_and_folders_are_the_users_own(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = files.make_folder(tmp_path / "a" / "b")
        files.write_text(folder / "c", "")
        with files.locked(folder / "c"):
            pass
    finally:
        os.umask(before)
    assert {mode(tmp_path / "a"), mode(folder)} == {0o700}
    assert {mode(path) for path in folder.iterdir()} == {0o600}


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    files.write_text(path, "old")

    def fail(part: Path) -> None:
        part.write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(UnavailableError, match=r'cannot write ".*kept": No space left on device'):
        files.write_with(path, fail)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("kept", "old")]


@pytest.mark.parametrize("name", ["nowhere/a", "x" * 300, "\0", ""])
def test_what_cannot_be_written_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnavailableError, match="cannot write"):
        files.write_text(tmp_path / name, "1") if name else files.make_folder(Path("/dev/null/x"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_device_is_written_to_and_never_replaced() -> None:
    with pytest.raises(UnavailableError, match="No space left"):
        files.write_text(Path("/dev/full"), "1")
    assert not Path("/dev/full").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    files.write_text(tmp_path / "link", "1")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "1"


def test_threads_wait_for_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "number"
    path.write_text("0")

    def add(_: int) -> None:
        with files.locked(path):
            files.write_text(path, str(int(path.read_text()) + 1))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(add, range(200)))
    assert path.read_text() == "200"


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("?")
    kept = files.set_aside(tmp_path / "a")
    assert kept == tmp_path / "a.damaged"
    assert kept.read_text() == "?"
    assert files.set_aside(tmp_path / "a") is None


def test_older_folders_make_room(tmp_path: Path) -> None:
    for name in ("2026-01-03", "2026-01-01", "2026-01-02"):
        files.make_folder(tmp_path / name)
        files.write_text(tmp_path / name / "page.html", "x")
    files.keep_newest(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2026-01-02", "2026-01-03"]
    files.keep_newest(tmp_path / "nowhere", 2)


def test_only_a_regular_file_up_to_its_bound_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345678")
    assert files.read_bounded(path, 8) == b"12345678"
    with pytest.raises(InputError, match=r'a" is too large: expected at most 0 kB'):
        files.read_bounded(path, 7)
    with pytest.raises(FileNotFoundError):
        files.read_bounded(tmp_path / "none", 7)
    for odd in (tmp_path, Path(os.devnull)):
        with pytest.raises(InputError, match="is not a regular file"):
            files.read_bounded(odd, 7)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders there")
def test_a_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is not a regular file"):
        files.read_bounded(tmp_path / "pipe", 7)


@pytest.mark.parametrize("data", [b"[" * 400_000, b'{"a":' * 65 + b"1" + b"}" * 65])
def test_json_too_deep_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="nested more than 64 deep"):
        files.parse_json(data)


@pytest.mark.parametrize(
    "text", ["[" * 64 + "]" * 64, '["[[[", "]", "\\"[", {"{": "\\\\"}]', '"' + "[" * 1000 + '"']
)
def test_json_that_only_looks_deep_is_read(text: str) -> None:
    assert files.parse_json(text.encode()) == json.loads(text)


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "-Infinity", "", "[1", '"a'])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a JSON number|Expecting|Unterminated"):
        files.parse_json(text.encode())


def test_arrays_that_unpack_to_too_much_are_refused() -> None:
    packed = io.BytesIO()
    np.savez_compressed(packed, a=np.zeros(1_000_000, np.uint8))
    assert len(packed.getvalue()) < 2_000
    assert files.read_arrays(packed.getvalue(), 2_000_000)["a"].size == 1_000_000
    with pytest.raises(InputError, match="too large: expected at most 900 kB"):
        files.read_arrays(packed.getvalue(), 900_000)

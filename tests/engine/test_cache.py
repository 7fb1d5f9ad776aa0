"""Folders of compiled kernels that nobody uses any more are removed; those in use are not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import engine

DAY_S = 24 * 3600


def make(folder: Path, days: float) -> Path:
    """A cache folder that was last used some days ago."""
    (folder / "kernels_1a2b").mkdir(parents=True)
    (folder / "kernels_1a2b" / "kernel.nbc").write_bytes(b"code")
    then_s = time.time() - days * DAY_S
    os.utime(folder, (then_s, then_s))
    return folder


def cache_of_process(cwd: Path | None = None, **environment: str) -> Path:
    """Where a new process keeps compiled kernels."""
    set_by_others = ("NUMBA_CACHE_DIR", "NUMBA_BOUNDSCHECK")
    inherited = {k: v for k, v in os.environ.items() if k not in set_by_others}
    command = [sys.executable, "-c", "import engine, os; print(os.environ['NUMBA_CACHE_DIR'])"]
    told = subprocess.check_output(command, env=inherited | environment, cwd=cwd, text=True)
    return Path(told.strip())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_neighbours_unused_for_a_month_are_removed(tmp_path: Path) -> None:
    used = make(tmp_path / "now", 400)
    make(tmp_path / "lately", 29)
    make(tmp_path / "old", 31)
    make(tmp_path / f"older{engine.STALE}77", 90)  # whoever was removing it was killed
    engine._tidy(used)
    assert names(tmp_path) == ["lately", "now"]
    assert time.time() - used.stat().st_mtime < DAY_S
    engine._tidy(used)
    assert names(tmp_path) == ["lately", "now"]


def test_a_folder_that_is_used_again_in_time_keeps_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = make(tmp_path / "old", 31)
    rename = Path.rename

    def use_first(source: Path, target: Path) -> Path:
        os.utime(source)
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", use_first)
    engine._tidy(tmp_path / "now")
    assert names(tmp_path) == ["old"]
    assert (old / "kernels_1a2b" / "kernel.nbc").read_bytes() == b"code"


def test_no_folder_yet_or_one_that_may_not_be_read_is_no_trouble(tmp_path: Path) -> None:
    engine._tidy(tmp_path / "missing" / "now")
    assert not (tmp_path / "missing").exists()
    (tmp_path / "file").write_text("no folder")
    engine._tidy(tmp_path / "file" / "now")


TIDY = "import sys, pathlib, engine; engine._tidy(pathlib.Path(sys.argv[1]))"


def test_several_processes_tidy_at_once(tmp_path: Path) -> None:
    make(tmp_path / "lately", 1)
    for i in range(40):
        make(tmp_path / f"old{i}", 40)
    command = [sys.executable, "-c", TIDY, str(tmp_path / "now")]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "elsewhere")}
    processes = [subprocess.Popen(command, env=environment) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    assert names(tmp_path) == ["lately"]


def test_importing_the_engine_tidies_its_cache(tmp_path: Path) -> None:
    home = {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    used = cache_of_process(**home)
    make(used, 90)
    make(used.parent / "old", 90)
    cache_of_process(**home)
    assert names(used.parent) == [used.name]


def test_where_no_folder_can_be_made_one_lasts_as_long_as_the_process() -> None:
    folder = cache_of_process(HOME="/dev/null", XDG_CACHE_HOME="/dev/null/cache")
    assert folder.name.startswith("card-table-kernels-")
    assert not folder.exists()

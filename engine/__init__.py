"""Rules, solvers and simulations of five card games: no window, no browser, no printing.

Compiled kernels are cached in the user's cache folder, never beside the sources. Numba forgets
a kernel when its own file changes, but not when a kernel or a table that it was built with does;
so the folder is named after all of them, which is enough because a kernel module imports nothing
else of ours (a test says so). It must be known before numba is first used. Folders of other
kernels are removed when nobody has used them for a month.
"""

import hashlib
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

UNUSED_S = 30 * 24 * 3600
SOURCES = ("kernels.py", "kernels/*.py", "tables.*")  # all that kernels are built from
STALE = ".stale-"  # between the name of a folder that is being removed and the remover's number


def kernel_sources(root: Path = Path(__file__).parent) -> list[Path]:
    """The files that compiled kernels are built from."""
    return sorted(file for pattern in SOURCES for file in root.rglob(pattern))


def _cache_name(root: Path = Path(__file__).parent) -> str:
    """A short name for the present kernels, their tables and how they are compiled."""
    digest = hashlib.sha256()
    for file in kernel_sources(root):
        digest.update(file.read_bytes())
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
    return digest.hexdigest()[:12] + ("-bounds" if checked else "")


def _tidy(used: Path) -> None:
    """Mark a cache folder as used now, and remove its neighbours that were not for long."""
    with suppress(OSError):
        os.utime(used)
    with suppress(OSError):
        for folder in used.parent.iterdir():
            if folder.name != used.name and _is_unused(folder):
                _remove(folder)


def _is_unused(folder: Path) -> bool:
    try:
        return folder.stat().st_mtime < time.time() - UNUSED_S
    except OSError:  # another process was faster
        return False


def _remove(folder: Path) -> None:
    """Remove a folder under another name, so that no process finds half of it.

    One that somebody began to use just before it was renamed gets its name back.
    """
    doomed = folder.with_name(f"{folder.name.partition(STALE)[0]}{STALE}{os.getpid()}")
    with suppress(OSError):
        folder.rename(doomed)
        if _is_unused(doomed):
            import shutil

            shutil.rmtree(doomed, ignore_errors=True)
        else:
            doomed.rename(folder)


def _usable(cache: Path) -> Path:
    """The folder, made for the user alone; where it cannot be, one that lasts as long as we do."""
    try:
        for folder in (
            cache.parent.parent,
            cache.parent,
            cache,
        ):  # parents get no mode of their own
            folder.mkdir(0o700, parents=True, exist_ok=True)
        if os.access(cache, os.W_OK):
            return cache
    except OSError:
        pass
    import atexit
    import shutil
    import tempfile

    made = tempfile.mkdtemp(prefix="card-table-kernels-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


if "NUMBA_CACHE_DIR" not in os.environ:
    _cache = _usable(user_cache_path("card-table-assistant") / "numba" / _cache_name())
    os.environ["NUMBA_CACHE_DIR"] = str(_cache)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(_cache)
    _tidy(_cache)

"""Rules, solvers and simulations of five card games: no window, no browser, no printing.

Compiled kernels are cached in the user's cache folder, never beside the sources. Numba forgets
a kernel when its own file changes, but not when a kernel or a table that it was built with does;
so the folder is named after all of them. It must be known before numba is first used. Folders of
other kernels are removed when nobody has used them for a month.
"""

import hashlib
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

UNUSED_S = 30 * 24 * 3600
STALE = ".stale-"  # between the name of a folder that is being removed and the remover's number


def _kernel_fingerprint() -> str:
    """A short name for the present kernels and their tables."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted(
        [*root.rglob("kernels.py"), *root.rglob("kernels/*.py"), *root.rglob("tables.*")]
    ):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


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


if "NUMBA_CACHE_DIR" not in os.environ:
    _cache = user_cache_path("card-table-assistant") / "numba" / _kernel_fingerprint()
    os.environ["NUMBA_CACHE_DIR"] = str(_cache)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(_cache)
    _tidy(_cache)

"""Rules, solvers and simulations of five card games: no window, no browser, no printing.

Compiled kernels are cached in the user's cache folder, never beside the sources. Numba forgets
a kernel when its own file changes, but not when a kernel or a table that it was built with does;
so the folder is named after all of them. It must be known before numba is first used.
"""

import hashlib
import os
import sys
from pathlib import Path

from platformdirs import user_cache_path


def _kernel_fingerprint() -> str:
    """A short name for the present kernels and their tables."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*root.rglob("kernels.py"), *root.rglob("tables.*")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


if "NUMBA_CACHE_DIR" not in os.environ:
    _cache = user_cache_path("card-table-assistant") / "numba" / _kernel_fingerprint()
    os.environ["NUMBA_CACHE_DIR"] = str(_cache)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(_cache)

"""What the compiled kernels of several games share; they import only kernels and tables."""

import hashlib
import os
from pathlib import Path

POT = 2520  # parts of a pot: every split between one to ten players divides it


def cache_name(sources: Path) -> str:
    """The name that numba gives to the compiled kernels of a folder, whose path is absolute."""
    return f"{sources.name}_{hashlib.sha1(str(sources).encode()).hexdigest()}"


def cache_folder(sources: Path) -> Path:
    """Where numba puts the compiled kernels of a folder of sources, whose path is absolute."""
    return Path(os.environ["NUMBA_CACHE_DIR"]) / cache_name(sources)

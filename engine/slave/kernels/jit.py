"""Numba for Slave's kernels: its decorators, with the cache where `engine.slave.compile` says.

Functions that Python calls are cached; those that only other kernels call become part of them.
"""

import threading
from collections.abc import Callable
from typing import Any

import numba
from numba.extending import intrinsic

from engine.slave.compile import cache_folder

__all__ = ["intrinsic", "njit"]

_folder_lock = threading.Lock()  # two threads may import kernels at once
numba.config.DISABLE_JIT = 0  # intrinsics cannot run otherwise, whatever a settings file says


def njit(**options: Any) -> Callable[[Any], Any]:
    """Numba's `njit`; what it caches goes to Slave's own folder."""

    def decorate(function: Any) -> Any:
        with _folder_lock:
            before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_folder())
            try:
                return numba.njit(**options)(function)
            finally:
                numba.config.CACHE_DIR = before

    return decorate

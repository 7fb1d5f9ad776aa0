"""Numba for Slave's kernels: its decorators, with the cache where `engine.slave.compile` says.

Functions that Python calls are cached; those that only other kernels call become part of them.
"""

import numba
from numba import njit
from numba.extending import intrinsic

from engine.slave.compile import cache_folder

__all__ = ["intrinsic", "njit"]

numba.config.CACHE_DIR = str(cache_folder())
numba.config.DISABLE_JIT = 0  # intrinsics cannot run otherwise, whatever a settings file says

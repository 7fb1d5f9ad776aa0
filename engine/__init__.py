"""Rules, solvers and simulations of five card games: no window, no browser, no printing.

Compiled kernels are cached in the user's cache folder, never beside the sources. Numba reads
the folder's name once, when it is imported, so it is set here, also if numba was there first.
"""

import os
import sys

from platformdirs import user_cache_path

os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("card-table-assistant") / "numba"))
if "numba" in sys.modules:
    sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]

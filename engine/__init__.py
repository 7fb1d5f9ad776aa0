"""Rules, solvers and simulations of five card games: no window, no browser, no printing.

Compiled kernels are cached in the user's cache folder, never beside the sources;
the folder must be known before numba is first imported, so it is set here.
"""

import os

from platformdirs import user_cache_path

os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("card-table-assistant") / "numba"))

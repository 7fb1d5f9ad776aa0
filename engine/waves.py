"""Pieces of a long job on threads, a few at a time, until all are done or the control says stop."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from engine.control import Control

P = TypeVar("P")
R = TypeVar("R")


def in_waves(
    work: Callable[[P], R], pieces: Sequence[P], n_threads: int | None, control: Control, size: int
) -> Iterator[list[R]]:
    """Yield the results of the next `size` pieces, in order; the caller adds up and reports.

    Without a number of threads there is one for each processor.
    """
    control.check()
    with ThreadPoolExecutor(n_threads or os.cpu_count() or 1) as pool:
        for first in range(0, len(pieces), size):
            yield list(pool.map(work, pieces[first : first + size]))
            if control.should_stop():
                return

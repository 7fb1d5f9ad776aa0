"""Pieces of a long job on threads, a few at a time, until all are done or it is time to stop."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

P = TypeVar("P")
R = TypeVar("R")


def in_waves(
    work: Callable[[P], R],
    pieces: Iterable[P],
    n_threads: int | None,
    size: int,
    should_stop: Callable[[], bool],
) -> Generator[list[R], None, None]:
    """Yield the results of the next `size` pieces, in order; the caller adds up and reports.

    The first wave is always played. The next one is handed out before a result is waited for, so
    that no thread idles. Without a number of threads there is one for each processor.
    """
    rest = iter(pieces)
    with _thread_map(n_threads or os.cpu_count() or 1) as run:
        wave = list(islice(rest, size))
        results = run(work, wave)
        while wave:
            following = list(islice(rest, size))
            ahead = run(work, following)
            yield list(results)
            if should_stop():
                return
            wave, results = following, ahead


@contextmanager
def _thread_map(n_threads: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """Provide a `map` that runs on threads, or the built-in one for a single thread."""
    if n_threads == 1:
        yield map
        return
    pool = ThreadPoolExecutor(n_threads)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)

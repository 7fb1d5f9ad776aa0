"""Time limits for calls to a browser, which otherwise could hang for ever.

Playwright waits for an answer in its own loop, as a task. A task that takes too long is cancelled.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from automation.errors import TabLostError


class Calls:
    """The calls made from now on, to be cancelled together."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._before = asyncio.all_tasks(self.loop)

    def give_up(self) -> None:
        """Cancel the calls: they fail with `asyncio.CancelledError`."""
        for task in asyncio.all_tasks(self.loop) - self._before:
            task.cancel()


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Cancel a call to the browser that takes longer than that."""
    calls = Calls()
    timer = calls.loop.call_later(seconds, calls.give_up)
    try:
        yield
    except asyncio.CancelledError as error:
        raise TabLostError(f"the browser did not {what} within {seconds:.0f} seconds") from error
    finally:
        timer.cancel()

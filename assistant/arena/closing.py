"""What is opened in a `with` statement and closed at its end."""

from types import TracebackType
from typing import Self


class Closing:
    """Gives a class with `close` the two methods of a `with` statement."""

    def close(self) -> None:
        """Let go of what is held; most hold nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

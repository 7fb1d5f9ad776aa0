"""The errors that users may meet, each with one line that quotes the bad input.

`InputError` is bad input (the command line exits with 2); `UnavailableError` is something
the machine lacks (exit 1); `Cancelled` is a long job that was stopped before any answer.
"""


class InputError(ValueError):
    """Input that cannot be used; the message quotes it and says what is accepted."""


class CardError(InputError):
    """A card that cannot be read, or that is given twice."""


class IllegalStateError(InputError):
    """Readable input that the rules of the game do not allow."""


class UnavailableError(RuntimeError):
    """Something outside the program is missing or broken; the message says what to do."""


class Cancelled(Exception):  # noqa: N818 - an event, not a failure
    """The job was cancelled before it had an answer."""

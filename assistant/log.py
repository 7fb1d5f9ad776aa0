"""The log: a file of bounded size in the user's folder; a failure to write it is ignored.

It holds warnings and tracebacks; with `--verbose` also what the program does, which is then printed
on the terminal, too. Warnings of the engine (a damaged file) are always printed there. The user's
own folder is written "~", so a log can be sent to others.
"""

import logging
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from assistant import paths
from engine.errors import UnavailableError

MAX_BYTES = 500_000
N_OLDER = 2  # files beside the newest
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
logging.raiseExceptions = False  # no message if the log cannot be written


class _PrivateFormatter(logging.Formatter):
    """A formatter that replaces the name of the user's folder."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        try:
            return text.replace(str(Path.home()), "~")
        except RuntimeError:  # the home folder is unknown
            return text


def start_log(verbose: bool = False) -> None:
    """Send what the program logs to the file; with `verbose` all of it, and to the terminal."""
    log = logging.getLogger()
    log.setLevel(logging.INFO if verbose else logging.WARNING)
    for handler in [h for h in log.handlers if isinstance(h.formatter, _PrivateFormatter)]:
        log.removeHandler(handler)
        handler.close()
    terminal = logging.StreamHandler(sys.stderr)
    terminal.addFilter(logging.Filter("" if verbose else "engine"))
    for handler in (terminal, _file_handler()):
        is_brief = handler is terminal and not verbose
        handler.setFormatter(_PrivateFormatter("%(message)s" if is_brief else FORMAT))
        log.addHandler(handler)


class _LogFile(RotatingFileHandler):
    """The log file: made when there is something to write, for the user alone."""

    def _open(self) -> Any:
        with suppress(OSError):
            Path(self.baseFilename).touch(0o600)
        return super()._open()


def _file_handler() -> logging.Handler:
    try:
        path = paths.log_file()
    except UnavailableError:
        return logging.NullHandler()
    return _LogFile(path, "a", MAX_BYTES, N_OLDER, "utf-8", delay=True, errors="replace")


def where() -> str:
    """Return the log's file, or "" if there can be none."""
    try:
        path = paths.log_file()
    except UnavailableError:
        return ""
    return str(path) if path.exists() else ""

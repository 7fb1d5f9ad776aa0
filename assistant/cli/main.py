"""The console script `assistant`: a table of commands, each imported only when it is called.

Exit codes: 0 done, 1 could not, 2 bad input. One line for every error; tracebacks go to the log.
"""

import logging
import platform
import re
import sys
import time
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from assistant.cli.app import CommandGroup, did_you_mean, load_command
from engine.cards import shorten
from engine.words import capital, printable

if TYPE_CHECKING:
    from pydantic import ValidationError

COMMANDS = {
    "pokle": ("assistant.cli.pokle:app", "Best Pokle guess; play or watch it in a browser."),
    "holdem": ("assistant.cli.holdem:app", "Texas Hold'em equity."),
    "kings-lows": ("assistant.cli.kings_lows:app", "Kings and Lows odds."),
    "konkan": ("assistant.cli.konkan:app", "Konkan melds and move advice."),
    "slave": ("assistant.cli.slave:app", "Slave move advice, play, training."),
    "arena": ("assistant.cli.arena:app", "AI against AI: sessions, ratings, replays."),
    "position": (
        "assistant.cli.position:app",
        "Check a position written as one line, or advise on it.",
    ),
    "review": ("assistant.cli.review:app", "What each move of a game cost, and how much was luck."),
    "practice": (
        "assistant.cli.practice:app",
        "Exercises from your games and from ready-made sets.",
    ),
    "calibrate": (
        "assistant.cli.calibrate:app",
        "Check whether the chances that it states come true.",
    ),
    "hand": ("assistant.cli.hand:app", "Name the best five of five to seven cards."),
    "doctor": ("assistant.cli.doctor:app", "What is installed, and what is missing."),
    "gui": ("assistant.cli.window:app", "Open the window."),
}


class LazyGroup(CommandGroup):
    """Lists commands from the table and imports one only when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """Return a stand-in with the name and the help line, for the list of commands."""
        known = COMMANDS.get(cmd_name)
        return TyperCommand(cmd_name, help=known[1]) if known else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command that is called, imported now."""
        did_you_mean(ctx, args, COMMANDS)
        name, stand_in, rest = super().resolve_command(ctx, args)
        if name is None or stand_in is None:
            return name, None, rest
        command = load_command(COMMANDS[name][0])
        command.name, command.help = name, command.help or stand_in.help
        return name, command, rest


app = typer.Typer(cls=LazyGroup)
HUGE = re.compile(r"[-+]?\d{19,}", re.ASCII)
INTERRUPTED = 130  # what Typer makes of Ctrl-C
_log = logging.getLogger("assistant")


def _print_version(wanted: bool) -> None:
    if wanted:
        from assistant.version import full_version

        typer.echo(f"assistant {full_version()}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version."
    ),
    verbose: bool = typer.Option(
        False, "--verbose", help="Print what is done, and write it to the log."
    ),
) -> None:
    """The card-table assistant: the best move in five card games, and why."""
    from assistant.log import start_log

    start_log(verbose)
    if verbose:
        from assistant.version import VERSION

        _log.info("assistant %s, Python %s on %s", VERSION, platform.python_version(), sys.platform)


def _validation_error() -> "type[ValidationError]":
    from pydantic import ValidationError

    return ValidationError


def run(command: TyperCommand | TyperGroup, args: list[str], name: str = "assistant") -> int:
    """Run a command; return its exit code. Errors are printed as one line."""
    from engine.errors import Cancelled, InputError, UnavailableError

    started_s = time.monotonic()
    try:
        _refuse_huge(args)
        result = command.main(args, prog_name=name, standalone_mode=False)
        _log.info("done after %.1f s", time.monotonic() - started_s)
        return stopped() if result == INTERRUPTED else result if isinstance(result, int) else 0
    except typer.TyperException as error:
        from assistant.requests import in_plain_words

        return _fail(in_plain_words(error.format_message()), 2)
    except InputError as error:
        return _fail(str(error), 2)
    except _validation_error() as error:  # asked for only when something was raised
        from assistant.requests import explain_validation

        return _fail(str(explain_validation(error)), 2)
    except (UnavailableError, Cancelled) as error:
        return _fail(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        return stopped()
    except BrokenPipeError:
        return 1
    except OSError as error:  # a file or stream failed: a full disk, no permission
        return _fail(f"{error.strerror or error}{_of_file(error)}", 1)
    except MemoryError:
        return _fail("there is not enough memory for this: ask for less", 1)
    except (SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # a traceback must not reach the user
        return _fail(f"unexpected {type(error).__name__}: {error}{_keep_trace(error)}", 1)


def _refuse_huge(args: list[str]) -> None:
    """Refuse whole numbers that no counter, seed or file can hold, whatever they are given for."""
    from engine.errors import InputError

    for arg in args:
        number = arg.partition("=")[2] if arg.startswith("-") and "=" in arg else arg
        if HUGE.fullmatch(number) and (len(number) > 25 or abs(int(number)) >= 1 << 63):
            raise InputError(f'the number "{shorten(number)}" is too large: expected below 2^63')


def stopped() -> int:
    """Print that Ctrl-C stopped the command; return the exit code."""
    return _fail("stopped", 1)


def _of_file(error: OSError) -> str:
    return f': "{error.filename}"' if error.filename else ""


def _keep_trace(error: BaseException) -> str:
    """Put a traceback into the log; say where, if it can be written."""
    from assistant.log import start_log, where

    start_log()
    _log.error("unexpected", exc_info=error)
    return f" (details in {where()})" if where() else ""


def _fail(message: str, code: int) -> int:
    """Print a message on one line, if there is any: a group without a command printed its help."""
    try:
        if message:
            typer.echo(f"error: {capital(printable(message))}", err=True)
    except OSError:  # nowhere to print it
        return code or 1
    return code


if __name__ == "__main__":
    from assistant.cli.start import assistant

    assistant()

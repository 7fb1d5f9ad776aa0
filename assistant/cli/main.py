"""The console script `assistant`: a table of commands, each imported only when it is called.

Exit codes: 0 done, 1 could not, 2 bad input. One line for every error; tracebacks go to the log.
"""

import sys
import traceback
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from assistant import paths
from assistant.cli.app import load_command
from assistant.version import VERSION

COMMANDS = {
    "pokle": ("assistant.cli.pokle:app", "Best Pokle guess; play or watch it in a browser."),
    "holdem": ("assistant.cli.holdem:app", "Texas Hold'em equity."),
    "kings-lows": ("assistant.cli.kings_lows:app", "Kings and Lows odds."),
    "konkan": ("assistant.cli.konkan:app", "Konkan melds and move advice."),
    "slave": ("assistant.cli.slave:app", "Slave move advice, play, training."),
    "arena": ("assistant.cli.arena:app", "AI against AI: sessions, ratings, replays."),
    "hand": ("assistant.cli.hand:app", "Name the best five of five to seven cards."),
    "doctor": ("assistant.cli.doctor:app", "What is installed, and what is missing."),
    "gui": ("assistant.cli.window:app", "Open the window."),
}


class LazyGroup(TyperGroup):
    """Lists commands from the table and imports one only when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """A stand-in with the name and the help line, for the list of commands."""
        known = COMMANDS.get(cmd_name)
        return TyperCommand(cmd_name, help=known[1]) if known else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called, imported now."""
        name, stand_in, rest = super().resolve_command(ctx, args)
        if name is None or stand_in is None:
            return name, None, rest
        command = load_command(COMMANDS[name][0])
        command.help = command.help or stand_in.help
        return name, command, rest


app = typer.Typer(cls=LazyGroup, add_completion=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"assistant {VERSION}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True),
) -> None:
    """The card-table assistant: the best move in five card games, and why."""


def main() -> None:
    """Run the command line and turn every error into one line and an exit code."""
    sys.exit(run(load_command("assistant.cli.main:app"), sys.argv[1:] or ["--help"]))


def run(command: TyperCommand | TyperGroup, args: list[str], name: str = "assistant") -> int:
    """Run a command; return its exit code, with errors told in one line."""
    from pydantic import ValidationError

    from engine.errors import Cancelled, InputError, UnavailableError

    try:
        result = command.main(args, prog_name=name, standalone_mode=False)
        return result if isinstance(result, int) else 0
    except typer.TyperException as error:
        return _fail(error.format_message(), 2)
    except InputError as error:
        return _fail(str(error), 2)
    except ValidationError as error:
        from assistant.requests import explain_validation

        return _fail(str(explain_validation(error)), 2)
    except UnavailableError as error:
        return _fail(str(error), 1)
    except Cancelled as error:
        return _fail(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("stopped", 1)
    except BrokenPipeError:
        return 1
    except Exception as error:  # the last line of defence: no traceback reaches the user
        log = paths.log_file()
        with log.open("a") as file:
            traceback.print_exc(file=file)
        return _fail(f"unexpected {type(error).__name__}: {error} (details in {log})", 1)


def _fail(message: str, code: int) -> int:
    typer.echo("error: " + " ".join(message.split()), err=True)
    return code


if __name__ == "__main__":
    main()
